import type { Clock } from '@countersign/coordinator';
import { ApproverDecision } from '@countersign/protocol/chain';
import { Digest } from '@countersign/protocol/crypto';
import type { Result } from '@countersign/protocol/reason';
import { ApprovalRequestId, millisecondsOf } from '@countersign/protocol/value';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { TrustedIssuer } from '../start/server-settings.ts';
import type { Dispatcher } from './dispatch.ts';
import { dispatchedFetch } from './dispatched-fetch.ts';

/** Who decided, as the issuer says. Who that is here, the directory knows. */
interface AssertedPerson {
  readonly issuer: string;
  readonly subject: string;
  /** The issuer's own id of the assertion, which is taken once. */
  readonly jti: string;
}

/** What an assertion must be about to be valid. */
interface AssertedDecision {
  readonly approval_request_id: string;
  readonly input_digest: string;
  readonly decision: string;
}

/** Never rejects. Everything that prevents the verification is a refusal (ID-2). */
export type VerifyPerson = (
  token: string,
  about: AssertedDecision,
) => Promise<Result<AssertedPerson>>;

const algorithms = ['EdDSA', 'ES256', 'RS256'];
const ageSecondsMax = 600;
/** Clocks of two machines differ. */
const toleranceSeconds = 5;
const verifyWithinMilliseconds = 5000;

/** Claims of other applications may stand beside these; none of them is looked at, except to tell an agent's token. */
const Claims = z.object({
  sub: z.string().min(1).max(2048),
  jti: z.string().min(1).max(512),
  iat: z.number(),
  exp: z.number(),
  approval_request_id: ApprovalRequestId,
  input_digest: Digest,
  decision: ApproverDecision,
  scope: z.string().optional(),
});

/**
 * Verifies assertions with the keys of the issuer alone. A token may name another place for its key; that place is
 * ignored.
 */
export function personVerifier(
  issuer: TrustedIssuer,
  ports: {
    readonly clock: Clock;
    readonly dispatcher: Dispatcher;
    readonly log: Pick<Logger, 'warn'>;
  },
): VerifyPerson {
  const keys = keysOf(issuer, ports.dispatcher);
  return async (token, about) => {
    const over = new AbortController();
    try {
      const verified = verify(token, about, issuer, keys, ports.clock);
      return await Promise.race([verified, timeIsUp(ports.clock, over.signal)]);
    } catch (error) {
      // The error may carry what the token says, so only its code is written down.
      const { code = 'unknown' } = error as { readonly code?: unknown };
      ports.log.warn({ code: String(code) }, 'an assertion of a person could not be verified');
      return notValid('it could not be verified with the keys of the issuer');
    } finally {
      over.abort();
    }
  };
}

async function verify(
  token: string,
  about: AssertedDecision,
  { issuer, audience }: TrustedIssuer,
  keys: JWTVerifyGetKey,
  clock: Clock,
): Promise<Result<AssertedPerson>> {
  const now = millisecondsOf(clock.now());
  const { payload } = await jwtVerify(token, keys, {
    algorithms,
    issuer,
    audience,
    maxTokenAge: ageSecondsMax,
    clockTolerance: toleranceSeconds,
    currentDate: new Date(now),
  });
  const claims = Claims.safeParse(payload);
  if (!claims.success) return notValid('a claim is missing or malformed');
  const { sub, jti, iat, exp, scope, ...bound } = claims.data;
  // An issuer may sign for agents too. Theirs say so, and no agent is a person (ID-6).
  if (scope?.includes('countersign:') === true) return notValid('it is the token of an agent');
  // The keys may have come late: what ended while they were fetched has ended (TM-1).
  const end = exp + toleranceSeconds;
  if (end * 1000 <= millisecondsOf(clock.now())) return notValid('it ended before it was verified');
  if (exp - iat > ageSecondsMax) {
    return notValid(`expected at most ${ageSecondsMax} s from iat to exp`);
  }
  for (const name of ['approval_request_id', 'input_digest', 'decision'] as const) {
    if (bound[name] !== about[name]) return notValid(`${name} is not that of the answer`);
  }
  return { ok: true, value: { issuer, subject: sub, jti } };
}

function keysOf({ jwks, jwks_uri }: TrustedIssuer, dispatcher: Dispatcher): JWTVerifyGetKey {
  if (jwks !== undefined) return createLocalJWKSet(jwks as Parameters<typeof createLocalJWKSet>[0]);
  if (jwks_uri !== undefined) {
    return createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: verifyWithinMilliseconds,
      [customFetch]: dispatchedFetch(dispatcher),
    });
  }
  return () => Promise.reject(new Error('the issuer has neither jwks nor jwks_uri'));
}

async function timeIsUp(clock: Clock, signal: AbortSignal): Promise<never> {
  await clock.pause(verifyWithinMilliseconds, signal);
  throw new Error(`it took longer than ${verifyWithinMilliseconds} ms`);
}

function notValid(detail: string): Result<never> {
  return { ok: false, refusal: { code: 'person_assertion_not_valid', detail } };
}
