/** One call, and everything that bounds it. */
export interface Outgoing {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long the whole answer may take. */
  readonly milliseconds: number;
  /** How long the answer may be. */
  readonly bytesMax: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Incoming {
  readonly status: number;
  /** Empty where nothing is said. */
  readonly contentType: string;
  /** Null where the answer is longer than it may be; the rest is then not read. */
  readonly bytes: Uint8Array | null;
}

/** Makes one call. Rejects if no complete answer came. Also rejects a redirect, so that the key goes nowhere else. */
export type Exchange = (outgoing: Outgoing) => Promise<Incoming>;
