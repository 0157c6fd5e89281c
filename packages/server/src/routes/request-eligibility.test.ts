import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../http/caller.ts';
import { isTooWeak } from './request-eligibility.ts';

test('[OF-6] the sign-in of a terminal is too weak for high and critical risk, and a browser is not', () => {
  const levels = ['low', 'medium', 'high', 'critical'] as const;
  const tooWeak = (lives: 'browser' | 'terminal') =>
    levels.filter(level => isTooWeak({ kind: 'person', lives } as Caller, level));
  assert.deepEqual(tooWeak('terminal'), ['high', 'critical']);
  assert.deepEqual(tooWeak('browser'), []);
});
