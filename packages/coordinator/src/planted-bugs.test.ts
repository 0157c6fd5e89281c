// Needs its own process: it loads the product once more for each planted bug.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { mistakenSource, proving, runTestsWith } from '@countersign/testing';
import { firstFinds } from './testing/simulation/first-finds.table.ts';
import { historiesMax, hunt, seedsFrom } from './testing/simulation/hunt.ts';
import { plantedAccessBugs } from './testing/simulation/planted-access-bugs.ts';
import { plantedAllowanceBugs } from './testing/simulation/planted-allowance-bugs.ts';
import { plantedAmendmentBugs } from './testing/simulation/planted-amendment-bugs.ts';
import { plantedBatchBugs } from './testing/simulation/planted-batch-bugs.ts';
import { type PlantedBug, plantedBugs } from './testing/simulation/planted-bugs.ts';
import { plantedEdgeBugs } from './testing/simulation/planted-edge-bugs.ts';
import { plantedEscalationBugs } from './testing/simulation/planted-escalation-bugs.ts';
import { plantedLimitBugs } from './testing/simulation/planted-limit-bugs.ts';
import { plantedOwnBugs } from './testing/simulation/planted-own-bugs.ts';
import { plantedPeopleBugs } from './testing/simulation/planted-people-bugs.ts';
import { plantedReleaseBugs } from './testing/simulation/planted-release-bugs.ts';
import { plantedSessionBugs } from './testing/simulation/planted-session-bugs.ts';
import { plantedStoreBugs } from './testing/simulation/planted-store-bugs.ts';

const found: string[] = [];

const testedBugs = [
  ...plantedStoreBugs,
  ...plantedPeopleBugs,
  ...plantedSessionBugs,
  ...plantedLimitBugs,
  ...plantedAccessBugs,
  ...plantedOwnBugs,
  ...plantedAllowanceBugs,
  ...plantedAmendmentBugs,
  ...plantedEscalationBugs,
  ...plantedReleaseBugs,
  ...plantedBatchBugs,
  ...plantedEdgeBugs,
];

/** Where the hunt for a bug begins: at the seed that is known to show it, or at the first one. */
function firstSeed({ name }: PlantedBug): number {
  return proving ? 0 : (firstFinds[name] ?? 0);
}

/** True for errors of a mistake that was planted badly: the code does not run at all. */
function isMalformed(error: unknown): boolean {
  return [SyntaxError, ReferenceError, TypeError].some(kind => error instanceof kind);
}

describe('planted bugs', () => {
  after(() => {
    console.log(
      ['Planted bugs, and after how many histories they were found:', ...found].join('\n'),
    );
  });

  test('the planted bugs cover every family of rules, and each one matches the source exactly once', () => {
    const all = [...plantedBugs, ...testedBugs];
    for (const bug of all) assert.notEqual(mistakenSource(bug), '');
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
    const families = new Set(all.map(({ rule }) => rule.slice(0, 2)));
    assert.deepEqual([...families].sort(), [
      'AB',
      'AL',
      'AM',
      'BA',
      'BG',
      'CH',
      'DG',
      'DR',
      'EG',
      'ES',
      'EV',
      'GT',
      'HI',
      'HR',
      'ID',
      'LK',
      'OF',
      'SS',
      'SU',
      'TD',
      'TM',
    ]);
    assert.ok(all.length >= 25);
    assert.deepEqual(Object.keys(firstFinds).sort(), plantedBugs.map(({ name }) => name).sort());
  });

  test('the same histories without a planted bug break no rule', async () => {
    for (const plot of new Set(plantedBugs.map(bug => bug.plot))) {
      const known = new Set(plantedBugs.filter(bug => bug.plot === plot).map(firstSeed));
      const { histories, violation } = await hunt(proving ? seedsFrom(0) : known, undefined, plot);
      assert.equal(violation, null, plot);
      assert.equal(histories, proving ? historiesMax : known.size);
    }
  });

  for (const bug of plantedBugs) {
    test(`the simulator detects that ${bug.name}`, async () => {
      const first = firstSeed(bug);
      const { histories, violation, seed } = await hunt(seedsFrom(first), bug);
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
      const isAsked = (name: string): boolean => name.includes(bug.test.name);
      // In `npm test` the file itself shows that its tests pass on sound code.
      const sound = proving ? await runTestsWith(bug.test.file, isAsked) : [];
      for (const { error } of sound) assert.ifError(error);
      const mistaken = await runTestsWith(bug.test.file, isAsked, bug);
      assert.notEqual(mistaken.length, 0, `no test of ${bug.test.file} has this name`);
      assert.ok(
        mistaken.some(({ error }) => error !== null && !isMalformed(error)),
        `no test found the mistake: ${mistaken.map(({ error }) => String(error)).join()}`,
      );
      found.push(`  test  ${bug.rule.padEnd(5)}  ${bug.name}`);
    });
  }
});
