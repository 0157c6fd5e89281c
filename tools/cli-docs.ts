// The reference of the command line, written from the program itself.

import { buildProgram, type CommandIo, exitCodes, exitNames } from '@countersign/cli';

type Program = Awaited<ReturnType<typeof buildProgram>>;

/** A terminal without a user: help is read off the program, and nothing is run. */
const noTerminal: CommandIo = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: {},
  cwd: '.',
  homeFolder: '.',
  isTty: false,
  columns: 100,
  rows: 40,
  colours: { stdout: false, stderr: false },
  now: () => new Date(0),
  signal: new AbortController().signal,
  endWith: () => undefined,
};

export function exitCodesTable(): string {
  const rows = exitNames.map(name => {
    const { status, means } = exitCodes[name];
    return `| ${status} | ${means} |`;
  });
  return ['| code | meaning |', '| --- | --- |', ...rows].join('\n');
}

/** Every command with its options, subcommands below their command. */
export async function commandsReference(): Promise<string> {
  const program = await buildProgram(noTerminal);
  return program.commands
    .filter(command => command.name() !== 'help')
    .flatMap(command => sectionsOf(command, []))
    .join('\n\n');
}

function sectionsOf(command: Program, parents: readonly string[]): string[] {
  const path = [...parents, command.name()];
  const args = command.registeredArguments.map(argument => {
    const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
    return argument.required ? ` <${name}>` : ` [${name}]`;
  });
  const title = `${parents.length === 0 ? '###' : '####'} \`countersign ${path.join(' ')}${args.join('')}\``;
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, description }) => `| \`${flags}\` | ${description.replaceAll('|', '\\|')} |`);
  const table = options.length === 0 ? [] : ['', '| option | |', '| --- | --- |', ...options];
  return [
    [title, '', command.description(), ...table].join('\n'),
    ...command.commands.flatMap(child => sectionsOf(child, path)),
  ];
}
