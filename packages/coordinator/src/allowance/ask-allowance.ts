import { type ActionBinding, houseKindOf } from '@countersign/protocol/action';
import {
  type AllowanceChoice,
  type AllowanceLimits,
  type AllowanceTerms,
  allowanceStatusAt,
  allowanceStatusCodes,
  judgeChoice,
  parseAllowanceTerms,
} from '@countersign/protocol/allowance';
import type { Parties } from '@countersign/protocol/chain';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { effectiveStatus, mayOversee, type OpenedRequest } from '@countersign/protocol/request';
import { AllowanceId, idFromUuid, type Principal } from '@countersign/protocol/value';
import { loadRequest } from '../change-request.ts';
import { type Context, storeState } from '../context.ts';
import type { Proposed } from '../evaluate-and-open.ts';
import { failClosed } from '../fail-closed.ts';
import { loadAction } from '../load-action.ts';
import { openAllowanceRequest } from '../open-house-request.ts';
import { requestStream } from '../stream-name.ts';
import { allowanceAction } from './allowance-action.ts';
import { loadEvidence } from './load-allowance.ts';

/** A person asks to allow more of the same kind, starting from a real request. */
interface AskedAllowance {
  readonly approvalRequestId: string;
  readonly principal: Principal;
  readonly choice: AllowanceChoice;
  readonly idempotencyKey?: string;
}

/** What an allowance starts from: a request, its action and what the policy admits. */
interface Start {
  readonly state: OpenedRequest;
  readonly action: ActionBinding;
  readonly limits: AllowanceLimits;
}

/**
 * Opens the house request for an allowance. Nothing is allowed by it: the chain that would have been asked about each
 * action decides it, with a passkey from each person (AL-6).
 */
export function askAllowance(context: Context, asked: AskedAllowance): Promise<Result<Proposed>> {
  return failClosed(async () => {
    const { approvalRequestId, principal, choice, idempotencyKey } = asked;
    const start = await loadStart(context, approvalRequestId);
    if (!start.ok) return start;
    const { state, action, limits } = start.value;
    const may = judgeAsker(state, principal);
    if (!may.ok) return may;
    const judged = judgeChoice(choice, { parameters: action.parameters, limits });
    if (!judged.ok) return judged;
    const allowance_id = idFromUuid(AllowanceId, 'alw', context.ids.uuid());
    const terms = parseAllowanceTerms({ allowance_id, ...pinsOf(start.value), ...choice });
    return open(context, terms, start.value, { principal, idempotencyKey });
  });
}

/**
 * Asks to confirm a suspended allowance. Template and limits stay as they were signed. The chain and the definition of
 * the tool become those of the named request, or of the starting one under the chain in force (AL-5).
 */
export function askConfirmation(
  context: Context,
  asked: Omit<AskedAllowance, 'choice' | 'approvalRequestId'> & {
    readonly allowanceId: string;
    readonly approvalRequestId?: string;
  },
): Promise<Result<Proposed>> {
  return failClosed(async () => {
    const { allowanceId, principal, idempotencyKey } = asked;
    const evidence = await loadEvidence(context, allowanceId);
    if (evidence === null) return refuse('allowance_not_found', 'nothing was made under this id');
    const { epoch } = await storeState(context);
    const status = allowanceStatusAt(evidence.state, context.clock.now(), epoch);
    if (status !== 'suspended') {
      return refuse(allowanceStatusCodes[status], `the allowance is ${status}`);
    }
    // The question shows the terms again, and asks again for what the people of the allowance suspended. So one of them
    // asks, whatever request is named.
    const mayRevive = judgeAsker(evidence.decided, principal);
    if (!mayRevive.ok) return mayRevive;
    const start = await loadStart(context, asked.approvalRequestId ?? evidence.terms.from_request);
    if (!start.ok) return start;
    const may = judgeAsker(start.value.state, principal);
    if (!may.ok) return may;
    const pins = pinsOf(start.value);
    const chainVersion = context.policies.chainVersion(pins.approval_chain_id);
    const terms: AllowanceTerms = {
      ...evidence.terms,
      ...pins,
      approval_chain_version: chainVersion ?? pins.approval_chain_version,
    };
    const { agent_id, target } = evidence.terms;
    const isSame = terms.agent_id === agent_id && terms.target.tool_name === target.tool_name;
    if (!isSame) return refuse('allowance_not_covering', 'the request is of another agent or tool');
    const ground = { parameters: start.value.action.parameters, limits: start.value.limits };
    const judged = judgeChoice(terms, ground);
    return judged.ok ? open(context, terms, start.value, { principal, idempotencyKey }) : judged;
  });
}

function open(
  context: Context,
  terms: AllowanceTerms,
  { state, action, limits }: Start,
  by: { readonly principal: Principal; readonly idempotencyKey: string | undefined },
): Promise<Result<Proposed>> {
  const { requester, subject, agent_owner, authors } = state.parties;
  const parties: Parties = {
    requester,
    subject,
    agent_owner,
    ...(authors === undefined ? {} : { authors }),
  };
  return openAllowanceRequest(context, {
    action: allowanceAction(terms, action, limits),
    principal: by.principal,
    parties,
    ...(by.idempotencyKey === undefined ? {} : { idempotencyKey: by.idempotencyKey }),
  });
}

/** The request that an allowance starts from. It was asked, is not rejected, and its rules admit allowances. */
export async function loadStart(
  context: Context,
  approvalRequestId: string,
): Promise<Result<Start>> {
  const { state } = await loadRequest(context, requestStream(approvalRequestId));
  if (state.status === 'absent') {
    return refuse('request_not_found', 'nothing was opened under this id');
  }
  const { request } = state;
  if (houseKindOf(request.operation) !== null || request.risk.level === 'critical') {
    return refuse('allowance_not_admitted', 'such an action is always asked about');
  }
  if (request.allowable === undefined) {
    return refuse('allowance_not_admitted', 'a rule that asks about it admits no allowance');
  }
  const { epoch } = await storeState(context);
  const status = effectiveStatus(state, context.clock.now());
  if (!['pending', 'allowed', 'consumed'].includes(status) || state.epoch !== epoch) {
    return refuse('allowance_not_admitted', `the request is ${status}`);
  }
  const action = await loadAction(context, request.action_digest);
  return action === null
    ? refuse('allowance_not_admitted', 'the bytes of the action were erased')
    : accept({ state, action, limits: request.allowable });
}

/** An operator, or a person whom a stage of the chain lists. No agent asks (AL-6). */
function judgeAsker(state: OpenedRequest, principal: Principal): Result<null> {
  return principal.kind === 'human' && mayOversee(state, principal)
    ? accept(null)
    : refuse('actor_not_permitted', 'expected an operator or a person of the chain');
}

function pinsOf({ state, action }: Start) {
  const { request } = state;
  return {
    from_request: request.approval_request_id,
    agent_id: action.agent_id,
    operation: action.operation,
    target: action.target,
    subject_id: action.subject_id,
    audience: request.audience,
    requested_by: request.requested_by.principal_id,
    tool_definition_digest: request.tool_definition_digest,
    approval_chain_id: request.approval_chain_id,
    approval_chain_version: request.approval_chain_version,
  };
}
