import { gravestLevel } from '@countersign/card';
import type { FeedState, PersonApi, RequestRow, ShownStatus } from '@countersign/client/people';
import { type CommandIo, CommandRefused, type Output } from '../command.ts';
import { asRefused } from '../explain-error.ts';
import { openBrowser } from '../session/open-browser.ts';
import { askChoice, type Choice } from '../terminal/prompts.ts';
import {
  bold,
  cyan,
  dim,
  green,
  joined,
  red,
  type StyledText,
  styled,
  type Text,
  text,
  yellow,
} from '../terminal/styled-text.ts';
import { approveShown } from './approve-shown.ts';
import { cardLines, isFolded } from './card-lines.ts';
import { deepLink } from './hand-over.ts';
import { countWords, cutWords, type InboxRows } from './inbox-rows.ts';
import { type ListFrame, liveList } from './live-list.ts';
import { readShown, type Shown } from './read-shown.ts';
import { rejectShown } from './reject-shown.ts';
import { clipped, leftText, noneWords, riskText } from './row-texts.ts';
import { wrapText } from './wrap-text.ts';

export interface Visit {
  readonly api: PersonApi;
  readonly server: string;
  /** The status of all rows; null where they may have any. */
  readonly status: ShownStatus | null;
  read(): Promise<InboxRows>;
}

const clockMilliseconds = 5000;

/** Reads and decides, one request after the other, until the person leaves. */
export async function visitInbox(io: CommandIo, out: Output, visit: Visit): Promise<void> {
  let inbox = await visit.read();
  let state: FeedState = 'connecting';
  let latest: Text | null = null;
  let cursor: string | null = null;
  for (;;) {
    const end = await liveList(
      io,
      cursor,
      () => listFrame(io, visit, { inbox, state, latest }),
      (redraw, signal) => {
        const clock = setInterval(redraw, clockMilliseconds);
        signal.addEventListener('abort', () => clearInterval(clock));
        void follow(visit, signal, {
          onState: next => {
            state = next;
            redraw();
          },
          onInbox: next => {
            inbox = next;
            redraw();
          },
        });
      },
    );
    if (end.kind === 'interrupted') throw new CommandRefused('interrupted', 'Interrupted.');
    if (end.kind === 'left') return;
    cursor = end.id;
    latest = await open(io, out, visit, end.id);
    inbox = await visit.read();
  }
}

/** Reads the list again whenever something has changed, until the screen is left. */
async function follow(
  { api, read }: Visit,
  signal: AbortSignal,
  on: { onState(state: FeedState): void; onInbox(inbox: InboxRows): void },
): Promise<void> {
  try {
    for await (const _ of api.changes({ signal, onState: on.onState })) {
      const inbox = await read();
      if (!signal.aborted) on.onInbox(inbox);
    }
  } catch {
    if (!signal.aborted) on.onState('lost');
  }
}

/** Shows one card and its choices. Returns the words that the list shows about the result. */
async function open(io: CommandIo, out: Output, visit: Visit, id: string): Promise<Text | null> {
  let full = false;
  for (;;) {
    let shown: Shown;
    try {
      shown = await readShown(visit.api, id, io.signal);
    } catch (error) {
      return refusedText(error);
    }
    printCard(io, out, shown, full);
    const choice = await choose(io, choicesFor(shown, full));
    if (choice === 'back') return null;
    if (choice === 'full') {
      full = true;
      continue;
    }
    if (choice === 'browser') {
      const link = deepLink(visit.server, id);
      const opened = openBrowser(io, link);
      return text`${opened ? 'Opened' : 'Open it yourself:'} ${cyan(link)}`;
    }
    // Folded text has not been shown. A request is approved only after all of it was shown.
    if (choice === 'approve' && !full && isFolded(shown)) printCard(io, out, shown, true);
    try {
      const at = { api: visit.api, server: visit.server, wait: true };
      const { status } =
        choice === 'approve'
          ? await approveShown(io, out, at, shown)
          : await rejectShown(io, out, at, shown);
      const word = choice === 'approve' ? green('✓ Approved') : red('✗ Rejected');
      return status === 'pending' ? text`${word}; more decisions are needed` : text`${word}`;
    } catch (error) {
      // Leaving a question leaves the request undecided, and the person back in the list.
      if (error instanceof CommandRefused && error.exit === 'interrupted' && !io.signal.aborted) {
        return yellow('Nothing was decided.');
      }
      return refusedText(error);
    }
  }
}

