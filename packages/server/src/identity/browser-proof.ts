import type { ClaimTaken, Context } from '@countersign/coordinator';
import { type ImportedKey, importPublicKey } from '@countersign/protocol/crypto';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { verifyBrowserProof } from '@countersign/protocol/session';
import { addSeconds, millisecondsOf } from '@countersign/protocol/value';
import type { BrowserCredential } from '../http/authenticate.ts';
import { type OpenSession, proofUsed } from './session.ts';

type Session = OpenSession['session'];

export interface BrowserProofs {
  /** The claim on the nonce of a write, null for a read, or why the proof is none. */
  verify(
    session: Session,
    sent: Pick<BrowserCredential, 'proof' | 'call'>,
  ): Promise<Result<ClaimTaken | null>>;
}

/** Longer than a proof lives, also where clocks differ. */
const spentSeconds = 86_400;

/** Imported keys are kept, since the import costs more than the verification. */
const keysMax = 1000;

/** Verifies that the browser in which a session began makes the calls of the session (SS-1 to SS-5). */
export function createBrowserProofs({
  store,
  clock,
}: Pick<Context, 'store' | 'clock'>): BrowserProofs {
  const keys = new Map<string, ImportedKey>();
  const importedKey = ({ browser_key_id, public_key }: NonNullable<Session['browser_key']>) => {
    const kept = keys.get(browser_key_id) ?? importPublicKey(public_key);
    // The last that was used goes to the end, so the first is the one that was not used for longest.
    keys.delete(browser_key_id);
    keys.set(browser_key_id, kept);
    const [oldest] = keys.keys();
    if (keys.size > keysMax && oldest !== undefined) keys.delete(oldest);
    return kept;
  };
  return {
    verify: async ({ browser_key }, { proof, call }) => {
      if (browser_key === null) {
        return refuse('session_key_missing', 'this session began before browsers had keys');
      }
      if (proof === null) {
        return refuse('session_proof_missing', `expected a proof by a page of ${call.origin}`);
      }
      const { browser_key_id } = browser_key;
      const now = clock.now();
      const key = importedKey(browser_key);
      const proven = verifyBrowserProof(
        proof,
        { ...call, browser_key_id },
        key,
        millisecondsOf(now),
      );
      if (!proven.ok) return proven;
      const { nonce } = proven.value;
      if (nonce === null) return accept(null);
      const claim: ClaimTaken = {
        scope: 'nonce',
        key: `proof/${browser_key_id}/${nonce}`,
        until: addSeconds(now, spentSeconds),
      };
      return (await store.findClaim(claim)) === null ? accept(claim) : proofUsed;
    },
  };
}
