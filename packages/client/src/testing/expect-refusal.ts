import assert from 'node:assert/strict';
import { type GateFaultKind, GateMisconfigured } from '../gate-misconfigured.ts';
import { NotAllowed } from '../not-allowed.ts';

/** What a promise was refused with. */
export async function refusal(promise: Promise<unknown>): Promise<NotAllowed> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof NotAllowed) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: 'expected a refusal' });
}

/** That a promise fails with a fault of the set-up, of this kind. */
export async function misconfigured(
  promise: Promise<unknown>,
  kind: GateFaultKind,
): Promise<GateMisconfigured> {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof GateMisconfigured)) throw error;
    assert.equal(error.kind, kind, error.message);
    return error;
  }
  throw new assert.AssertionError({ message: 'expected a fault of the set-up' });
}

/** A tool that must not be started. */
export function unreachable(): never {
  throw new Error('this must not run');
}
