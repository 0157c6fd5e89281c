import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { factsText } from '../language/english/facts.ts';
import { findText, showHits } from './find-text.ts';

interface FindBarProps {
  readonly text: string;
  onText(text: string): void;
  readonly within: RefObject<HTMLElement | null>;
  /** Another form has other text. */
  readonly of: string;
  onClose(): void;
}

/** Looks for a text in what is shown. Folds that hold it are open by then. */
export function FindBar({ text, onText, within, of, onClose }: FindBarProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  const [count, setCount] = useState(0);
  const sought = text.trim();
  useEffect(() => input.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form or text has other hits
  useEffect(() => {
    const place = within.current;
    if (place === null) return;
    const look = (): Range | undefined => {
      const hits = findText(place, sought);
      setCount(hits.length);
      return showHits(hits, Math.min(at, hits.length - 1));
    };
    look()?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    // A fold that holds the text opens a moment later.
    const observer = new MutationObserver(look);
    observer.observe(place, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      showHits([], -1);
    };
  }, [sought, at, of, within]);
  const move = (by: 1 | -1): void => {
    if (count > 0) setAt((Math.min(at, count - 1) + by + count) % count);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element search is not known to every browser we support
    <div className="find-bar" role="search">
      <Icon name="search" />
      <input
        ref={input}
        className="field"
        type="search"
        aria-label={factsText.findInCard}
        placeholder={factsText.findInCard}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={event => {
          setAt(0);
          onText(event.target.value);
        }}
        onKeyDown={event => {
          if (event.key === 'Escape') onClose();
          else if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
        }}
      />
      <span role="status">
        {sought === ''
          ? ''
          : count === 0
            ? factsText.notFound
            : factsText.hitOf(Math.min(at, count - 1) + 1, count)}
      </span>
      <IconButton icon="chevron-down" label={factsText.nextHit} onClick={() => move(1)} />
      <IconButton icon="cross" label={factsText.closeFind} onClick={onClose} />
    </div>
  );
}
