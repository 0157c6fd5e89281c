import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnusable } from '@countersign/coordinator';
import { makeDataFolder } from './private-files.ts';

const skip = process.platform !== 'linux';

test('a place where no folder can be made is refused, and not tried without end', { skip }, () => {
  for (const place of ['/proc/none', '/proc/none/data']) {
    assert.throws(() => makeDataFolder(place), StoreUnusable);
  }
  assert.throws(() => makeDataFolder('/dev/null/data'), { code: 'ENOTDIR' });
});
