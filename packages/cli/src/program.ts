import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { type CommandIo, CommandRefused } from './command.ts';
import { commandGroups } from './command-groups.ts';
import { exitCodes } from './exit-codes.ts';
import { asRefused } from './explain-error.ts';
import { printOverview } from './overview.ts';
import { output } from './terminal/output.ts';
import { red, text } from './terminal/styled-text.ts';

/** Everything the program understands. Nothing is read, opened or called until a command acts. */
export async function buildProgram(
  io: CommandIo,
  isWanted: (name: string) => boolean = () => true,
): Promise<Command> {
  const program = new Command('countersign')
    .description('Decides whether one exact action of an AI agent may run.')
    .version(version(), '-V, --version', 'the version')
    .showSuggestionAfterError(true)
    .enablePositionalOptions();
  for (const { heading, commands } of commandGroups) {
    program.commandsGroup(heading);
    for (const { name, summary, load } of commands) {
      if (isWanted(name)) (await load()).register(program, io);
      else program.command(name).summary(summary);
    }
  }
  settle(program, io);
  const help = new Command('help').argument('[command]').description('what a command does');
  program.addHelpCommand(help.helpGroup('Operate:'));
  return program;
}

/** Whether a command has to be loaded for a command line. Completion is about all of them. */
function wantedBy(args: readonly string[]): (name: string) => boolean {
  const [first, second] = args.filter(arg => !arg.startsWith('-'));
  if (first === 'completion') return () => true;
  return name => name === (first === 'help' ? second : first);
}

/** Help and complaints of every command go the way of all output, and end as exceptions, never the process. */
function settle(command: Command, io: CommandIo): void {
  command
    .exitOverride()
    .helpCommand(false)
    .helpOption('-h, --help', 'what it does, and examples')
    .configureHelp({ helpWidth: Math.min(Math.max(io.columns, 60), 110), sortSubcommands: false })
    .configureOutput({
      writeOut: words => io.stdout.write(words),
      writeErr: words => io.stderr.write(words),
      outputError: () => undefined,
      getOutHasColors: () => io.colours.stdout,
      getErrHasColors: () => io.colours.stderr,
    });
  for (const child of command.commands) settle(child, io);
}

/** Runs one command line to its end. A refusal of a command is printed. Any other error is a fault of this program. */
export async function runProgram(io: CommandIo, args: readonly string[]): Promise<void> {
  const program = await buildProgram(io, wantedBy(args));
  if (args.length === 0) return printOverview(io, program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const refused =
      error instanceof CommanderError ? usageProblem(error, program, args) : asRefused(error);
    if (refused === null && error instanceof CommanderError) return;
    tell(io, refused ?? (await fault(error)), isJson(args));
  }
}

function usageProblem(
  error: CommanderError,
  program: Command,
  args: readonly string[],
): CommandRefused | null {
  // Help and the version were asked for, and were printed.
  if (error.exitCode === 0) return null;
  // A command with subcommands was given none: its help was printed to the error output.
  const { command, names } = namedBy(program, args);
  const known = command.commands.map(each => each.name());
  const problem =
    error.code === 'commander.help'
      ? 'Expected one of the subcommands above.'
      : error.code === 'commander.excessArguments' && known.length > 0
        ? `Expected one of ${known.join(', ')}, found something else.`
        : capitalised(
            error.message
              .replace(/^error: /, '')
              .replace(/\n\(Did you mean (.*)\?\)/s, '. Did you mean $1?'),
          );
  return new CommandRefused('usage', problem, `See: ${names.join(' ')} --help`);
}

/** The command that a command line means, as far as its first words are names of commands. */
function namedBy(
  program: Command,
  args: readonly string[],
): { readonly command: Command; readonly names: readonly string[] } {
  let command = program;
  const names = [program.name()];
  for (const word of args) {
    const next = command.commands.find(each => each.name() === word);
    if (next === undefined) break;
    command = next;
    names.push(word);
  }
  return { command, names };
}

function capitalised(words: string): string {
  const first = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.?]$/.test(first) ? first : `${first}.`;
}

/** A fault of a part of the server says what to do. Any other fault is shown whole, so that it can be reported. */
async function fault(error: unknown): Promise<CommandRefused> {
  const { explained } = await import('@countersign/server');
  const words = explained(error);
  if (words !== null) return new CommandRefused('failed', words);
  const stack = error instanceof Error ? (error.stack ?? error.message) : 'It failed.';
  return new CommandRefused(
    'failed',
    stack,
    'This is a fault of Countersign. Report it with the lines above.',
  );
}

function tell(io: CommandIo, refused: CommandRefused, json: boolean): void {
  const { exit, message, remedy, code } = refused;
  const out = output(io, json);
  const { status } = exitCodes[exit];
  out.json({ refused: { exit, status, code, problem: message, remedy } });
  const [first = '', ...more] = message.split('\n');
  out.note(text`${red('✗')} ${first}`);
  for (const line of more) out.note(`  ${line}`);
  for (const line of remedy === null ? [] : remedy.split('\n')) out.note(`  ${line}`);
  io.endWith(exit);
}

/** The arguments after `--` belong to the other command. */
function isJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes('--json');
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  const { version: found } = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown };
  return typeof found === 'string' ? found : 'unknown';
}
