// The projects below `tests` that have a lockfile of their own: frameworks, clients and servers of others. Only some
// tests need them, so neither the installation of the repository nor `npm start` downloads them. `npm test` installs
// them before it counts CPU time; a test file that is run by hand installs what it needs.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { root } from './checkout.mjs';

const hangMilliseconds = 300_000;

/** Absolute folders of all such projects. */
function testProjects(folder = join(root, 'tests')) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name !== 'node_modules')
    .map(entry => join(folder, entry.name));
  return names.flatMap(each =>
    existsSync(join(each, 'package-lock.json')) ? [each] : testProjects(each),
  );
}

/** The projects that these test files use: those in their folder, or of their name (`tests/mcp-peers.test.ts`). */
export function projectsOf(files) {
  return testProjects().filter(folder => {
    const path = relative(root, folder);
    const parent = path.slice(0, -basename(path).length);
    const isNested = parent !== 'tests/';
    return files.some(file => file.startsWith(isNested ? parent : `${path}-`));
  });
}

/**
 * Installs a project as its lockfile says, unless that was done before; the `whole` with optional packages that the
 * project otherwise leaves out. Returns the reason why it could not be installed, or null.
 */
export function installProject(folder, { whole = false } = {}) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex');
  const mark = join(folder, 'node_modules', '.installed-lock');
  const done = existsSync(mark) ? readFileSync(mark, 'utf8') : '';
  if (done === `${digest} whole` || (done === digest && !whole)) return null;
  const include = whole ? ['--include=optional'] : [];
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...include];
  const { status, error, stderr } = spawnSync('npm', args, {
    cwd: folder,
    timeout: hangMilliseconds,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    const why = error?.message ?? stderr.trim().slice(-500);
    return `${relative(root, folder)} cannot be installed: ${why}`;
  }
  writeFileSync(mark, whole ? `${digest} whole` : digest);
  return null;
}
