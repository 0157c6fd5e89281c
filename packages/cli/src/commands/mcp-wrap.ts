import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option } from 'commander';
import {
  type CommandIo,
  type CommandModule,
  CommandRefused,
  type Output,
  output,
} from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { clientConfigs, configPlace } from '../mcp/client-configs.ts';
import { unwrapConfig, wrapConfig } from '../mcp/wrap-config.ts';
import { bold, cyan, dim, green, red, text } from '../terminal/styled-text.ts';

interface Options {
  readonly client: string;
  readonly file?: string;
  readonly write?: boolean;
  readonly json?: boolean;
  readonly only?: readonly string[];
  readonly agent?: string;
  readonly keyFile?: string;
  readonly server?: string;
  readonly program: string;
}

const client = () =>
  new Option('--client <client>', 'the client whose configuration is meant')
    .choices(Object.keys(clientConfigs))
    .makeOptionMandatory();

export const mcpWrapCommand: CommandModule = {
  name: 'wrap',
  register(parent, io) {
    const command = parent
      .command('wrap')
      .summary('put the gateway before the servers of a client')
      .description(
        'Shows how the configuration of an MCP client looks with the gateway before each server. With --write, changes the file and keeps a copy of it, which unwrap restores.',
      )
      .addOption(client())
      .option('--file <path>', 'the file, where it is not in its usual place')
      .option('--only <server>', 'only this server; may be repeated', collect)
      .option('--agent <name>', 'the agent in whose name calls are proposed')
      .option('--key-file <path>', 'the file that contains the key of the agent')
      .option('--server <address>', 'the Countersign server')
      .option('--program <path>', 'the program that the client starts', 'countersign')
      .option('--write', 'change the file')
      .action((options: Options) => wrap(io, options));
    addHelp(addJson(command), {
      examples: [
        [
          'countersign mcp wrap --client claude-code --agent coder --key-file ~/.coder.key',
          'show the change',
        ],
        ['countersign mcp wrap --client cursor --only github --write', 'change one server'],
      ],
    });
  },
};

export const mcpUnwrapCommand: CommandModule = {
  name: 'unwrap',
  register(parent, io) {
    const command = parent
      .command('unwrap')
      .summary('restore the configuration of a client')
      .description(
        'Takes the gateway out of the configuration of an MCP client, with the copy that wrap kept. What else was changed since stays.',
      )
      .addOption(client())
      .option('--file <path>', 'the file, where it is not in its usual place')
      .option('--write', 'change the file')
      .action((options: Options) => unwrap(io, options));
    addHelp(addJson(command), {
      examples: [['countersign mcp unwrap --client claude-code --write', 'restore the file']],
    });
  },
};

function wrap(io: CommandIo, options: Options): void {
  const out = output(io, options.json);
  const { file, form } = configPlace(io, options);
  const before = readFileSync(file, 'utf8');
  const { only } = options;
  const words = [
    ...[options.program, 'mcp'],
    ...(options.agent === undefined ? [] : ['--agent', options.agent]),
    ...(options.keyFile === undefined ? [] : ['--key-file', resolve(io.cwd, options.keyFile)]),
    ...(options.server === undefined ? [] : ['--server', options.server]),
  ];
  const {
    text: after,
    changed,
    left,
  } = wrapConfig(before, form, { words }, name => only?.includes(name) ?? true);
  const isWritten = options.write === true && changed.length > 0;
  if (isWritten) {
    // The first copy is the one without a gateway. A later one must not replace it.
    if (!existsSync(copyOf(file))) writeWith(file, copyOf(file), before);
    writeWith(file, file, after);
  }
  out.json({ file, changed, left, written: isWritten, copy: isWritten ? copyOf(file) : null });
  showDifference(out, before, after);
  for (const [name, why] of left)
    out.line(dim(`${name}: left as it is (${why.replaceAll('_', ' ')})`));
  if (!isWritten) {
    const again = text`To change ${bold(file)}, repeat the command with --write.`;
    out.line(changed.length === 0 ? 'Nothing to change.' : again);
    return;
  }
  out.line(
    text`${green('✓')} Changed ${bold(file)}. The copy is ${copyOf(file)}. Restart the client.`,
  );
}

function unwrap(io: CommandIo, options: Options): void {
  const out = output(io, options.json);
  const { file, form } = configPlace(io, options);
  const copy = copyOf(file);
  if (!existsSync(copy)) {
    throw new CommandRefused('failed', `There is no copy of ${file} to restore.`);
  }
  const before = readFileSync(file, 'utf8');
  const original = readFileSync(copy, 'utf8');
  const restored = unwrapConfig(before, original, form) ?? original;
  const isSame = sameJson(restored, original);
  const after = isSame ? original : restored;
  if (options.write === true) {
    writeWith(file, file, after);
    rmSync(copy);
  }
  out.json({ file, written: options.write === true });
  showDifference(out, before, after);
  if (options.write !== true) {
    out.line(text`To change ${bold(file)}, repeat the command with --write.`);
    return;
  }
  out.line(text`${green('✓')} Restored ${bold(file)}. Restart the client.`);
}

function copyOf(file: string): string {
  return `${file}.before-countersign`;
}

/** Whole or not at all, and readable by no one who could not read the file before. */
function writeWith(model: string, file: string, content: string): void {
  const next = `${file}.new`;
  writeFileSync(next, content, { mode: statSync(model).mode & 0o777 });
  renameSync(next, file);
}

function sameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return one === other;
  }
}

/** The lines that differ. Both texts have the same lines around them, so that their ends are cut off. */
function showDifference(out: Output, before: string, after: string): void {
  if (before === after) return;
  const [old, next] = [before.split('\n'), after.split('\n')];
  let first = 0;
  while (first < old.length && old[first] === next[first]) first += 1;
  let last = 0;
  const shorter = Math.min(old.length, next.length) - first;
  while (last < shorter && old.at(-1 - last) === next.at(-1 - last)) last += 1;
  for (const line of old.slice(first, old.length - last)) out.line(red(`- ${line}`));
  for (const line of next.slice(first, next.length - last)) out.line(cyan(`+ ${line}`));
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
