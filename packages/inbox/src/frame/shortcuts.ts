import { useEffect, useRef } from 'react';

/** None of them approves anything, and none ever does. */
export const shortcutWords: readonly { readonly keys: readonly string[]; readonly does: string }[] =
  [
    { keys: ['J'], does: 'Next request' },
    { keys: ['K'], does: 'Previous request' },
    { keys: ['Enter'], does: 'Open the request' },
    { keys: ['/'], does: 'Search the queue' },
    { keys: ['N'], does: 'Next mark on the card, with Shift the previous one' },
    { keys: ['O'], does: 'Open the next fold' },
    { keys: ['E'], does: 'Exact JSON and back' },
    { keys: ['F'], does: 'Find in the card' },
    { keys: ['U'], does: 'Diff unified or side by side' },
    { keys: ['G', 'I'], does: 'Go to the inbox' },
    { keys: ['G', 'H'], does: 'Go to the history' },
    { keys: ['G', 'P'], does: 'Go to the policy' },
    { keys: ['G', 'K'], does: 'Go to people and keys' },
    { keys: ['?'], does: 'Show this list' },
  ];

const secondKeyMilliseconds = 1500;

type Shortcuts = Readonly<Record<string, () => void>>;

/** Keys such as `j`, `?` or `g i`, wherever nothing is being typed. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    let first = '';
    let pressedAt = 0;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      // A screen reader or a voice may press single keys by itself. They can be turned off, all but the list of them.
      if (!areSingleKeysOn() && key !== '?') return;
      const isSecond = first !== '' && event.timeStamp - pressedAt < secondKeyMilliseconds;
      const both = isSecond ? `${first} ${key}` : key;
      const shifted = event.shiftKey ? latest.current[`shift ${key}`] : undefined;
      const run = latest.current[both] ?? shifted ?? latest.current[key];
      first = key === 'g' ? key : '';
      pressedAt = event.timeStamp;
      if (run === undefined) return;
      event.preventDefault();
      first = '';
      run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

const offKey = 'countersign.single-keys';

export function areSingleKeysOn(): boolean {
  return localStorage.getItem(offKey) !== 'off';
}

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(offKey, on ? 'on' : 'off');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
