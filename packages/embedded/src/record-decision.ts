import {
  amendRequest,
  type ChangedRequest,
  type Context,
  failClosed,
  loadAction,
  type MadeView,
  makeView,
  recordEntry,
} from '@countersign/coordinator';
import { chainProgress, parseEntrySubmission } from '@countersign/protocol/chain';
import type { Result } from '@countersign/protocol/reason';
import { inputDigest, type OpenedRequest } from '@countersign/protocol/request';
import { ChainEntryId, idFromUuid, type Principal } from '@countersign/protocol/value';

/**
 * What the person decided. Anything but an explicit allow or a change is a deny (EV-5). A change approves nothing: the
 * person is asked about the changed action next.
 */
export type DecisionMade =
  | { readonly decision: 'allow' | 'deny'; readonly reason?: string }
  | {
      readonly decision: 'amend';
      /** All parameters as they should run. */
      readonly parameters: object;
      readonly reason: string;
    };

/** What is shown for a request, made of the kept bytes of its action; null where they are gone. */
export async function viewOf(
  context: Pick<Context, 'store' | 'views'>,
  { request }: OpenedRequest,
): Promise<MadeView | null> {
  const action = await loadAction(context, request.action_digest);
  return action === null ? null : makeView(context, request, action);
}

/** Whether the person changed the action. */
export function isAmendment(made: unknown): made is Extract<DecisionMade, { decision: 'amend' }> {
  return ((made ?? {}) as { readonly decision?: unknown }).decision === 'amend';
}

/** Records a decision on the first open stage, with the digest of what was shown. */
export function recordDecision(
  context: Context,
  state: OpenedRequest,
  principal: Principal,
  { view_digest }: Pick<MadeView, 'view_digest'>,
  made: DecisionMade,
): Promise<Result<ChangedRequest>> {
  const { request, chain, entries } = state;
  if (isAmendment(made)) {
    return amendRequest(context, {
      approvalRequestId: request.approval_request_id,
      principal,
      actionDigest: request.action_digest,
      parameters: made.parameters,
      reason: made.reason,
    });
  }
  const stage = chainProgress(chain, entries).find(({ open }) => open);
  // A decider of a user may return anything.
  const { decision: said, reason: given = '' } = (made ?? {}) as {
    readonly decision?: unknown;
    readonly reason?: string;
  };
  const decision = said === 'allow' ? 'allow' : 'deny';
  const submission = () =>
    parseEntrySubmission({
      chain_entry_id: idFromUuid(ChainEntryId, 'ace', context.ids.uuid()),
      stage_index: stage?.stage_index ?? 0,
      decision,
      reason_code: 'reviewed',
      reason: decision === 'deny' && given.trim() === '' ? 'no reason was given' : given,
      summary: null,
      input_digest: inputDigest(request),
      view_digest,
      assertion: null,
    });
  return failClosed(() =>
    recordEntry(context, {
      approvalRequestId: request.approval_request_id,
      principal,
      submission: submission(),
    }),
  );
}
