import { createHash } from 'node:crypto';
import { Digest } from '@countersign/protocol/crypto';

export interface CapturedText {
  /** The beginning, up to the limit, read as UTF-8. */
  readonly text: string;
  /** How many bytes there were in all, and their digest, also of those beyond the limit. */
  readonly bytes: number;
  readonly digest: Digest;
  readonly truncated: boolean;
}

/** Keeps the beginning of an output and counts and digests all of it, so that no output fills the memory. */
export class CapturedOutput {
  readonly #limit: number;
  readonly #kept: Uint8Array[] = [];
  readonly #hash = createHash('sha256');
  #keptBytes = 0;
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    const room = this.#limit - this.#keptBytes;
    if (room <= 0) return;
    const part = chunk.subarray(0, room);
    this.#kept.push(part);
    this.#keptBytes += part.length;
  }

  end(): CapturedText {
    const truncated = this.#bytes > this.#keptBytes;
    // A character that the limit cuts in two is left out, not replaced.
    const text = new TextDecoder().decode(Buffer.concat(this.#kept), { stream: truncated });
    const digest = Digest.parse(`sha256:${this.#hash.digest('hex')}`);
    return { text, bytes: this.#bytes, digest, truncated };
  }
}
