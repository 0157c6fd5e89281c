import type { KeyList } from '@countersign/client/people';
import {
  type BundleTrust,
  type EvidenceBundle,
  parseBundleText,
  type StatementId,
  verifyBundle,
} from '@countersign/protocol/bundle';
import { evidenceText } from '../language/english/evidence.ts';
import { firstClaims, wordsOfClaim } from './claim-words.ts';

/** One check: what is claimed, and what that rests on. */
export interface Claim {
  readonly id: StatementId;
  readonly result: 'proven' | 'failed' | 'not_shown';
  readonly claim: string;
  readonly basis: string;
}

export interface Evidence {
  readonly outcome: 'verified' | 'refused' | 'unchecked';
  /** The failed checks first, then the proven checks that most people ask for. */
  readonly claims: readonly Claim[];
  /** The other proven checks. */
  readonly besides: readonly Claim[];
  /** Claims that this bundle does not show, so they are not proven. */
  readonly notShown: readonly Claim[];
  readonly keys: number;
}

interface Site {
  readonly origin: string;
  readonly hostname: string;
}

/** Statements that were not made because something before them failed. */
const unsaid = evidenceText.earlierFailed;

/**
 * A valid bundle is evidence only of the request in it. It proves nothing about another request for which it is shown.
 */
const ofAnother = {
  id: 'store',
  result: 'failed',
  detail: evidenceText.otherRequest,
} as const;

/**
 * Verifies a bundle under the keys that its server publishes. A bundle may fail only because it is not complete yet,
 * for example because its last event is not in the log. Such a bundle is reported as not checkable, and not as refused.
 */
export function checkEvidence(
  bytes: Uint8Array,
  keys: KeyList,
  site: Site,
  requestId: string,
): Evidence {
  const bundle = readBundle(bytes);
  const { statements, verdict } = verifyBundle(bytes, trustIn(keys, bundle, site));
  const failed = statements.filter(({ result }) => result === 'failed');
  const isAnother = bundle !== null && bundle.approval_request_id !== requestId;
  const incomplete =
    !isAnother && failed.every(each => each.result === 'failed' && isIncomplete(each));
  const said = statements
    .filter(({ detail }) => detail !== unsaid)
    .map(each => (isAnother && each.id === 'store' ? ofAnother : each));
  const went = {
    permitted: bundle?.grant !== null,
    started: bundle === null || wasStarted(bundle),
  };
  const claims = said.map(({ id, result, detail }): Claim => {
    return { id, result, claim: wordsOfClaim(id, went), basis: shortened(detail) };
  });
  const proven = of(claims, 'proven');
  const isFirst = ({ id }: Claim) => firstClaims.includes(id);
  return {
    outcome:
      verdict === 'accepted' && !isAnother ? 'verified' : incomplete ? 'unchecked' : 'refused',
    claims: [
      ...of(claims, 'failed'),
      ...firstClaims.flatMap(id => proven.filter(claim => claim.id === id)),
    ],
    besides: proven.filter(claim => !isFirst(claim)),
    notShown: of(claims, 'not_shown'),
    keys: keys.keys.length,
  };
}

function isIncomplete({ code }: { readonly code: string }): boolean {
  return code === 'bundle_incomplete';
}

/** Only for the words of a claim; whether it holds is what was verified. */
function wasStarted({ stream }: EvidenceBundle): boolean {
  return stream.events.some(({ text }) => text.includes('"type":"grant.consumed"'));
}

function of(claims: readonly Claim[], result: Claim['result']): Claim[] {
  return claims.filter(claim => claim.result === result);
}

function readBundle(bytes: Uint8Array): EvidenceBundle | null {
  try {
    return parseBundleText(bytes);
  } catch {
    // The report says what is wrong with it.
    return null;
  }
}

function trustIn(keys: KeyList, bundle: EvidenceBundle | null, site: Site): BundleTrust {
  const signing_keys = keys.keys.map(({ kid, public_key, not_before, not_after, revoked_at }) => ({
    kid,
    public_key,
    not_before,
    not_after,
    revoked_at,
  }));
  return {
    signing_keys,
    note_keys: keys.keys.map(({ public_key }) => ({
      name: keys.log_name,
      public_key,
    })),
    store_id: keys.store_id,
    issuer: keys.issuer,
    origin: `${keys.store_id}/${bundle?.epoch ?? 0}`,
    passkeys: { origin: site.origin, rp_id: site.hostname },
  };
}

/** Digests and ids as their first and last characters; the whole ones are in the bundle. */
function shortened(text: string): string {
  return text.replaceAll(
    /\b(sha256:|[a-z]{2,8}_)([0-9a-f]{4})[0-9a-f]{20,}([0-9a-f]{4})\b/g,
    '$1$2…$3',
  );
}
