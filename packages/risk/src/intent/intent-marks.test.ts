import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectInWords } from './detect-intent.ts';
import { readIntent } from './intent-marks.ts';

const marked = (words: string) => {
  const { marks, why } = readIntent(words, detectInWords(words).patterns);
  return { marks: marks.map(({ start, end, kind }) => [kind, words.slice(start, end)]), why };
};

test('the words that ask and the words that say what is wanted are marked apart', () => {
  const { marks, why } = marked(
    'I am about to delete all 41 old snapshots from backups-eu. Should I go ahead?',
  );
  assert.ok(
    marks.some(([kind, words]) => kind === 'asks' && /Should I go ahead/.test(words ?? '')),
  );
  assert.ok(marks.some(([kind, words]) => kind === 'effect' && /delete/.test(words ?? '')));
  assert.ok(why.includes('asks whether to go ahead'));
});

test('marks never meet, and stay inside the words', () => {
  const words = 'Should I go ahead? Should I go ahead and drop table users? I will rm -rf /data.';
  const { marks } = readIntent(words, detectInWords(words).patterns);
  let before = 0;
  for (const { start, end } of marks) {
    assert.ok(start >= before && end > start && end <= words.length);
    before = end;
  }
});

test('evidence that does not stand in the words gives a reason and no mark', () => {
  const patterns = [{ name: 'metadata_requires', evidence: 'requires_confirmation' }] as const;
  assert.deepEqual(readIntent('Fine.', patterns), {
    marks: [],
    why: ['says so in its metadata'],
  });
});
