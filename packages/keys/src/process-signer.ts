import type { Clock } from '@countersign/coordinator';
import { jwsSigningInput, verifyJws } from '@countersign/protocol/crypto';
import { decodeBase64url, type JsonObject, snapshot } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { closedObject } from './closed-object.ts';
import { findLost, KeyRing } from './key-ring.ts';
import { assertNoteText, type KeyedSigner, publishedBy, signingKey } from './keyed-signer.ts';
import { SignerChild } from './signer-child.ts';
import { SignerUnavailable, SignerUnusable } from './signer-error.ts';
import { parseKeysAnswer, parseText } from './signer-wire.ts';

export interface ProcessSignerOptions {
  /** The issuer that its artifacts name; the process must say the same. */
  readonly issuer: string;
  /** The program that holds the keys, and its arguments; `signer-program` of this package is one. */
  readonly command: readonly [string, ...string[]];
  /** Exactly the environment it gets. Nothing is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly timeoutMilliseconds?: number;
  /** For its first answer, before which it may have to derive a key from a passphrase. */
  readonly startMilliseconds?: number;
}

/** A signer whose keys are held by another process. */
export interface ProcessSigner extends KeyedSigner {
  /** Ends the process. Whatever waits for it fails. */
  close(): Promise<void>;
}

const timeoutMillisecondsDefault = 5_000;
const startMillisecondsDefault = 30_000;

/**
 * Starts the process and learns its keys. No answer is used before it is verified: an artifact is passed on only if
 * it is exactly the requested one, under a key that is known and valid now. A process that fails is started again by
 * the next call, and must then know every key it knew before.
 */
export async function openProcessSigner(options: ProcessSignerOptions): Promise<ProcessSigner> {
  const signer = new ChildSigner(options);
  await signer.reload();
  const { issuer, clock } = options;
  return Object.freeze({
    issuer,
    ...publishedBy(() => signer.ring, clock),
    sign: (typ: string, payload: object) => signer.sign(typ, payload),
    noteSigner: (name: string) => {
      const { kid } = signingKey(signer.ring, clock);
      const key_id = signer.ring.noteKeyId(name, kid);
      return {
        name,
        key_id,
        keys: () => signer.ring.everyNoteKey(name),
        sign: (text: string) => signer.signNote({ name, key_id, kid, text }),
      };
    },
    reload: () => signer.reload(),
    close: () => signer.close(),
  });
}

class ChildSigner {
  ring = new KeyRing([]);
  readonly #options: ProcessSignerOptions;
  readonly #timeout: number;
  #child: SignerChild | null = null;
  #starting: Promise<SignerChild> | null = null;
  #isClosed = false;

  constructor(options: ProcessSignerOptions) {
    this.#options = options;
    this.#timeout = options.timeoutMilliseconds ?? timeoutMillisecondsDefault;
  }

  async sign(typ: string, payload: object): Promise<string> {
    const content = snapshot(payload) as JsonObject;
    const { clock } = this.#options;
    if (this.ring.signingAt(clock.now()) === null) await this.reload();
    // Bad input is refused here, with its own code, and does not reach the process.
    jwsSigningInput({ kid: signingKey(this.ring, clock).kid, typ, payload: content });
    const child = await this.#running();
    const answer = await child.request({ method: 'sign', typ, payload: content }, this.#timeout);
    return this.#checked(child, async () => {
      const jws = parseText(closedObject(answer, '/answer', ['jws'])['jws'], '/answer/jws');
      const verify = () => verifyJws({ jws, typ, keys: this.ring.verifyingAt(clock.now()) });
      let verdict = verify();
      if (!verdict.ok && verdict.refusal.code === 'jws_key_unknown') {
        // The key may have been rotated a moment ago.
        await this.reload();
        verdict = verify();
      }
      if (!verdict.ok) return null;
      const asked = jwsSigningInput({ kid: verdict.value.kid, typ, payload: content });
      return jws.startsWith(`${asked}.`) ? jws : null;
    });
  }

  async signNote(note: {
    readonly name: string;
    readonly key_id: string;
    readonly kid: string;
    readonly text: string;
  }): Promise<Uint8Array> {
    const { kid, ...asked } = note;
    assertNoteText(note.text);
    const child = await this.#running();
    const answer = await child.request({ method: 'sign_note', ...asked }, this.#timeout);
    return this.#checked(child, async () => {
      const { signature } = closedObject(answer, '/answer', ['signature']);
      const bytes = decodeBase64url(signature as string, '/answer/signature');
      const key = this.ring.verifyingAt(this.#options.clock.now()).get(kid);
      return key?.verify(Buffer.from(note.text), bytes) === true ? bytes : null;
    });
  }

  async reload(): Promise<void> {
    const known = this.#child;
    const child = await this.#running();
    // A process that has just started has already sent its keys.
    if (child === known) await this.#learnKeys(child, this.#timeout);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const child = this.#child;
    child?.fail('was closed');
    await child?.exited;
  }

  async #running(): Promise<SignerChild> {
    if (this.#isClosed) throw new SignerUnavailable('the signer was closed');
    if (this.#starting !== null) return this.#starting;
    if (this.#child !== null && !this.#child.hasFailed) return this.#child;
    this.#starting = this.#start().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #start(): Promise<SignerChild> {
    const { command, env = {}, clock, startMilliseconds } = this.#options;
    const child = new SignerChild({ command, env, clock });
    this.#child = child;
    try {
      await this.#learnKeys(child, startMilliseconds ?? startMillisecondsDefault);
      return child;
    } catch (error) {
      child.fail('did not list its keys');
      throw error;
    }
  }

  async #learnKeys(child: SignerChild, timeoutMilliseconds: number): Promise<void> {
    const answer = await child.request({ method: 'keys' }, timeoutMilliseconds);
    const ring = await this.#checked(child, async () => {
      const { issuer, records } = parseKeysAnswer(answer);
      return issuer === this.#options.issuer ? new KeyRing(records, this.ring) : null;
    });
    const lost = findLost(this.ring, ring);
    if (lost !== null) {
      child.fail('has lost a key');
      throw new SignerUnusable(
        `expected the signer process to know the key ${lost.kid} and its revocation still, found it does not; check which keys it was given`,
      );
    }
    this.ring = ring;
  }

  /** Returns the result of the check of an answer. Where the check fails, the process is ended. */
  async #checked<T>(child: SignerChild, check: () => Promise<T | null>): Promise<T> {
    let checked: T | null = null;
    try {
      checked = await check();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
    }
    if (checked !== null) return checked;
    child.fail('gave an answer that does not fit');
    throw new SignerUnavailable(
      'the signer process gave an answer that does not fit what was asked',
    );
  }
}
