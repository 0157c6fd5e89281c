import { parseStrict } from '@countersign/protocol/json';
import { type CaseState, emptyCase, evolveCase } from '@countersign/protocol/plan';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { ApprovalRequest, RequestEvent } from '@countersign/protocol/request';
import { type ApprovalRequestId, CaseId, idFromUuid } from '@countersign/protocol/value';
import { loadRequest } from './change-request.ts';
import type { Context } from './context.ts';
import { requestStream } from './stream-name.ts';

/** A case is the fold of its rounds; their claims say which streams those are. */
export async function loadCase(context: Context, caseId: CaseId): Promise<CaseState> {
  let state = emptyCase;
  for (let round = 1; ; round++) {
    const claim = await context.store.findClaim({ scope: 'round', key: `${caseId}/${round}` });
    if (claim === null) return state;
    for (const { text } of await context.store.readStream(claim.owner)) {
      const { type, at, data } = parseStrict(text) as unknown as RequestEvent;
      state = evolveCase(state, { type, at, data } as RequestEvent);
    }
  }
}

/** The rounds of the same case before this one. */
export async function roundsBefore(
  context: Context,
  { case_id, round }: Pick<ApprovalRequest, 'case_id' | 'round'>,
): Promise<readonly string[]> {
  if (round === 1) return [];
  const { rounds } = await loadCase(context, case_id);
  return rounds.filter(each => each.round < round).map(each => each.approval_request_id);
}

/** The case and round that a proposal belongs to. */
export interface Round {
  readonly case_id: CaseId;
  readonly round: number;
  readonly supersedes: ApprovalRequestId | null;
  readonly approval_case: CaseState;
  readonly change: string | null;
}

export async function roundFor(
  context: Context,
  nextRoundOf: { readonly approvalRequestId: string; readonly change: string } | undefined,
): Promise<Result<Round>> {
  if (nextRoundOf === undefined) {
    const case_id = idFromUuid(CaseId, 'case', context.ids.uuid());
    return accept({ case_id, round: 1, supersedes: null, approval_case: emptyCase, change: null });
  }
  const previous = await loadRequest(context, requestStream(nextRoundOf.approvalRequestId));
  if (previous.state.status === 'absent') {
    return refuse('request_not_found', 'there is no such request to follow');
  }
  const { case_id, approval_request_id } = previous.state.request;
  const approval_case = await loadCase(context, case_id);
  return accept({
    case_id,
    round: approval_case.rounds.length + 1,
    supersedes: approval_request_id,
    approval_case,
    change: nextRoundOf.change,
  });
}
