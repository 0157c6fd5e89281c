import type { RequestRepresentation } from '@countersign/client/people';
import type { IconName } from '../design/icon.tsx';

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
      return plain('clock', 'Waiting for a decision', 'Nothing runs before it.');
    case 'allowed':
      return {
        icon: 'shield-check',
        look: 'ok',
        title: 'Approved, not started yet',
        detail: `It may start once, until ${clockTime(resolution?.grant_expires_at ?? '')}.`,
      };
    case 'denied':
      return {
        icon: 'refused',
        look: 'no',
        title: 'Rejected, nothing ran',
        detail: rejectedBy(input),
      };
    case 'expired':
      return resolution?.outcome === 'allow'
        ? plain(
            'clock',
            'Approved, but not started in time',
            'The approval ran out before it was used. Nothing ran.',
          )
        : plain(
            'clock',
            'Expired, nothing ran',
            'No decision arrived in time. The agent can ask again.',
          );
    case 'cancelled':
      return cancelledWords(representation);
    case 'revoked':
      return plain(
        'refused',
        'Revoked, nothing ran',
        'The approval was revoked before it was used.',
      );
    case 'consumed':
      return ranWords(representation, clockTime);
  }
}

function cancelledWords({ cancelled }: RequestRepresentation): OutcomeWords {
  switch (cancelled?.cause) {
    case 'policy_changed':
    case 'chain_changed':
      return plain(
        'cross',
        'Ended: the policy changed, nothing ran',
        `The change: ${cancelled.reason}. The agent was told to ask again.`,
      );
    case 'locked':
      return plain(
        'lock',
        'Closed by a lock, nothing ran',
        `${cancelled.reason}. After the lock is lifted the agent must ask again.`,
      );
    case 'epoch_changed':
      return plain(
        'cross',
        'Ended: the store was restored, nothing ran',
        'Requests of the earlier epoch are void. The agent was told to ask again.',
      );
    default:
      return plain(
        'cross',
        'Withdrawn, nothing ran',
        cancelled == null
          ? 'The request was withdrawn before it was decided.'
          : `It was withdrawn before it was decided. The reason given: “${cancelled.reason}”`,
      );
  }
}

function ranWords(
  { receipts, outcome }: RequestRepresentation,
  clockTime: (timestamp: string) => string,
): OutcomeWords {
  const first = receipts[0];
  const last = receipts.at(-1);
  const at = first === undefined ? '' : `Started at ${clockTime(first.consumed_at)}`;
  const by = first === undefined ? '' : ` by ${first.executor}`;
  if (last?.outcome === 'succeeded') {
    return { icon: 'check', look: 'ok', title: 'Started once, succeeded', detail: `${at}${by}.` };
  }
  if (last?.outcome === 'failed') {
    return {
      icon: 'cross',
      look: 'no',
      title: 'Started once, failed',
      detail: `${at}${by}. It does not start again.`,
    };
  }
  if (last?.outcome === 'unknown' || outcome === 'unknown') {
    return plain(
      'warning',
      'Started once, outcome unknown',
      `${at}${by}. The executor did not report the outcome. The action does not start again.`,
    );
  }
  return {
    icon: 'play',
    look: 'ok',
    title: 'Started once, running',
    detail: `${at}${by}. It cannot start again.`,
  };
}

function rejectedBy({ representation, me, nameOf, clockTime }: OutcomeInput): string {
  const entry = representation.entries.find(({ decision }) => decision === 'deny');
  if (entry === undefined) return 'The agent was told.';
  const who = entry.approver_identity === me ? 'You' : nameOf(entry.approver_identity);
  return `${who}, ${clockTime(entry.decided_at)}. The agent reads the reason.`;
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
    const verb = entry.decision === 'allow' ? 'approved' : 'rejected';
    const turn = yours && now.status === 'pending' ? ' It is your turn.' : '';
    return `${nameOf(entry.approver_identity)} ${verb} ${stage}.${turn} What will run has not changed.`;
  }
  if (now.advice.length > before.advice.length) {
    return 'A model added a note. What will run has not changed.';
  }
  if (now.status !== before.status) return 'Its state changed while you were looking.';
  return null;
}
