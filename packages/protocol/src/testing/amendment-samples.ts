import type { ActionBinding } from '../action/action-binding.ts';
import { sha256 } from '../crypto/digest.ts';
import { type CaseState, emptyCase, evolveCase } from '../plan/approval-case.ts';
import { chainAfter, partiesAfter } from '../request/amend-request.ts';
import type { AmendTerms } from '../request/amend-terms.ts';
import type { AmendRequest, OpenRequest } from '../request/request-command.ts';
import { absentRequest, type OpenedRequest, type RequestState } from '../request/request-state.ts';
import type { PersonId } from '../value/ids.ts';
import { addSeconds, type Timestamp } from '../value/timestamp.ts';
import {
  alice,
  idOf,
  inForce,
  noon,
  openCommand,
  opened,
  people,
  play,
  requestIdOf,
  sampleAction,
  sampleChain,
  samplePolicyDecision,
  sampleRequest,
} from './samples.ts';

export const narrowTerms: AmendTerms = {
  mode: 'narrow',
  lower: ['/amount'],
  subset: ['/lines'],
  becomes: [{ path: '/notify', value: false }],
};

/** A refund that a reviewer may narrow. */
export function refund(change: Record<string, unknown> = {}): ActionBinding {
  const parameters = { amount: 1240, lines: ['L-1', 'L-2', 'L-3'], notify: true, to: 'card 4417' };
  return sampleAction({ parameters: { ...parameters, ...change } });
}

/** A pending request of the refund, with these terms. */
export function amendable(
  amendable: AmendTerms = narrowTerms,
  more: Record<string, unknown> = {},
): RequestState {
  return play(absentRequest, amendableOpening(amendable, more));
}

export function amendableOpening(
  amendable: AmendTerms = narrowTerms,
  more: Record<string, unknown> = {},
): OpenRequest {
  const action = refund();
  const decision = samplePolicyDecision(action);
  const request = sampleRequest(decision, action, {
    preconditions: [],
    ...definedOf({ amendable, ...more }),
  });
  return openCommand({ action, request, policy_decision: decision });
}

export function amendCommand(change: Partial<AmendRequest> = {}): AmendRequest {
  return {
    type: 'amend',
    principal: alice,
    reason: 'only line 1 arrived damaged',
    action: refund(),
    amended: refund({ amount: 240 }),
    superseded_by: requestIdOf(2),
    approval_case: emptyCase,
    in_force: inForce,
    ids: { approval_resolution_id: idOf('apr', 8) as never },
    ...change,
  };
}

/** The opening of an amended action, as the coordinator makes it. */
export function amendedOpening(
  state: RequestState,
  change: {
    readonly number?: number;
    readonly action?: ActionBinding;
    readonly amended?: ActionBinding;
    readonly changed_by?: PersonId;
    readonly narrowing?: boolean;
    readonly request?: Record<string, unknown>;
    readonly at?: Timestamp;
  } = {},
): OpenRequest {
  const before: OpenedRequest = opened(state);
  const { number = 2, action = refund(), amended = refund({ amount: 240 }) } = change;
  const { changed_by = people.alice, narrowing = true, at = addSeconds(noon, 60) } = change;
  const chain = chainAfter(before.chain, sampleChain());
  const policy_decision = samplePolicyDecision(amended, chain, {
    policy_decision_id: idOf('pd', number),
    decided_at: at,
  });
  const version = {
    approval_request_id: before.request.approval_request_id,
    action_digest: before.request.action_digest,
    changed_by,
    reason: 'only line 1 arrived damaged',
    narrowing,
  };
  const request = sampleRequest(policy_decision, amended, {
    approval_request_id: requestIdOf(number),
    intent_id: idOf('intent', number),
    preconditions: [],
    requested_at: at,
    expires_at: before.request.expires_at,
    action_digest: sha256(amended),
    ...definedOf({
      amendable: before.request.amendable,
      amends: [...(before.request.amends ?? []), version],
      ...change.request,
    }),
  });
  return {
    ...openCommand({ action: amended, request, policy_decision, chain }),
    parties: partiesAfter(before.parties, version),
    amends: { before, action },
  };
}

/** The case of a state, as its rounds give it. */
export function caseOf(state: RequestState): CaseState {
  const { request, tool_name, chain, parties, change, epoch } = opened(state);
  const data = { request, tool_name, chain, parties, change, epoch };
  return evolveCase(emptyCase, { type: 'request.opened', at: noon, data });
}

/** A member of form 2 is absent where it is not used, and never undefined. */
function definedOf(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
