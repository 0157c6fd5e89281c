import { generateKeyPairSync, sign } from 'node:crypto';
import { parseActionBinding } from '@countersign/protocol/action';
import { type Chain, parseChain } from '@countersign/protocol/chain';
import {
  assembleJws,
  importPublicKey,
  jwsSigningInput,
  sha256,
} from '@countersign/protocol/crypto';
import { emptyCase, evolveCase, newPlan } from '@countersign/protocol/plan';
import {
  decideRequest,
  foldRequest,
  type Grant,
  grantType,
  inputDigest,
  type OpenedRequest,
  parseApprovalRequest,
  parsePolicyDecision,
  type RequestCommand,
  type RequestEvent,
  type VerifiedGrant,
  verifyGrant,
} from '@countersign/protocol/request';
import {
  addSeconds,
  authenticated,
  type PersonId,
  type Principal,
  type Timestamp,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import fc from 'fast-check';

// Rounds made by the protocol's own rules: every event in them could have happened, and none was written by hand.

export function idOf(prefix: string, number: number): string {
  return `${prefix}_${number.toString(16).padStart(12, '0')}40008000${'0'.repeat(12)}`;
}

export const noon: Timestamp = timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12));
export const approvers = [1, 2, 3, 4].map(number => idOf('person', number) as PersonId);
const operator = human(idOf('person', 9) as PersonId, ['operator']);
const inForce = {
  store_id: idOf('store', 1) as never,
  epoch: 1,
  policy_version: '2026.11.15',
  approval_chain_version: '3',
};
const noPasskeys = { origin: 'http://localhost:8080', rp_id: 'localhost', passkeys: [] };

export const ends = [
  'pending',
  'allowed',
  'denied',
  'expired',
  'cancelled',
  'revoked',
  'unused',
  'consumed',
  'succeeded',
] as const;
export type End = (typeof ends)[number];

/** What one round is about and how it ends. */
export interface RoundScript {
  readonly end: End;
  readonly stages: number;
  readonly reason: string;
  readonly summary: string | null;
  readonly milliseconds: number;
  readonly trace: { readonly trace_id: string; readonly attributes: Record<string, string> } | null;
  readonly plan_id: string | null;
  readonly external_ids: Readonly<Record<string, string>>;
}

export const plainRound: RoundScript = {
  end: 'allowed',
  stages: 1,
  reason: 'looks right',
  summary: null,
  milliseconds: 0,
  trace: null,
  plan_id: null,
  external_ids: {},
};

export function sampleAction(parameters: Record<string, unknown> = { amount: 4200 }) {
  return parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-bot',
    subject_id: null,
    target: { tool_name: 'wire_transfer', tool_schema_version: '2', resource: 'acct-42' },
    parameters,
  });
}

export function sampleChain(stages: number, quorum = 1): Chain {
  return parseChain({
    chain_id: 'finance',
    version: '3',
    stages: Array.from({ length: stages }, (_, index) => ({
      name: `stage ${index}`,
      approvers:
        index % 2 === 0 ? { roles: [`role-${index}`] } : { identities: [approvers[index]] },
      quorum: index % 2 === 0 ? quorum : 1,
    })),
  });
}

/** The events of each round of one case. */
export function playCase(scripts: readonly RoundScript[]): RequestEvent[][] {
  let approval_case = emptyCase;
  let supersedes: string | null = null;
  let start = noon;
  return scripts.map((script, index) => {
    const round = playRound(script, { index, approval_case, supersedes, start });
    for (const event of round) approval_case = evolveCase(approval_case, event);
    supersedes = opened(round).request.approval_request_id;
    start = addSeconds(start, 10_000);
    return round;
  });
}

interface Place {
  readonly index: number;
  readonly approval_case: typeof emptyCase;
  readonly supersedes: string | null;
  readonly start: Timestamp;
}

