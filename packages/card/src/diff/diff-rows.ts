import type { Edit } from '../edit.ts';
import { changedWords } from './changed-words.ts';
import { lineDiff } from './line-diff.ts';

/** One line of a diff as it is drawn, with its place in the value that it comes from. */
export interface DiffRow {
  readonly kind: 'same' | 'added' | 'removed' | 'head';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
  /** The value that the line stands in, and where. */
  readonly pointer: string;
  readonly start: number;
  /** Of the file; empty where the edit names it once for all. */
  readonly path: string;
  /** Stretches of the line that differ from its counterpart. */
  readonly changed: readonly (readonly [from: number, to: number])[];
}

/** Rows in a hunk, or equal rows that are folded. */
type DiffPart =
  | { readonly kind: 'rows'; readonly rows: readonly DiffRow[] }
  | { readonly kind: 'equal'; readonly rows: readonly DiffRow[] };

const around = 3;
const foldMin = 4;

/** The rows of an edit. Those of old and new text together are both texts, and those of a patch are all of it. */
export function diffRows(edit: Edit): readonly DiffRow[] {
  if (edit.kind === 'write') return [];
  if (edit.kind === 'patch') {
    const { pointer } = edit.patch;
    const rows = edit.files.flatMap(({ lines, path }) =>
      lines.map(
        ({ kind, text, start, before, after }): DiffRow => ({
          kind: kind === 'hunk' ? 'head' : kind,
          text,
          before,
          after,
          pointer,
          start,
          path,
          changed: [],
        }),
      ),
    );
    return withChangedWords(rows);
  }
  return edit.pairs.flatMap(({ before, after }) => {
    const [olds, news] = [lineStarts(before.value), lineStarts(after.value)];
    const rows = lineDiff(before.value, after.value).map(line => {
      const isOld = line.after === null;
      return {
        ...line,
        pointer: isOld ? before.pointer : after.pointer,
        start: isOld ? (olds[(line.before ?? 1) - 1] ?? 0) : (news[(line.after ?? 1) - 1] ?? 0),
        path: '',
        changed: [],
      };
    });
    return withChangedWords(rows);
  });
}

/** Hunks with a few equal lines around them; equal lines between are folded. A marked line is never folded. */
export function diffParts(
  rows: readonly DiffRow[],
  isMarked: (row: DiffRow) => boolean,
): readonly DiffPart[] {
  const near = new Set<number>();
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'same' && !isMarked(row)) continue;
    for (let at = index - around; at <= index + around; at++) near.add(at);
  }
  const parts: { kind: 'rows' | 'equal'; rows: DiffRow[] }[] = [];
  for (const [index, row] of rows.entries()) {
    const kind = near.has(index) ? 'rows' : 'equal';
    if (parts.at(-1)?.kind === kind) parts.at(-1)?.rows.push(row);
    else parts.push({ kind, rows: [row] });
  }
  return parts.map(part => (part.rows.length < foldMin ? { ...part, kind: 'rows' } : part));
}

/** Removed lines followed by as many added ones are pairs, and the words that differ are named. */
function withChangedWords(rows: readonly DiffRow[]): readonly DiffRow[] {
  const changed = [...rows];
  for (let at = 0; at < rows.length; ) {
    let removed = at;
    while (rows[removed]?.kind === 'removed') removed += 1;
    let added = removed;
    while (rows[added]?.kind === 'added') added += 1;
    const pairs = Math.min(removed - at, added - removed);
    for (let index = 0; index < pairs; index++) {
      const [old, now] = [rows[at + index], rows[removed + index]];
      if (old === undefined || now === undefined) continue;
      const words = changedWords(old.text, now.text);
      changed[at + index] = { ...old, changed: words.before };
      changed[removed + index] = { ...now, changed: words.after };
    }
    at = Math.max(added, at + 1);
  }
  return changed;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
