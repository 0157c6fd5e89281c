import type { ListQuery, RequestRow } from '@countersign/client/people';
import type { IconName } from '../design/icon.tsx';
import { dateLocale } from '../language/chosen.ts';
import { historyText } from '../language/english/history.ts';

export const historyTabs = ['all', 'ran', 'rejected', 'expired', 'unknown'] as const;
export type HistoryTab = (typeof historyTabs)[number];

export const tabWords: Readonly<Record<HistoryTab, string>> = {
  all: historyText.all,
  ran: historyText.ran,
  rejected: historyText.rejected,
  expired: historyText.expired,
  unknown: historyText.unknown,
};

/** What the server is asked for a tab. An unknown outcome is one of what ran, and is looked for among those. */
export const tabStatus: Readonly<Record<HistoryTab, ListQuery['status'] | null>> = {
  all: null,
  ran: 'consumed',
  rejected: 'denied',
  expired: 'expired',
  unknown: 'consumed',
};

/** What still waits for people is in the inbox. */
export function belongsTo(tab: HistoryTab, { execution, status }: RequestRow): boolean {
  return tab === 'unknown' ? execution === 'unknown' : status !== 'pending';
}

/** The outcome of a request, for one line of a list. */
interface RowWords {
  readonly icon: IconName;
  readonly look: 'ok' | 'no' | 'warn' | 'plain';
  readonly words: string;
}

export function rowWords({ status, execution, outcome }: RequestRow): RowWords {
  switch (status) {
    case 'pending':
      return { icon: 'inbox', look: 'plain', words: historyText.waiting };
    case 'allowed':
      return { icon: 'shield-check', look: 'plain', words: historyText.approvedNotStarted };
    case 'denied':
      return { icon: 'cross', look: 'no', words: historyText.rejected };
    case 'expired':
      return { icon: 'clock', look: 'plain', words: historyText.expiredNothingRan };
    case 'cancelled':
      return { icon: 'refused', look: 'plain', words: cancelledWords(outcome) };
    case 'amended':
      return { icon: 'info', look: 'plain', words: historyText.changedNothingRan };
    case 'revoked':
      return { icon: 'refused', look: 'plain', words: historyText.revokedNothingRan };
    case 'consumed':
      break;
    default:
      return { icon: 'info', look: 'plain', words: status satisfies never };
  }
  switch (execution) {
    case 'succeeded':
      return { icon: 'check', look: 'ok', words: historyText.succeeded };
    case 'failed':
      return { icon: 'cross', look: 'no', words: historyText.failed };
    case 'unknown':
      return { icon: 'warning', look: 'warn', words: historyText.unknownNeedsPerson };
    default:
      return { icon: 'play', look: 'ok', words: historyText.onceRunning };
  }
}

function cancelledWords(outcome: string): string {
  return outcome === 'policy_changed' || outcome === 'chain_changed'
    ? historyText.cancelledPolicyShort
    : historyText.cancelledNothingRan;
}

/** A line of the list: a day, or a request of that day. */
export type HistoryEntry =
  | { readonly kind: 'day'; readonly day: string; readonly first: boolean }
  | { readonly kind: 'row'; readonly row: RequestRow };

export function arrangeHistory(rows: readonly RequestRow[], now: number): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  let before = '';
  for (const row of rows) {
    const day = dayWords(row.requested_at, now);
    if (day !== before) entries.push({ kind: 'day', day, first: before === '' });
    before = day;
    entries.push({ kind: 'row', row });
  }
  return entries;
}

const dayMilliseconds = 86_400_000;

export function dayWords(at: string, now: number): string {
  const date = new Date(at);
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(date)) / dayMilliseconds);
  if (days === 0) return historyText.today;
  if (days === 1) return historyText.yesterday;
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString(dateLocale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