/** Escape and Ctrl-C lead back to the list, from where they lead out. */
async function choose(io: CommandIo, choices: readonly Choice<Answer>[]): Promise<Answer> {
  try {
    return await askChoice(io, 'What do you want to do?', choices);
  } catch (error) {
    if (error instanceof CommandRefused && !io.signal.aborted) return 'back';
    throw error;
  }
}

function refusedText(error: unknown): Text {
  const refused = asRefused(error);
  if (refused === null || refused.exit === 'interrupted') throw error;
  return red(`✗ ${refused.message.replaceAll('\n', ' ')}`);
}

function printCard(io: CommandIo, out: Output, shown: Shown, full: boolean): void {
  out.line();
  for (const line of cardLines(shown, { columns: io.columns, now: io.now(), full })) out.line(line);
  out.line();
}

type Answer = 'approve' | 'reject' | 'full' | 'browser' | 'back';

/** "Back" is the first choice. So an Enter that was meant for something else decides nothing. */
function choicesFor(shown: Shown, full: boolean): Choice<Answer>[] {
  const { may_decide, needs, self_confirm } = shown.beside.eligibility;
  const open = shown.facts.status === 'pending' && shown.bound !== null;
  const decidable = open && (may_decide || needs === 'webauthn' || needs === 'oidc');
  const where =
    needs === 'webauthn' ? 'with your passkey, in the browser' : 'asks for its short code';
  return [
    { value: 'back', label: 'Back to the list' },
    ...(decidable
      ? [
          {
            value: 'approve' as const,
            label: self_confirm ? 'Self-confirm' : 'Approve',
            hint: where,
          },
          { value: 'reject' as const, label: 'Reject', hint: 'asks for a reason' },
        ]
      : []),
    ...(!full && isFolded(shown)
      ? [{ value: 'full' as const, label: 'Show long values in full' }]
      : []),
    { value: 'browser', label: 'Open in the browser' },
  ];
}

function listFrame(
  io: CommandIo,
  { server, status }: Visit,
  seen: {
    readonly inbox: InboxRows;
    readonly state: FeedState;
    readonly latest: Text | null;
  },
): ListFrame {
  const { inbox, state, latest } = seen;
  const { rows } = inbox;
  const now = io.now();
  const states = {
    live: green('● live'),
    connecting: dim('○ connecting'),
    lost: yellow('○ not live'),
  };
  const cut = cutWords(inbox);
  const news = latest === null ? [] : wrapText(latest, io.columns - 2);
  return {
    above: [
      text` ${bold('Inbox')} ${dim('·')} ${countWords(inbox, status)} ${dim('·')} ${states[state]} ${dim('·')} ${dim(server)}`,
      ...news.map(line => text` ${line}`),
      styled(''),
      ...(rows.length === 0
        ? [dim(`   ${noneWords(status)} This list stays up to date.`)]
        : [text`   ${dim(cellsLine(['left', 'risk', 'you', 'agent', 'what']))}`]),
    ],
    rows: rows.map(row => ({
      id: row.approval_request_id,
      line: rowLine(row, now, io.columns, false),
      chosen: rowLine(row, now, io.columns, true),
    })),
    below: [
      ...(cut === null ? [] : [dim(`   ${cut}`)]),
      styled(''),
      dim(' ↑↓ move · Enter open · q leave'),
    ],
  };
}

const widths = [6, 10, 5, 18] as const;
const indent = 3;

/** Cells in columns; the last one takes what room there is. */
function cellsLine(cells: readonly Text[]): StyledText {
  return joined(
    cells.flatMap((cell, index) => {
      const gap = (widths[index] ?? 0) - styled(cell).width;
      return gap > 0 ? [cell, ' '.repeat(gap)] : [cell];
    }),
  );
}

function rowLine(row: RequestRow, now: Date, columns: number, chosen: boolean): StyledText {
  const used = widths.reduce((sum, width) => sum + width, indent);
  const title = clipped(row.title, Math.max(8, columns - used - 1));
  const line = cellsLine([
    leftText(row, now),
    riskText(gravestLevel(row.risk_level, row.marked_level)),
    row.eligible ? green('yes') : dim('no'),
    clipped(row.agent_id, widths[3] - 2),
    chosen ? bold(title) : title,
  ]);
  return chosen ? text` ${cyan('❯')} ${line}` : text`   ${line}`;
}
