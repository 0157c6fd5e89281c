import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { copyOf, showDifference, writeWith } from '../changed-file.ts';
import {
  type CommandIo,
  type CommandModule,
  CommandRefused,
  type Output,
  output,
} from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { clientConfigs, configPlaces } from '../mcp/client-configs.ts';
import { unwrapConfig, type WrappedConfig, wrapConfig } from '../mcp/wrap-config.ts';
import { bold, dim, green, text } from '../terminal/styled-text.ts';

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
        'Shows how the configuration of an MCP client looks with the gateway before each server, in every file that the client reads. With --write, changes the files and keeps a copy of each, which unwrap restores.',
      )
      .addOption(client())
      .option('--file <path>', 'only this file (default: all files that the client reads)')
      .option('--only <server>', 'only this server; may be repeated', collect)
      .option('--agent <name>', 'the agent in whose name calls are proposed')
      .option('--key-file <path>', 'the file that contains the key of the agent')
      .option('--server <address>', 'the Countersign server')
      .option('--program <path>', 'the program that the client starts', 'countersign')
      .option('--write', 'change the files')
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
      .option('--file <path>', 'only this file (default: all files that the client reads)')
      .option('--write', 'change the files')
      .action((options: Options) => unwrap(io, options));
    addHelp(addJson(command), {
      examples: [['countersign mcp unwrap --client claude-code --write', 'restore the file']],
    });
  },
};

function wrap(io: CommandIo, options: Options): void {
  const out = output(io, options.json);
  const { files, form } = configPlaces(io, options);
  const { only } = options;
  const words = [
    ...[options.program, 'mcp'],
    ...(options.agent === undefined ? [] : ['--agent', options.agent]),
    ...(options.keyFile === undefined ? [] : ['--key-file', resolve(io.cwd, options.keyFile)]),
    ...(options.server === undefined ? [] : ['--server', options.server]),
  ];
  // All of them are read before one is written.
  const wrapped = files.map(file => {
    const before = readFileSync(file, 'utf8');
    const wants = (name: string) => only?.includes(name) ?? true;
    const { text: after, ...rest } = inFile(file, () => wrapConfig(before, form, { words }, wants));
    const isWritten = options.write === true && rest.changed.length > 0;
    return { file, before, after, ...rest, isWritten };
  });
  for (const { file, before, after, isWritten } of wrapped) {
    if (!isWritten) continue;
    // The first copy is the one without a gateway. A later one must not replace it.
    if (!existsSync(copyOf(file))) writeWith(file, copyOf(file), before);
    writeWith(file, file, after);
  }
  out.json({
    files: wrapped.map(({ file, changed, left, isWritten: written }) => ({
      ...{ file, changed, left, written },
      copy: written ? copyOf(file) : null,
    })),
  });
  for (const each of wrapped) tellWrapped(out, each);
}

function tellWrapped(
  out: Output,
  {
    file,
    before,
    after,
    changed,
    left,
    isWritten,
  }: Omit<WrappedConfig, 'text'> & {
    readonly file: string;
    readonly before: string;
    readonly after: string;
    readonly isWritten: boolean;
  },
): void {
  out.line(bold(file));
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
  const { files: known, form } = configPlaces(io, options);
  const files = known.filter(file => existsSync(copyOf(file)));
  if (files.length === 0) {
    throw new CommandRefused('failed', `There is no copy of ${known.join(' or ')} to restore.`);
  }
  const restored = files.map(file => {
    const before = readFileSync(file, 'utf8');
    const original = readFileSync(copyOf(file), 'utf8');
    // A file that was not changed since gets its old bytes back.
    return { file, before, after: inFile(file, () => unwrapConfig(before, original, form)) };
  });
  const isWritten = options.write === true;
  for (const { file, after } of isWritten ? restored : []) {
    writeWith(file, file, after);
    rmSync(copyOf(file));
  }
  out.json({ files: restored.map(({ file }) => ({ file, written: isWritten })) });
  for (const { file, before, after } of restored) {
    showDifference(out, before, after);
    out.line(
      isWritten
        ? text`${green('✓')} Restored ${bold(file)}. Restart the client.`
        : text`To change ${bold(file)}, repeat the command with --write.`,
    );
  }
}

/** Says which file a refusal is about. */
function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    throw new CommandRefused(
      'failed',
      `${file}: ${error.message}`,
      'No file was changed. Put the gateway before its servers by hand, and name another file with --file.',
    );
  }
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
