import type { RefObject } from 'react';
import { notesWithin } from '../facts/mark-note.tsx';
import { useShortcuts } from '../frame/shortcuts.ts';

/** The keys of a card. They move, open and find; none of them decides. */
export function useCardKeys(
  scroller: RefObject<HTMLElement | null>,
  { onForm, onFind }: { onForm(): void; onFind(): void },
): void {
  const all = (selector: string): HTMLElement[] => [
    ...(scroller.current?.querySelectorAll<HTMLElement>(selector) ?? []),
  ];
  const toMark = (by: 1 | -1): void => {
    const notes = scroller.current === null ? [] : notesWithin(scroller.current);
    const at = notes.indexOf(document.activeElement as HTMLElement);
    const from = at === -1 && by === -1 ? 0 : at;
    const next = notes[(from + by + notes.length) % notes.length];
    next?.scrollIntoView({ block: 'center' });
    next?.focus({ preventScroll: true });
  };
  useShortcuts({
    n: () => toMark(1),
    'shift n': () => toMark(-1),
    o: () => {
      const folds = all('[data-opens]');
      const next = folds.find(fold => fold === document.activeElement) ?? folds[0];
      next?.scrollIntoView({ block: 'nearest' });
      next?.click();
    },
    e: onForm,
    f: onFind,
  });
}
