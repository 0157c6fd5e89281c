// AGT's ADR 0030, told with its own records: an agent wants to close an account, policy suspends it, an approver is asked over
// the versioned webhook contract, a person decides, and exactly that statement runs once. Every record is in AGT's 1.0
// form with AGT's digests. Forged, sealed-again and foreign records release nothing. Exits non-zero if any part of the
// story does not hold.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  agtActionDigest,
  agtEntryDigest,
  agtInputDigest,
  fromAgtRecords,
  fromAgtWebhookRequest,
  fromAgtWebhookResponse,
  type ImportedRecords,
  parseAgtPolicyResult,
  toAgtAuditEntry,
  toAgtChain,
  toAgtEvents,
  toAgtPolicyResult,
  toAgtRecords,
  toAgtWebhookRequest,
  toAgtWebhookResponse,
  validateAgtRecords,
} from '@countersign/dialects/agt';
import { parseActionBinding } from '@countersign/protocol/action';
import { parseChain } from '@countersign/protocol/chain';
import { importPublicKey } from '@countersign/protocol/crypto';
import {
  parseRequestEvent,
  type RequestEvent,
  type VerifiedGrant,
  verifyGrant,
} from '@countersign/protocol/request';
import {
  decide,
  grantOf,
  type RequestRepresentation,
  startedServer,
} from '@countersign/server/testing';

const policy = `version: "2026.06.11"
default: deny
default_chain: high-risk-tools
chain_by_risk: { low: high-risk-tools, medium: high-risk-tools, high: high-risk-tools, critical: high-risk-tools }
chains:
  - id: high-risk-tools
    stages:
      - { name: dba, approvers: { roles: [dba] } }
rules:
  - { id: production-db-writes, match: { tool: sql_execute }, outcome: require_approval, chain: high-risk-tools }
`;

const action = parseActionBinding({
  schema_version: '1.0',
  operation: 'tool.invoke',
  agent_id: 'agent-123',
  subject_id: 'user-456',
  target: { tool_name: 'sql_execute', tool_schema_version: '2', resource: 'prod-db' },
  parameters: { statement: 'UPDATE accounts SET status = ? WHERE id = ?', values: ['closed', 42] },
});

const server = await startedServer({ policy });
try {
  await tellStory();
} finally {
  await server.remove();
}