function playRound(script: RoundScript, place: Place): RequestEvent[] {
  const { index, approval_case, supersedes } = place;
  const start = addSeconds(place.start, script.milliseconds / 1000);
  const events: RequestEvent[] = [];
  const play = (command: RequestCommand, seconds: number): void => {
    const decided = decideRequest(foldRequest(events), command, addSeconds(start, seconds));
    if (!decided.ok) throw new Error(`${decided.refusal.code}: ${decided.refusal.detail}`);
    events.push(...decided.events);
  };
  const action = sampleAction({ amount: 4200, round: index });
  const chain = sampleChain(script.stages);
  const number = (offset: number) => index * 100 + offset + 1;
  const ids = { approval_resolution_id: idOf('apr', number(0)) as never };
  const policy_decision = parsePolicyDecision({
    policy_decision_id: idOf('pd', number(0)),
    verdict: 'require_approval',
    action_digest: sha256(action),
    policy_rule_id: 'large-transfers',
    policy_rule_ids: ['large-transfers'],
    policy_version: inForce.policy_version,
    approval_chain_id: chain.chain_id,
    approval_chain_version: chain.version,
    risk: { level: 'high', signals: [] },
    annotations: [],
    reasons: ['transfers need an approval'],
    context: {},
    decided_at: start,
  });
  const request = parseApprovalRequest({
    approval_request_id: idOf('ar', number(0)),
    case_id: idOf('case', 1),
    round: index + 1,
    supersedes,
    policy_decision_id: policy_decision.policy_decision_id,
    action_digest: sha256(action),
    intent_id: idOf('intent', number(0)),
    agent_id: action.agent_id,
    requested_by: { principal_id: 'key-billing-bot', role: 'agent' },
    operation: action.operation,
    target_resource: action.target.resource,
    policy_version: policy_decision.policy_version,
    approval_chain_id: chain.chain_id,
    approval_chain_version: chain.version,
    requested_at: start,
    expires_at: addSeconds(start, 900),
    execute_within_seconds: 900,
    audience: 'billing-executor',
    risk: policy_decision.risk,
    reason: 'transfers need an approval',
    scope: { plan_id: script.plan_id },
    route: { kind: 'admin_channel' },
    fail_closed_on_timeout: true,
    trace: fullTrace(script.trace),
    trace_digest: script.trace === null ? null : sha256(fullTrace(script.trace)),
    external_ids: script.external_ids,
  });
  const directory = approvers.map((identity, stage) => ({
    kind: 'human' as const,
    identity,
    roles: [`role-${stage}`],
    assurance: 'webauthn' as const,
  }));
  play(
    {
      type: 'open',
      request,
      policy_decision,
      action,
      chain,
      parties: { requester: null, subject: null, agent_owner: null },
      directory,
      approval_case,
      rounds_max: 100,
      change: index === 0 ? null : 'it was reworked',
      epoch: 1,
    },
    0,
  );
  const decide = (stage_index: number, decision: 'allow' | 'deny'): void =>
    play(
      {
        type: 'record_entry',
        submission: {
          chain_entry_id: idOf('ace', number(stage_index)) as never,
          stage_index,
          decision,
          reason_code: 'reviewed',
          reason: decision === 'deny' && script.reason === '' ? 'no' : script.reason,
          summary: script.summary,
          input_digest: inputDigest(request),
          view_digest: null,
          assertion: null,
        },
        principal: human(approvers[stage_index] as PersonId, [`role-${stage_index}`]),
        in_force: inForce,
        passkeys: noPasskeys,
        view_digest: viewDigest(presentedView(request, action)),
        issuer: 'countersign-test',
        ids: { ...ids, grant_id: idOf('grant', number(0)) as never },
      },
      60 + stage_index,
    );
  const allowAll = (): void => {
    for (let stage = 0; stage < script.stages; stage++) decide(stage, 'allow');
  };
  switch (script.end) {
    case 'pending':
      if (script.stages > 1) decide(0, 'allow');
      break;
    case 'denied':
      for (let stage = 0; stage < script.stages - 1; stage++) decide(stage, 'allow');
      decide(script.stages - 1, 'deny');
      break;
    case 'expired':
      play({ type: 'expire', ids }, 900);
      break;
    case 'cancelled':
      play(
        {
          type: 'cancel',
          by: operator,
          in_force: inForce,
          reason: script.reason || 'withdrawn',
          ids,
        },
        30,
      );
      break;
    default:
      allowAll();
  }
  if (script.end === 'revoked') {
    play({ type: 'revoke', principal: operator, reason: 'revoked' }, 120);
  } else if (script.end === 'unused') {
    play({ type: 'expire', ids }, 10_000);
  } else if (script.end === 'consumed' || script.end === 'succeeded') {
    const { grant } = opened(events);
    play(
      {
        type: 'consume',
        action,
        approved_action: action,
        grant: verifiedGrant(grant as Grant, addSeconds(start, 120)),
        executor: request.audience,
        attempt: 'attempt-1',
        preconditions: [],
        tool_definition_digest: null,
        in_force: inForce,
        passkeys: noPasskeys,
        voters: directory,
        lock: null,
        plan:
          request.scope.plan_id === null
            ? null
            : newPlan({ plan_id: request.scope.plan_id, agent_id: request.agent_id }),
        hold: null,
        receipt_id: idOf('rc', number(0)) as never,
        start_within_seconds: 30,
        report_within_seconds: 300,
      },
      120,
    );
  }
  if (script.end === 'succeeded') {
    play(
      {
        type: 'report',
        receipt_id: idOf('rc', number(1)) as never,
        attempt: 'attempt-1',
        outcome: 'succeeded',
        result_digest: sha256({ ok: true }),
        final_action_digest: sha256(action),
        error: null,
      },
      130,
    );
  }
  return events;
}

