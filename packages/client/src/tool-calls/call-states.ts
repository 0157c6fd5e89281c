import { sha256 } from '@countersign/protocol/crypto';
import { type JsonValue, parseStrict } from '@countersign/protocol/json';
import type { Gate } from '../gate.ts';

/** The state of a suspended call. It passes through a client that is not trusted. */
export interface CallState {
  /** The request that the call waits for. */
  readonly ticket: string;
  readonly tool: string;
  /** Whose call it is. */
  readonly session: string | null;
  /** How often the client was told to come back. */
  readonly round: number;
}

const secretLengthMin = 32;
const prefix = 'countersign.';

/**
 * Signs the state of suspended calls. So a client can neither invent a state nor use the state of another client.
 * Processes that continue each other's calls share one secret. Without a secret, a state is valid only for this gate in
 * this process.
 */
export class CallStates {
  readonly #key: ReturnType<typeof crypto.subtle.importKey>;

  constructor(gate: Pick<Gate, 'instance'>, secret?: string) {
    if (secret !== undefined && secret.length < secretLengthMin) {
      throw new TypeError(
        `expected a secret of at least ${secretLengthMin} characters, found ${secret.length}`,
      );
    }
    const own = sha256({ instance: gate.instance, for: 'call states' });
    const bytes = new TextEncoder().encode(secret ?? own);
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    this.#key = crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify']);
  }

  async seal({ ticket, tool, session, round }: CallState): Promise<string> {
    const text = hexOf(new TextEncoder().encode(JSON.stringify({ ticket, tool, session, round })));
    const signed = await crypto.subtle.sign('HMAC', await this.#key, signedBytes(text));
    return `${prefix}${text}.${hexOf(new Uint8Array(signed))}`;
  }

  /** Null where this is no state of ours. */
  async open(state: unknown): Promise<CallState | null> {
    if (typeof state !== 'string' || !state.startsWith(prefix)) return null;
    const [text = '', signature = '', ...more] = state.slice(prefix.length).split('.');
    const [bytes, signed] = [bytesOf(text), bytesOf(signature)];
    if (more.length > 0 || bytes === null || signed === null) return null;
    const isOurs = await crypto.subtle.verify('HMAC', await this.#key, signed, signedBytes(text));
    if (!isOurs) return null;
    return stateIn(parseStrict(new TextDecoder().decode(bytes)));
  }
}

function stateIn(value: JsonValue): CallState | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { ticket, tool, session, round } = value as Readonly<Record<string, JsonValue>>;
  if (typeof ticket !== 'string' || typeof tool !== 'string' || typeof round !== 'number') {
    return null;
  }
  return session === null || typeof session === 'string' ? { ticket, tool, session, round } : null;
}

/** A prefix that separates these signatures from others under the same secret. */
function signedBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`countersign/call-state/v1 ${text}`);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> | null {
  if (!/^([0-9a-f]{2})+$/.test(hex)) return null;
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
}
