import { sha256OfText } from '@countersign/protocol/crypto';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { useFolded } from '../decision/seen.tsx';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { numberLocale } from '../language/chosen.ts';
import { factsText } from '../language/english/facts.ts';
import { fill } from '../language/fill.ts';
import { utf8Length } from './fold.ts';

/** What the policy says about reading a card. */
export interface Reading {
  /** Values that a rule calls generated, as JSON Pointers. */
  readonly generated: readonly string[];
  /** Whether the open stage demands every row of a table. */
  readonly everyRow: boolean;
}

const ReadingContext = createContext<Reading>({ generated: [], everyRow: false });

export function ReadingProvider({
  reading,
  children,
}: {
  readonly reading: Reading;
  readonly children: ReactNode;
}): ReactNode {
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

export function useReading(): Reading {
  return useContext(ReadingContext);
}

const generatedWords = factsText.generated;

/** Why the folds of a value need not be opened, where its rule calls it generated; null where they count. */
export function useGenerated(pointer: string): string | null {
  return useReading().generated.includes(pointer) ? generatedWords : null;
}

interface Folding {
  /** Every fold is open: paper has no buttons. */
  readonly all: boolean;
  /** What a person looks for, in lower case. A fold that holds it opens. */
  readonly sought: string;
}

const FoldingContext = createContext<Folding>({ all: false, sought: '' });

export function FoldingProvider({
  sought = '',
  all = false,
  children,
}: {
  readonly sought?: string;
  readonly all?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const printing = usePrinting();
  const outer = useContext(FoldingContext);
  const isAll = all || printing || outer.all;
  const folding = useMemo(() => ({ all: isAll, sought }), [isAll, sought]);
  return <FoldingContext value={folding}>{children}</FoldingContext>;
}

function usePrinting(): boolean {
  return useSyncExternalStore(
    tell => {
      const over = new AbortController();
      const { signal } = over;
      const now = (): void => flushSync(tell);
      addEventListener('beforeprint', now, { signal });
      addEventListener('afterprint', tell, { signal });
      matchMedia('print').addEventListener('change', tell, { signal });
      return () => over.abort();
    },
    () => matchMedia('print').matches,
    () => false,
  );
}

/** Whether every fold is open, because the page is printed. */
export function useFoldsOpen(): boolean {
  return useContext(FoldingContext).all;
}

/** Whether a fold is open, and how a person opens it. `textOf` gives what it holds, as it is searched. */
export function useFold(textOf: () => string): { readonly isOpen: boolean; open(): void } {
  const { all, sought } = useContext(FoldingContext);
  const [opened, setOpened] = useState(false);
  const isHit = !opened && sought !== '' && textOf().toLowerCase().includes(sought);
  useEffect(() => {
    if (isHit) setOpened(true);
  }, [isHit]);
  return { isOpen: opened || all || isHit, open: () => setOpened(true) };
}

interface FoldProps {
  /** The part that it belongs to. */
  readonly partId: string;
  /** What is folded, in words. */
  readonly what: ReactNode;
  /** What else is known of it, behind its length and digest. */
  readonly about?: string;
  /** What the button says. */
  readonly opens: string;
  /** What is folded, as it is measured and searched. */
  readonly text: string;
  /** Why the fold need not be opened. Null if it counts as unseen until a person opens it. */
  readonly free?: string | null;
  readonly children: ReactNode;
}

/** Something long, folded to one line with its length and its digest until a person opens it. */
export function Fold({ children, ...band }: FoldProps): ReactNode {
  const { isOpen, open } = useFold(() => band.text);
  return isOpen ? children : <FoldBand {...band} onOpen={open} />;
}

export function FoldBand({
  partId,
  what,
  about,
  opens,
  text,
  free = null,
  onOpen,
}: Omit<FoldProps, 'children'> & { onOpen(): void }): ReactNode {
  const bytes = utf8Length(text).toLocaleString(numberLocale);
  return (
    <div className={free === null ? 'fold' : 'fold fold--free'}>
      {free === null && <Counts partId={partId} />}
      <Icon name="rows" />
      <span>
        <b>{what}</b>{' '}
        <span className="fold-about">
          {fill(factsText.bytesAbout, {
            bytes: bytes,
            about: about === undefined ? '' : `, ${about}`,
            free: free === null ? '' : `, ${free}`,
          })}
        </span>
      </span>
      <ShortDigest text={text} />
      <Button small onClick={onOpen} data-opens={free === null ? partId : undefined}>
        {opens}
      </Button>
    </div>
  );
}

/** While it is on the page, its part has something folded in it. */
function Counts({ partId }: { readonly partId: string }): ReactNode {
  useFolded(partId, useId());
  return null;
}

const endsShown = { start: 'sha256:'.length + 4, end: 4 };

/** The digest of a text. Its middle has no width, so that it is short on the screen and whole in the clipboard. */
export function ShortDigest({ text }: { readonly text: string }): ReactNode {
  const digest = useMemo(() => sha256OfText(text), [text]);
  return (
    <code className="short-digest" title={digest}>
      {digest.slice(0, endsShown.start)}
      <span>{digest.slice(endsShown.start, -endsShown.end)}</span>
      {digest.slice(-endsShown.end)}
    </code>
  );
}
