import { type Coverage, cover, isCovered } from './coverage.ts';

export interface Part {
  readonly id: string;
  /** The name in the hint "Open stdin to approve". */
  readonly name: string;
}

export interface PartState extends Part {
  readonly seen: boolean;
  readonly folded: boolean;
}

/** One thing to look at. It is watched from when it is on the page until all of its height has been on the screen. */
interface Watched {
  readonly partId: string;
  coverage: Coverage;
  height: number;
  seen: boolean;
}

/** The part of an element that is on the screen, and its height, in pixels from its own top. */
type Measure = (element: Element) => {
  readonly from: number;
  readonly to: number;
  readonly height: number;
};

/**
 * Which of the parts that must be seen have been seen. A part is seen when every element of it has been on the screen
 * from top to bottom and nothing in it is folded. A seen part stays seen until the tracker is discarded with its view.
 * Only time on the screen makes a part seen. Otherwise a part would count as seen once its unseen elements had left the
 * page.
 */
export class SeenTracker {
  readonly #parts: readonly Part[];
  readonly #watched = new Map<Element, Watched>();
  readonly #folds = new Map<string, Set<string>>();
  readonly #done = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #states: readonly PartState[];

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
    this.#states = this.#judge();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  states = (): readonly PartState[] => this.#states;

  watch(element: Element, partId: string): () => void {
    this.#watched.set(element, { partId, coverage: [], height: 0, seen: false });
    this.#settle();
    return () => {
      this.#watched.delete(element);
      this.#settle();
    };
  }

  /** A value that is folded counts as not seen, wherever it stands. */
  fold(partId: string, key: string): () => void {
    const folds = this.#folds.get(partId) ?? new Set();
    this.#folds.set(partId, folds.add(key));
    this.#settle();
    return () => {
      folds.delete(key);
      this.#settle();
    };
  }

  /** What has not been seen yet and may be on the screen now. */
  unseen(): readonly Element[] {
    return [...this.#watched].filter(([, { seen }]) => !seen).map(([element]) => element);
  }

  look(elements: Iterable<Element>, measure: Measure): void {
    for (const element of elements) {
      const watched = this.#watched.get(element);
      if (watched === undefined || watched.seen) continue;
      const { from, to, height } = measure(element);
      // A new height means a new layout. The earlier positions no longer apply.
      if (Math.abs(height - watched.height) > 1) watched.coverage = [];
      watched.height = height;
      watched.coverage = cover(watched.coverage, from, to);
      watched.seen = height > 0 && isCovered(watched.coverage, height);
    }
    this.#finish();
    this.#settle();
  }

  /** The first element of the first part that is missing, and whether it has to be unfolded there. */
  next(): { readonly part: PartState; readonly element: Element | null } | null {
    const part = this.#states.find(({ seen }) => !seen);
    if (part === undefined) return null;
    const element = [...this.#watched].find(
      ([, watched]) => watched.partId === part.id && (!watched.seen || part.folded),
    );
    return { part, element: element?.[0] ?? null };
  }

  #settle(): void {
    const states = this.#judge();
    const same = states.every(
      ({ seen, folded }, index) =>
        this.#states[index]?.seen === seen && this.#states[index]?.folded === folded,
    );
    if (same) return;
    this.#states = states;
    for (const listener of this.#listeners) listener();
  }

  #finish(): void {
    const pending = new Map<string, boolean>();
    for (const { partId, seen } of this.#watched.values()) {
      pending.set(partId, (pending.get(partId) ?? false) || !seen);
    }
    for (const { id } of this.#parts) {
      if (pending.get(id) === false && !this.#isFolded(id)) this.#done.add(id);
    }
  }

  #isFolded(partId: string): boolean {
    return (this.#folds.get(partId)?.size ?? 0) > 0;
  }

  #judge(): readonly PartState[] {
    return this.#parts.map(part => {
      const seen = this.#done.has(part.id);
      return { ...part, seen, folded: !seen && this.#isFolded(part.id) };
    });
  }
}
