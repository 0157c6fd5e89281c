import { createHmac, timingSafeEqual } from 'node:crypto';

/** How old, or how far ahead of this clock, what Slack signed may be. */
const windowSeconds = 300;

interface SignedBySlack {
  /** The header `x-slack-request-timestamp`. */
  readonly timestamp: unknown;
  /** The header `x-slack-signature`. */
  readonly signature: unknown;
  /** The bytes of the body as they came. */
  readonly raw: Uint8Array;
}

/**
 * Whether Slack sent these bytes, not long ago: its `v0` signature over time and body. The signature covers the time,
 * so no one can send a recorded call again later. Within the window, a repeated call takes effect once.
 */
export function isSignedBySlack(
  signingSecret: string,
  { timestamp, signature, raw }: SignedBySlack,
  nowMilliseconds: number,
): boolean {
  if (typeof timestamp !== 'string' || !/^[0-9]{1,12}$/.test(timestamp)) return false;
  if (typeof signature !== 'string') return false;
  const [, hex] = /^v0=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (hex === undefined) return false;
  const age = Math.floor(nowMilliseconds / 1000) - Number(timestamp);
  if (Math.abs(age) > windowSeconds) return false;
  const expected = createHmac('sha256', signingSecret)
    .update(`v0:${timestamp}:`)
    .update(raw)
    .digest();
  return timingSafeEqual(expected, Buffer.from(hex, 'hex'));
}
