import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PolicyTestResult } from '@countersign/policy';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  type Output,
  output,
} from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { bold, dim, green, red, text } from '../terminal/styled-text.ts';
import { loadPolicyFiles, printProblems, readPolicyFiles, readText } from './policy-files.ts';

interface Options {
  readonly json?: boolean;
  readonly policy?: string[];
}

interface Tested extends PolicyTestResult {
  readonly file: string;
}

export const policyTestCommand: CommandModule = {
  name: 'test',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('test')
      .summary('run files of cases against policy documents')
      .description('Runs files of cases against policy documents, without a server.')
      .argument('<files...>', 'files of cases (x.test.yaml), or the documents beside them (x.yaml)')
      .option('--policy <files...>', 'the documents to test, where they are not beside the cases');
    addHelp(addJson(command), {
      examples: [
        ['countersign policy test policy.test.yaml', 'the cases, against policy.yaml beside them'],
        ['countersign policy test cases.test.yaml --policy a.yaml b.yaml', 'against two documents'],
      ],
    }).action((files: string[], options: Options) => run(io, files, options));
  },
};

async function run(io: CommandIo, paths: readonly string[], options: Options): Promise<void> {
  const out = output(io, options.json);
  const { testPolicy } = await import('@countersign/policy');
  const tested: Tested[] = [];
  for (const path of paths) {
    const { cases, documents } = pair(io, path, options.policy);
    const policy = await loadPolicyFiles(readPolicyFiles(io, documents));
    const result = testPolicy(policy, { name: cases, text: readText(io, cases) });
    tested.push({ file: cases, ...result });
    print(out, cases, result);
  }
  const passed = tested.reduce((sum, each) => sum + each.passed, 0);
  const failed = tested.reduce((sum, each) => sum + each.failed, 0);
  const unread = tested.filter(({ problems }) => problems.length > 0).length;
  const ok = failed === 0 && unread === 0 && passed > 0;
  const verdict = ok ? green('All cases hold.') : red('Not all cases hold.');
  const files = unread === 0 ? '' : `, ${unread} of the files could not be read`;
  out.line(text`${verdict} ${passed} passed, ${failed} failed${files}.`);
  out.json({ ok, passed, failed, files: tested });
  if (!ok) io.endWith('failed');
}

/** The cases beside a document, or the document beside the cases. */
function pair(
  io: CommandIo,
  path: string,
  policy: readonly string[] | undefined,
): { readonly cases: string; readonly documents: readonly string[] } {
  const isCases = /\.test\.ya?ml$/.test(path);
  const cases = isCases ? path : path.replace(/\.(ya?ml)$/, '.test.$1');
  const document = path.replace(/\.test\.(ya?ml)$/, '.$1');
  const documents = policy ?? [document];
  for (const each of [cases, ...documents]) {
    if (existsSync(resolve(io.cwd, each))) continue;
    throw new CommandRefused(
      'usage',
      `${each}: expected ${each === cases ? 'a file of cases' : 'the policy that the cases are for'}, found nothing.`,
      'Name the documents with --policy, and the cases in a file that ends in .test.yaml.',
    );
  }
  return { cases, documents };
}

function print(out: Output, file: string, { problems, results }: PolicyTestResult): void {
  out.line(bold(file));
  printProblems(out, { problems, warnings: [] });
  for (const { name, at, failures } of results) {
    const [first, ...more] = failures;
    if (first === undefined) {
      out.line(text`  ${green('✓')} ${name}`);
      continue;
    }
    out.line(text`  ${red('✗')} ${name} ${dim(`${at.file}:${at.line}`)}`);
    for (const line of [first, ...more]) out.line(text`      ${line}`);
  }
}
