import { useEffect } from 'react';

/** A browser ends a longer timer immediately. */
const waitMax = 2 ** 31 - 1;

/** Reads a resource again at a time from which it differs without any event. */
export function useReloadAt(at: string | null, reload: () => void): void {
  useEffect(() => {
    if (at === null) return;
    // The clock of the server may be behind this one; a page that reads too early reads again.
    const wait = Math.max(1000, Date.parse(at) - Date.now() + 500);
    const timer = setTimeout(reload, Math.min(wait, waitMax));
    return () => clearTimeout(timer);
  }, [at, reload]);
}
