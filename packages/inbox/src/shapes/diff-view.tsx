import type { Edit } from '@countersign/card';
import { type DiffRow, diffParts, diffRows } from '@countersign/card/diff';
import { Fragment, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { Icon } from '../design/icon.tsx';
import { CodeBlock } from '../facts/code-block.tsx';
import { Fold, useGenerated } from '../facts/folding.tsx';
import { languageOfPath } from '../facts/language.ts';
import { MarkNote } from '../facts/mark-note.tsx';
import { type Marks, marksAt } from '../facts/marks.ts';
import { factsPart } from '../facts/parts.ts';
import { Words } from '../facts/pieces.tsx';
import type { Token } from '../facts/tokens.ts';
import { useShortcuts } from '../frame/shortcuts.ts';
import { numberLocale } from '../language/chosen.ts';
import { shapesText } from '../language/english/shapes.ts';
import { DiffLine } from './diff-line.tsx';
import { MarkedLines } from './marked-lines.tsx';
import { SideBySide, SideHeads } from './side-by-side.tsx';
import { useDiffColours } from './use-diff-colours.ts';
import { useRoomForSides } from './use-room-for-sides.ts';
import './diff.css';

interface DiffViewProps {
  readonly edit: Edit;
  readonly marks: Marks;
}

const wideKey = 'countersign.diff';

/** What an edit changes, line by line, its path first. */
export function DiffView({ edit, marks }: DiffViewProps): ReactNode {
  const rows = useMemo(() => diffRows(edit), [edit]);
  const [wide, setWide] = useState(() => localStorage.getItem(wideKey) === 'side');
  const turn = (): void => {
    localStorage.setItem(wideKey, wide ? 'unified' : 'side');
    setWide(!wide);
  };
  const room = useRoomForSides();
  useShortcuts(room ? { u: turn } : {});
  const sides = wide && room;
  const seen = useSeen(factsPart);
  const path = edit.path;
  const added = rows.filter(({ kind }) => kind === 'added').length;
  const removed = rows.filter(({ kind }) => kind === 'removed').length;
  const pathMarks = path === null ? [] : marksAt(marks, path.pointer);
  return (
    <div className="diff" data-layout={sides ? 'sides' : 'unified'}>
      <div className="diff-head" ref={seen}>
        <Icon name="document" />
        <code
          className={
            pathMarks[0] === undefined ? undefined : `marked marked--${pathMarks[0].level}`
          }
        >
          <Words text={path?.value ?? pathsOf(edit)} />
        </code>
        {edit.kind !== 'write' && (
          <>
            <span className="diff-count diff-count--added">+{added}</span>
            <span className="diff-count diff-count--removed">−{removed}</span>
            {room && <LayoutSwitch wide={wide} onTurn={turn} />}
          </>
        )}
      </div>
      {pathMarks.map(mark => (
        <MarkNote key={mark.words} mark={mark} />
      ))}
      {edit.kind === 'write' ? (
        <CodeBlock
          name={<Words text={edit.content.key} />}
          value={edit.content.value}
          pointer={edit.content.pointer}
          language={languageOfPath(edit.path.value)}
          partId={factsPart}
          marks={marksAt(marks, edit.content.pointer)}
        />
      ) : (
        <>
          {sides && <SideHeads edit={edit} />}
          <DiffBody rows={rows} path={path?.value ?? ''} marks={marks} wide={sides} />
          {sides && <p className="sides-note">{shapesText.queueHidden}</p>}
        </>
      )}
    </div>
  );
}

function LayoutSwitch({ wide, onTurn }: { readonly wide: boolean; onTurn(): void }): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around two buttons
    <span className="seg diff-seg" role="group" aria-label={shapesText.layout}>
      <button type="button" aria-pressed={!wide} onClick={() => wide && onTurn()}>
        {shapesText.unified}
      </button>
      <button type="button" aria-pressed={wide} onClick={() => !wide && onTurn()}>
        {shapesText.sideBySide}
      </button>
    </span>
  );
}

function pathsOf(edit: Edit): string {
  return edit.kind === 'patch' ? edit.files.map(({ path }) => path).join(', ') : '';
}

