import { useEffect, useState } from 'react';

/** How long something that commits must have been in view before a press of it counts. */
export const armingMilliseconds = 500;

/**
 * Whether the content has been on the screen for a moment. The wait starts again when the window regains focus. So a
 * press that was aimed at something above the page, or was aimed before the content appeared, does not count.
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
