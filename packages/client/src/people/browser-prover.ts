import { sha256OfText } from '@countersign/protocol/crypto';
import { encodeBase64url } from '@countersign/protocol/json';
import {
  assembleBrowserProof,
  browserProofBytes,
  browserProofHeader,
  isReading,
  proofNonceBytes,
  serverTimeHeader,
} from '@countersign/protocol/session';
import type { GateClock } from '../gate-clock.ts';
import type { ApiProblem } from './api-problem.ts';

/** The key of the browser in which a person signed in. Only its signatures leave the browser. */
export interface HeldBrowserKey {
  /** The name that the server gave it at the sign-in. */
  readonly browser_key_id: string;
  /** ECDSA on P-256 with SHA-256: 64 bytes, r and s. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Read at each call, because another tab may have signed in or out. Null if no one is signed in. */
export type FindBrowserKey = () => Promise<HeldBrowserKey | null>;

/** Proves with each call that it comes from the browser that signed in. */
export class BrowserProver {
  readonly #find: FindBrowserKey;
  readonly #clock: GateClock;
  /** How far the clock of the server is ahead of ours. */
  #aheadMilliseconds = 0;

  constructor(find: FindBrowserKey, clock: GateClock) {
    this.#find = find;
    this.#clock = clock;
  }

  /** The headers of the proof of one call; none where there is no key. */
  async prove(method: string, url: string, body: string): Promise<Record<string, string>> {
    const key = await this.#find();
    if (key === null) return {};
    const { origin, pathname, search } = new URL(url);
    const facts = {
      issued_at: this.#clock.now() + this.#aheadMilliseconds,
      nonce: isReading(method) ? null : newNonce(),
    };
    const call = {
      browser_key_id: key.browser_key_id,
      origin,
      method,
      target: `${pathname}${search}`,
      body_digest: sha256OfText(body),
    };
    const signature = await key.sign(browserProofBytes(call, facts));
    return { [browserProofHeader]: assembleBrowserProof(facts, signature) };
  }

  /** Whether a new proof may help: after learning the time of the server, or where the call was sent twice. */
  learnFrom({ code }: ApiProblem, { headers }: Response): boolean {
    if (code === 'session_proof_used') return true;
    const time = Number(headers.get(serverTimeHeader) ?? Number.NaN);
    if (code !== 'session_proof_expired' || !Number.isSafeInteger(time)) return false;
    this.#aheadMilliseconds = time - this.#clock.now();
    return true;
  }
}

function newNonce(): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(proofNonceBytes)));
}