function DiffBody({
  rows,
  path,
  marks,
  wide,
}: {
  readonly rows: readonly DiffRow[];
  readonly path: string;
  readonly marks: Marks;
  readonly wide: boolean;
}): ReactNode {
  const marksOf = useCallback((row: DiffRow): Marks => marksOfRow(marks, row), [marks]);
  const tokensOf = useDiffColours(rows, path);
  const parts = useMemo(() => diffParts(rows, row => marksOf(row).length > 0), [rows, marksOf]);
  return (
    <div className="diff-lines">
      <MarkedLines parts={parts} marksOf={marksOf} tokensOf={tokensOf} />
      {parts.map(part => {
        const hunk = <Hunk rows={part.rows} marksOf={marksOf} tokensOf={tokensOf} wide={wide} />;
        return (
          <Fragment key={placeOf(part.rows)}>
            {part.kind === 'equal' ? (
              <EqualLines rows={part.rows}>{hunk}</EqualLines>
            ) : (
              <ChangedLines rows={part.rows} isMarked={row => marksOf(row).length > 0}>
                {hunk}
              </ChangedLines>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}

/** A removed line has a mark if it held a check that no new line has. */
function marksOfRow(marks: Marks, { pointer, start, text }: DiffRow): Marks {
  const end = start + Math.max(text.length, 1);
  return marks.filter(mark => mark.pointer === pointer && mark.start < end && mark.end > start);
}

/** Where rows begin. No two rows of a diff begin at the same place of the same value. */
function placeOf([first]: readonly DiffRow[]): string {
  return first === undefined ? '' : `${first.pointer} ${first.start}`;
}

const rowsPerChunk = 20;

interface DrawnRows {
  readonly rows: readonly DiffRow[];
  readonly marksOf: (row: DiffRow) => Marks;
  readonly tokensOf: (row: DiffRow) => readonly Token[];
}

function Hunk({
  rows,
  marksOf,
  tokensOf,
  wide,
}: DrawnRows & {
  readonly wide: boolean;
}): ReactNode {
  if (wide) return <SideBySide rows={rows} marksOf={marksOf} tokensOf={tokensOf} />;
  const chunks: DiffRow[][] = [];
  for (let at = 0; at < rows.length; at += rowsPerChunk)
    chunks.push(rows.slice(at, at + rowsPerChunk));
  return chunks.map(chunk => (
    <Chunk key={placeOf(chunk)} rows={chunk} marksOf={marksOf} tokensOf={tokensOf} />
  ));
}

function Chunk({ rows, marksOf, tokensOf }: DrawnRows): ReactNode {
  const seen = useSeen(factsPart);
  return (
    <div ref={seen}>
      {rows.map(row => (
        <DiffLine key={placeOf([row])} row={row} marks={marksOf(row)} tokens={tokensOf(row)} />
      ))}
    </div>
  );
}

/** Equal lines change nothing. They are bound, and one press away. */
function EqualLines({
  rows,
  children,
}: {
  readonly rows: readonly DiffRow[];
  readonly children: ReactNode;
}): ReactNode {
  const numberOf = (row: DiffRow | undefined): string =>
    (row?.after ?? row?.before ?? 1).toLocaleString(numberLocale);
  return (
    <Fold
      partId={factsPart}
      what={shapesText.linesEqual(numberOf(rows[0]), numberOf(rows.at(-1)))}
      opens={shapesText.openEqual(rows.length.toLocaleString(numberLocale))}
      text={rows.map(({ text }) => text).join('\n')}
      free={shapesText.needNotOpen}
    >
      {children}
    </Fold>
  );
}

const changedMax = 120;
const generatedMax = 12;

/** Changed lines are there to be read. Only very many of them are folded, and those that a rule calls generated. */
function ChangedLines({
  rows,
  isMarked,
  children,
}: {
  readonly rows: readonly DiffRow[];
  readonly isMarked: (row: DiffRow) => boolean;
  readonly children: ReactNode;
}): ReactNode {
  const free = useGenerated(rows.find(({ kind }) => kind === 'added')?.pointer ?? '');
  const folds = rows.length > (free === null ? changedMax : generatedMax) && !rows.some(isMarked);
  if (!folds) return children;
  const count = (kind: DiffRow['kind']): string =>
    rows.filter(row => row.kind === kind).length.toLocaleString(numberLocale);
  return (
    <Fold
      partId={factsPart}
      what={shapesText.changedNotOpened(count('added'), count('removed'))}
      opens={shapesText.openAllLines(rows.length.toLocaleString(numberLocale))}
      text={rows.map(({ text }) => text).join('\n')}
      free={free}
    >
      {children}
    </Fold>
  );
}
