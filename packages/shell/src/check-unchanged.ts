import { equalDigests, sha256 } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import { NotStarted } from './not-started.ts';

/** What is about to start must be what was approved, to the last byte of its canonical form (AB-2, AB-7). */
export function checkUnchanged(approved: JsonObject, found: JsonObject): void {
  if (equalDigests(sha256(approved), sha256(found))) return;
  const changed = Object.keys(approved).filter(
    name => sha256(approved[name] ?? null) !== sha256(found[name] ?? null),
  );
  const what = changed.length > 0 ? changed.join(', ') : 'something';
  throw new NotStarted('precondition_changed', `since it was approved, this changed: ${what}`);
}
