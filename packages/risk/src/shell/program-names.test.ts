import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programNames } from './program-names.ts';
import { judgedPrograms } from './run-command.ts';

test('the list of program names equals the tables of judges', () => {
  assert.deepEqual([...programNames].sort(), [...new Set(judgedPrograms())].sort());
});
