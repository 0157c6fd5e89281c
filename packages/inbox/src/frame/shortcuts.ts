import { useEffect, useRef } from 'react';

/** None of them approves anything, and none ever does. */
export const shortcutWords: readonly { readonly keys: readonly string[]; readonly does: string }[] =
  [
    { keys: ['J'], does: 'Next request' },
    { keys: ['K'], does: 'Previous request' },
    { keys: ['Enter'], does: 'Open the request' },
    { keys: ['/'], does: 'Search the queue' },
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
      const isSecond = first !== '' && event.timeStamp - pressedAt < secondKeyMilliseconds;
      const both = isSecond ? `${first} ${key}` : key;
      const run = latest.current[both] ?? latest.current[key];
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

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
