import * as z from 'zod';
import { parserOf } from '../json/parse-object.ts';
import { InvariantViolation } from '../reason/protocol-error.ts';
import { eventForm } from '../stream/event-form.ts';
import { ApprovalRequestId, PersonId } from '../value/ids.ts';
import type { Timestamp } from '../value/timestamp.ts';

/** What may be in the stream of reviews: which releases wait for another person (BG-3). */
export const ReviewEvent = z.discriminatedUnion('type', [
  eventForm(
    'review.opened',
    z.strictObject({ approval_request_id: ApprovalRequestId, released_by: PersonId }),
  ),
  eventForm('review.closed', z.strictObject({ approval_request_id: ApprovalRequestId })),
]);
export type ReviewEvent = z.infer<typeof ReviewEvent>;

export const parseReviewEvent = parserOf('ReviewEvent', ReviewEvent);

export interface OpenReview {
  readonly approval_request_id: ApprovalRequestId;
  readonly released_by: PersonId;
  readonly released_at: Timestamp;
}

/** The releases that wait for their review, the oldest first. */
export type OpenReviews = readonly OpenReview[];

export const noReviews: OpenReviews = [];

export function evolveReviews(reviews: OpenReviews, event: ReviewEvent): OpenReviews {
  const { approval_request_id } = event.data;
  const isOpen = reviews.some(each => each.approval_request_id === approval_request_id);
  if (isOpen === (event.type === 'review.opened')) {
    throw new InvariantViolation('EV-6', `${event.type} cannot follow among the reviews`);
  }
  if (event.type === 'review.closed') {
    return reviews.filter(each => each.approval_request_id !== approval_request_id);
  }
  const { released_by } = event.data;
  return [...reviews, { approval_request_id, released_by, released_at: event.at }];
}
