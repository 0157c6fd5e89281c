// One action, from the question to the proof, with nothing but the protocol core: no server, no database,
// no network. An agent wants to wire $4,200; two people must agree; it runs once. Exits non-zero if any part
// of the story does not hold.
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { actionDigest, parseActionBinding } from '@countersign/protocol/action';
import { parseChain } from '@countersign/protocol/chain';
import { assembleJws, importPublicKey, jwsSigningInput } from '@countersign/protocol/crypto';
import { emptyCase } from '@countersign/protocol/plan';
import {
  absentRequest,
  decideRequest,
  foldRequest,
  grantType,
  type InForce,
  inputDigest,
  type OpenedRequest,
  parseApprovalRequest,
  parsePolicyDecision,
  parseRequestEvent,
  type RequestCommand,
  type RequestEvent,
  verifyGrant,
} from '@countersign/protocol/request';
import { sealEvents, verifyStream } from '@countersign/protocol/stream';
import {
  ApprovalRequestId,
  ApprovalResolutionId,
  addSeconds,
  authenticated,
  CaseId,
  ChainEntryId,
  GrantId,
  IntentId,
  idFromUuid,
  PersonId,
  PolicyDecisionId,
  type Principal,
  ReceiptId,
  StoreId,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import { presentedView, renderPlain, shortCode, viewDigest } from '@countersign/protocol/view';

const say = (line: string) => console.log(line);
const now = timestampFromMilliseconds(Date.now());
const id = {
  request: idFromUuid(ApprovalRequestId, 'ar', randomUUID()),
  alice: idFromUuid(PersonId, 'person', randomUUID()),
  carol: idFromUuid(PersonId, 'person', randomUUID()),
  store: idFromUuid(StoreId, 'store', randomUUID()),
};

// What exactly would run.
const action = parseActionBinding({
  schema_version: '1.0',
  operation: 'tool.invoke',
  agent_id: 'billing-bot',
  target: { tool_name: 'wire_transfer', tool_schema_version: '2', resource: 'acct-42' },
  parameters: { amount: 4200, currency: 'USD', to: 'Müller GmbH', memo: 'invoice 7\u202E' },
});

// What policy said about it, and the question that follows.
const chain = parseChain({
  chain_id: 'finance',
  version: '1',
  stages: [
    { name: 'reviewer', approvers: { roles: ['finance'] } },
    { name: 'controller', approvers: { identities: [id.carol] } },
  ],
});
const policyDecision = parsePolicyDecision({
  policy_decision_id: idFromUuid(PolicyDecisionId, 'pd', randomUUID()),
  verdict: 'require_approval',
  action_digest: actionDigest(action),
  policy_rule_id: 'large-transfers',
  policy_rule_ids: ['large-transfers'],
  policy_version: '2026.11',
  approval_chain_id: chain.chain_id,
  approval_chain_version: chain.version,
  risk: { level: 'high', signals: [{ signal: 'amount', level: 'high', evidence: '$4,200' }] },
  annotations: [],
  reasons: ['transfers above $1000 need two people'],
  context: {},
  decided_at: now,
});
const request = parseApprovalRequest({
  approval_request_id: id.request,
  case_id: idFromUuid(CaseId, 'case', randomUUID()),
  round: 1,
  policy_decision_id: policyDecision.policy_decision_id,
  action_digest: policyDecision.action_digest,
  intent_id: idFromUuid(IntentId, 'intent', randomUUID()),
  agent_id: action.agent_id,
  requested_by: { principal_id: 'key-billing-bot' },
  operation: action.operation,
  target_resource: action.target.resource,
  policy_version: policyDecision.policy_version,
  approval_chain_id: chain.chain_id,
  approval_chain_version: chain.version,
  requested_at: now,
  expires_at: addSeconds(now, 900),
  execute_within_seconds: 900,
  audience: 'billing-executor',
  risk: policyDecision.risk,
  reason: 'transfers above $1000 need two people',
  scope: {},
  route: { kind: 'admin_channel' },
  fail_closed_on_timeout: true,
});

const inForce: InForce = {
  store_id: id.store,
  epoch: 1,
  policy_version: policyDecision.policy_version,
  approval_chain_version: chain.version,
};
const passkeys = { origin: 'http://localhost:8080', rp_id: 'localhost', passkeys: [] };
const view = presentedView(request, action);
const view_digest = viewDigest(view);

// The whole history is these events; the state is their fold.
const events: RequestEvent[] = [];
function tell(command: RequestCommand): string {
  const decision = decideRequest(foldRequest(events), command, now);
  events.push(...decision.events);
  return decision.ok ? foldRequest(events).status : decision.refusal.code;
}

function decide(principal: Principal, stage_index: number): RequestCommand {
  return {
    type: 'record_entry',
    submission: {
      chain_entry_id: idFromUuid(ChainEntryId, 'ace', randomUUID()),
      stage_index,
      decision: 'allow',
      reason_code: 'reviewed',
      reason: '',
      summary: null,
      input_digest: inputDigest(request),
      view_digest,
      assertion: null,
    },
    principal,
    in_force: inForce,
    passkeys,
    view_digest,
    issuer: 'example',
    ids: {
      approval_resolution_id: idFromUuid(ApprovalResolutionId, 'apr', randomUUID()),
      grant_id: idFromUuid(GrantId, 'grant', randomUUID()),
    },
  };
}

function person(person_id: typeof id.alice, roles: string[]): Principal {
  return authenticated({
    kind: 'human',
    principal_id: person_id,
    person_id,
    roles,
    assurance: 'session',
  });
}

say(`The agent wants to run ${policyDecision.action_digest.slice(0, 19)}…`);
for (const { label, kind, value } of view.action) {
  if (kind !== 'object') say(`    ${renderPlain(label)} = ${renderPlain(value)}`);
}
const { approval_request_id, action_digest } = request;
say(`    short code ${shortCode({ approval_request_id, action_digest, view_digest })}`);

const alice = person(id.alice, ['finance']);
const parties = { requester: null, subject: null, agent_owner: null };
const directory = [
  { kind: 'human', identity: id.alice, roles: ['finance'], assurance: 'webauthn' },
  { kind: 'human', identity: id.carol, roles: [], assurance: 'webauthn' },
] as const;
assert.equal(foldRequest(events), absentRequest);
assert.equal(
  tell({
    type: 'open',
    request,
    policy_decision: policyDecision,
    action,
    chain,
    parties,
    directory,
    approval_case: emptyCase,
    rounds_max: 3,
    change: null,
    epoch: 1,
  }),
  'pending',
);
say('It is held: two people must agree.');
const agent = authenticated({ kind: 'agent', principal_id: 'key-billing-bot', roles: ['finance'] });
assert.equal(tell(decide(agent, 0)), 'approver_is_agent');
say('The agent cannot approve itself.');
assert.equal(tell(decide(alice, 0)), 'pending');
assert.equal(tell(decide(person(id.carol, []), 1)), 'allowed');
say('Alice and Carol allow it.');

// The grant is signed by the store and verified by the executor with a public key and nothing else.
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const { kty, crv, x } = publicKey.export({ format: 'jwk' });
const claims = (foldRequest(events) as OpenedRequest).grant;
assert.ok(claims);
const input = jwsSigningInput({ kid: 'key-1', typ: grantType, payload: claims });
const jws = assembleJws(input, sign(null, Buffer.from(input), privateKey));
const grant = verifyGrant({
  jws,
  keys: new Map([['key-1', importPublicKey({ kty, crv, x })]]),
  issuer: 'example',
  store_id: id.store,
  audience: 'billing-executor',
  now,
});
assert.ok(grant.ok);

function consume(what: typeof action): RequestCommand {
  return {
    type: 'consume',
    action: what,
    approved_action: action,
    grant: grant.ok ? grant.value : assert.fail(),
    executor: 'billing-executor',
    attempt: randomUUID(),
    preconditions: [],
    tool_definition_digest: null,
    in_force: inForce,
    passkeys,
    voters: directory,
    lock: null,
    plan: null,
    hold: null,
    receipt_id: idFromUuid(ReceiptId, 'rc', randomUUID()),
    start_within_seconds: 30,
    report_within_seconds: 300,
  };
}

const swapped = parseActionBinding({
  ...action,
  parameters: { ...action.parameters, amount: 42_000 },
});
assert.equal(tell(consume(swapped)), 'action_parameters_mismatch');
say('A changed amount is refused: action_parameters_mismatch.');
assert.equal(tell(consume(action)), 'consumed');
say('The approved action may start, once.');
assert.equal(tell(consume(action)), 'grant_already_consumed');
say('A replay is refused: grant_already_consumed.');

// Anyone can check the history from its bytes alone.
const stream = `request/${id.request}`;
const sealed = sealEvents(stream, null, events);
const last = sealed.at(-1);
assert.ok(last);
const head = { version: sealed.length, event_digest: last.event_digest };
const checked = verifyStream(stream, sealed, head);
assert.ok(checked.ok);
const replayed = foldRequest(
  checked.value.events.map(({ type, at, data }) => parseRequestEvent({ type, at, data })),
);
assert.equal(replayed.status, 'consumed');
const edited = sealed.map(row => ({ ...row, text: row.text.replace('4,200', '9,200') }));
assert.ok(!verifyStream(stream, edited).ok);
say(
  `${sealed.length} linked events verify offline and fold to "${replayed.status}"; one edited character does not.`,
);
