import { type KeyboardEvent, useRef } from 'react';

/** What a button has to be told so that a press counts only where all of it fell into the time when it was ready. */
interface WholePress {
  readonly handlers: {
    onPointerDown(): void;
    onKeyDown(event: KeyboardEvent): void;
  };
  /** Whether the press that ends now began while it was ready. */
  isWhole(): boolean;
}

/**
 * A finger or key that went down before `turn` began is not a press of what is there now, and neither is a key that
 * is held. `turn` changes whenever the button becomes ready again, and is null while it is not. Assistive technology
 * clicks without pointer or key, and is believed.
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
