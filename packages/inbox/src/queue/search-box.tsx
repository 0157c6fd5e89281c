import type { ReactNode, RefObject } from 'react';
import { Icon } from '../design/icon.tsx';

/** The search of a list. Escape empties it and gives the focus back. */
export function SearchBox({
  box,
  label,
  placeholder,
  text,
  onText,
}: {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  onText(text: string): void;
}): ReactNode {
  return (
    <label className="queue-search">
      <Icon name="search" />
      <span className="visually-hidden">{label}</span>
      <input
        ref={box}
        type="search"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={event => onText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return;
          onText('');
          event.currentTarget.blur();
        }}
      />
      {text === '' && <kbd className="kbd">/</kbd>}
    </label>
  );
}
