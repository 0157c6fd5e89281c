import * as z from 'zod';
import type { JsonObject, JsonValue } from '../json/json-value.ts';

// Eight bytes of key id and 32 of HMAC-SHA256, both as canonical base64url: no two texts are one commitment.
const form = /^[A-Za-z0-9_-]{10}[AEIMQUYcgkosw048]\.[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/**
 * What stands in the parameters in place of a secret (EV-8): a commitment that only a holder of the key can make or
 * check. It names the key, so that a reader knows which one is needed.
 */
export const SealedValue = z.strictObject({
  $sealed: z.literal('v1'),
  commitment: z
    .string()
    .regex(form, 'expected the id of a seal key, a dot and an HMAC-SHA256, in base64url'),
});
export type SealedValue = z.infer<typeof SealedValue>;

/** Exactly this and nothing beside it: a further member could carry what should have been sealed. */
export function isSealed(value: JsonValue): value is SealedValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { $sealed, commitment } = value as JsonObject;
  return (
    $sealed === 'v1' &&
    typeof commitment === 'string' &&
    form.test(commitment) &&
    Object.keys(value).length === 2
  );
}

export function sealKeyIdOf({ commitment }: SealedValue): string {
  return commitment.slice(0, commitment.indexOf('.'));
}
