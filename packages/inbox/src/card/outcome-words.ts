import type { RequestRepresentation } from '@countersign/client/people';
import type { IconName } from '../design/icon.tsx';
import { cardText } from '../language/english/card.ts';

/** The outcome of a request, and what follows from it. */
export interface OutcomeWords {
  readonly icon: IconName;
  readonly look: 'ok' | 'no' | 'plain';
  readonly title: string;
  readonly detail: string;
}

interface OutcomeInput {
  readonly representation: RequestRepresentation;
  readonly me: string;
  readonly nameOf: (personId: string) => string;
  readonly clockTime: (timestamp: string) => string;
}

export function outcomeWords(input: OutcomeInput): OutcomeWords {
  const { representation, clockTime } = input;
  const { status, resolution } = representation;
  switch (status) {
    case 'pending':
      return plain('clock', cardText.waiting, cardText.nothingBefore);
    case 'allowed':
      return {
        icon: 'shield-check',
        look: 'ok',
        title: cardText.approvedNotStarted,
        detail: cardText.mayStartUntil(clockTime(resolution?.grant_expires_at ?? '')),
      };
    case 'denied':
      return {
        icon: 'refused',
        look: 'no',
        title: cardText.rejectedNothingRan,
        detail: rejectedBy(input),
      };
    case 'expired':
      return resolution?.outcome === 'allow'
        ? plain('clock', cardText.approvedTooLate, cardText.ranOut)
        : plain('clock', cardText.expiredNothingRan, cardText.noDecision);
    case 'cancelled':
      return cancelledWords(representation);
    case 'amended':
      return plain('info', cardText.changedNothingRan, cardText.changedAsked);
    case 'revoked':
      return plain('refused', cardText.revokedNothingRan, cardText.wasRevoked);
    case 'consumed':
      return ranWords(representation, clockTime);
  }
}

function cancelledWords({ cancelled }: RequestRepresentation): OutcomeWords {
  switch (cancelled?.cause) {
    case 'policy_changed':
    case 'chain_changed':
      return plain('cross', cardText.policyChangedEnded, cardText.theChange(cancelled.reason));
    case 'locked':
      return plain('lock', cardText.closedByLock, cardText.afterLock(cancelled.reason));
    case 'epoch_changed':
      return plain('cross', cardText.restoredEnded, cardText.earlierEpoch);
    default:
      return plain(
        'cross',
        cardText.withdrawnNothingRan,
        cancelled == null ? cardText.wasWithdrawn : cardText.withdrawnBecause(cancelled.reason),
      );
  }
}

function ranWords(
  { receipts, outcome }: RequestRepresentation,
  clockTime: (timestamp: string) => string,
): OutcomeWords {
  const first = receipts[0];
  const last = receipts.at(-1);
  const at = first === undefined ? '' : cardText.startedAt(clockTime(first.consumed_at));
  const by = first === undefined ? '' : cardText.startedBy(first.executor);
  if (last?.outcome === 'succeeded') {
    return {
      icon: 'check',
      look: 'ok',
      title: cardText.onceSucceeded,
      detail: cardText.ended(at, by),
    };
  }
  if (last?.outcome === 'failed') {
    return {
      icon: 'cross',
      look: 'no',
      title: cardText.onceFailed,
      detail: cardText.notAgain(at, by),
    };
  }
  if (last?.outcome === 'unknown' || outcome === 'unknown') {
    return plain('warning', cardText.onceUnknown, cardText.notReported(at, by));
  }
  return {
    icon: 'play',
    look: 'ok',
    title: cardText.onceRunning,
    detail: cardText.cannotStartAgain(at, by),
  };
}

function rejectedBy({ representation, me, nameOf, clockTime }: OutcomeInput): string {
  const entry = representation.entries.find(({ decision }) => decision === 'deny');
  if (entry === undefined) return cardText.agentTold;
  const who = entry.approver_identity === me ? cardText.you : nameOf(entry.approver_identity);
  return cardText.readsReason(who, clockTime(entry.decided_at));
}

function plain(icon: IconName, title: string, detail: string): OutcomeWords {
  return { icon, look: 'plain', title, detail };
}

/** What has just changed, for the person who was looking; null where nothing is worth a word. */
export function newsWords(
  before: RequestRepresentation,
  now: RequestRepresentation,
  { me, nameOf, yours }: { me: string; nameOf: (id: string) => string; yours: boolean },
): string | null {
  const entry = now.entries.slice(before.entries.length).at(-1);
  if (entry !== undefined && entry.approver_identity !== me) {
    const stage = now.chain.stages[entry.stage_index]?.name ?? `${entry.stage_index + 1}`;
    const said = entry.decision === 'allow' ? cardText.stageApproved : cardText.stageRejected;
    const turn = yours && now.status === 'pending' ? cardText.yourTurn : '';
    return said(nameOf(entry.approver_identity), stage, turn);
  }
  if (now.advice.length > before.advice.length) {
    return cardText.noteAdded;
  }
  if (now.status !== before.status) return cardText.stateChanged;
  return null;
}
