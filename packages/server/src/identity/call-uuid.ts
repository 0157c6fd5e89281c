import { sha256 } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import { callerName } from '../http/caller.ts';
import type { Call } from '../http/route.ts';

/**
 * A UUID for what a call makes. With an idempotency key it follows from the key, so that a repetition names the
 * same thing and can be answered from what is there.
 */
export function uuidFor({
  caller,
  context,
  idempotencyKey,
}: Pick<Call, 'caller' | 'context' | 'idempotencyKey'>): string {
  const name = callerName(caller);
  if (idempotencyKey === null || name === null) return context.ids.uuid();
  return uuidOf({ caller: name, key: idempotencyKey });
}

/** The UUID that follows from these facts. */
export function uuidOf(facts: JsonObject): string {
  const [, hex = ''] = sha256(facts).split(':');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(12, 15)}`,
    `8${hex.slice(15, 18)}`,
    hex.slice(18, 30),
  ].join('-');
}
