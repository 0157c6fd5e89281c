// Needs its own process: it loads parts of the product once more for each patch.
// Coverage that cannot lie: a row of docs/coverage names a test that fails, by assertion, when the feature is patched away,
// while other tests of the same file pass.

import assert, { AssertionError } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { mistakenSource, runTestsWith } from '@countersign/testing';
import { demandPatches } from './demand-patches.table.ts';
import { demandsWithoutPatch } from './demands-without-patch.ts';
import { readDemands } from './document-coverage.ts';
import { assertNone } from './findings.ts';
import { readFiles, root } from './repository.ts';
import { findGrowth } from './rule-coverage.ts';

const list = 'tools/demands-without-patch.ts';
const listed = Object.values(demandsWithoutPatch).flat();
const rows = readFiles('docs/coverage', /\.md$/).flatMap(file => readDemands(file).demands);

describe('the repository', () => {
  test('every demand has a patch or is listed as without one, and not both', () => {
    const patched = new Set(demandPatches.flatMap(({ demands }) => demands));
    const without = rows.map(({ id }) => id).filter(id => !patched.has(id));
    assert.deepEqual([...listed].sort(), without.sort());
    for (const id of patched)
      assert.ok(
        rows.some(row => row.id === id),
        `${id} has no row`,
      );
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

  test('the list of demands without a patch only ever shrank', () => {
    assertNone(findGrowth([{ name: 'the working tree', rules: listed }, ...earlierLists()]));
  });
});

/** The list as each commit left it, newest first. */
function earlierLists(): { name: string; rules: string[] }[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let commits: string[];
  try {
    commits = git('log', '--first-parent', '--diff-filter=AM', '--format=%H', '--', list).split(
      '\n',
    );
  } catch {
    return []; // Without git, or in a repository without commits, there is no history to hold to.
  }
  return commits
    .filter(commit => commit !== '')
    .map(commit => ({
      name: `commit ${commit.slice(0, 12)}`,
      rules: git('show', `${commit}:${list}`).match(/(?<=')D\d-\d+(?=')/g) ?? [],
    }));
}

describe('a patch', () => {
  for (const patch of demandPatches) {
    test(`a test of each demand notices that ${patch.name}`, async () => {
      const outcomes = await runTestsWith(patch.test, withNeighbours(patch.demands), patch);
      for (const id of patch.demands) {
        const own = outcomes.filter(({ name }) => carries(name, id));
        assert.ok(
          own.some(({ error }) => error instanceof AssertionError),
          `no test with [${id}] failed by assertion: ${own.map(({ error }) => String(error)).join()}`,
        );
      }
      assert.ok(
        outcomes.some(({ error }) => error === null),
        'no other test of the file passes',
      );
    });
  }

  test('without a patch, every test that carries a patched demand passes', async () => {
    for (const file of new Set(demandPatches.map(patch => patch.test))) {
      const demands = demandPatches.filter(patch => patch.test === file).flatMap(p => p.demands);
      const isAsked = (name: string) => demands.some(id => carries(name, id));
      for (const { error } of await runTestsWith(file, isAsked)) assert.ifError(error);
    }
  });
});

/** The tests of these demands, and three others of the file. */
function withNeighbours(demands: readonly string[]): (title: string) => boolean {
  const neighbours = new Set<string>();
  return title => {
    if (demands.some(id => carries(title, id))) return true;
    if (neighbours.size < 3) neighbours.add(title);
    return neighbours.has(title);
  };
}

function carries(title: string, id: string): boolean {
  return title.includes(`[${id}]`);
}
