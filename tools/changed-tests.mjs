// What `npm test -- --changed` runs: the tests that a change can break.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Explained, root } from './checkout.mjs';
import { ImportGraph } from './import-graph.mjs';

/** Where a branch may have begun; the first that exists counts. */
const mainBranches = ['origin/main', 'main', 'origin/master', 'master'];

/** The files that differ from where the branch began, with those that are not committed, and what that place is. */
export function findChanges() {
  const branch = mainBranches.find(name => git('rev-parse', '--verify', '--quiet', name) !== null);
  const start = branch === undefined ? null : git('merge-base', 'HEAD', branch);
  const base = start?.trim() || 'HEAD';
  const changed = git('diff', '--name-only', '--no-renames', '-z', base);
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  if (changed === null || added === null) {
    throw new Explained('--changed asks git what has changed, and git did not answer here.');
  }
  const files = [...new Set(`${changed}${added}`.split('\0'))].filter(file => file !== '').sort();
  const told = branch === undefined ? 'the last commit' : `${branch} (${base.slice(0, 10)})`;
  return { files, told };
}

function listRepository() {
  const listed = git('ls-files', '-coz', '--exclude-standard') ?? '';
  return listed.split('\0').filter(file => file !== '' && existsSync(join(root, file)));
}

/** The ones of `tests` that can notice a change of these files. `read` answers the text of a file. */
export function selectChanged(changed, tests, repository = listRepository(), read = readFile) {
  const graph = new ImportGraph(repository, read);
  const known = new Set(repository);
  const selected = new Set();
  for (const file of changed) {
    const users = known.has(file) ? new Set(graph.usersOf([file])) : new Set();
    for (const reader of readersOf(file, repository, read)) {
      for (const user of graph.usersOf([reader])) users.add(user);
    }
    const found = tests.filter(test => users.has(test));
    // A file that no test is known to read may still break a rule about the repository as a whole.
    const standing = found.length > 0 ? found : tests.filter(test => test.startsWith('tools/'));
    for (const test of standing) selected.add(test);
  }
  return tests.filter(test => selected.has(test));
}

const testCode = /(\.test\.tsx?|(^|\/)testing\/.*\.ts|^tools\/.*\.m?ts|^examples\/.*\.ts)$/;

/** Test code that names a data file by its name alone, with the folder from elsewhere. */
function readersOf(file, repository, read) {
  if (/\.(ts|tsx|mjs|js)$/.test(file)) return [];
  const name = basename(file);
  if (name === 'package.json' || name === 'tsconfig.json') return [];
  return repository.filter(each => testCode.test(each) && read(each).includes(name));
}

const texts = new Map();
function readFile(file) {
  const known = texts.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(root, file), 'utf8');
  texts.set(file, text);
  return text;
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout : null;
}
