// Goal: for each of the 53 behaviours that AGT tests, ours is the same or stricter, or has no counterpart for a reason.
// Method: every row names a test of ours, which `npm test` runs; this file shows that the test is there.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { agtBehaviours } from './agt-behaviours.table.ts';

test('each of the 53 behaviours of AGT stands in the table once', () => {
  const names = agtBehaviours.map(({ upstream }) => upstream);
  assert.equal(names.length, 53);
  assert.equal(new Set(names).size, 53);
});

test('no behaviour is looser, and each difference has its reason', () => {
  for (const { upstream, here, because } of agtBehaviours) {
    assert.ok(['same', 'stricter', 'absent'].includes(here), upstream);
    assert.equal(because === '', here === 'same', upstream);
  }
});

test('each behaviour that is here names a test that is there', () => {
  const sources = new Map<string, string>();
  for (const { upstream, here, test: ours } of agtBehaviours) {
    assert.equal(ours === null, here === 'absent', upstream);
    if (ours === null) continue;
    const known = sources.get(ours.file);
    const source = known ?? readFileSync(new URL(`../../${ours.file}`, import.meta.url), 'utf8');
    sources.set(ours.file, source);
    const titles = [...source.matchAll(/\btest\((?:'|"|`)(.*?)(?:'|"|`)\s*,/g)];
    assert.ok(
      titles.some(([, title = '']) => title.includes(ours.title)),
      `${upstream}: no test in ${ours.file} has “${ours.title}” in its title`,
    );
  }
});
