import type { Command } from 'commander';
import type { ExitName } from './exit-codes.ts';

export type { Command } from 'commander';
export { type Output, output } from './terminal/output.ts';

/** The world as a command sees it. Nothing under `commands/` reads the process itself. */
export interface CommandIo {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly stdin: NodeJS.ReadableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly homeFolder: string;
  /** Whether a person can be asked: the input and the output are both terminals. */
  readonly isTty: boolean;
  readonly columns: number;
  readonly rows: number;
  /** Terminals that were not told otherwise by NO_COLOR; FORCE_COLOR turns them on. */
  readonly colours: { readonly stdout: boolean; readonly stderr: boolean };
  now(): Date;
  /** Ends what is under way when the person interrupts. */
  readonly signal: AbortSignal;
  /** The exit code where it is not a refusal: `exec` passes on the code of the command it ran. */
  endWith(end: ExitName | number): void;
}

/** One command, in a file of its own. Whatever is heavy is imported inside its action, so that help stays fast. */
export interface CommandModule {
  readonly name: string;
  register(parent: Command, io: CommandIo): void;
}

/** The command failed. People read the message. The name of the exit decides the exit code. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  readonly exit: ExitName;
  /** What to do, where something can be done. */
  readonly remedy: string | null;
  /** The reason code, where there is one, for `--json` and for looking it up. */
  readonly code: string | null;

  constructor(
    exit: ExitName,
    problem: string,
    remedy: string | null = null,
    code: string | null = null,
  ) {
    super(problem);
    this.exit = exit;
    this.remedy = remedy;
    this.code = code;
  }
}
