import type { Clock } from '@countersign/coordinator';
import { ApiKeyVerb } from '@countersign/protocol/directory';
import { ProtocolError } from '@countersign/protocol/reason';
import { millisecondsOf, Name, PersonId } from '@countersign/protocol/value';
import { createLocalJWKSet, createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod';
import type { Verb } from '../http/caller.ts';
import type { TrustedIssuer } from '../start/server-settings.ts';
import { mayBeInsecure } from './oidc-provider.ts';

/** What a signed token of the configured issuer says about an agent. Nothing in it can make a person of one. */
interface AgentToken {
  readonly subject: string;
  readonly verbs: readonly Verb[];
  readonly agent_ids: readonly string[];
  readonly executor: string | null;
  /** The people that it acts for, as the issuer verified. */
  readonly subject_ids: readonly string[];
  /** The person who is responsible for its agents, as the issuer verified. */
  readonly owner: PersonId | null;
  readonly tool_server: string | null;
}

/** Null where the token is not valid. Throws where the check itself failed. */
export type VerifyAgentToken = (token: string) => Promise<AgentToken | null>;

const algorithms = ['EdDSA', 'ES256', 'RS256'];
const ageSecondsMax = 3600;
/** Clocks of two machines differ. */
const toleranceSeconds = 5;
const keysWithinMilliseconds = 5000;

/** No issuer makes an edge: an operator registers the key that it signs with (EG-4). */
const scopeVerbs: ReadonlyMap<string, Verb> = new Map(
  ApiKeyVerb.exclude(['edge']).options.map(verb => [`countersign:${verb}`, verb]),
);

/** Claims of other applications may stand beside these; none of them is looked at. */
const Claims = z.object({
  sub: Name.max(500),
  scope: z.string().max(4096),
  agent_ids: z.array(Name).max(1024).default([]),
  executor: Name.nullable().default(null),
  subject_ids: z.array(PersonId).max(1024).default([]),
  owner: PersonId.nullable().default(null),
  tool_server: Name.nullable().default(null),
});

/**
 * Verifies tokens with the keys of the issuer alone: the places of keys and the algorithms that a token names are
 * ignored.
 */
export function agentTokenVerifier(issuer: TrustedIssuer, clock: Clock): VerifyAgentToken {
  const keys = keysOf(issuer);
  return async token => {
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer: issuer.issuer,
      audience: issuer.audience,
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: ageSecondsMax,
      clockTolerance: toleranceSeconds,
      currentDate: new Date(millisecondsOf(clock.now())),
    });
    const claims = Claims.safeParse(payload);
    return claims.success ? tokenOf(claims.data) : null;
  };
}

/** As with an API key: proposing and observing name an agent, and consuming names an executor. */
function tokenOf(claims: z.infer<typeof Claims>): AgentToken | null {
  const { sub, scope, ...rights } = claims;
  const { agent_ids, executor } = rights;
  const verbs = [...new Set(scope.split(' ').flatMap(word => scopeVerbs.get(word) ?? []))].sort();
  if (verbs.length === 0) return null;
  if (verbs.includes('consume') && executor === null) return null;
  if (agent_ids.length === 0 && verbs.some(verb => verb !== 'consume')) return null;
  return { subject: sub, verbs, ...rights };
}

function keysOf({ jwks, jwks_uri }: TrustedIssuer): JWTVerifyGetKey {
  if (jwks !== undefined) return createLocalJWKSet(jwks as Parameters<typeof createLocalJWKSet>[0]);
  if (jwks_uri !== undefined) {
    // An attacker on the network could otherwise put their own keys there, and speak for every agent.
    if (new URL(jwks_uri).protocol !== 'https:' && !mayBeInsecure(jwks_uri)) {
      const message = 'expected https, or http on this very machine';
      throw new ProtocolError('options_malformed', '/agent_tokens/jwks_uri', message);
    }
    return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: keysWithinMilliseconds });
  }
  return () => Promise.reject(new Error('the issuer has neither jwks nor jwks_uri'));
}
