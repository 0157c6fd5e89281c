import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchFiles } from './patch.ts';

const git = [
  'diff --git a/a.ts b/a.ts',
  'index 1..2 100644',
  '--- a/a.ts',
  '+++ b/a.ts',
  '@@ -10,3 +10,3 @@ export',
  ' same',
  '--- a comment that was removed',
  '+++ a comment that was added',
  'diff --git a/b.ts b/b.ts',
  'new file mode 100644',
  '--- /dev/null',
  '+++ b/b.ts',
  '@@ -0,0 +1,2 @@',
  '+one',
  '+two',
  '',
].join('\n');

const begin = [
  '*** Begin Patch',
  '*** Update File: src/auth.ts',
  '@@ mayEnter',
  '-  return a;',
  '+  return a || b;',
  '*** Delete File: old.ts',
  '*** Add File: new.ts',
  '+hello',
  '*** End Patch',
].join('\n');

test('a patch of git gives its files, their state and the numbers of their lines', () => {
  const files = patchFiles(git);
  assert.deepEqual(
    files.map(({ path, state, added, removed }) => [path, state, added, removed]),
    [
      ['a.ts', 'changed', 1, 1],
      ['b.ts', 'new', 2, 0],
    ],
  );
  const removed = files[0]?.lines.find(({ kind }) => kind === 'removed');
  assert.deepEqual(removed, {
    kind: 'removed',
    text: '-- a comment that was removed',
    start: git.indexOf('--- a comment') + 1,
    before: 11,
    after: null,
  });
});

test('a patch with Begin and End gives its files too', () => {
  assert.deepEqual(
    patchFiles(begin).map(({ path, state, added, removed }) => [path, state, added, removed]),
    [
      ['src/auth.ts', 'changed', 1, 1],
      ['old.ts', 'removed', 0, 0],
      ['new.ts', 'new', 1, 0],
    ],
  );
});

test('the lines of a patch are all of its text', () => {
  for (const text of [git, begin, '@@ -1 +1 @@\n\\ No newline\n x', '']) {
    const lines = patchFiles(text).flatMap(file => file.lines);
    const found = lines.map(line => text.slice(line.start, line.start + line.text.length));
    assert.deepEqual(
      found,
      lines.map(line => line.text),
    );
    assert.equal(lines.length, text.split('\n').length);
  }
});
