import { useEffect, useRef } from 'react';

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
