import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailable, StoreUnusable } from '@countersign/coordinator';
import { DatabaseError } from 'pg';
import {
  isContended,
  leavesConnectionUsable,
  refusalAtCommit,
  storeErrorOf,
} from './database-error.ts';

function databaseError(code: string, detail?: string): DatabaseError {
  const error = new DatabaseError(`error ${code}`, 0, 'error');
  error.severity = 'ERROR';
  error.code = code;
  error.detail = detail;
  return error;
}

const unavailable = {
  '53100': 'disk full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '57P01': 'ended by an administrator',
  '57P03': 'starting up',
  '57014': 'cancelled by a timeout',
  '58030': 'an I/O error',
  '08006': 'connection failure',
  '40001': 'serialization failure',
  '40P01': 'deadlock',
  '55P03': 'lock not available',
};
const unusable = {
  '25006': 'read-only',
  '3D000': 'no such database',
  '28P01': 'wrong password',
  '42501': 'not allowed',
  '42P01': 'no such table',
  '42883': 'no such function',
  XX001: 'data corrupted',
  XX002: 'index corrupted',
};
for (const [code, what] of Object.entries(unavailable)) {
  test(`${what} (${code}) makes the store unavailable`, () => {
    assert.ok(storeErrorOf(databaseError(code)) instanceof StoreUnavailable);
  });
}
for (const [code, what] of Object.entries(unusable)) {
  test(`${what} (${code}) makes the store unusable, and the error says what to do`, () => {
    const error = storeErrorOf(databaseError(code));
    assert.ok(error instanceof StoreUnusable);
    assert.match(error.message, /^expected .+; .+ \(error /);
  });
}

test('a connection that fails without a message of the server makes the store unavailable', () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const error = storeErrorOf(reset);
  assert.ok(error instanceof StoreUnavailable);
  assert.equal(error.cause, reset);
});

test('an error of the commit itself is passed on, so that the caller does not submit it again', () => {
  for (const code of ['22P05', '22001', 'CS003', '23514']) {
    const error = databaseError(code);
    assert.equal(storeErrorOf(error), error);
  }
});

test('only an error that another attempt can resolve is contended', () => {
  for (const code of ['23505', '40001', '40P01', '55P03']) {
    assert.ok(isContended(databaseError(code)));
  }
  for (const code of ['22P05', '57P01', '53100', 'CS001']) {
    assert.ok(!isContended(databaseError(code)));
  }
  assert.ok(!isContended(new Error('lost')));
});

test('a connection is used again after an error of a statement, and never after a connection error', () => {
  for (const code of ['23505', 'CS001', '55P03', '57014', '22P05']) {
    assert.ok(leavesConnectionUsable(databaseError(code)));
  }
  for (const code of ['57P01', '57P02', '57P03', '08006', '25P03']) {
    assert.ok(!leavesConnectionUsable(databaseError(code)));
  }
  assert.ok(!leavesConnectionUsable(new Error('Query read timeout')));
});

test('an error of the network is never taken for an error of the server', () => {
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  assert.ok(!leavesConnectionUsable(broken));
  assert.ok(storeErrorOf(broken) instanceof StoreUnavailable);
});

test('a refusal at COMMIT is read from its own error only', () => {
  const late = databaseError('CS001', '{"outcome":"too_late"}');
  assert.deepEqual(refusalAtCommit(late), { outcome: 'too_late' });
  assert.equal(refusalAtCommit(databaseError('23505', '{"outcome":"too_late"}')), null);
  assert.equal(refusalAtCommit(new Error('too_late')), null);
});
