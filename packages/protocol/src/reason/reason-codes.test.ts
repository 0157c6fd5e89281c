import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentOutcomes, reasonCodes } from './reason-codes.ts';

test('every code has a title and a remedy in whole sentences, and a known outcome', () => {
  for (const [code, entry] of Object.entries(reasonCodes)) {
    assert.match(code, /^[a-z]+(_[a-z0-9]+)*$/, code);
    assert.match(entry.title, /^[A-Z].*\.$/, code);
    assert.match(entry.remedy, /^[A-Z].*\.$/, code);
    assert.ok(entry.http >= 400 && entry.http < 600, code);
    if (entry.outcome !== null) assert.ok(agentOutcomes.includes(entry.outcome), code);
  }
});

test('no two codes have the same words', () => {
  const titles = Object.values(reasonCodes).map(({ title }) => title);
  assert.equal(new Set(titles).size, titles.length);
});
