import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MeasuredProcess } from './measured-process.ts';

const folder = join(import.meta.dirname, '..', 'peers');

/**
 * Starts a peer, or says in one line why it is left out. Peers are installed by hand, so that users and testers of
 * Countersign do not download them: `npm ci --prefix bench/peers/<name>`.
 */
export async function startPeer(
  name: string,
  args: readonly string[],
  wrapper: readonly string[] = [],
): Promise<MeasuredProcess | null> {
  if (!existsSync(join(folder, name, 'node_modules'))) {
    console.log(`  (${name} is not installed: npm ci --prefix bench/peers/${name})`);
    return null;
  }
  try {
    return await MeasuredProcess.start([join(folder, name, 'cycle.mjs'), ...args], wrapper);
  } catch (error) {
    console.log(`  (${name} does not run here: ${firstLine(error)})`);
    return null;
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
