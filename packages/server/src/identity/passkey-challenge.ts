import type { ClaimTaken } from '@countersign/coordinator';
import { type Digest, sha256OfText } from '@countersign/protocol/crypto';
import { decodeBase64url, encodeBase64url } from '@countersign/protocol/json';
import { addSeconds, millisecondsOf } from '@countersign/protocol/value';
import type { App } from '../app.ts';

/** What a challenge may be answered for; an answer to one is invalid for another. */
export type ChallengeUse =
  | readonly ['sign_in', keyDigest: Digest]
  | readonly ['step_up', sessionId: string]
  | readonly ['add_passkey', personId: string]
  | readonly ['lift_lock', lockId: string, sessionId: string]
  | readonly ['pause_guard', agentId: string, sessionId: string]
  | readonly ['redeem', invitationId: string, keyDigest: Digest];

export const ceremonyMilliseconds = 300_000;

/** Longer than a challenge lasts, also where clocks differ. */
const spentSeconds = 86_400;

/** A token that comes back with the answer, and whose digest is the challenge. Nothing is stored for it. */
export function issueChallenge(
  { secrets, context }: Pick<App, 'secrets' | 'context'>,
  use: ChallengeUse,
): { readonly token: string; readonly challenge: string } {
  const expiresAt = millisecondsOf(context.clock.now()) + ceremonyMilliseconds;
  const token = secrets.issue('passkey_challenge', use, expiresAt);
  return { token, challenge: challengeOf(token) };
}

/** A challenge that was answered, and the claim with which it is used up in the commit that it leads to. */
export interface AnsweredChallenge {
  readonly challenge: string;
  readonly bytes: Uint8Array;
  readonly claim: ClaimTaken;
}

/** Null where this server did not issue the token for this use, or it is too old. */
export function readChallenge(
  { secrets, context }: Pick<App, 'secrets' | 'context'>,
  use: ChallengeUse,
  token: string,
): AnsweredChallenge | null {
  const now = context.clock.now();
  if (!secrets.holds('passkey_challenge', use, token, millisecondsOf(now))) return null;
  const challenge = challengeOf(token);
  return {
    challenge,
    bytes: decodeBase64url(challenge),
    claim: { scope: 'nonce', key: `passkey/${challenge}`, until: addSeconds(now, spentSeconds) },
  };
}

function challengeOf(token: string): string {
  const [, hex = ''] = sha256OfText(token).split(':');
  return encodeBase64url(Buffer.from(hex, 'hex'));
}
