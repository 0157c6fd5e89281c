import type { PolicyFile } from '@countersign/policy';
import { Option } from 'commander';
import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { green, red, text } from '../terminal/styled-text.ts';
import { loadPolicyFiles, printProblems, readPolicyFiles } from './policy-files.ts';

interface Options {
  readonly json?: boolean;
  readonly layer: PolicyFile['layer'];
}

export const policyCheckCommand: CommandModule = {
  name: 'check',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('check')
      .summary('find the problems of policy documents')
      .description('Lists every problem of policy documents, by file and line.')
      .argument('<files...>', 'policy documents, or folders of them; they are read as one policy')
      .addOption(
        new Option('--layer <layer>', 'the layer of the documents')
          .choices(['system', 'operator', 'user'])
          .default('operator'),
      );
    addHelp(addJson(command), {
      examples: [
        ['countersign policy check policy.yaml', 'one document'],
        ['countersign policy check policies/', 'a folder, as the server reads it'],
      ],
    }).action((files: string[], options: Options) => run(io, files, options));
  },
};

async function run(io: CommandIo, paths: readonly string[], options: Options): Promise<void> {
  const out = output(io, options.json);
  const files = readPolicyFiles(io, paths, options.layer);
  const { checkPolicy } = await import('@countersign/policy');
  const { problems, warnings } = checkPolicy(files);
  const ok = problems.length === 0;
  const version = ok ? (await loadPolicyFiles(files)).version() : null;
  printProblems(out, { problems, warnings });
  const counts = [counted(problems.length, 'problem'), counted(warnings.length, 'warning')];
  const where = counted(files.length, 'document');
  out.line(
    ok
      ? text`${green('Valid.')} ${where}, ${counts[1] ?? ''}, version ${version ?? ''}.`
      : text`${red('Not valid.')} ${counts.join(', ')} in ${where}. A server would not load it.`,
  );
  out.json({ ok, policy_version: version, problems, warnings });
  if (!ok) io.endWith('failed');
}

function counted(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
}
