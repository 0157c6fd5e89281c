/** The state of something that is read from the server. The old data stays during another reading. */
export interface Resource<T> {
  readonly data: T | undefined;
  /** Why the last reading failed; null after one that did not. */
  readonly problem: unknown;
  readonly loading: boolean;
}

export type Read<T> = (signal: AbortSignal) => Promise<T>;

/** Names the request that has changed. Null if anything may have changed. */
export type Concerns = (requestId: string | null) => boolean;

interface Kept {
  resource: Resource<unknown>;
  read: Read<unknown> | null;
  concerns: Concerns;
  reading: AbortController | null;
  /** A change arrived during the reading, so the answer may already be old. */
  again: boolean;
  readonly listeners: Set<() => void>;
}

const nothing: Resource<never> = { data: undefined, problem: null, loading: true };
const keptUnwatched = 60;

/**
 * Things read from the server, by key. Each is read once for all its readers, and again when a change concerns it. A
 * value without readers is kept for a while, so that going back shows it at once, and is read again then.
 */
export class ResourceStore {
  readonly #kept = new Map<string, Kept>();
  readonly #onProblem: (problem: unknown) => void;

  constructor(onProblem: (problem: unknown) => void) {
    this.#onProblem = onProblem;
  }

  peek<T>(key: string): Resource<T> {
    return (this.#kept.get(key)?.resource ?? nothing) as Resource<T>;
  }

  /** Reads it now, and again whenever `concerns` says so. The returned function ends that. */
  watch<T>(key: string, read: Read<T>, concerns: Concerns, listener: () => void): () => void {
    const kept = this.#keep(key);
    kept.read = read;
    kept.concerns = concerns;
    kept.listeners.add(listener);
    if (kept.listeners.size === 1) this.#load(kept);
    return () => {
      kept.listeners.delete(listener);
      if (kept.listeners.size === 0) this.#dropUnwatched();
    };
  }

  /** Reads again whatever a change concerns. */
  changed(requestId: string | null): void {
    for (const kept of this.#kept.values()) {
      if (kept.listeners.size > 0 && kept.concerns(requestId)) this.#load(kept);
    }
  }

  reload(key: string): void {
    const kept = this.#kept.get(key);
    if (kept !== undefined) this.#load(kept);
  }

  /** Stores a value that an answer already contained. So the page does not wait for it again. */
  put<T>(key: string, data: T): void {
    const kept = this.#keep(key);
    kept.reading?.abort();
    kept.reading = null;
    this.#set(kept, { data, problem: null, loading: false });
  }

  /** Forgets everything, such as what the person who has just signed out could see. */
  clear(): void {
    for (const kept of this.#kept.values()) kept.reading?.abort();
    this.#kept.clear();
  }

  #keep(key: string): Kept {
    let kept = this.#kept.get(key);
    if (kept === undefined) {
      kept = {
        resource: nothing,
        read: null,
        concerns: () => false,
        reading: null,
        again: false,
        listeners: new Set(),
      };
      this.#kept.set(key, kept);
    }
    return kept;
  }

  #load(kept: Kept): void {
    if (kept.reading !== null) {
      kept.again = true;
      return;
    }
    const { read } = kept;
    if (read === null) return;
    const reading = new AbortController();
    kept.reading = reading;
    kept.again = false;
    if (!kept.resource.loading) this.#set(kept, { ...kept.resource, loading: true });
    const settle = (change: Partial<Resource<unknown>>): void => {
      if (kept.reading !== reading) return;
      kept.reading = null;
      this.#set(kept, { ...kept.resource, ...change, loading: false });
      if (kept.again) this.#load(kept);
    };
    read(reading.signal).then(
      data => settle({ data, problem: null }),
      problem => {
        if (reading.signal.aborted) return;
        settle({ problem });
        this.#onProblem(problem);
      },
    );
  }

  #set(kept: Kept, resource: Resource<unknown>): void {
    kept.resource = resource;
    for (const listener of kept.listeners) listener();
  }

  #dropUnwatched(): void {
    const unwatched = [...this.#kept].filter(([, { listeners }]) => listeners.size === 0);
    for (const [key, { reading }] of unwatched.slice(0, -keptUnwatched)) {
      reading?.abort();
      this.#kept.delete(key);
    }
  }
}
