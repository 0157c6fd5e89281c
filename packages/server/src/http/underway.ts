/** How many calls have begun and not yet been answered. */
interface Underway {
  begin(): void;
  end(): void;
  /** Resolves once there are none. */
  none(): Promise<void>;
}

export function createUnderway(): Underway {
  let count = 0;
  let waiting: (() => void)[] = [];
  return {
    begin: () => {
      count++;
    },
    end: () => {
      count--;
      if (count > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    none: () => (count === 0 ? Promise.resolve() : new Promise(resolve => waiting.push(resolve))),
  };
}
