import { generateKeyPairSync, sign } from 'node:crypto';
import type { ActionBinding } from '../action/action-binding.ts';
import { parseActionBinding } from '../action/action-binding.ts';
import { type Chain, parseChain } from '../chain/chain.ts';
import type { EntrySubmission } from '../chain/chain-entry.ts';
import type { PasskeyTrust } from '../chain/decision-assertion.ts';
import type { Approver, Parties } from '../chain/eligibility.ts';
import { sha256 } from '../crypto/digest.ts';
import { assembleJws, jwsSigningInput } from '../crypto/jws.ts';
import { type ImportedKey, importPublicKey } from '../crypto/public-key.ts';
import { emptyCase } from '../plan/approval-case.ts';
import {
  type ApprovalRequest,
  inputDigest,
  parseApprovalRequest,
} from '../request/approval-request.ts';
import { decideRequest } from '../request/decide-request.ts';
import { type Grant, grantType, type VerifiedGrant, verifyGrant } from '../request/grant.ts';
import type { InForce } from '../request/in-force.ts';
import { type PolicyDecision, parsePolicyDecision } from '../request/policy-decision.ts';
import type {
  ConsumeGrant,
  OpenRequest,
  RecordEntry,
  RequestCommand,
} from '../request/request-command.ts';
import type { RequestEvent } from '../request/request-event.ts';
import {
  absentRequest,
  evolveRequest,
  type OpenedRequest,
  type RequestState,
} from '../request/request-state.ts';
import type {
  ApprovalRequestId,
  ChainEntryId,
  PersonId,
  ReceiptId,
  StoreId,
} from '../value/ids.ts';
import { authenticated, type Principal } from '../value/principal.ts';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '../value/timestamp.ts';
import { presentedView, viewDigest } from '../view/presented-view.ts';

/** A well-formed id with a number in it: the same arguments always give the same id. */
export function idOf(prefix: string, number: number): string {
  const digits = number.toString(16).padStart(12, '0');
  return `${prefix}_${digits}40008000${'0'.repeat(12)}`;
}

export const people = {
  alice: idOf('person', 1) as PersonId,
  bob: idOf('person', 2) as PersonId,
  carol: idOf('person', 3) as PersonId,
  /** The person the agent acts for. */
  sam: idOf('person', 4) as PersonId,
  /** The owner of the agent. */
  olga: idOf('person', 5) as PersonId,
  /** The person who asked. */
  rita: idOf('person', 6) as PersonId,
};

export const parties: Parties = {
  requester: people.rita,
  subject: people.sam,
  agent_owner: people.olga,
};

export const storeId = idOf('store', 1) as StoreId;
export const noon: Timestamp = timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12));

export function sampleAction(change: Record<string, unknown> = {}): ActionBinding {
  return parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-bot',
    subject_id: people.sam,
    target: { tool_name: 'wire_transfer', tool_schema_version: '2', resource: 'acct-42' },
    parameters: { amount: 4200, currency: 'USD', to: 'Müller GmbH', memo: 'invoice 7' },
    ...change,
  });
}

export function sampleChain(change: Record<string, unknown> = {}): Chain {
  return parseChain({
    chain_id: 'finance',
    version: '3',
    stages: [
      { name: 'reviewer', approvers: { roles: ['finance'] } },
      { name: 'controller', approvers: { identities: [people.carol] } },
    ],
    ...change,
  });
}

export function samplePolicyDecision(
  action: ActionBinding = sampleAction(),
  chain: Chain = sampleChain(),
  change: Record<string, unknown> = {},
): PolicyDecision {
  return parsePolicyDecision({
    policy_decision_id: idOf('pd', 1),
    verdict: 'require_approval',
    action_digest: sha256(action),
    policy_rule_id: 'large-transfers',
    policy_rule_ids: ['large-transfers'],
    policy_version: '2026.11.15',
    approval_chain_id: chain.chain_id,
    approval_chain_version: chain.version,
    risk: { level: 'high', signals: [{ signal: 'amount', level: 'high', evidence: '$4,200' }] },
    annotations: [],
    reasons: ['transfers above $1000 need two people'],
    context: { environment: 'production' },
    decided_at: noon,
    ...change,
  });
}

