import { useCallback, useRef, useState } from 'react';

interface Ask {
  readonly busy: boolean;
  readonly problem: unknown;
  /** Runs it, once at a time. What it throws is kept as the problem. */
  run(work: () => Promise<void>): void;
}

/** Something that a person asks for and waits for. */
export function useAsk(): Ask {
  const [state, setState] = useState<{ busy: boolean; problem: unknown }>({
    busy: false,
    problem: null,
  });
  const busy = useRef(false);
  const run = useCallback((work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setState({ busy: true, problem: null });
    const settle = (problem: unknown): void => {
      busy.current = false;
      setState({ busy: false, problem });
    };
    work().then(
      () => settle(null),
      problem => settle(problem ?? new Error('It did not work.')),
    );
  }, []);
  return { ...state, run };
}
