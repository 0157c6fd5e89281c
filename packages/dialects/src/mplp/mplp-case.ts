import { type Chain, type ChainEntry, everyoneOf } from '@countersign/protocol/chain';
import { caseStatus, emptyCase, evolveCase } from '@countersign/protocol/plan';
import { ProtocolError } from '@countersign/protocol/reason';
import {
  foldRequest,
  type OpenedRequest,
  type OpenedStatus,
  type RequestEvent,
} from '@countersign/protocol/request';
import { Text } from './common-forms.ts';
import type { MplpConfirmStatus, MplpTargetType } from './confirm.ts';
import { MplpTargetType as TargetType } from './confirm.ts';
import { externalIdNames, idOfName, idOfOurs, isMplpId, type MplpId } from './identifiers.ts';

/** The events of each round of one case, in order: what a Confirm is made from. */
export type CaseRounds = readonly (readonly RequestEvent[])[];

export type CaseStatus = OpenedStatus;

/** MPLP has no word for expired, amended, revoked or consumed; the exact one is kept beside it. */
export const confirmStatusOf = {
  pending: 'pending',
  allowed: 'approved',
  consumed: 'approved',
  denied: 'rejected',
  expired: 'cancelled',
  cancelled: 'cancelled',
  amended: 'cancelled',
  revoked: 'cancelled',
} as const satisfies Record<CaseStatus, MplpConfirmStatus>;

/** A case, and what it is called in MPLP. */
export interface MplpCase {
  readonly rounds: readonly OpenedRequest[];
  readonly first: OpenedRequest;
  readonly latest: OpenedRequest;
  readonly status: CaseStatus;
  readonly confirm_id: MplpId;
  readonly target_type: MplpTargetType;
  readonly target_id: MplpId;
  readonly context_id: MplpId;
  readonly plan_id: MplpId | null;
  readonly trace_id: MplpId;
  readonly span_id: MplpId;
  readonly requested_by_role: string;
  readonly reason: string;
}

/** Folds the rounds and refuses what is not one case from its first round on. */
export function readCase(rounds: CaseRounds): MplpCase {
  let state = emptyCase;
  const opened = rounds.map((events, index) => {
    const folded = foldRequest(events);
    if (folded.status === 'absent')
      throw malformed(`/${index}`, 'expected the events of an open request');
    for (const event of events) state = evolveCase(state, event);
    return folded;
  });
  const [first] = opened;
  const latest = opened.at(-1);
  if (first === undefined || latest === undefined)
    throw malformed('', 'expected at least one round');
  for (const [index, { request }] of opened.entries()) {
    const follows =
      request.case_id === first.request.case_id &&
      request.round === index + 1 &&
      request.supersedes === (opened[index - 1]?.request.approval_request_id ?? null);
    if (!follows) throw malformed(`/${index}`, 'expected the rounds of one case in order');
  }
  const status = caseStatus(state);
  if (status === 'absent') throw malformed('', 'expected a case that was opened');
  return { rounds: opened, first, latest, status, ...namesOf(first) };
}

/** Names that were given with the request stand; the others follow from our own ids. */
function namesOf({
  request,
}: OpenedRequest): Omit<MplpCase, 'rounds' | 'first' | 'latest' | 'status'> {
  const given = request.external_ids;
  const { scope, trace } = request;
  const id = (name: keyof typeof externalIdNames): string | null => {
    const value = given[externalIdNames[name]];
    return value !== undefined && isMplpId(value) ? value : null;
  };
  const plan_id = scope.plan_id === null ? null : idOfName('plan', scope.plan_id);
  const type = TargetType.safeParse(given[externalIdNames.target_type]);
  return {
    confirm_id: id('confirm_id') ?? idOfOurs(request.case_id),
    target_type: type.success ? type.data : plan_id === null ? 'other' : 'plan',
    target_id: id('target_id') ?? plan_id ?? idOfOurs(request.intent_id),
    context_id: id('context_id') ?? idOfName('context', scope.session_id ?? request.case_id),
    plan_id,
    trace_id: idOfName('trace', trace?.trace_id ?? request.case_id),
    span_id: idOfName('span', trace?.span_id ?? request.approval_request_id),
    requested_by_role:
      given[externalIdNames.requested_by_role] ?? request.requested_by.role ?? request.agent_id,
    reason: id('confirm_id') === null ? request.reason : (statedReason(request) ?? request.reason),
  };
}

/** The reason of a Confirm is the words of the requester, and the question was asked with these words. */
function statedReason({ agent_reasoning }: OpenedRequest['request']): string | null {
  return Text.safeParse(agent_reasoning).success ? agent_reasoning : null;
}

/** The role under which a person was admitted to a stage; their identity is kept beside it. */
export function roleOf(entry: ChainEntry, chain: Chain): string {
  const stage = chain.stages[entry.stage_index];
  const asked = stage === undefined ? [] : everyoneOf(stage).roles;
  return (
    entry.approver_roles.find(role => asked.includes(role)) ??
    entry.approver_roles[0] ??
    entry.approver_identity
  );
}

/** MPLP's invariants want a reason for every decision. Where the decider gave no words, the code is the reason. */
export function reasonOf({ reason, summary, reason_code }: ChainEntry): string {
  if (reason.trim() !== '') return reason;
  return summary !== null && summary.trim() !== '' ? summary : reason_code;
}

/** The short form that a trace shows. */
export function summaryOf(entry: ChainEntry): string {
  return entry.summary !== null && entry.summary.trim() !== '' ? entry.summary : reasonOf(entry);
}

function malformed(path: string, message: string): ProtocolError {
  return new ProtocolError('object_malformed', path, message);
}