export function sampleRequest(
  decision: PolicyDecision = samplePolicyDecision(),
  action: ActionBinding = sampleAction(),
  change: Record<string, unknown> = {},
): ApprovalRequest {
  return parseApprovalRequest({
    approval_request_id: idOf('ar', 1),
    case_id: idOf('case', 1),
    round: 1,
    policy_decision_id: decision.policy_decision_id,
    action_digest: sha256(action),
    intent_id: idOf('intent', 1),
    agent_id: action.agent_id,
    subject_id: action.subject_id,
    requested_by: { principal_id: 'key-billing-bot', role: 'agent' },
    operation: action.operation,
    target_resource: action.target.resource,
    tool_definition_digest: sha256({ tool: 'wire_transfer' }),
    policy_version: decision.policy_version,
    approval_chain_id: decision.approval_chain_id,
    approval_chain_version: decision.approval_chain_version,
    requested_at: noon,
    expires_at: addSeconds(noon, 900),
    execute_within_seconds: 900,
    audience: 'billing-executor',
    risk: decision.risk,
    reason: 'transfers above $1000 need two people',
    preconditions: [{ name: 'balance', digest: sha256({ balance: 10_000 }) }],
    scope: { session_id: 'session-1' },
    route: { kind: 'admin_channel' },
    fail_closed_on_timeout: true,
    agent_reasoning: 'The invoice is due today.',
    ...change,
  });
}

export const inForce: InForce = {
  store_id: storeId,
  epoch: 1,
  policy_version: '2026.11.15',
  approval_chain_version: '3',
};

export const noPasskeys: PasskeyTrust = {
  origin: 'http://localhost:8080',
  rp_id: 'localhost',
  passkeys: [],
};

export const directory: readonly Approver[] = [
  { kind: 'human', identity: people.alice, roles: ['finance'], assurance: 'webauthn' },
  { kind: 'human', identity: people.bob, roles: ['finance'], assurance: 'webauthn' },
  { kind: 'human', identity: people.carol, roles: [], assurance: 'webauthn' },
];

export function human(
  person_id: PersonId,
  roles: string[] = [],
  change: {
    assurance?: 'client_asserted' | 'conversation' | 'channel' | 'session' | 'oidc';
    principal_id?: string;
  } = {},
): Principal {
  return authenticated({
    kind: 'human',
    principal_id: `cookie-${person_id}`,
    person_id,
    roles,
    assurance: 'session',
    ...change,
  });
}

export const alice = human(people.alice, ['finance']);
export const bob = human(people.bob, ['finance']);
export const carol = human(people.carol);
export const operator = human(idOf('person', 9) as PersonId, ['operator']);
export const agent = authenticated({ kind: 'agent', principal_id: 'key-billing-bot', roles: [] });

export function openCommand(change: Partial<OpenRequest> = {}): OpenRequest {
  const action = change.action ?? sampleAction();
  const chain = change.chain ?? sampleChain();
  const policy_decision = change.policy_decision ?? samplePolicyDecision(action, chain);
  return {
    type: 'open',
    request: change.request ?? sampleRequest(policy_decision, action),
    policy_decision,
    action,
    chain,
    parties,
    directory,
    approval_case: emptyCase,
    rounds_max: 3,
    change: null,
    epoch: inForce.epoch,
    ...change,
  };
}

export function submissionFor(
  request: ApprovalRequest,
  change: Partial<EntrySubmission> = {},
): EntrySubmission {
  return {
    chain_entry_id: idOf('ace', 1) as ChainEntryId,
    stage_index: 0,
    decision: 'allow',
    reason_code: 'reviewed',
    reason: '',
    summary: null,
    input_digest: inputDigest(request),
    view_digest: null,
    assertion: null,
    ...change,
  };
}

