import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** A Node that this machine has besides the one that npm brought. */
interface MachineNode {
  readonly path: string;
  readonly version: string;
}

/** Of the places where a system has its own Node, the first that is too old to run TypeScript from source. */
export async function findOldNode(): Promise<MachineNode | null> {
  for (const path of ['/usr/bin/node', '/usr/local/bin/node', '/opt/homebrew/bin/node']) {
    if (!existsSync(path)) continue;
    const { stdout } = await promisify(execFile)(path, ['-p', 'process.versions.node']);
    const version = stdout.trim();
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major < 22 || (major === 22 && minor < 18)) return { path, version };
  }
  return null;
}
