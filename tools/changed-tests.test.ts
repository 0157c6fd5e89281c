import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { selectChanged } from './changed-tests.mjs';

/** A small repository, as text. */
const texts: Record<string, string> = {
  'packages/a/package.json': JSON.stringify({
    name: '@countersign/a',
    exports: { '.': { source: './src/index.ts' } },
    imports: { '#hash': { node: './src/hash.node.ts', default: './src/hash.noble.ts' } },
  }),
  'packages/a/src/index.ts': `export { left } from './left.ts';\nexport { right as other } from './right.ts';`,
  'packages/a/src/left.ts': `import { hash } from '#hash';\nexport const left = hash;`,
  'packages/a/src/right.ts': `import type { Shape } from './shape.ts';\nexport const right = 1;`,
  'packages/a/src/shape.ts': `export interface Shape {}`,
  'packages/a/src/hash.node.ts': `export const hash = 1;`,
  'packages/a/src/hash.noble.ts': `export const hash = 1;`,
  'packages/a/src/left.test.ts': `import { left } from './left.ts';`,
  'packages/a/sql/0001_tables.sql': '',
  'packages/a/src/migrate.ts': `const folder = new URL('../sql/', import.meta.url);`,
  'packages/a/src/migrate.test.ts': `import { migrate } from './migrate.ts';`,
  'tests/left.test.ts': `import { left } from '@countersign/a';`,
  'tests/right.test.ts': `import {\n  other as mine,\n} from '@countersign/a';`,
  'tests/program.test.ts': `const program = new URL('../packages/a/src/right.ts', import.meta.url);`,
  'tests/story.test.ts': `test(read('story.json'));`,
  'tests/told/story.json': '{}',
  'tools/rules.test.ts': '',
  'tests/testing/inbox-browser.ts': '',
  'tests/pages.test.ts': `import { open } from './testing/inbox-browser.ts';`,
  'packages/inbox/src/card.tsx': `import { left } from '@countersign/a';`,
  NOTICE: '',
};
const tests = Object.keys(texts).filter(path => path.endsWith('.test.ts'));
const select = (...changed: string[]) =>
  selectChanged(changed, tests, Object.keys(texts), path => texts[path] ?? '');

describe('npm test -- --changed', () => {
  test('runs a test that changed', () => {
    assert.deepEqual(select('tests/left.test.ts'), ['tests/left.test.ts']);
  });

  test('follows a name through the index of a package to the file that has it', () => {
    assert.deepEqual(select('packages/a/src/left.ts'), [
      'packages/a/src/left.test.ts',
      'tests/left.test.ts',
      'tests/pages.test.ts',
    ]);
    assert.deepEqual(select('packages/a/src/right.ts'), [
      'tests/right.test.ts',
      'tests/program.test.ts',
    ]);
  });

  test('follows every condition of an import of the package itself', () => {
    for (const half of ['node', 'noble']) {
      assert.ok(select(`packages/a/src/hash.${half}.ts`).includes('tests/left.test.ts'));
    }
  });

  test('finds what reads a data file, by its folder or by its name', () => {
    assert.deepEqual(select('packages/a/sql/0001_tables.sql'), ['packages/a/src/migrate.test.ts']);
    assert.deepEqual(select('tests/told/story.json'), ['tests/story.test.ts']);
  });

  test('runs the tests in a browser for what the pages are built from', () => {
    assert.deepEqual(select('packages/inbox/src/card.tsx'), ['tests/pages.test.ts']);
  });

  test('leaves a change of types to the compiler, and runs the rules of the repository', () => {
    assert.deepEqual(select('packages/a/src/shape.ts'), ['tools/rules.test.ts']);
  });

  test('runs the rules of the repository for a file that nothing reads, or that is gone', () => {
    assert.deepEqual(select('NOTICE'), ['tools/rules.test.ts']);
    assert.deepEqual(select('packages/a/src/gone.ts'), ['tools/rules.test.ts']);
  });
});

/** What the runner needs to find in a checkout: the lockfile, built pages, and a linter and a compiler that find nothing. */
const surroundings: Record<string, string> = {
  '.gitignore': 'node_modules\n.cache\n',
  'package.json': '{"type":"module"}',
  'package-lock.json': '{"packages":{"":{},"packages/a":{},"packages/inbox":{}}}',
  'node_modules/.package-lock.json': '{"packages":{}}',
  'node_modules/@biomejs/biome/bin/biome': '',
  'node_modules/typescript-7/bin/tsc': '',
  'packages/inbox/package.json': '{}',
  'packages/inbox/index.html': '',
  'packages/inbox/vite.config.ts': '',
  'packages/inbox/site/index.html': '',
  'packages/inbox/embed/dist/confirmation.js': '',
};

const passing = (name: string) =>
  `import { test } from 'node:test'; import './${name}.ts'; test('${name}', () => {});`;

test('npm test -- --changed asks git, and runs only the tests that the change can break', context => {
  const place = mkdtempSync(join(tmpdir(), 'countersign-changed-'));
  context.after(() => rmSync(place, { recursive: true }));
  const write = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), text);
    }
  };
  const { NODE_TEST_CONTEXT: _context, COUNTERSIGN_TEST_RUN: _run, ...env } = process.env;
  const run = (command: string, ...args: string[]) => {
    const ran = spawnSync(command, args, { cwd: place, env, encoding: 'utf8' });
    return { status: ran.status, said: `${ran.stdout}${ran.stderr}` };
  };
  const git = (...args: string[]) => {
    const { status, said } = run('git', '-c', 'user.name=a', '-c', 'user.email=a@b', ...args);
    assert.equal(status, 0, said);
  };
  write(surroundings);
  write({
    'packages/a/package.json': '{"name":"@countersign/a"}',
    'packages/a/src/left.ts': 'export const left = 1;',
    'packages/a/src/left.test.ts': passing('left'),
    'packages/a/src/right.ts': 'export const right = 1;',
    'packages/a/src/right.test.ts': passing('right'),
  });
  for (const name of readdirSync(import.meta.dirname)) {
    const runs = /\.mjs$/.test(name) || name === 'calm-reporter.ts' || name === 'test-verdict.ts';
    if (runs) cpSync(join(import.meta.dirname, name), join(place, 'tools', name));
  }
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'first');
  const changed = () => run(process.execPath, 'tools/house.mjs', 'test', '--changed');
  assert.match(changed().said, /Nothing has changed since main/);
  git('checkout', '-qb', 'work');
  write({ 'packages/a/src/left.ts': 'export const left = 2;' });
  git('commit', '-qam', 'second');
  write({ 'packages/a/src/new.ts': '', 'packages/a/src/new.test.ts': passing('new') });
  const { status, said } = changed();
  assert.equal(status, 0, said);
  assert.match(said, /^3 files have changed since main/m);
  assert.match(said, /Running the tests \(2 files\)/);
  for (const name of ['left', 'new']) assert.match(said, new RegExp(`✔ \\S+${name}\\.test\\.ts`));
  assert.doesNotMatch(said, /right\.test\.ts/);
});
