import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseStrict } from '@countersign/protocol/json';
import * as z from 'zod';
import type { CommandIo } from '../command.ts';
import { configFolder } from '../session/config-folder.ts';

/** What the guard of one agent on this machine is. The program that the agent starts reads it too. */
const GuardSetup = z.strictObject({
  url: z.string(),
  key: z.string().min(1),
  /** The agent in whose name calls are proposed. */
  agent: z.string().min(1),
  contract: z.string(),
  hold: z.number(),
  deadline: z.number(),
  scope: z.enum(['user', 'project', 'managed']),
  /** The settings that hold the hook. */
  files: z.array(z.string()),
  /** The words that start this command line, for an agent in whose terminal a person may decide. */
  command: z.array(z.string()).min(2).optional(),
});
export type GuardSetup = z.infer<typeof GuardSetup>;

export function setupFile(io: Pick<CommandIo, 'env' | 'homeFolder'>, agent: string): string {
  return join(configFolder(io), 'guard', `${agent}.json`);
}

/** Null where the agent is not guarded here, or where the file says nothing that can be used. */
export function readSetup(
  io: Pick<CommandIo, 'env' | 'homeFolder'>,
  agent: string,
): GuardSetup | null {
  try {
    const parsed = GuardSetup.safeParse(parseStrict(readFileSync(setupFile(io, agent))));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function programFile(io: Pick<CommandIo, 'env' | 'homeFolder'>): string {
  return join(configFolder(io), 'guard', 'countersign-hook.cjs');
}

/** What starts this command line again: the program that was installed, or the sources of a checkout. */
export function ownCommand(): readonly string[] {
  const conditions = process.execArgv.filter(word => word.startsWith('--conditions='));
  const program = fileURLToPath(new URL('../../bin/countersign.js', import.meta.url));
  return [process.execPath, ...conditions, program];
}

/** The programs of the guard: one that agents start, and those that two agents load. */
const programs = {
  opencode: '@countersign/guard/opencode-plugin',
  pi: '@countersign/guard/pi-extension',
} as const;

/** What an agent starts or loads, as JavaScript in one file. */
export function programText(agent?: string): string {
  const loaded = agent === 'opencode' || agent === 'pi' ? programs[agent] : null;
  const file = fileURLToPath(import.meta.resolve(loaded ?? '@countersign/guard/hook-program'));
  const text = readFileSync(file, 'utf8');
  if (loaded !== null) return file.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
  // The compiler marks every file as a module. The program is a script.
  return (file.endsWith('.ts') ? stripTypeScriptTypes(text) : text).replace(/^export \{\};$/mu, '');
}
