import type { Command } from 'commander';
import { type ExitName, exitCodes } from './exit-codes.ts';

interface HelpFacts {
  /** A command line, and what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** The ends this command has beside 0, 1 and 2. */
  readonly exits?: readonly ExitName[];
}

/** Examples and exit codes below the options of a command. */
export function addHelp(command: Command, { examples, exits = [] }: HelpFacts): Command {
  const width = Math.max(...examples.map(([line]) => line.length));
  const shown = examples.map(([line, does]) =>
    width > 44 ? `  ${line}\n      ${does}` : `  ${line.padEnd(width)}   ${does}`,
  );
  const ends = (['ok', 'failed', 'usage', ...exits] as const).map(name => {
    const { status, means } = exitCodes[name];
    return `  ${`${status}`.padStart(3)}  ${means}`;
  });
  return command.addHelpText(
    'after',
    `\nExamples:\n${shown.join('\n')}\n\nExit codes:\n${ends.join('\n')}`,
  );
}

/** Every command answers programs too. */
export function addJson(command: Command): Command {
  return command.option('--json', 'print JSON, for programs');
}

/** Commands that talk to a server. */
export function addServer(command: Command): Command {
  return command.option(
    '--url <address>',
    'the server (default: COUNTERSIGN_URL, the sign-in, http://localhost:7319)',
  );
}
