import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Catch } from './hunt.ts';
import type { PlantedBug } from './planted-bugs.ts';

/** Most mistakes show within a few dozen histories, the shyest within some thousands. */
export const historiesMax = 3000;

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a TypeScript file in a process of its own, under the Node that runs this one. */
export async function runSource(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const fromSource = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
  const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
  const child = spawn(process.execPath, [...fromSource, ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    output += text.toString();
  });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', code => done({ code, output }));
  });
}

/** Lives through histories, with a mistake in the code where one is given, until one of them breaks a rule. */
export async function hunt(seeds: string, bug?: PlantedBug): Promise<Catch> {
  const file = fileURLToPath(import.meta.resolve('./hunt.ts'));
  const args = [file, seeds, ...(bug === undefined ? [] : [bug.name])];
  const { code, output } = await runSource(args);
  assert.equal(code, 0, output);
  return JSON.parse(output) as Catch;
}
