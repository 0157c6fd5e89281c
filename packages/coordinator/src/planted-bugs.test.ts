import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { proving } from '@countersign/testing';
import { firstFinds } from './testing/simulation/first-finds.table.ts';
import { mistaken, root } from './testing/simulation/plant-bug.ts';
import {
  type PlantedBug,
  type PlantedStoreBug,
  plantedBugs,
} from './testing/simulation/planted-bugs.ts';
import { plantedPeopleBugs } from './testing/simulation/planted-people-bugs.ts';
import { plantedSessionBugs } from './testing/simulation/planted-session-bugs.ts';
import { plantedStoreBugs } from './testing/simulation/planted-store-bugs.ts';
import { type Ended, historiesMax, hunt, runSource } from './testing/simulation/run-hunt.ts';

const found: string[] = [];

const testedBugs = [...plantedStoreBugs, ...plantedPeopleBugs, ...plantedSessionBugs];

/** Where the hunt for a bug begins: at the seed that is known to show it, or at the first one. */
function firstSeed({ name }: PlantedBug): number {
  return proving ? 0 : (firstFinds[name] ?? 0);
}

function runStoreTest({ test, name }: PlantedStoreBug, planted: boolean): Promise<Ended> {
  const preload = import.meta.resolve('./testing/simulation/plant-before-tests.ts');
  return runSource(
    [
      ...(planted ? ['--import', preload] : []),
      `--test-name-pattern=${test.name}`,
      fileURLToPath(pathToFileURL(join(root, test.file))),
    ],
    { COUNTERSIGN_PLANTED_BUG: name },
  );
}

describe('planted bugs', { concurrency: availableParallelism() }, () => {
  after(() => {
    console.log(
      ['Planted bugs, and after how many histories they were found:', ...found].join('\n'),
    );
  });

  test('the planted bugs cover every family of rules, and each one matches the source exactly once', () => {
    const all = [...plantedBugs, ...testedBugs];
    for (const bug of all) assert.notEqual(mistaken(bug), '');
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
    const families = new Set(all.map(({ rule }) => rule.slice(0, 2)));
    assert.deepEqual([...families].sort(), [
      'AB',
      'CH',
      'EV',
      'GT',
      'HR',
      'ID',
      'LK',
      'SS',
      'SU',
      'TM',
    ]);
    assert.ok(all.length >= 25);
    assert.deepEqual(Object.keys(firstFinds).sort(), plantedBugs.map(({ name }) => name).sort());
  });

  test('the same histories without a planted bug break no rule', async () => {
    const known = [...new Set(plantedBugs.map(firstSeed))];
    const seeds = proving ? `0-${historiesMax - 1}` : known.join(',');
    const { histories, violation } = await hunt(seeds);
    assert.equal(violation, null);
    assert.equal(histories, proving ? historiesMax : known.length);
  });

  for (const bug of plantedBugs) {
    test(`the simulator detects that ${bug.name}`, async () => {
      const first = firstSeed(bug);
      const { histories, violation, seed } = await hunt(
        `${first}-${first + historiesMax - 1}`,
        bug,
      );
      assert.notEqual(violation, null, `not found in ${histories} histories`);
      const by = violation?.rule === bug.rule ? '' : ` (as ${violation?.rule})`;
      const moved = proving || seed === first ? '' : '; run write-first-finds.ts';
      found.push(
        `${String(histories).padStart(6)}  ${bug.rule.padEnd(5)}  ${bug.name}${by}${moved}`,
      );
    });
  }

  for (const bug of testedBugs) {
    test(`a test detects that ${bug.name}`, async () => {
      const sound = await runStoreTest(bug, false);
      assert.equal(sound.code, 0, sound.output);
      assert.match(sound.output, /pass [1-9]/);
      const { code, output } = await runStoreTest(bug, true);
      assert.equal(code, 1, output);
      assert.match(output, /fail [1-9]/);
      found.push(`  test  ${bug.rule.padEnd(5)}  ${bug.name}`);
    });
  }
});
