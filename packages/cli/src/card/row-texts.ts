import { gravestLevel } from '@countersign/card';
import type { RequestRow, ShownStatus } from '@countersign/client/people';
import { safeText } from '../terminal/safe-text.ts';
import {
  dim,
  green,
  red,
  type StyledText,
  styled,
  text,
  widthOf,
  yellow,
} from '../terminal/styled-text.ts';
import { timeLeft } from './time-words.ts';
import { statusText } from './title-text.ts';

/** Enough of an id to find it again, and short enough to type. */
function shortId(id: string): string {
  return id.slice(0, 11);
}

const titleMax = 160;

/** One request as the cells of a list. What the server says here leads to a card; nothing is decided by it. */
export function rowTexts(row: RequestRow, now: Date): StyledText[] {
  return [
    leftText(row, now),
    statusText(row.status),
    riskText(gravestLevel(row.risk_level, row.marked_level)),
    row.status === 'pending' && row.eligible ? green('yes') : dim('no'),
    styled(shortId(row.approval_request_id)),
    clipped(row.agent_id, 24),
    clipped(row.title, titleMax),
  ];
}

export function leftText({ status, due_at }: RequestRow, now: Date): StyledText {
  if (due_at === null || (status !== 'pending' && status !== 'allowed')) return dim('–');
  const left = timeLeft(due_at, now);
  const seconds = (Date.parse(due_at) - now.getTime()) / 1000;
  return seconds < 60 ? red(left) : seconds < 300 ? yellow(left) : styled(left);
}

/** What an empty list says. */
export function noneWords(status: ShownStatus | null): string {
  if (status === null) return 'There are no requests.';
  return status === 'pending' ? 'Nothing waits for a decision.' : `No request is ${status}.`;
}

export function riskText(level: string): StyledText {
  if (level === 'critical' || level === 'high') return red(level);
  return level === 'medium' ? yellow(level) : dim(level);
}

/** The beginning of a text, with a sign where something follows. The card shows all of it. */
export function clipped(value: string, cells: number): StyledText {
  // Spelled out first: what stands for one character takes many cells.
  const shown = safeText(value.slice(0, 4 * cells));
  if (shown.length <= cells && widthOf(shown) <= cells && value.length <= 4 * cells)
    return styled(shown);
  let kept = '';
  let used = 0;
  for (const char of shown) {
    used += widthOf(char);
    if (used > cells - 1) break;
    kept += char;
  }
  return text`${kept}${dim('…')}`;
}
