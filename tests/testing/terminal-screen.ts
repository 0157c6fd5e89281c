import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

export interface ScreenOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** What stands in one cell of the screen. */
export interface StyledCell {
  readonly text: string;
  /** A number of the palette, `#rrggbb`, or null for the usual colour. */
  readonly colour: number | string | null;
  readonly ground: number | string | null;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isInverse: boolean;
}

function colourOf(isPalette: boolean, isRgb: boolean, colour: number): number | string | null {
  if (isPalette) return colour;
  return isRgb ? `#${colour.toString(16).padStart(6, '0')}` : null;
}

const patience = 60_000;

export const keys = {
  enter: '\r',
  up: '\u001b[A',
  down: '\u001b[B',
  escape: '\u001b',
  interrupt: '\u0003',
} as const;

/**
 * A program in a terminal, as a person sees it: what it writes goes through an emulator, and what is read back is what
 * would be on the screen. The bytes themselves are kept too, for what must never be among them.
 */
export class TerminalScreen {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  readonly #process: ReturnType<typeof spawn>;
  readonly #watchers = new Set<() => void>();
  /** How the program ended. */
  readonly ended: Promise<number>;
  #exitCode: number | null = null;
  bytes = '';
  static readonly #running = new Set<TerminalScreen>();

  constructor(
    program: string,
    args: readonly string[],
    { cwd, env = {}, columns = 100, rows = 60 }: ScreenOptions,
  ) {
    const size = { cols: columns, rows };
    this.#terminal = new xterm.Terminal({ ...size, scrollback: 5000, allowProposedApi: true });
    this.#process = spawn(program, [...args], {
      ...size,
      cwd,
      name: 'xterm-256color',
      env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', ...env },
    });
    // A program that asks its terminal something gets the answer that a terminal gives.
    this.#terminal.onData(answer => this.#process.write(answer));
    this.#process.onData(text => {
      this.bytes += text;
      this.#terminal.write(text, () => this.#look());
    });
    TerminalScreen.#running.add(this);
    this.ended = new Promise(ended => {
      this.#process.onExit(({ exitCode }) => {
        TerminalScreen.#running.delete(this);
        this.#exitCode = exitCode;
        this.#terminal.write('', () => {
          this.#look();
          ended(exitCode);
        });
      });
    });
  }

  /** What a test that failed has left behind would keep its file from ending. */
  static endAll(): void {
    for (const screen of TerminalScreen.#running) screen.#process.kill('SIGKILL');
  }

  /** Everything on the screen and above it, line by line, without the empty ones at the end. */
  text(): string {
    const { active } = this.#terminal.buffer;
    const lines: string[] = [];
    for (let row = 0; row < active.length; row++) {
      const line = active.getLine(row);
      const words = line?.translateToString(true) ?? '';
      if (line?.isWrapped === true) lines.push(`${lines.pop() ?? ''}${words}`);
      else lines.push(words);
    }
    return lines.join('\n').trimEnd();
  }

  /** The same lines with their looks, for a picture. */
  styled(): StyledCell[][] {
    const { active } = this.#terminal.buffer;
    const lines: StyledCell[][] = [];
    for (let row = 0; row < active.length; row++) {
      const line = active.getLine(row);
      const cells: StyledCell[] = [];
      for (let column = 0; column < (line?.length ?? 0); column++) {
        const cell = line?.getCell(column);
        if (cell === undefined || cell.getWidth() === 0) continue;
        cells.push({
          text: cell.getChars() || ' ',
          colour: colourOf(cell.isFgPalette(), cell.isFgRGB(), cell.getFgColor()),
          ground: colourOf(cell.isBgPalette(), cell.isBgRGB(), cell.getBgColor()),
          isBold: cell.isBold() !== 0,
          isDim: cell.isDim() !== 0,
          isInverse: cell.isInverse() !== 0,
        });
      }
      lines.push(cells);
    }
    return lines;
  }

  /** Resolves once the screen shows it; fails where the program ends before, or nothing comes. */
  shows(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((found, failed) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        settle();
      };
      const look = (): void => {
        const match = pattern.exec(this.text());
        if (match !== null) end(() => found(match));
        else if (this.#exitCode !== null) {
          const ended = `the program ended with ${this.#exitCode}`;
          end(() => failed(new Error(`expected ${pattern}, but ${ended}:\n${this.text()}`)));
        }
      };
      const timer = setTimeout(
        () => end(() => failed(new Error(`waited for ${pattern}, found:\n${this.text()}`))),
        patience,
      );
      this.#watchers.add(look);
      look();
    });
  }

  type(text: string): void {
    this.#process.write(text);
  }

  kill(signal: string): void {
    this.#process.kill(signal);
  }

  #look(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}
