import type { RequestRepresentation } from '@countersign/client/people';
import { cardText } from '../language/english/card.ts';

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
  }: Pick<RequestRepresentation, 'status' | 'waiter' | 'receipts' | 'request'>,
  timeOf: (at: string) => string,
): readonly CardNotice[] {
  const notices: CardNotice[] = [];
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
