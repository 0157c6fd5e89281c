import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ProtocolError } from '../reason/protocol-error.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { emptyRoot, TreeHash, treeSizeMax } from './merkle-tree.ts';
import {
  assembleNote,
  isNoteName,
  type NoteKey,
  type NoteSignature,
  verifyNote,
} from './signed-note.ts';

// A checkpoint as c2sp.org/tlog-checkpoint defines it, without extension lines: nothing could audit them.

/** The state of a log at one moment: which log it is, how many events it has, and the root over them. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: TreeHash;
}

/** A checkpoint, and the trusted keys that vouch for it. */
export interface VerifiedCheckpoint extends Checkpoint {
  readonly signers: readonly NoteKey[];
}

/** The text to sign. The holder of the key signs it; `assembleCheckpoint` adds the signatures. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  if (!isNoteName(origin)) {
    throw malformed('/origin', 'expected a name without spaces or plus signs');
  }
  if (!Number.isInteger(size) || size < 0 || size > treeSizeMax) {
    throw malformed('/size', 'expected the number of events');
  }
  if (!TreeHash.safeParse(root).success || (size === 0) !== (root === emptyRoot)) {
    throw malformed('/root', 'expected the root of a tree of that size');
  }
  return `${origin}\n${size}\n${encodeBase64(hexToBytes(root))}\n`;
}

/** Puts signatures behind the text, which must be that of a checkpoint. */
export function assembleCheckpoint(text: string, signatures: readonly NoteSignature[]): string {
  if (parseText(text) === null) throw malformed('/text', 'expected the text of a checkpoint');
  return assembleNote(text, signatures);
}

/**
 * Checks that a checkpoint is signed by a trusted key and speaks of the expected log. What it says is not
 * even read before a signature fits. Never throws.
 */
export function verifyCheckpoint(input: {
  readonly note: string;
  readonly origin: string;
  readonly keys: readonly NoteKey[];
}): Result<VerifiedCheckpoint> {
  try {
    const verified = verifyNote(input);
    if (!verified.ok) return verified;
    const { text, signers } = verified.value;
    const checkpoint = parseText(text);
    if (checkpoint === null) {
      return refuse(
        'checkpoint_malformed',
        'expected the lines origin, size and root, and no more',
      );
    }
    if (checkpoint.origin !== input.origin) {
      return refuse('checkpoint_origin_mismatch', 'the origin is not that of the expected log');
    }
    return accept({ ...checkpoint, signers });
  } catch {
    return refuse('internal_error', 'the checkpoint could not be checked');
  }
}

function parseText(text: string): Checkpoint | null {
  const [origin = '', size = '', root = ''] = text.split('\n', 4);
  if (!/^(?:0|[1-9][0-9]{0,15})$/.test(size) || !/^[A-Za-z0-9+/]{43}=$/.test(root)) return null;
  try {
    const checkpoint = {
      origin,
      size: Number(size),
      root: bytesToHex(decodeBase64(root)) as TreeHash,
    };
    // Writing it again refuses every other spelling, and whatever follows the third line.
    return checkpointText(checkpoint) === text ? checkpoint : null;
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

function malformed(path: string, message: string): ProtocolError {
  return new ProtocolError('object_malformed', path, message);
}
