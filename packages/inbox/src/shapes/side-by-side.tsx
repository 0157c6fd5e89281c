import type { Edit } from '@countersign/card';
import type { DiffRow } from '@countersign/card/diff';
import type { ReactNode } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { ShortDigest } from '../facts/folding.tsx';
import { aboutMark, MarkNote } from '../facts/mark-note.tsx';
import type { Marks } from '../facts/marks.ts';
import { factsPart } from '../facts/parts.ts';
import type { Token } from '../facts/tokens.ts';
import { shapesText } from '../language/english/shapes.ts';
import { LineText } from './diff-line.tsx';

interface Pair {
  readonly left: DiffRow | null;
  readonly right: DiffRow | null;
}

/** Old text on the left, new text on the right. */
export function SideBySide({
  rows,
  marksOf,
  tokensOf,
}: {
  readonly rows: readonly DiffRow[];
  readonly marksOf: (row: DiffRow) => Marks;
  readonly tokensOf: (row: DiffRow) => readonly Token[];
}): ReactNode {
  const seen = useSeen(factsPart);
  return (
    <div className="sides" ref={seen}>
      {pairsOf(rows).map(({ left, right }, index) => {
        const marks = right === null ? [] : marksOf(right);
        // An equal line is one row on both sides, and its notes appear once.
        const old = left === null || left === right ? [] : marksOf(left);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diff do not change
          <div key={index} className="side-pair">
            <Side row={left} number={left?.before ?? null} marks={old} tokensOf={tokensOf} />
            <Side row={right} number={right?.after ?? null} marks={marks} tokensOf={tokensOf} />
            {left !== null && <Notes row={left} marks={old} side="old" />}
            {right !== null && <Notes row={right} marks={marks} side="new" />}
          </div>
        );
      })}
    </div>
  );
}

/** A note stands on the side that it speaks of, and tints the whole row. */
function Notes({
  row,
  marks,
  side,
}: {
  readonly row: DiffRow;
  readonly marks: Marks;
  readonly side: 'old' | 'new';
}): ReactNode {
  // A mark over several lines has its note below the last of them.
  const ended = marks.filter(({ end }) => end <= row.start + row.text.length);
  return ended.map(mark => (
    <div key={`${mark.start} ${mark.words}`} className={`side-note side-note--${side}`}>
      <MarkNote
        mark={mark}
        about={aboutMark(
          mark,
          marks,
          row.text.slice(Math.max(0, mark.start - row.start), mark.end - row.start),
        )}
      />
    </div>
  ));
}

/** What stands on each side. Of one old and one new text the length and the digest are known. */
export function SideHeads({ edit }: { readonly edit: Edit }): ReactNode {
  const pair = edit.kind === 'pairs' && edit.pairs.length === 1 ? edit.pairs[0] : undefined;
  return (
    <div className="side-pair side-heads">
      <SideHead name={shapesText.before} text={pair?.before.value} />
      <SideHead name={shapesText.after} text={pair?.after.value} />
    </div>
  );
}

function SideHead({
  name,
  text,
}: {
  readonly name: string;
  readonly text: string | undefined;
}): ReactNode {
  if (text === undefined) return <p>{name}</p>;
  const lines = text === '' ? 0 : text.split('\n').length;
  return (
    <p>
      {shapesText.sideLines(name, lines)} <ShortDigest text={text} />
    </p>
  );
}

function Side({
  row,
  number,
  marks,
  tokensOf,
}: {
  readonly row: DiffRow | null;
  readonly number: number | null;
  readonly marks: Marks;
  readonly tokensOf: (row: DiffRow) => readonly Token[];
}): ReactNode {
  if (row === null) return <div className="side side--none" />;
  const sign = row.kind === 'added' ? '+' : row.kind === 'removed' ? '−' : ' ';
  return (
    <div className={`side diff-line--${row.kind}`}>
      <span className="no">{number ?? ''}</span>
      <span className="sign">
        {sign}
        {row.kind === 'added' && <span className="visually-hidden">{shapesText.added}</span>}
        {row.kind === 'removed' && <span className="visually-hidden">{shapesText.removed}</span>}
      </span>
      <bdi className="text" dir="ltr">
        <LineText row={row} marks={marks} tokens={tokensOf(row)} />
      </bdi>
    </div>
  );
}

function pairsOf(rows: readonly DiffRow[]): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at < rows.length; ) {
    const row = rows[at];
    if (row === undefined) break;
    if (row.kind === 'same' || row.kind === 'head') {
      pairs.push({ left: row, right: row });
      at += 1;
      continue;
    }
    let removed = at;
    while (rows[removed]?.kind === 'removed') removed += 1;
    let added = removed;
    while (rows[added]?.kind === 'added') added += 1;
    const count = Math.max(removed - at, added - removed);
    for (let index = 0; index < count; index++) {
      pairs.push({
        left: at + index < removed ? (rows[at + index] ?? null) : null,
        right: removed + index < added ? (rows[removed + index] ?? null) : null,
      });
    }
    at = added;
  }
  return pairs;
}
