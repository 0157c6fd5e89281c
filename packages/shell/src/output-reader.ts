import type { Readable } from 'node:stream';
import { CapturedOutput, type CapturedText } from './captured-output.ts';

/** Hears an output while it comes. It is not read further until it has answered. */
type Listener = (bytes: Uint8Array) => Promise<void> | void;

/** Reads one output of a process to its end. The listener may be slow, stuck or gone; the process can still end. */
export class OutputReader {
  readonly #stream: Readable | null;
  readonly #captured: CapturedOutput;
  /** Resolves when neither its end nor its listener is awaited any more. */
  readonly #givenUp: Promise<void>;
  #giveUp: () => void = () => undefined;
  #chunks = 0;
  #isTelling = false;
  readonly ended: Promise<void>;

  constructor(stream: Readable | null, limit: number, listener: Listener | undefined) {
    this.#stream = stream;
    this.#captured = new CapturedOutput(limit);
    this.#givenUp = new Promise(resolve => {
      this.#giveUp = resolve;
    });
    this.ended = this.#read(listener);
  }

  /** Changes while something comes or is being listened to: the same twice in a row is silence. */
  get progress(): string | null {
    return this.#isTelling ? null : `${this.#chunks}`;
  }

  giveUp(): void {
    this.#giveUp();
    this.#stream?.destroy();
  }

  captured(): CapturedText {
    return this.#captured.end();
  }

  async #read(listener: Listener | undefined): Promise<void> {
    if (this.#stream === null) return;
    let listening = listener;
    try {
      for await (const chunk of this.#stream as AsyncIterable<Uint8Array>) {
        this.#chunks++;
        this.#captured.add(chunk);
        this.#isTelling = true;
        try {
          await Promise.race([listening?.(chunk), this.#givenUp]);
        } catch {
          listening = undefined;
        }
        this.#isTelling = false;
      }
    } catch {
      // It was given up: a process that is not awaited still holds the other end.
    }
  }
}
