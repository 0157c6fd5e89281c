import { sha256 } from '@countersign/protocol/crypto';
import { emptyCase } from '@countersign/protocol/plan';
import {
  decideRequest,
  foldRequest,
  type Grant,
  inputDigest,
  parseApprovalRequest,
  parsePolicyDecision,
  type RequestCommand,
  type RequestEvent,
} from '@countersign/protocol/request';
import {
  addSeconds,
  authenticated,
  type PersonId,
  type Principal,
} from '@countersign/protocol/value';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import {
  approvers,
  type End,
  idOf,
  noon,
  opened,
  sampleChain,
  verifiedGrant,
} from '../../testing/sample-rounds.ts';
import { type BoundIntent, toAction } from '../intent-action.ts';

/** The events of one request about an intent, made by the protocol's own rules. */
export function playFlow(
  intent: BoundIntent,
  { end, stages, reason }: { readonly end: End; readonly stages: number; readonly reason: string },
): RequestEvent[] {
  const events: RequestEvent[] = [];
  const play = (command: RequestCommand, seconds: number): void => {
    const decided = decideRequest(foldRequest(events), command, addSeconds(noon, seconds));
    if (!decided.ok) throw new Error(`${decided.refusal.code}: ${decided.refusal.detail}`);
    events.push(...decided.events);
  };
  const action = toAction(intent);
  const chain = sampleChain(stages);
  const inForce = {
    store_id: idOf('store', 1) as never,
    epoch: 1,
    policy_version: '7',
    approval_chain_version: chain.version,
  };
  const passkeys = { origin: 'http://localhost:8080', rp_id: 'localhost', passkeys: [] };
  const ids = { approval_resolution_id: idOf('apr', 1) as never };
  const policy_decision = parsePolicyDecision({
    policy_decision_id: idOf('pd', 1),
    verdict: 'require_approval',
    action_digest: sha256(action),
    policy_rule_id: 'shell',
    policy_rule_ids: ['shell'],
    policy_version: inForce.policy_version,
    approval_chain_id: chain.chain_id,
    approval_chain_version: chain.version,
    risk: { level: 'high', signals: [] },
    annotations: [],
    reasons: [],
    context: {},
    decided_at: noon,
  });
  const request = parseApprovalRequest({
    approval_request_id: idOf('ar', 1),
    case_id: idOf('case', 1),
    round: 1,
    policy_decision_id: policy_decision.policy_decision_id,
    action_digest: sha256(action),
    intent_id: idOf('intent', 1),
    agent_id: action.agent_id,
    subject_id: action.subject_id,
    requested_by: { principal_id: 'key-1', role: 'agent' },
    operation: action.operation,
    target_resource: action.target.resource,
    policy_version: policy_decision.policy_version,
    approval_chain_id: chain.chain_id,
    approval_chain_version: chain.version,
    requested_at: noon,
    expires_at: addSeconds(noon, 900),
    execute_within_seconds: 900,
    audience: 'executor-1',
    risk: policy_decision.risk,
    reason: 'commands need an approval',
    scope: {},
    route: { kind: 'admin_channel' },
    fail_closed_on_timeout: true,
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
      approval_case: emptyCase,
      rounds_max: 3,
      change: null,
      epoch: 1,
    },
    0,
  );
  const decide = (stage_index: number, decision: 'allow' | 'deny'): void =>
    play(
      {
        type: 'record_entry',
        submission: {
          chain_entry_id: idOf('ace', stage_index + 1) as never,
          stage_index,
          decision,
          reason_code: 'reviewed',
          reason: decision === 'deny' && reason === '' ? 'no' : reason,
          summary: null,
          input_digest: inputDigest(request),
          view_digest: null,
          assertion: null,
        },
        principal: human(approvers[stage_index] as PersonId, [`role-${stage_index}`]),
        in_force: inForce,
        passkeys,
        view_digest: viewDigest(presentedView(request, action)),
        issuer: 'countersign-test',
        ids: { ...ids, grant_id: idOf('grant', 1) as never },
      },
      60 + stage_index,
    );
  const operator = human(idOf('person', 9) as PersonId, ['operator']);
  if (end === 'denied') decide(0, 'deny');
  else if (end === 'expired') play({ type: 'expire', ids }, 900);
  else if (end === 'cancelled') {
    play({ type: 'cancel', by: operator, in_force: inForce, reason: 'withdrawn', ids }, 30);
  } else if (end !== 'pending') {
    for (let stage = 0; stage < stages; stage++) decide(stage, 'allow');
  }
  if (end === 'revoked') {
    play({ type: 'revoke', principal: operator, reason: 'revoked' }, 120);
  } else if (end === 'unused') {
    play({ type: 'expire', ids }, 10_000);
  } else if (end === 'consumed' || end === 'succeeded') {
    play(
      {
        type: 'consume',
        action,
        approved_action: action,
        grant: verifiedGrant(opened(events).grant as Grant, addSeconds(noon, 120)),
        executor: request.audience,
        attempt: 'attempt-1',
        preconditions: [],
        tool_definition_digest: null,
        in_force: inForce,
        passkeys,
        voters: directory,
        lock: null,
        plan: null,
        hold: null,
        receipt_id: idOf('rc', 1) as never,
        start_within_seconds: 30,
        report_within_seconds: 300,
      },
      120,
    );
  }
  return events;
}

function human(person_id: PersonId, roles: string[]): Principal {
  const principal_id = `cookie-${person_id}`;
  return authenticated({ kind: 'human', principal_id, person_id, roles, assurance: 'session' });
}
