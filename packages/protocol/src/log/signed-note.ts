import { bytesToHex, concatBytes, hexToBytes, isBytes } from '@noble/hashes/utils.js';
import { sha256Bytes } from '#sha256';
import type { ImportedKey } from '../crypto/public-key.ts';
import { loneSurrogate } from '../json/json-key.ts';
import { utf8Bytes } from '../json/utf8.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';

// A signed note as c2sp.org/signed-note defines it: a text, a blank line, and one line for each signature. Only
// Ed25519 is verified; signatures of other kinds, such as those of witnesses, are unknown ones and stay unread.

/** Letters in the longest note: room for 16 signatures of the largest kind there is, and as many again. */
const sizeMax = 256 * 1024;

/** What every signature line begins with: an em dash and a space. */
const mark = '\u2014 ';

/** No spaces, and no plus signs. */
const nameForm = /^[^\p{White_Space}\p{Surrogate}+]+$/u;

const keyIdForm = /^[0-9a-f]{8}$/;

/** Marks a key as one for Ed25519 signatures over the text alone. */
const ed25519Type = 1;

/** A key that is trusted to sign notes under a name. The id comes from `noteKeyId`. */
export interface NoteKey {
  readonly name: string;
  /** Eight lowercase hexadecimal digits. */
  readonly key_id: string;
  readonly key: ImportedKey;
}

export interface NoteSignature {
  readonly name: string;
  readonly key_id: string;
  readonly signature: Uint8Array;
}

/** Whether this may name a key, and so an origin. */
export function isNoteName(name: unknown): name is string {
  return typeof name === 'string' && nameForm.test(name) && !hasControlCharacter(name);
}

/**
 * The id of an Ed25519 key under a name. It tells keys apart and is no proof of anything: other keys with
 * the same id are easily made, and fail at the signature.
 */
export function noteKeyId(name: string, publicKey: Uint8Array): string {
  if (!isNoteName(name)) throw malformed('/name', 'expected a name without spaces or plus signs');
  if (!isBytes(publicKey) || publicKey.length !== 32) {
    throw malformed('/publicKey', 'expected the 32 bytes of an Ed25519 key');
  }
  const hashed = concatBytes(utf8Bytes(`${name}\n`), Uint8Array.of(ed25519Type), publicKey);
  return bytesToHex(sha256Bytes(hashed).subarray(0, 4));
}

/** Puts signatures of the text behind it. Throws what no verifier would accept. */
export function assembleNote(text: string, signatures: readonly NoteSignature[]): string {
  const lines = signatures.map(({ name, key_id, signature }, i) => {
    if (!isNoteName(name) || !keyIdForm.test(key_id)) {
      throw malformed(`/signatures/${i}`, 'expected the name and the id of a key');
    }
    if (!isBytes(signature) || signature.length === 0) {
      throw malformed(`/signatures/${i}/signature`, 'expected bytes');
    }
    return `${mark}${name} ${encodeBase64(concatBytes(hexToBytes(key_id), signature))}\n`;
  });
  const note = `${text}\n${lines.join('')}`;
  if (parseNote(note)?.text !== text) {
    throw malformed('', 'expected a text of whole lines, and at least one signature');
  }
  return note;
}

/**
 * Checks that a trusted key signed the note, and gives its text, which must not be looked at before. Signatures
 * of unknown keys are passed over; one bad signature of a known key spoils the note. Never throws.
 */
export function verifyNote(input: {
  readonly note: string;
  readonly keys: readonly NoteKey[];
}): Result<{ readonly text: string; readonly signers: readonly NoteKey[] }> {
  try {
    return checkNote(input);
  } catch {
    return refuse('internal_error', 'the note could not be checked');
  }
}

function checkNote({
  note,
  keys,
}: Parameters<typeof verifyNote>[0]): ReturnType<typeof verifyNote> {
  const parsed = parseNote(note);
  if (parsed === null) {
    return refuse('checkpoint_malformed', 'expected text, a blank line and signature lines');
  }
  const message = utf8Bytes(parsed.text);
  const signers: NoteKey[] = [];
  for (const { name, key_id, signature } of parsed.signatures) {
    const signer = keys.find(known => known.name === name && known.key_id === key_id);
    if (signer?.key.alg !== 'EdDSA') continue;
    if (signers.includes(signer)) {
      return refuse('checkpoint_malformed', 'expected one signature of each key, found two');
    }
    if (!signer.key.verify(message, signature)) {
      return refuse('checkpoint_signature_mismatch', 'the signature does not fit the text');
    }
    signers.push(signer);
  }
  return signers.length > 0
    ? accept({ text: parsed.text, signers })
    : refuse('checkpoint_key_unknown', 'no signature is of a trusted Ed25519 key');
}

function parseNote(note: unknown): { text: string; signatures: NoteSignature[] } | null {
  if (typeof note !== 'string' || note.length > sizeMax || !note.endsWith('\n')) return null;
  if (loneSurrogate.test(note) || hasControlCharacter(note)) return null;
  // Empty lines are allowed in the text, so that the last one is what separates it from the signatures.
  const separator = note.lastIndexOf('\n\n');
  if (separator < 0) return null;
  const lines = note.slice(separator + 2, -1).split('\n');
  const signatures = lines.map(parseSignature);
  return signatures.every(signature => signature !== null)
    ? { text: note.slice(0, separator + 1), signatures }
    : null;
}

function parseSignature(line: string): NoteSignature | null {
  if (!line.startsWith(mark)) return null;
  const [name, encoded, ...rest] = line.slice(mark.length).split(' ');
  if (!isNoteName(name) || encoded === undefined || rest.length > 0) return null;
  const bytes = decodeOrNull(encoded);
  if (bytes === null || bytes.length < 5) return null;
  return { name, key_id: bytesToHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
}

function decodeOrNull(encoded: string): Uint8Array | null {
  try {
    return decodeBase64(encoded);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** Notes have no character below the space but the newline. */
function hasControlCharacter(note: string): boolean {
  for (let i = 0; i < note.length; i++) {
    const code = note.charCodeAt(i);
    if (code < 0x20 && code !== 0x0a) return true;
  }
  return false;
}

function malformed(path: string, message: string): ProtocolError {
  return new ProtocolError('object_malformed', path, message);
}
