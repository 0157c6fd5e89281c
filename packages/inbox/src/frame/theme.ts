import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'countersign.theme';
const listeners = new Set<() => void>();
let theme: Theme = readStored();

function readStored(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find(each => each === stored) ?? 'system';
  } catch {
    // A browser that stores nothing for this page follows the system.
    return 'system';
  }
}

/** Must run before the first drawing. Otherwise the page would briefly show the other theme. */
export function applyTheme(): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function chooseTheme(next: Theme): void {
  theme = next;
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // It then holds until the page is loaded again.
  }
  applyTheme();
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => theme,
  );
}
