// Document 001, told against a real server: policy says allow_with_approval, so the action stops; a signed request goes to
// a reviewer; their yes becomes a signed artifact, which the execution manager verifies for itself and uses once. A no and
// a silence are told to the agent. Exits non-zero if any part of the story does not hold.
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createGate, httpTransport, NotAllowed } from '@countersign/client';
import {
  createExecutionIntent,
  type ExecutionIntent,
  fromPolicyResult,
  intentSigningInput,
  parseIntentSnapshot,
  signApprovedIntentArtifact,
  toAgentNotice,
  toGrantArtifact,
  toSignedFlowRequest,
  verifyApprovedIntentArtifact,
  verifySignedFlowRequest,
  withIntentSignature,
} from '@countersign/dialects/approval-flow';
import { createExecutionManager } from '@countersign/dialects/runtime';
import { type ImportedKey, importArtifactKey } from '@countersign/protocol/crypto';
import type { Result } from '@countersign/protocol/reason';
import { type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import { decide, startedServer } from '@countersign/server/testing';

const agent = 'agent:ops';
const server = await startedServer({
  policy: `version: "1"
default: require_approval
default_chain: admins
chain_by_risk: { low: admins, medium: admins, high: admins, critical: admins }
chains:
  - { id: admins, stages: [{ name: admin, approvers: { roles: [admin] } }] }
rules:
  - { id: commands, match: { tool: shell }, outcome: require_approval, route: admin_channel }
  - { id: quick, match: { tool: post_note }, outcome: require_approval, expires_in: 1s }
`,
});

function must<T>(verdict: Result<T>): T {
  if (verdict.ok) return verdict.value;
  throw new Error(`${verdict.refusal.code}: ${verdict.refusal.detail}`);
}

// The orchestrator that plans and signs intents. It holds a key of its own, and none that approves anything.
const orchestrator = generateKeyPairSync('ed25519');
const { kty, crv, x } = orchestrator.publicKey.export({ format: 'jwk' });
const intentKeys = new Map([['orchestrator-1', importArtifactKey({ kty, crv, x })]]);

function plan(toolRef: string, parameters: Record<string, string>): ExecutionIntent {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const snapshot = parseIntentSnapshot({
    tenantId: 'acme',
    workspaceId: 'operations',
    actor: { principalType: 'agent', principalId: agent },
    caller: { principalType: 'service', principalId: 'service:orchestrator' },
    trace: { traceId: randomUUID(), correlationId: randomUUID() },
    action: { actionId: 'tool.run', actionClass: 'execute', toolRef, operation: 'run', parameters },
    target: { resourceClass: 'tool-endpoint', resourceId: `tool:${toolRef}` },
    risk: { score: 80, level: 'high' },
    policy: {
      decisionId: `decision:${randomUUID()}`,
      decision: 'REQUIRE_APPROVAL',
      approvalRequired: true,
      reasonCodes: ['COMMANDS_NEED_APPROVAL'],
      policySetVersion: 'set-1',
      policySourceRef: 'policies/default.json',
      auditRecordId: `audit:${randomUUID()}`,
    },
    createdByService: 'orchestrator-service',
    createdAt: at,
    expiresAt: new Date(now + 3_600_000).toISOString(),
    idempotencyKey: `idem:${randomUUID()}`,
  });
  const unsigned = createExecutionIntent({
    intentId: `intent:${randomUUID()}`,
    snapshot,
    approval: { state: 'approved', required: true },
    lifecycle: 'execution_authorized',
    updatedAt: at,
  });
  const signing = { keyId: 'orchestrator-1', signedAt: at };
  const text = Buffer.from(intentSigningInput(unsigned, signing));
  return withIntentSignature(unsigned, signing, sign(null, text, orchestrator.privateKey));
}

try {
  const admin = await server.person(['admin']);
  const { authorization = '' } = await server.apiKey({
    verbs: ['propose', 'consume'],
    agent_ids: [agent],
    executor: agent,
  });
  const key = authorization.slice('Bearer '.length);
  const transport = httpTransport({ url: server.origin, key });
  const gate = createGate(transport, { agent });
  const { issuer, store_id } = must(await transport.state());
  const keys: ReadonlyMap<string, ImportedKey> = new Map(
    must(await transport.keys()).map(jwk => [
      String(jwk['kid']),
      importArtifactKey({ kty: jwk['kty'], crv: jwk['crv'], x: jwk['x'] }),
    ]),
  );
  const grants = { keys, issuer, store_id, audience: agent };
  const secrets = { 'approval-k1': 'shared with an older verifier' };
  const manager = createExecutionManager({
    gate,
    propose: call => transport.propose(call),
    grant: id => transport.grant(id),
    intentTrust: { keys: intentKeys },
    artifactTrust: { grants, secrets },
    now: (): Timestamp => timestampFromMilliseconds(Date.now()),
  });
  const ask = async (intent: ExecutionIntent): Promise<string> => {
    const opened = must(await manager.open(intent));
    assert.ok(opened.verdict === 'require_approval');
    return opened.approval_request_id;
  };
  const stateOf = async (id: string) => must(await transport.read(id));

  const intent = plan('shell', { command: 'systemctl restart billing' });
  assert.equal(fromPolicyResult('allow_with_approval'), 'require_approval');
  const id = await ask(intent);
  console.log('Policy says allow_with_approval: the action stops, and a request is opened.');

  const path = `/v1/requests/${id}/artifact`;
  const { body } = await server.call('GET', path, { headers: admin.headers });
  const request = must(toSignedFlowRequest((body as { artifact: string }).artifact, keys));
  assert.ok(verifySignedFlowRequest(JSON.parse(JSON.stringify(request)), keys).ok);
  assert.equal(request.intentId, intent.intentId);
  assert.equal(request.intentPayloadHash, intent.payloadHash);
  assert.ok(!verifySignedFlowRequest({ ...request, summary: 'read a file' }, keys).ok);
  const asked = (await stateOf(id)).request;
  assert.equal(asked.route.kind, 'admin_channel');
  assert.equal(Date.parse(asked.expires_at) - Date.parse(asked.requested_at), 900_000);
  console.log(
    'The request artifact is signed, names the intent and its hash, and ends in 15 minutes.',
  );
  console.log(`It goes to the ${asked.route.kind}: "${request.summary}".`);

  await decide(server, admin.headers, id, 'allow');
  await gate.ticket(id).wait();
  const artifact = must(toGrantArtifact(intent, must(await transport.grant(id)), grants));
  console.log(`Approved: ${artifact.artifactId} until ${artifact.expiresAt}.`);

  const { signature: _signature, ...members } = artifact;
  const forOlder = signApprovedIntentArtifact(members, {
    keyId: 'approval-k1',
    secret: secrets['approval-k1'],
  });
  assert.deepEqual(verifyApprovedIntentArtifact(forOlder, secrets), { ok: true });
  console.log('A verifier that only knows the HMAC form gets its own, and accepts it.');

  const other = plan('shell', { command: 'systemctl stop billing' });
  const wrong = await manager.execute({ intent: other, artifact, run: () => assert.fail('ran') });
  assert.ok(!wrong.ran && wrong.refusal?.flow_code === 'INTENT_ARTIFACT_MISMATCH');
  console.log('It is of no use for another intent.');

  const ran: string[] = [];
  const run = ({ snapshot }: { readonly snapshot: ExecutionIntent['snapshot'] }) => {
    ran.push(String(snapshot.action.parameters['command']));
  };
  const dry = await manager.execute({ intent, artifact, run, dryRun: true });
  assert.deepEqual([dry, ran.length], [{ ran: false, refusal: null }, 0]);
  const tries = await Promise.all(
    [artifact, forOlder, artifact].map(each => manager.execute({ intent, artifact: each, run })),
  );
  assert.equal(tries.filter(told => told.ran).length, 1);
  assert.deepEqual(ran, ['systemctl restart billing']);
  const late = await manager.execute({ intent, artifact, run });
  assert.ok(!late.ran && late.refusal?.flow_code === 'ARTIFACT_ALREADY_CONSUMED');
  console.log(
    'The execution manager verifies it, uses it up and starts the command, once of four.',
  );

  const drop = plan('shell', { command: 'dropdb billing' });
  const refusedId = await ask(drop);
  await decide(server, admin.headers, refusedId, 'deny');
  await assert.rejects(gate.ticket(refusedId).wait(), NotAllowed);
  const rejection = toAgentNotice(await stateOf(refusedId));
  assert.deepEqual([rejection.reasonCode, rejection.executed], ['APPROVAL_REJECTED', false]);
  console.log(`Rejected: ${rejection.text}`);

  const note = plan('post_note', { text: 'restarted' });
  const unanswered = await ask(note);
  await assert.rejects(gate.ticket(unanswered).wait(), NotAllowed);
  const silence = toAgentNotice(await stateOf(unanswered));
  assert.deepEqual([silence.timedOut, silence.executed], [true, false]);
  console.log(`Unanswered: ${silence.text}`);
} finally {
  await server.remove();
}
