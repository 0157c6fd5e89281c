// Every exported name has a user, and every file is reached. The rules are in unused-exports.ts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertNone } from './findings.ts';
import {
  listFiles,
  listPackageFolders,
  type RepositoryFile,
  readManifest,
  readText,
} from './repository.ts';
import { checkExports, type ExportingPackage } from './unused-exports.ts';

test('every exported name of the repository is imported, and every file is reached', () => {
  const files = listFiles()
    .filter(path => /\.([cm]?[jt]sx?|html)$/.test(path))
    .map(path => ({ path, text: readText(path) }));
  const packages = listPackageFolders().map(folder => ({ folder, manifest: readManifest(folder) }));
  assertNone(checkExports(files, packages));
});

const x: ExportingPackage = {
  folder: 'packages/x',
  manifest: {
    name: '@countersign/x',
    version: '0.0.0',
    exports: {
      '.': { source: './src/index.ts', default: './dist/index.js' },
      './testing': { source: './src/testing/index.ts' },
    },
    imports: { '#digest': { node: './src/digest.node.ts', default: './src/digest.web.ts' } },
  },
};

/** A small package that is in order: its entry point exports one name, which another file declares. */
const orderly: Readonly<Record<string, string>> = {
  'packages/x/src/index.ts': `export { used } from './used.ts';`,
  'packages/x/src/used.ts': `export const used = 1;`,
};

function findingsWith(planted: Readonly<Record<string, string>>): string[] {
  const files: RepositoryFile[] = Object.entries({ ...orderly, ...planted }).map(
    ([path, text]) => ({ path, text }),
  );
  return checkExports(files, [x]);
}

describe('the check finds', () => {
  test('an exported name that only its own file uses is found', () => {
    const text = `export const used = 1;\nexport const limit = 2;\nif (limit > used) throw 1;`;
    assert.deepEqual(findingsWith({ 'packages/x/src/used.ts': text }), [
      'packages/x/src/used.ts:2 exports limit, which no other file imports; drop the keyword',
    ]);
  });

  for (const [what, declaration] of Object.entries({
    function: 'export function left() {}',
    'generator function': 'export async function* left() {}',
    class: 'export class left {}',
    interface: 'export interface left {}',
    type: 'export type left = 1;',
    'destructured name': 'export const { a: [left] } = b;',
    'name in an export list': 'const other = 1;\nexport { other as left };',
    'name that is handed on': `export { used as left } from './used.ts';`,
  })) {
    test(`an unused ${what} is found`, () => {
      const entry = { 'packages/x/src/index.ts': `import './y.ts'; export {} from './used.ts';` };
      const findings = findingsWith({ ...entry, 'packages/x/src/y.ts': declaration });
      const left = findings.filter(finding => finding.includes('exports left, which nothing uses'));
      assert.equal(left.length, 1, findings.join('\n'));
    });
  }

  test('an unused default export is found', () => {
    const planted = {
      'packages/x/src/index.ts': `import { used } from './used.ts'; used;`,
      'packages/x/src/used.ts': `export const used = 1; export default used;`,
    };
    assert.match(findingsWith(planted).join(), /^packages\/x\/src\/used\.ts:1 exports default/);
  });

  test('a name that a file imports from itself is found', () => {
    const text = `import { me } from './used.ts'; export const used = 1; export const me = used;`;
    assert.equal(findingsWith({ 'packages/x/src/used.ts': text }).length, 1);
  });

  test('a dead file is found', () => {
    assert.deepEqual(findingsWith({ 'packages/x/src/dead.ts': 'run();' }), [
      'packages/x/src/dead.ts is a dead file: nothing imports or starts it',
    ]);
  });

  test('dead files that import each other are found', () => {
    const planted = {
      'packages/x/src/a.ts': `import { b } from './b.ts'; export const a = b;`,
      'packages/x/src/b.ts': `import { a } from './a.ts'; export const b = a;`,
    };
    assert.equal(findingsWith(planted).length, 2);
  });

  test('an unused name of an unpublished entry point is found', () => {
    const planted = { 'packages/x/src/testing/index.ts': `export const sample = 1;` };
    assert.match(findingsWith(planted).join(), /testing\/index\.ts:1 exports sample/);
  });
});

describe('the check accepts', () => {
  test('names of a published entry point pass', () => assertNone(findingsWith({})));

  for (const [what, text] of Object.entries({
    'a named import': `import { other as mine } from '../src/y.ts';`,
    'a type import': `import type { other } from '../src/y.ts';`,
    'an import of everything': `import * as y from '../src/y.ts';`,
    'an import while running': `await import('../src/y.ts');`,
    'an import in a type': `let y: import('../src/y.ts').other;`,
  })) {
    test(`${what} by a test counts as a use`, () => {
      assertNone(
        findingsWith({
          'packages/x/src/y.ts': `export const other = 1;`,
          'packages/x/tests/y.test.ts': text,
        }),
      );
    });
  }

  test('names that another package imports from an unpublished entry point pass', () => {
    assertNone(
      findingsWith({
        'packages/x/src/testing/index.ts': `export const sample = 1;`,
        'tests/y.test.ts': `import { sample } from '@countersign/x/testing';`,
      }),
    );
  });

  test('both files behind an import condition pass', () => {
    assertNone(
      findingsWith({
        'packages/x/src/used.ts': `import { digest } from '#digest'; export const used = digest;`,
        'packages/x/src/digest.node.ts': `export const digest = 1;`,
        'packages/x/src/digest.web.ts': `export const digest = 2;`,
      }),
    );
  });

  for (const [what, start] of Object.entries({
    'a worker, by its address': `new Worker(new URL('./testing/racing-worker.ts', base));`,
    'a worker, by its file name': `start('racing-worker.ts');`,
    'a worker, by its name': `start('racing-worker');`,
  })) {
    test(what, () => {
      assertNone(
        findingsWith({
          'packages/x/src/testing/racing-worker.ts': 'run();',
          'packages/x/src/race.test.ts': start,
        }),
      );
    });
  }

  test('the script of a page and the entry of a bundle pass', () => {
    assertNone(
      findingsWith({
        'packages/x/index.html': `<script type="module" src="/src/main.ts"></script>`,
        'packages/x/src/main.ts': 'run();',
        'packages/x/embed/vite.config.ts': `export default { entry: join(here, '../src/card.ts') };`,
        'packages/x/src/card.ts': 'export const card = 1;',
      }),
    );
  });
});