function fullTrace(trace: RoundScript['trace']) {
  if (trace === null) return null;
  return { span_id: null, parent_span_id: null, correlation_id: null, ...trace };
}

export function opened(events: readonly RequestEvent[]): OpenedRequest {
  const state = foldRequest(events);
  if (state.status === 'absent') throw new Error('expected an opened request');
  return state;
}

function human(person_id: PersonId, roles: string[]): Principal {
  const principal_id = `cookie-${person_id}`;
  return authenticated({ kind: 'human', principal_id, person_id, roles, assurance: 'session' });
}

const signing = generateKeyPairSync('ed25519');

export function verifiedGrant(grant: Grant, now: Timestamp): VerifiedGrant {
  const { kty, crv, x } = signing.publicKey.export({ format: 'jwk' });
  const input = jwsSigningInput({ kid: 'key-1', typ: grantType, payload: grant as never });
  const verdict = verifyGrant({
    jws: assembleJws(input, sign(null, Buffer.from(input), signing.privateKey)),
    keys: new Map([['key-1', importPublicKey({ kty, crv, x })]]),
    issuer: grant.issuer,
    store_id: grant.store_id,
    audience: grant.audience,
    now,
  });
  if (!verdict.ok) throw new Error(verdict.refusal.detail);
  return verdict.value;
}

const words = fc.string({ unit: 'grapheme', maxLength: 40 });
const names = fc.stringMatching(/^[A-Za-z0-9:/.-]{1,40}$/);

/** Any way a round can go. */
export const anyRound: fc.Arbitrary<RoundScript> = fc.record({
  end: fc.constantFrom(...ends),
  stages: fc.integer({ min: 1, max: 4 }),
  reason: words,
  summary: fc.option(words),
  milliseconds: fc.integer({ min: 0, max: 999_999 }),
  trace: fc.option(
    fc.record({
      trace_id: fc.oneof(names, fc.uuid({ version: 4 })),
      attributes: fc.dictionary(names, words, { maxKeys: 3 }),
    }),
  ),
  plan_id: fc.option(fc.oneof(names, fc.uuid({ version: 4 }))),
  external_ids: fc.oneof(
    fc.constant({}),
    fc.record({ 'mplp.confirm_id': fc.uuid({ version: 4 }), ticket: names }),
  ),
});

/** A case: only a round that ended without an execution is followed by another. */
export const anyCase: fc.Arbitrary<RoundScript[]> = fc
  .array(anyRound, { minLength: 1, maxLength: 3 })
  .map(rounds =>
    rounds.map((round, index) => {
      const last = index === rounds.length - 1;
      const mayFollow = ['denied', 'expired', 'cancelled', 'revoked', 'unused'].includes(round.end);
      return last || mayFollow ? round : { ...round, end: 'denied' as const };
    }),
  );
