import { type ImportedKey, importPublicKey } from '@countersign/protocol/crypto';
import { decodeBase64url } from '@countersign/protocol/json';
import { type NoteKey, noteKeyId } from '@countersign/protocol/log';
import { ProtocolError } from '@countersign/protocol/reason';
import { addSeconds, isDue, type Timestamp } from '@countersign/protocol/value';
import { type Jwks, publicJwk } from './jwks.ts';
import type { SigningKey } from './signing-key.ts';

// Keys take turns. Each key signs from its `not_before` until that of the next key. It verifies for as long as its
// artifacts can live. It is published from `created_at`, some time before it signs, so every verifier has it by its
// first signature. A key that was revoked before its turn never signs. A key that is revoked in its turn leaves the
// rest of the turn empty. No earlier key signs again, because it may end before the artifacts that it would sign.

/** A key, and what the next in turn means for those before it. */
export interface KeyInTurn extends Omit<SigningKey, 'not_after'> {
  /** How long keys before this one go on verifying once it signs: the longest life of an artifact. */
  readonly overlap_seconds: number;
}

/** The records of keys that are given in the order they were made. */
export function recordsOf(keys: readonly KeyInTurn[]): SigningKey[] {
  const turns = inTurn(keys);
  return keys.map(({ overlap_seconds: _, ...key }) => {
    const next = turns[turns.findIndex(({ kid }) => kid === key.kid) + 1];
    const retires = hasTurn(key) && next !== undefined;
    return {
      ...key,
      not_after: retires ? addSeconds(next.not_before, next.overlap_seconds) : null,
    };
  });
}

/** Whether artifacts under this key are to be believed at that time. */
export function verifiesAt(key: SigningKey, time: Timestamp): boolean {
  const { created_at, not_after, revoked_at } = key;
  const isOver = (end: Timestamp | null): boolean => end !== null && isDue(end, time);
  return isDue(created_at, time) && !isOver(not_after) && !isOver(revoked_at);
}

/** The first key that a later look at the same keys has lost, or whose revocation it has; null where there is none. */
export function findLost(earlier: KeyRing, later: KeyRing): SigningKey | null {
  const isKept = ({ kid, revoked_at }: SigningKey): boolean => {
    const found = later.find(kid);
    return found !== undefined && (revoked_at === null || found.revoked_at === revoked_at);
  };
  return earlier.records.find(key => !isKept(key)) ?? null;
}

/** The keys of one issuer at one moment of their history. It never changes; a new one takes its place. */
export class KeyRing {
  /** Every key there ever was, in the order they were made. */
  readonly records: readonly SigningKey[];
  readonly #turns: readonly SigningKey[];
  private readonly imported: ReadonlyMap<string, ImportedKey>;

  /**
   * Throws `key_weak` or `key_malformed` where a key is unsafe to verify with. Checking a key takes milliseconds, so
   * keys that an earlier ring has checked are taken from it.
   */
  constructor(records: readonly SigningKey[], earlier?: KeyRing) {
    this.records = Object.freeze([...records]);
    this.#turns = inTurn(records);
    const importOnce = ({ kid, public_key }: SigningKey): ImportedKey => {
      const isChecked = earlier?.find(kid)?.public_key.x === public_key.x;
      const checked = isChecked ? earlier.imported.get(kid) : undefined;
      return checked ?? importPublicKey(public_key);
    };
    this.imported = new Map(records.map(key => [key.kid, importOnce(key)]));
    if (this.imported.size !== records.length) {
      throw new ProtocolError('object_malformed', '', 'expected every key once');
    }
  }

  find(kid: string): SigningKey | undefined {
    return this.records.find(key => key.kid === kid);
  }

  /** The one key that signs at that time, or null where none does. */
  signingAt(time: Timestamp): SigningKey | null {
    const current = this.#turns.findLast(({ not_before }) => isDue(not_before, time));
    return current !== undefined && verifiesAt(current, time) ? current : null;
  }

  /** The key that will sign next, where one is published already. */
  nextAt(time: Timestamp): SigningKey | null {
    return this.#turns.find(({ not_before }) => !isDue(not_before, time)) ?? null;
  }

  verifyingAt(time: Timestamp): ReadonlyMap<string, ImportedKey> {
    const keys = new Map<string, ImportedKey>();
    for (const record of this.records) {
      const key = this.imported.get(record.kid);
      if (key !== undefined && verifiesAt(record, time)) keys.set(record.kid, key);
    }
    return keys;
  }

  /** What those who verify elsewhere should hold at that time, also the key that does not sign yet. */
  jwksAt(time: Timestamp): Jwks {
    return { keys: this.records.filter(key => verifiesAt(key, time)).map(publicJwk) };
  }

  /** The keys that checkpoints under this name are verified with at that time. */
  noteKeysAt(name: string, time: Timestamp): NoteKey[] {
    return this.#noteKeys(name, this.verifyingAt(time));
  }

  /**
   * Every key that ever signed under this name, also those that are over or revoked: a log goes on from its last
   * checkpoint, whichever key had signed that.
   */
  everyNoteKey(name: string): NoteKey[] {
    return this.#noteKeys(name, this.imported);
  }

  #noteKeys(name: string, keys: ReadonlyMap<string, ImportedKey>): NoteKey[] {
    return [...keys].map(([kid, key]) => ({ name, key_id: this.noteKeyId(name, kid), key }));
  }

  noteKeyId(name: string, kid: string): string {
    const key = this.find(kid);
    if (key === undefined) throw new ProtocolError('jws_key_unknown', '', 'no key has that id');
    return noteKeyId(name, decodeBase64url(key.public_key.x));
  }
}

type Turn = Pick<SigningKey, 'not_before' | 'revoked_at'>;

function hasTurn({ not_before, revoked_at }: Turn): boolean {
  return revoked_at === null || revoked_at > not_before;
}

/** Those that ever sign, in the order in which they do; the one made later wins a tie. */
function inTurn<Key extends Turn>(keys: readonly Key[]): Key[] {
  return keys
    .filter(hasTurn)
    .sort((a, b) => (a.not_before < b.not_before ? -1 : a.not_before > b.not_before ? 1 : 0));
}
