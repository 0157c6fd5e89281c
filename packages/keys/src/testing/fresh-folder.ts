import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type FileSigner, openFileSigner } from '../file-signer.ts';
import { SignerUnusable } from '../signer-error.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { issuer } from './sample-artifacts.ts';
import { assertHidden } from './signer-cases-leaks.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** It is never moved. */
export const clock: ManualClock = createManualClock();
export const firstKey = 'key-000001.json';

/** A folder for one test, and how to open what is in it. */
export function fresh(context: TestContext) {
  const { path, keys, remove } = temporaryFolder();
  context.after(remove);
  const open = (passphrase?: string): Promise<FileSigner> =>
    openFileSigner({
      issuer,
      folder: keys,
      clock,
      ...(passphrase === undefined ? {} : { passphrase }),
    });
  return { path, keys, open, file: join(keys, firstKey) };
}

/** The message of a refusal, in which none of these secrets may stand. */
export async function refusal(attempt: Promise<unknown>, secrets: readonly string[] = []) {
  const error = await attempt.then(
    () => assert.fail('expected a refusal'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof SignerUnusable, String(error));
  assertHidden(secrets, error);
  return error.message;
}