async function tellStory(): Promise<void> {
  const agent = await server.apiKey({
    verbs: ['propose', 'consume'],
    agent_ids: ['agent-123'],
    executor: 'sql-runner',
  });
  const dba = await server.person(['dba']);

  const body = { action, audience: 'sql-runner', trace: { trace_id: 'run-2478' } };
  const asked = await server.call('POST', '/v1/requests', { headers: agent, body });
  assert.equal(asked.status, 201, JSON.stringify(asked.body));
  const { approval_request_id: id, request, policy_decision } = asked.body as RequestRepresentation;
  const result = parseAgtPolicyResult(toAgtPolicyResult(policy_decision));
  assert.deepEqual([result.allowed, result.outcome], [false, 'require_approval']);
  assert.equal(request.action_digest, agtActionDigest(action));
  assert.equal(
    request.action_digest,
    'sha256:c7e2a75d3cd161e0645be306aaaaddef0d6b435fea55ab0bed8e4397474af4c7',
  );
  console.log('Policy suspends the action. Its digest is the one that ADR 0030 of AGT computes.');

  // The question in the webhook contract 1.0, read by the other side, and invalid answers.
  const sent = toAgtWebhookRequest(request);
  assert.deepEqual(fromAgtWebhookRequest(JSON.stringify(sent)), sent);
  assert.equal(sent.input_digest, agtInputDigest(sent));
  const answer = toAgtWebhookResponse(sent, {
    decision: 'allow',
    approver: 'the CEO',
    reason: 'fine',
  });
  const heard = fromAgtWebhookResponse(JSON.stringify(answer), sent);
  assert.ok(heard.ok && heard.value.claimed_approver === 'the CEO');
  const other = { ...answer, action_digest: agtActionDigest({ ...action, parameters: {} }) };
  const mismatch = fromAgtWebhookResponse(JSON.stringify(other), sent);
  assert.ok(!mismatch.ok && mismatch.mark === 'webhook:binding-mismatch');
  assert.equal((await read()).status, 'pending');
  console.log(
    'An answer must echo its question, and a name in it is only a claim: nothing has been decided.',
  );

  // A person decides, with their own credential.
  await decide(server, dba.headers, id, 'allow');
  const allowed = await records();
  assert.equal(allowed.records.resolution?.outcome, 'allow');
  assert.equal(allowed.records.chain_entries.length, 1);
  const grant = await verified();
  const attempt = {
    action,
    policy_version: policy_decision.policy_version,
    approval_chain_version: request.approval_chain_version,
    now: server.app.context.clock.now(),
    grant,
  };
  assert.ok(validateAgtRecords(allowed, attempt).ok);
  const codeOf = (imported: ImportedRecords, change: object): string => {
    const verdict = validateAgtRecords(imported, { ...attempt, ...change });
    return verdict.ok ? 'ok' : verdict.refusal.agt_code;
  };
  assert.equal(
    codeOf(allowed, { action: { ...action, parameters: {} } }),
    'action_digest_mismatch',
  );
  assert.equal(codeOf(allowed, { policy_version: '2026.06.12' }), 'policy_version_mismatch');
  assert.equal(codeOf(allowed, { grant: null }), 'chain_tampered');
  console.log(
    'The person allows it. The records validate for this action, this policy and this chain only.',
  );

  // What upstream accepts and we do not: an entry that was changed and sealed again. Digests have no key.
  const [entry] = allowed.records.chain_entries;
  assert.ok(entry !== undefined);
  const edited = { ...entry, reason_code: 'not-reviewed' };
  const resealed = { ...edited, entry_digest: agtEntryDigest(edited) };
  const forged = {
    ...allowed.records,
    chain_entries: [resealed],
    resolution: { ...allowed.records.resolution, final_entry_digest: resealed.entry_digest },
  };
  assert.equal(fromAgtRecords(forged).ok, false);
  const stripped = fromAgtRecords({ ...forged, countersign: null });
  assert.ok(stripped.ok);
  assert.equal(codeOf(stripped.value, {}), 'chain_tampered');
  const emptied = fromAgtRecords({ ...forged, chain_entries: [], countersign: null });
  assert.equal(emptied.ok, false);
  console.log('Records that were sealed again, or emptied, release nothing.');

  // Consumed once, in the commit that lets it start.
  const grantText = await grantOf(server, agent, id);
  const consume = () =>
    server.call('POST', `/v1/requests/${id}/consume`, {
      headers: agent,
      body: { action, grant: grantText, attempt: randomUUID() },
    });
  const tries = await Promise.all([consume(), consume(), consume(), consume()]);
  assert.equal(tries.filter(({ status }) => status === 200).length, 1);
  const used = await records();
  assert.equal(used.records.approval_request.status, 'consumed');
  assert.equal(codeOf(used, {}), 'already_consumed');
  console.log(
    'Of four workers, one starts. For the others the grant is already consumed, permanently.',
  );

  const told = toAgtEvents(await history()).map(({ event_type }) => event_type);
  assert.deepEqual(told, [
    'policy_decision',
    'approval_requested',
    'approval_chain_entry',
    'approval_resolved',
    'approval_consumed',
    'execution_allowed',
  ]);
  const audited = toAgtAuditEntry(await history(), action);
  assert.ok(audited.ok && !audited.value.tamper_evident && audited.value.unproven.length === 5);
  console.log(
    'The events tell the whole path. The audit entry says which of its members prove nothing.',
  );

  const stage = { name: 'both', approvers: { roles: ['dba'] }, quorum: 2 };
  const quorum = toAgtChain(parseChain({ chain_id: 'two-of-many', version: '1', stages: [stage] }));
  assert.ok(!quorum.ok && quorum.refusal.code === 'form_cannot_carry');
  console.log(
    'A chain that needs two people in one stage is refused, because AGT could not say so.',
  );

  async function read(): Promise<RequestRepresentation> {
    return (await server.call('GET', `/v1/requests/${id}`, { headers: agent })).body;
  }

  async function history(): Promise<readonly RequestEvent[]> {
    const called = await server.call('GET', `/v1/requests/${id}/history`, { headers: agent });
    const { events } = called.body as { events: { type: string; at: string; data: unknown }[] };
    return events.map(({ type, at, data }) => parseRequestEvent({ type, at, data }));
  }

  /** Exported, sent as text, and read again. */
  async function records(): Promise<ImportedRecords> {
    const exported = toAgtRecords(await history());
    assert.ok(exported.ok);
    const imported = fromAgtRecords(JSON.parse(JSON.stringify(exported.value)));
    assert.ok(imported.ok, imported.ok ? '' : imported.refusal.detail);
    return imported.value;
  }

  async function verified(): Promise<VerifiedGrant> {
    const jwks = await server.call('GET', '/.well-known/jwks.json');
    const { keys } = jwks.body as { keys: { kid: string; kty: string; crv: string; x: string }[] };
    const verdict = verifyGrant({
      jws: await grantOf(server, agent, id),
      keys: new Map(keys.map(({ kid, kty, crv, x }) => [kid, importPublicKey({ kty, crv, x })])),
      issuer: 'countersign',
      store_id: (await server.app.context.store.readState()).storeId,
      audience: 'sql-runner',
      now: server.app.context.clock.now(),
    });
    assert.ok(verdict.ok);
    return verdict.value;
  }
}
