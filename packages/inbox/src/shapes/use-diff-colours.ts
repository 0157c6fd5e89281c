import type { DiffRow } from '@countersign/card/diff';
import { useMemo } from 'react';
import { languageOfPath } from '../facts/language.ts';
import { type Token, tokensWithin } from '../facts/tokens.ts';
import { useTokens } from '../facts/use-tokens.ts';

/** Both sides of each file as texts, and where each row stands in them. */
interface Sides {
  readonly texts: readonly {
    value: string;
    readonly language: ReturnType<typeof languageOfPath>;
  }[];
  readonly places: ReadonlyMap<DiffRow, { readonly text: number; readonly start: number }>;
}

const none: readonly Token[] = [];

/** The colours of each line of a diff, read in the text of its side. */
export function useDiffColours(
  rows: readonly DiffRow[],
  path: string,
): (row: DiffRow) => readonly Token[] {
  const { texts, places } = useMemo(() => sidesOf(rows, path), [rows, path]);
  const tokens = useTokens(texts);
  return useMemo(() => {
    return row => {
      const place = places.get(row);
      if (place === undefined) return none;
      const { text, start } = place;
      return tokensWithin(tokens[text] ?? none, start, start + row.text.length).map(token => ({
        ...token,
        start: token.start - start,
        end: token.end - start,
      }));
    };
  }, [places, tokens]);
}

function sidesOf(rows: readonly DiffRow[], path: string): Sides {
  const texts: Sides['texts'][number][] = [];
  const places = new Map<DiffRow, { text: number; start: number }>();
  const sides = new Map<string, number>();
  const add = (row: DiffRow, side: 'old' | 'new'): void => {
    const file = row.path === '' ? path : row.path;
    const key = `${side} ${file}`;
    const text = sides.get(key) ?? texts.length;
    sides.set(key, text);
    texts[text] ??= { value: '', language: languageOfPath(file) };
    const own = texts[text];
    places.set(row, { text, start: own.value.length });
    own.value += `${row.text}\n`;
  };
  for (const row of rows) {
    if (row.kind === 'head') continue;
    if (row.kind !== 'added') add(row, 'old');
    if (row.kind !== 'removed') add(row, 'new');
  }
  return { texts, places };
}
