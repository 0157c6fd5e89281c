import type { ImportedKey } from '../crypto/public-key.ts';
import { decodeBase64url } from '../json/base64url.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { browserProofBytes, isReading, type ProofFacts, type ProvenCall } from './browser-proof.ts';

/** How long a proof is accepted after its time. */
const proofMilliseconds = 60_000;

/** How far the clock of a browser may be ahead. A browser that is further ahead learns the time from the refusal. */
const aheadMilliseconds = 5_000;

/** The time, the nonce of a write, and the 64 bytes of the signature, in their one spelling. */
const form = /^([1-9][0-9]{0,14})\.([A-Za-z0-9_-]{21}[AQgw])?\.([A-Za-z0-9_-]{85}[AQgw])$/;

/**
 * Verifies the proof of a call at a time in milliseconds. The signature is verified before the time is judged, so that
 * only the holder of the key learns that a proof is merely too old.
 */
export function verifyBrowserProof(
  header: string,
  call: ProvenCall,
  key: ImportedKey,
  now: number,
): Result<ProofFacts> {
  const [, time, nonce = null, text] = form.exec(header) ?? [];
  if (time === undefined || text === undefined || key.alg !== 'ES256') return mismatch;
  if ((nonce === null) !== isReading(call.method)) return mismatch;
  const facts: ProofFacts = { issued_at: Number(time), nonce };
  if (!key.verify(browserProofBytes(call, facts), decodeBase64url(text))) return mismatch;
  const age = now - facts.issued_at;
  if (age >= proofMilliseconds || age < -aheadMilliseconds) {
    return refuse('session_proof_expired', 'expected a proof of the last 60 seconds');
  }
  return accept(facts);
}

const mismatch = refuse(
  'session_proof_mismatch',
  'expected a proof that the browser of this session made for this call',
);
