import { emitKeypressEvents } from 'node:readline';
import type { Readable } from 'node:stream';
import type { CommandIo } from '../command.ts';
import type { StyledText } from '../terminal/styled-text.ts';

/** What a list shows at one moment. */
export interface ListFrame {
  readonly above: readonly StyledText[];
  readonly rows: readonly {
    readonly id: string;
    readonly line: StyledText;
    readonly chosen: StyledText;
  }[];
  readonly below: readonly StyledText[];
}

type ListEnd =
  | { readonly kind: 'chosen'; readonly id: string }
  | { readonly kind: 'left' }
  | { readonly kind: 'interrupted' };

interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
}

type TerminalInput = Readable & { setRawMode?(on: boolean): void };

const enterScreen = '\u001b[?1049h\u001b[?25l';
const leaveScreen = '\u001b[?25h\u001b[?1049l';
const home = '\u001b[H';
const clearLine = '\u001b[K';
const clearBelow = '\u001b[J';

/**
 * A list on a screen of its own that stays up to date while a person moves in it. `follow` calls back whenever there is
 * something new to draw. What is under the cursor is kept by id, so a row that arrives never moves the choice.
 */
export async function liveList(
  io: CommandIo,
  initial: string | null,
  frame: () => ListFrame,
  follow: (redraw: () => void, signal: AbortSignal) => void,
): Promise<ListEnd> {
  const input = io.stdin as TerminalInput;
  const leaving = new AbortController();
  let cursor = initial;
  const place = (rows: ListFrame['rows']) =>
    Math.max(
      0,
      rows.findIndex(({ id }) => id === cursor),
    );
  const draw = () => {
    const { above, rows, below } = frame();
    const at = place(rows);
    cursor = rows[at]?.id ?? null;
    const room = Math.max(1, io.rows - above.length - below.length);
    const first = Math.min(Math.max(0, at - Math.floor(room / 2)), Math.max(0, rows.length - room));
    const seen = rows.slice(first, first + room);
    const lines = [
      ...above,
      ...seen.map(row => (row.id === cursor ? row.chosen : row.line)),
      ...below,
    ];
    const painted = lines
      .map(line => `${line.rendered(io.colours.stdout)}${clearLine}`)
      .join('\r\n');
    io.stdout.write(`${home}${painted}${clearBelow}`);
  };
  const move = (by: number) => {
    const { rows } = frame();
    cursor = rows[Math.min(Math.max(0, place(rows) + by), rows.length - 1)]?.id ?? null;
    draw();
  };
  try {
    return await new Promise<ListEnd>((done, failed) => {
      emitKeypressEvents(input);
      input.setRawMode?.(true);
      input.resume();
      io.stdout.write(enterScreen);
      const onKey = (_: string | undefined, { name, ctrl }: Key) => {
        if (ctrl === true && (name === 'c' || name === 'd')) done({ kind: 'interrupted' });
        else if (name === 'q' || name === 'escape') done({ kind: 'left' });
        else if (name === 'up' || name === 'k') move(-1);
        else if (name === 'down' || name === 'j') move(1);
        else if (name === 'pageup') move(-10);
        else if (name === 'pagedown') move(10);
        else if (name === 'return' && cursor !== null) done({ kind: 'chosen', id: cursor });
      };
      input.on('keypress', onKey);
      io.stdout.on('resize', draw);
      leaving.signal.addEventListener('abort', () => {
        input.off('keypress', onKey);
        io.stdout.off('resize', draw);
      });
      io.signal.addEventListener('abort', () => done({ kind: 'interrupted' }), {
        signal: leaving.signal,
      });
      try {
        draw();
        follow(draw, leaving.signal);
      } catch (error) {
        failed(error as Error);
      }
    });
  } finally {
    leaving.abort();
    input.setRawMode?.(false);
    input.pause();
    io.stdout.write(leaveScreen);
  }
}
