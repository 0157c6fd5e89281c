import type { RequestRepresentation } from '@countersign/client/people';
import { releaseOf } from '@countersign/protocol/chain';
import { cardText } from '../language/english/card.ts';
import { releaseText } from '../language/english/release.ts';

/** Something that a reader of the card must know before anything else. */
interface CardNotice {
  readonly kind: 'warn' | 'danger';
  readonly title: string;
  readonly detail: string;
}

/** What is unusual about a request: its agent is gone, or its executor says that it ran something else. */
export function noticesOf(
  {
    status,
    waiter,
    receipts,
    request,
    entries,
    review,
  }: Pick<
    RequestRepresentation,
    'status' | 'waiter' | 'receipts' | 'request' | 'entries' | 'review'
  >,
  timeOf: (at: string) => string,
  nameOf: (personId: string) => string,
): readonly CardNotice[] {
  const notices: CardNotice[] = [];
  const release = releaseOf(entries);
  if (release !== undefined) notices.push(releaseNotice(release, review ?? null, timeOf, nameOf));
  if (status === 'pending' && waiter !== null && !waiter.waiting) {
    notices.push({
      kind: 'warn',
      title: cardText.stoppedWaiting(timeOf(waiter.since)),
      detail: cardText.onlySameCall,
    });
  }
  const diverged = receipts.some(
    ({ final_action_digest: ran }) => ran !== null && ran !== request.action_digest,
  );
  if (diverged) {
    notices.push({
      kind: 'danger',
      title: cardText.ranAnother,
      detail: cardText.findOut,
    });
  }
  return notices;
}

/** What one person did alone comes before everything else (BG-3). */
function releaseNotice(
  { approver_identity, decided_at, reason }: RequestRepresentation['entries'][number],
  review: NonNullable<RequestRepresentation['review']> | null,
  timeOf: (at: string) => string,
  nameOf: (personId: string) => string,
): CardNotice {
  const who = nameOf(approver_identity);
  if (review === null) {
    return {
      kind: 'warn',
      title: releaseText.releasedAlone(who, timeOf(decided_at)),
      detail: reason,
    };
  }
  const verdict = review.verdict === 'justified' ? releaseText.justified : releaseText.notJustified;
  return {
    kind: 'warn',
    title: releaseText.wasReviewed(nameOf(review.by), verdict),
    detail: review.findings,
  };
}
