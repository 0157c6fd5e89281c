import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandRefused } from './command.ts';

/** The policies to begin with, in words for a reader who has never seen one. */
export const starters = [
  { name: 'starter', label: 'A bit of everything', hint: 'one person approves what is risky' },
  {
    name: 'coding-agent',
    label: 'Write code and run commands',
    hint: 'shell, files, git, deploys; you decide in the inbox, with a passkey',
  },
  {
    name: 'guarded-agent',
    label: 'Guard a coding agent',
    hint: 'Claude Code, Codex and others; asks when something leaves the machine, the project or the branch',
  },
  {
    name: 'terminal',
    label: 'Run commands beside me',
    hint: 'you decide at this terminal, without a server',
  },
  { name: 'database', label: 'Query and change databases', hint: 'reads pass, writes are asked' },
  { name: 'finance', label: 'Move money', hint: 'two other people for every payment' },
] as const;

export type StarterName = (typeof starters)[number]['name'];

export interface WrittenStarter {
  readonly policy: string;
  /** Null where the package carries no cases. */
  readonly tests: string | null;
}

/** Writes a starter into a folder, its cases beside it. Whatever is there already stays, unless it is forced. */
export function writeStarter(
  cwd: string,
  folder: string,
  name: StarterName,
  force: boolean,
): WrittenStarter {
  const target = resolve(cwd, folder);
  const files = [
    { path: join(target, 'policy.yaml'), text: starterText(`${name}.yaml`) },
    { path: join(target, 'policy.test.yaml'), text: starterText(`${name}.test.yaml`) },
  ];
  const there = files.filter(({ path, text }) => text !== null && existsSync(path));
  if (there.length > 0 && !force) {
    const paths = there.map(({ path }) => shown(cwd, path)).join(' and ');
    throw new CommandRefused(
      'failed',
      `${paths} already ${there.length === 1 ? 'exists' : 'exist'}; nothing was written.`,
      'Choose another folder, or overwrite with --force.',
    );
  }
  mkdirSync(target, { recursive: true });
  for (const { path, text } of files) {
    if (text !== null) writeFileSync(path, text, { flag: force ? 'w' : 'wx' });
  }
  const [policy, tests] = files.map(({ path, text }) => (text === null ? null : shown(cwd, path)));
  if (policy == null)
    throw new CommandRefused('failed', `This installation has no starter ${name}.`);
  return { policy, tests: tests ?? null };
}

/** The text of a file that comes with the policy package; null where it does not carry it. */
export function starterText(file: string): string | null {
  const path = fileURLToPath(import.meta.resolve(`@countersign/policy/starters/${file}`));
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function shown(cwd: string, path: string): string {
  return relative(cwd, path) || path;
}
