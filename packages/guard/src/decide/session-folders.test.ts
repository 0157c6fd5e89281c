import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionFolders } from './session-folders.ts';

test('a session keeps the folder in which it began, whatever other callers do', () => {
  const folders = new SessionFolders();
  assert.equal(folders.of('one', 's', '/projects/shop'), '/projects/shop');
  for (let count = 0; count < 10_000; count++) folders.of('two', `flood-${count}`, '/etc');
  assert.equal(folders.of('two', 's', '/etc'), '/etc', 'the same name is another session');
  assert.equal(folders.of('one', 's', '/etc'), '/projects/shop');
});

test('of one caller the oldest session is forgotten first', () => {
  const folders = new SessionFolders();
  for (let count = 0; count < 257; count++) folders.of('one', `s${count}`, `/p/${count}`);
  assert.equal(folders.of('one', 's1', '/etc'), '/p/1');
  assert.equal(folders.of('one', 's0', '/etc'), '/etc');
});
