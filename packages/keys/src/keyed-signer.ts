import type { Clock, NoteSigner, Signer } from '@countersign/coordinator';
import { assembleJws, jwsSigningInput } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import type { NoteKey } from '@countersign/protocol/log';
import { ProtocolError } from '@countersign/protocol/reason';
import type { Jwks } from './jwks.ts';
import type { KeyRing } from './key-ring.ts';
import { SignerUnavailable } from './signer-error.ts';
import type { SigningKey } from './signing-key.ts';

/** The coordinator's signer, and what is published about its keys. */
export interface KeyedSigner extends Signer {
  /** Every key there ever was, in the order they were made. */
  records(): readonly SigningKey[];
  /** What those who verify elsewhere should hold now. */
  jwks(): Jwks;
  /**
   * A signer of notes with the key that signs now. It takes texts of whole lines, and is for the next note: once
   * another key signs, it refuses.
   */
  noteSigner(name: string): NoteSigner;
  /** The keys that notes under this name are verified with now. */
  noteKeys(name: string): readonly NoteKey[];
  /**
   * Takes in what was rotated or revoked elsewhere. Call it more often than `publishSeconds`. Where it throws, the
   * known state stays in force, revoked keys too, so the caller must not ignore that.
   */
  reload(): Promise<void>;
}

/** The part of a signer that follows from its keys alone. */
export function publishedBy(
  ring: () => KeyRing,
  clock: Pick<Clock, 'now'>,
): Pick<KeyedSigner, 'keys' | 'records' | 'jwks' | 'noteKeys'> {
  return {
    keys: () => ring().verifyingAt(clock.now()),
    records: () => ring().records,
    jwks: () => ring().jwksAt(clock.now()),
    noteKeys: name => ring().noteKeysAt(name, clock.now()),
  };
}

/** Signs with the private keys of another holder: `signBytes` with the key of that id. */
export function signingWith(
  ring: () => KeyRing,
  clock: Pick<Clock, 'now'>,
  signBytes: (kid: string, message: Uint8Array) => Uint8Array,
): Pick<KeyedSigner, 'sign' | 'noteSigner'> {
  return {
    sign: async (typ, payload) => {
      const { kid } = signingKey(ring(), clock);
      const input = jwsSigningInput({ kid, typ, payload: payload as JsonObject });
      return assembleJws(input, signBytes(kid, Buffer.from(input)));
    },
    noteSigner: name => {
      const { kid } = signingKey(ring(), clock);
      return {
        name,
        key_id: ring().noteKeyId(name, kid),
        keys: () => ring().everyNoteKey(name),
        sign: async text => {
          assertNoteText(text);
          if (signingKey(ring(), clock).kid !== kid) throw replaced();
          return signBytes(kid, Buffer.from(text));
        },
      };
    },
  };
}

export function signingKey(ring: KeyRing, clock: Pick<Clock, 'now'>): SigningKey {
  const key = ring.signingAt(clock.now());
  if (key !== null) return key;
  throw new SignerUnavailable(
    'expected a key that signs now, found none; check the clock of this machine, or rotate the keys',
  );
}

export function replaced(): SignerUnavailable {
  return new SignerUnavailable('another key signs by now; ask for the note signer again');
}

/**
 * One key signs both notes and artifacts, and neither can be passed off as the other: a note ends with a
 * newline, and the signing input of a JWS has none. So a text without one is never signed as a note.
 */
export function assertNoteText(text: string): void {
  if (typeof text !== 'string' || !text.endsWith('\n') || /\p{Surrogate}/u.test(text)) {
    throw new ProtocolError('object_malformed', '/text', 'expected a text of whole lines');
  }
}