export function entryCommand(
  state: RequestState,
  principal: Principal,
  change: Partial<EntrySubmission> = {},
  more: Partial<RecordEntry> = {},
): RecordEntry {
  const { request } = opened(state);
  return {
    type: 'record_entry',
    submission: submissionFor(request, change),
    principal,
    in_force: inForce,
    passkeys: noPasskeys,
    // A request about another action brings the digest of its own view.
    view_digest:
      request.action_digest === sha256(sampleAction())
        ? viewDigest(presentedView(request, sampleAction()))
        : null,
    issuer: 'countersign-test',
    ids: {
      approval_resolution_id: idOf('apr', 1) as never,
      grant_id: idOf('grant', 1) as never,
    },
    ...more,
  };
}

const signing = generateKeyPairSync('ed25519');
const signingKeyId = 'key-1';
export const trustedKeys: ReadonlyMap<string, ImportedKey> = new Map([
  [signingKeyId, importPublicKey(publicJwk())],
]);

function publicJwk(): Record<string, unknown> {
  const { kty, crv, x } = signing.publicKey.export({ format: 'jwk' });
  return { kty, crv, x };
}

/** Signs any payload as any artifact type with the key that `trustedKeys` knows. */
export function signArtifact(payload: object, typ: string, kid: string = signingKeyId): string {
  const input = jwsSigningInput({ kid, typ, payload: payload as never });
  return assembleJws(input, sign(null, Buffer.from(input), signing.privateKey));
}

export function verifiedGrant(grant: Grant, now: Timestamp = noon): VerifiedGrant {
  const verdict = verifyGrant({
    jws: signArtifact(grant, grantType),
    keys: trustedKeys,
    issuer: grant.issuer,
    store_id: grant.store_id,
    audience: grant.audience,
    now,
  });
  if (!verdict.ok) throw new Error(verdict.refusal.detail);
  return verdict.value;
}

export function consumeCommand(
  state: RequestState,
  change: Partial<ConsumeGrant> = {},
): ConsumeGrant {
  const { grant, request } = opened(state);
  return {
    type: 'consume',
    action: sampleAction(),
    approved_action: sampleAction(),
    grant: grant === null ? (undefined as never) : verifiedGrant(grant),
    executor: request.audience,
    attempt: 'attempt-1',
    preconditions: request.preconditions,
    tool_definition_digest: request.tool_definition_digest,
    in_force: inForce,
    passkeys: noPasskeys,
    voters: directory,
    lock: null,
    plan: null,
    hold: null,
    receipt_id: idOf('rc', 1) as ReceiptId,
    start_within_seconds: 30,
    report_within_seconds: 300,
    ...change,
  };
}

export function opened(state: RequestState): OpenedRequest {
  if (state.status === 'absent') throw new Error('expected an opened request');
  return state;
}

/** The state without its counts of refused attempts, which are all that a refusal changes. */
export function uncounted(state: RequestState): RequestState {
  return state.status === 'absent'
    ? state
    : { ...state, refused_entries: new Map(), refused_executions: 0 };
}

/** Decides and folds; throws where the decision refuses, so that a story only tells what happened. */
export function play(
  state: RequestState,
  command: RequestCommand,
  now: Timestamp = noon,
): RequestState {
  const decision = decideRequest(state, command, now);
  if (!decision.ok) throw new Error(`${decision.refusal.code}: ${decision.refusal.detail}`);
  return apply(state, decision.events);
}

export function apply(state: RequestState, events: readonly RequestEvent[]): RequestState {
  return events.reduce(evolveRequest, state);
}

export function pending(change: Partial<OpenRequest> = {}): RequestState {
  return play(absentRequest, openCommand(change));
}

/** Alice, then Carol. */
export function allowed(change: Partial<OpenRequest> = {}): RequestState {
  const first = pending(change);
  const second = play(first, entryCommand(first, alice));
  return play(
    second,
    entryCommand(second, carol, { chain_entry_id: idOf('ace', 2) as ChainEntryId, stage_index: 1 }),
  );
}

export function consumed(): RequestState {
  const state = allowed();
  return play(state, consumeCommand(state));
}

export function requestIdOf(number: number): ApprovalRequestId {
  return idOf('ar', number) as ApprovalRequestId;
}

export const later = (seconds: number): Timestamp => addSeconds(noon, seconds);
