import { type ImportedKey, importArtifactKey } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import { ProtocolError, type Result } from '@countersign/protocol/reason';
import type { StoreFacts } from '@countersign/wire/agent-answers';
import type { GateClock } from './gate-clock.ts';
import type { CallOptions, Transport } from './transport.ts';

/** Whose grants count, and the keys they are signed with. */
export interface Trust extends StoreFacts {
  /** In the form of a JWK set (RFC 7517). */
  readonly keys: readonly JsonObject[];
}

export interface TrustedKeys extends StoreFacts {
  readonly keys: ReadonlyMap<string, ImportedKey>;
}

/**
 * How long fetched keys are trusted. A grant under an unknown key makes the client fetch the keys again immediately.
 */
const freshMilliseconds = 300_000;
/** The keys are fetched at most this often. Otherwise forged grants could make a client call endlessly. */
const askAgainMilliseconds = 5000;

/** The keys that were pinned, or those that the server publishes over its configured origin. */
export class KeyTrust {
  readonly #transport: Pick<Transport, 'keys' | 'state'>;
  readonly #clock: GateClock;
  readonly #pinned: TrustedKeys | null;
  #known: { readonly trusted: TrustedKeys; readonly at: number } | null = null;

  constructor(
    transport: Pick<Transport, 'keys' | 'state'>,
    clock: GateClock,
    pinned: Trust | undefined,
  ) {
    this.#transport = transport;
    this.#clock = clock;
    this.#pinned = pinned === undefined ? null : { ...pinned, keys: importKeys(pinned.keys) };
  }

  async current(options?: CallOptions): Promise<Result<TrustedKeys>> {
    if (this.#pinned !== null) return { ok: true, value: this.#pinned };
    const known = this.#known;
    if (known !== null && this.#clock.elapsed() - known.at < freshMilliseconds) {
      return { ok: true, value: known.trusted };
    }
    return this.#fetch(options);
  }

  /** The keys again where there may be newer ones; null where there cannot be. */
  async newer(options?: CallOptions): Promise<Result<TrustedKeys> | null> {
    if (this.#pinned !== null) return null;
    const known = this.#known;
    if (known !== null && this.#clock.elapsed() - known.at < askAgainMilliseconds) return null;
    return this.#fetch(options);
  }

  async #fetch(options?: CallOptions): Promise<Result<TrustedKeys>> {
    const state = await this.#transport.state(options);
    if (!state.ok) return state;
    const published = await this.#transport.keys(options);
    if (!published.ok) return published;
    const { issuer, store_id } = state.value;
    const trusted = { issuer, store_id, keys: importKeys(published.value) };
    // If another server answers under the same address, its keys are not accepted.
    const before = this.#known?.trusted;
    if (before !== undefined && (before.issuer !== issuer || before.store_id !== store_id)) {
      const detail = `expected ${before.store_id}, found ${store_id}`;
      return { ok: false, refusal: { code: 'store_mismatch', detail } };
    }
    this.#known = { trusted, at: this.#clock.elapsed() };
    return { ok: true, value: trusted };
  }
}

/** Keys of other kinds, and weak ones, are left out: their signatures then count as unknown. */
function importKeys(jwks: readonly JsonObject[]): ReadonlyMap<string, ImportedKey> {
  const keys = new Map<string, ImportedKey>();
  for (const { kid, kty, crv, x } of jwks) {
    if (typeof kid !== 'string' || kty !== 'OKP') continue;
    try {
      keys.set(kid, importArtifactKey({ kty, crv, x }));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
    }
  }
  return keys;
}
