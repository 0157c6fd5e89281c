import { useEffect, useState } from 'react';

/** How long something that commits must have been in view before a press of it counts. */
export const armingMilliseconds = 500;

/**
 * Whether what is on the screen has been there for a moment. It starts again when the window regains focus: a press
 * that was meant for something above the page, or was aimed before it appeared, is not a press of this.
 */
export function useArmed(): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setArmed(true), armingMilliseconds);
    const stop = whenLookedAtAgain(() => {
      clearTimeout(timer);
      setArmed(false);
      timer = setTimeout(() => setArmed(true), armingMilliseconds);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return armed;
}

/** Tells when the window gets the focus or becomes visible. */
export function whenLookedAtAgain(then: () => void): () => void {
  window.addEventListener('focus', then);
  document.addEventListener('visibilitychange', then);
  return () => {
    window.removeEventListener('focus', then);
    document.removeEventListener('visibilitychange', then);
  };
}
