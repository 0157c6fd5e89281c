import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { Digest } from '@countersign/protocol/crypto';

/** Enough for few calls, and little to hold: programs of a hundred megabytes are common. */
const pieceBytes = 4 * 1024 * 1024;

/** The digest of the bytes of a file, read now. Synchronous, so that nothing of this process runs between it and a start. */
export function fileDigest(path: string): Digest {
  const hash = createHash('sha256');
  const piece = new Uint8Array(pieceBytes);
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const count = readSync(file, piece, 0, pieceBytes, null);
      if (count === 0) return Digest.parse(`sha256:${hash.digest('hex')}`);
      hash.update(piece.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}
