import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Policy, PolicyFile, PolicyProblem } from '@countersign/policy';
import type { RiskSettings } from '@countersign/risk';
import { type CommandIo, CommandRefused, type Output } from '../command.ts';
import { bold, red, type StyledText, text, yellow } from '../terminal/styled-text.ts';

type Place = Pick<CommandIo, 'cwd'>;

/** Policy documents by the names people gave them, so that a problem can be clicked. A folder stands for its files. */
export function readPolicyFiles(
  io: Place,
  paths: readonly string[],
  layer: PolicyFile['layer'] = 'operator',
): PolicyFile[] {
  return paths.flatMap(path => {
    const found = statSync(resolve(io.cwd, path), { throwIfNoEntry: false });
    if (found?.isDirectory() !== true) return [{ name: path, text: readText(io, path), layer }];
    const names = readdirSync(resolve(io.cwd, path)).filter(
      name => /\.ya?ml$/.test(name) && !/\.test\.ya?ml$/.test(name),
    );
    if (names.length === 0) {
      throw new CommandRefused('usage', `${path}: expected files that end in .yaml, found none.`);
    }
    return names
      .sort()
      .map(name => ({ name: join(path, name), text: readText(io, join(path, name)), layer }));
  });
}

/** The text of a file that the user named. */
export function readText(io: Place, path: string): string {
  return new TextDecoder().decode(readBytes(io, path));
}

export function readBytes(io: Place, path: string): Uint8Array {
  try {
    return readFileSync(resolve(io.cwd, path));
  } catch (error) {
    const { code = 'error' } = error as { code?: string };
    const why: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file',
      EISDIR: 'it is a folder',
      EACCES: 'it may not be read',
    };
    const problem = `${path}: expected a file, but ${why[code] ?? `it cannot be read (${code})`}.`;
    throw new CommandRefused('usage', problem);
  }
}

/** The policy of some files, with the assessment of risk that a server would make. */
export async function loadPolicyFiles(files: readonly PolicyFile[]): Promise<Policy> {
  const { loadPolicy, problemText } = await import('@countersign/policy');
  const { loadGrammars, riskAssessor } = await import('@countersign/risk');
  const grammar = await loadGrammars();
  const loaded = loadPolicy(files, {
    assessor: (settings: RiskSettings) => riskAssessor({ settings, grammar }),
  });
  if (loaded.ok) return loaded.policy;
  const [first] = loaded.problems;
  const more = loaded.problems.length - 1;
  const others = more === 0 ? '' : ` There ${more === 1 ? 'is 1 more' : `are ${more} more`}.`;
  throw new CommandRefused(
    'failed',
    `The policy cannot be loaded. ${first === undefined ? '' : problemText(first)}.${others}`,
    `See all of it: countersign policy check ${files.map(({ name }) => name).join(' ')}`,
  );
}

/** Problems and warnings as editors and terminals link them: file, line, column. */
export function printProblems(
  out: Output,
  found: {
    readonly problems: readonly PolicyProblem[];
    readonly warnings: readonly PolicyProblem[];
  },
): void {
  for (const problem of found.problems) out.line(problemLine(problem, red('problem')));
  for (const warning of found.warnings) out.line(problemLine(warning, yellow('warning')));
}

function problemLine(problem: PolicyProblem, kind: StyledText): StyledText {
  const { file, line, column, message, suggestion } = problem;
  const place = bold(`${file}:${line}:${column}:`);
  return text`${place} ${kind} ${message}${suggestion === null ? '' : ` (${suggestion})`}`;
}
