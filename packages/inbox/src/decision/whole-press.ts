import { type KeyboardEvent, useRef } from 'react';

/** The handlers of a button that accepts a press only if the button was ready during the whole press. */
interface WholePress {
  readonly handlers: {
    onPointerDown(): void;
    onKeyDown(event: KeyboardEvent): void;
  };
  /** Whether the press that ends now began while it was ready. */
  isWhole(): boolean;
}

/**
 * A finger or key that went down before `turn` began does not press the present button. A held key does not either.
 * `turn` changes each time the button becomes ready again, and is null while it is not ready. Assistive technology
 * clicks without a pointer or key. Such a click counts.
 */
export function useWholePress(turn: number | null): WholePress {
  const began = useRef<{ readonly turn: number | null } | null>(null);
  const begin = (): void => {
    began.current = { turn };
  };
  return {
    handlers: {
      onPointerDown: begin,
      onKeyDown: event => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        if (event.repeat) event.preventDefault();
        else begin();
      },
    },
    isWhole: () => {
      const whole = began.current === null || (turn !== null && began.current.turn === turn);
      began.current = null;
      return whole;
    },
  };
}
