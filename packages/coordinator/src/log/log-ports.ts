import type { NoteKey } from '@countersign/protocol/log';

/** Signs checkpoints. It holds the private key of the log. */
export interface NoteSigner {
  /** The name that stands in the signature line. */
  readonly name: string;
  /** As `noteKeyId` makes it of the name and the public key. */
  readonly key_id: string;
  /** The Ed25519 signature over the UTF-8 bytes of the text. */
  sign(text: string): Promise<Uint8Array>;
  /** Every key that a checkpoint of this log may be signed with, those of the past included. */
  keys(): readonly NoteKey[];
}

/**
 * Takes checkpoints to a place that a writer of the store cannot reach: a file elsewhere, a webhook, a printed line.
 * Each is given at least once, after it was saved; those of one log mostly in order. Rejects where it was not taken.
 */
export interface CheckpointSink {
  publish(note: string): Promise<void>;
}
