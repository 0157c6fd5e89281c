import { Fragment, memo, type ReactNode, useMemo } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { numberLocale } from '../language/chosen.ts';
import { factsText } from '../language/english/facts.ts';
import { type Coloured, colourRow } from './colour.ts';
import { type FoldedRows, foldAround, hiddenIn, utf8Length } from './fold.ts';
import { Fold, useGenerated } from './folding.tsx';
import { languageWords } from './language.ts';
import { aboutMark, MarkNote } from './mark-note.tsx';
import {
  gravest,
  inLines,
  type MarkedPart,
  type Marks,
  markParts,
  marksIn,
  notesOf,
} from './marks.ts';
import type { MarkPiece } from './piece.ts';
import { Written } from './pieces.tsx';
import { breakRows, joinRows, linesIn, type Row, rowsOf } from './rows.ts';
import type { Language, Token } from './tokens.ts';
import { useTokens } from './use-tokens.ts';
import './block.css';

interface CodeBlockProps {
  readonly name: ReactNode;
  readonly value: string;
  readonly language: Language;
  /** The part that it has to be seen for. */
  readonly partId: string;
  readonly headless?: boolean;
  /** What stands out in the value. A marked line is never folded. */
  readonly marks?: Marks;
  /** Where a line is broken for reading. */
  readonly breaks?: readonly number[];
  /** Words of ours beside a row, by where the row starts. They are drawn by the style and are no text of the page. */
  readonly asides?: ReadonlyMap<number, string> | undefined;
  /** Where the value stands, as a JSON Pointer: a rule may call it generated. */
  readonly pointer?: string;
  /** Why its folds need not be opened; null where they count as unseen. */
  readonly free?: string | null | undefined;
  /** Opens into a box that scrolls: bytes that no person reads. */
  readonly boxed?: boolean;
}

/** A command, a statement or a long text: every line of it, numbered, wrapped, folded in the middle where it is long. */
export const CodeBlock = memo(function CodeBlock(props: CodeBlockProps): ReactNode {
  const { name, value, language, partId, headless = false, breaks = none } = props;
  const marks = useMemo(() => inLines(props.marks ?? none, value), [props.marks, value]);
  const generated = useGenerated(props.pointer ?? '');
  const { free = generated, boxed = false } = props;
  const rows = useMemo(() => breakRows(rowsOf(value), breaks), [value, breaks]);
  const texts = useMemo(() => [{ value, language }], [value, language]);
  const [tokens = none] = useTokens(texts);
  const stretches = useMemo(() => foldAround(rows, marks), [rows, marks]);
  // The name of a value is data too, and can be longer than the value.
  const seen = useSeen(partId);
  const lines = linesIn(rows);
  const lineWords = lines === 1 ? '' : factsText.moreLines(lines.toLocaleString(numberLocale));
  return (
    <div className="block">
      {!headless && (
        <div ref={seen} className="block-head">
          <code>{name}</code>
          <span>
            {languageWords[language]}
            {lineWords}
          </span>
          <span className="size">
            {factsText.bytes(utf8Length(value).toLocaleString(numberLocale))}
          </span>
        </div>
      )}
      <div className="block-lines">
        {stretches.map(({ fold, rows: some }) => {
          const lines = (
            <Lines
              rows={some}
              tokens={tokens}
              partId={partId}
              marks={marks}
              asides={props.asides}
            />
          );
          return (
            <Fragment key={some[0]?.start}>
              {fold === null ? (
                lines
              ) : (
                <Fold {...foldWords(fold)} text={joinRows(some)} partId={partId} free={free}>
                  {boxed ? <Box rows={some} tokens={tokens} partId={partId} /> : lines}
                </Fold>
              )}
            </Fragment>
          );
        })}
      </div>
    </div>
  );
});

const none: readonly never[] = [];

function foldWords({ firstLine, lastLine, hidden }: FoldedRows): {
  readonly what: string;
  readonly about: string;
  readonly opens: string;
} {
  const count = lastLine - firstLine + 1;
  const first = firstLine.toLocaleString(numberLocale);
  const last = lastLine.toLocaleString(numberLocale);
  return {
    what: count === 1 ? factsText.middleOfLine(first) : factsText.linesNotOpened(first, last),
    about: hiddenCount(hidden),
    opens:
      count === 1 ? factsText.openAll : factsText.openAllLines(count.toLocaleString(numberLocale)),
  };
}

export function hiddenCount(hidden: number): string {
  if (hidden === 0) return factsText.noHidden;
  return factsText.hidden(hidden);
}

