import type { EntrySubmission } from '@countersign/protocol/chain';
import { accept, type Result } from '@countersign/protocol/reason';
import {
  evolveReviews,
  noReviews,
  type OpenedRequest,
  type OpenReviews,
  type ReleaseVerdict,
  type ReviewEvent,
} from '@countersign/protocol/request';
import { sealEvents } from '@countersign/protocol/stream';
import type { Principal, Timestamp } from '@countersign/protocol/value';
import { type ChangedRequest, changeRequest } from './change-request.ts';
import type { StreamAppend } from './commit.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { type Loaded, loadStream } from './load-stream.ts';
import { coveredCaller, passLocks } from './pass-locks.ts';
import { reviewsStream } from './stream-name.ts';

/** A release by one person, and another person who reviewed it. */
export interface ReviewedRelease {
  readonly approvalRequestId: string;
  readonly principal: Principal;
  readonly verdict: ReleaseVerdict;
  readonly findings: string;
}

function loadReviews({ store }: Pick<Context, 'store'>): Promise<Loaded<OpenReviews>> {
  return loadStream<OpenReviews, ReviewEvent>(store, reviewsStream, {
    initial: noReviews,
    evolve: evolveReviews,
  });
}

/** The releases that wait for another person, the oldest first (BG-3). */
export async function listReviews(context: Pick<Context, 'store'>): Promise<OpenReviews> {
  return (await loadReviews(context)).state;
}

/** What a release writes besides: it is on the list until another person reviewed it (BG-3). */
export async function openedReview(
  context: Context,
  { request }: OpenedRequest,
  { break_glass }: EntrySubmission,
  principal: Principal,
  at: Timestamp,
): Promise<readonly StreamAppend[]> {
  if (break_glass === undefined || principal.kind !== 'human') return [];
  const { approval_request_id } = request;
  const data = { approval_request_id, released_by: principal.person_id };
  return [appendTo(await loadReviews(context), { type: 'review.opened', at, data })];
}

/** Closes the review of a release. It changes nothing that ran. */
export function reviewRelease(
  context: Context,
  { approvalRequestId, principal, verdict, findings }: ReviewedRelease,
): Promise<Result<ChangedRequest>> {
  return failClosed(() =>
    changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }, _store, at) => {
        const passed = await passLocks(context, coveredCaller(principal));
        if (!passed.ok) return passed;
        const reviews = await loadReviews(context);
        const open = reviews.state.find(each => each.approval_request_id === approvalRequestId);
        const closes = open !== undefined && state.status !== 'absent' && state.review === null;
        const data = { approval_request_id: open?.approval_request_id };
        const event = { type: 'review.closed', at, data } as ReviewEvent;
        return accept({
          command: { type: 'review_release', principal, verdict, findings },
          dependsOnPolicy: false,
          streams: passed.value,
          effect: { appends: closes ? [appendTo(reviews, event)] : [] },
        });
      },
    }),
  );
}

function appendTo({ version, head }: Loaded<OpenReviews>, event: ReviewEvent): StreamAppend {
  return {
    stream: reviewsStream,
    expectedVersion: version,
    events: sealEvents(reviewsStream, head, [event]),
    row: null,
  };
}
