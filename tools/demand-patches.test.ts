// Needs its own process: it loads parts of the product once more for each patch.
// Coverage that cannot lie: every row of docs/coverage names a test that fails, by assertion, when the feature is patched
// away, while other tests of the same file pass. The patches whose tests run a server are in server-demand-patches.test.ts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mistakenSource } from '@countersign/testing';
import { assertNoticed, assertSound } from './apply-demand-patch.ts';
import { demandPatches } from './demand-patches.table.ts';
import { readDemands } from './document-coverage.ts';
import { assertNone } from './findings.ts';
import { readFiles } from './repository.ts';

const rows = readFiles('docs/coverage', /\.md$/).flatMap(file => readDemands(file).demands);

describe('the repository', () => {
  test('every demand has a patch, and every patch is of a demand', () => {
    const patched = new Set(demandPatches.flatMap(({ demands }) => demands));
    const known = new Set(rows.map(({ id }) => id));
    assertNone([
      ...[...known].filter(id => !patched.has(id)).map(id => `no patch takes ${id} away`),
      ...[...patched].filter(id => !known.has(id)).map(id => `${id} has no row`),
    ]);
  });

  test('each patch fits one place of its source, and its test stands in the row of each demand', () => {
    const names = demandPatches.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { demands, test: file, ...patch } of demandPatches) {
      assert.notEqual(mistakenSource(patch), '');
      for (const id of demands) {
        const row = rows.find(each => each.id === id);
        assert.ok(row?.tests.includes(file), `the row of ${id} does not name ${file}`);
      }
    }
  });
});

describe('a patch', () => {
  const quick = demandPatches.filter(({ costly }) => costly !== true);
  for (const patch of quick) {
    test(`a test of each demand notices that ${patch.name}`, () => assertNoticed(patch));
  }

  test('without a patch, every test that carries a patched demand passes', () =>
    assertSound(quick));
});