/** Many lines in little room. They count as seen with their box, because reading them tells a person nothing. */
function Box({
  rows,
  tokens,
  partId,
}: {
  readonly rows: readonly Row[];
  readonly tokens: readonly Token[];
  readonly partId: string;
}): ReactNode {
  const seen = useSeen(partId);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section ref={seen} className="block-box" tabIndex={0} aria-label={factsText.allBytes}>
      {rows.map(row => (
        <Line key={row.start} row={row} tokens={tokens} marks={none} />
      ))}
    </section>
  );
}

const rowsPerChunk = 20;
const chunksDrawnAtOnce = 10;

/** Rows in stretches that can be seen one by one; far ones are laid out when they come near. */
function Lines({
  rows,
  tokens,
  partId,
  marks,
  asides,
}: {
  readonly rows: readonly Row[];
  readonly tokens: readonly Token[];
  readonly partId: string;
  readonly marks: Marks;
  readonly asides: CodeBlockProps['asides'];
}): ReactNode {
  const chunks: (readonly Row[])[] = [];
  for (let start = 0; start < rows.length; start += rowsPerChunk) {
    chunks.push(rows.slice(start, start + rowsPerChunk));
  }
  return chunks.map(chunk => (
    <Chunk
      key={chunk[0]?.start}
      rows={chunk}
      tokens={tokens}
      partId={partId}
      marks={marks}
      asides={asides}
      far={chunks.length > chunksDrawnAtOnce}
    />
  ));
}

const Chunk = memo(function Chunk({
  rows,
  tokens,
  partId,
  marks,
  asides,
  far,
}: {
  readonly rows: readonly Row[];
  readonly tokens: readonly Token[];
  readonly partId: string;
  readonly marks: Marks;
  readonly asides: CodeBlockProps['asides'];
  readonly far: boolean;
}): ReactNode {
  const seen = useSeen(partId);
  return (
    <div ref={seen} className={far ? 'chunk--far' : undefined}>
      {rows.map(row => (
        <Line
          key={row.start}
          row={row}
          tokens={tokens}
          marks={marks}
          aside={asides?.get(row.start)}
        />
      ))}
    </div>
  );
});

function Line({
  row,
  tokens,
  marks,
  aside,
}: {
  readonly row: Row;
  readonly tokens: readonly Token[];
  readonly marks: Marks;
  readonly aside?: string | undefined;
}): ReactNode {
  const number = row.begins ? row.line.toLocaleString(numberLocale) : '';
  if (row.empty > 0) {
    return (
      <div className="line" data-line={number}>
        <span>
          <span className="written written--blank">
            {factsText.emptyLines(row.empty.toLocaleString(numberLocale))}
          </span>
        </span>
      </div>
    );
  }
  const here = marksIn(marks, row);
  const parts = markParts(colourRow(row, tokens), row.start, here);
  const level = gravest(here);
  const hit = hiddenIn(row) > 0 ? ' line--hit' : '';
  const look = level === null ? hit : `${hit} at-${level}`;
  return (
    <>
      <div className={`line${look}`} data-line={number} data-aside={aside}>
        <bdi dir="ltr">
          {parts.map((part, index) => markedNode(part, index, parts.length))}
          {parts.length === 0 ? '\n' : null}
        </bdi>
      </div>
      {notesOf(here, row).map(mark => (
        <MarkNote
          key={`${mark.start} ${mark.words}`}
          mark={mark}
          about={aboutMark(mark, here, textIn(row, mark))}
        />
      ))}
    </>
  );
}

/** The marked stretch, as far as it stands in this row. */
function textIn({ pieces, start }: Row, mark: Marks[number]): string {
  const text = pieces.map(({ source }) => source).join('');
  return text.slice(Math.max(0, mark.start - start), mark.end - start);
}

/**
 * Indentation and a few blanks are visible by their width, because all characters are equally wide. A longer run is
 * written as a count.
 */
const blanksDrawn = { indent: 24, inside: 4 };

/** A marked stretch is underlined where it stands. No character is added. */
function markedNode(part: MarkedPart, index: number, length: number): ReactNode {
  const node = colouredNode(part, index, length);
  if (part.level === null) return node;
  return (
    <mark key={index} className={`marked marked--${part.level}`}>
      {node}
    </mark>
  );
}

function colouredNode({ colour, piece }: Coloured, index: number, length: number): ReactNode {
  if (piece.kind === 'text') {
    if (colour === 'plain') return piece.source;
    return (
      <span key={index} className={`colour-${colour}`}>
        {piece.source}
      </span>
    );
  }
  const drawn = index === 0 ? blanksDrawn.indent : blanksDrawn.inside;
  const isLast = index === length - 1;
  if (piece.mark === 'space' && !isLast && piece.count <= drawn) return piece.source;
  return <Written key={index} mark={piece as MarkPiece} />;
}
