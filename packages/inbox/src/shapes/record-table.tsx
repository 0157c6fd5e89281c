import type { Records } from '@countersign/card';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useFolded, useSeen } from '../decision/seen.tsx';
import { Icon } from '../design/icon.tsx';
import { useReading } from '../facts/folding.tsx';
import { GroupedDigits, longNumber } from '../facts/grouped-digits.tsx';
import { MarkNote } from '../facts/mark-note.tsx';
import { gravest, type Marks, marksAt } from '../facts/marks.ts';
import { factsPart } from '../facts/parts.ts';
import { Words } from '../facts/pieces.tsx';
import { numberLocale } from '../language/chosen.ts';
import { shapesText } from '../language/english/shapes.ts';
import { AmountStrip, RecordSummary } from './record-summary.tsx';
import './records.css';

interface RecordTableProps {
  readonly records: Records;
  readonly marks: Marks;
}

interface Sorted {
  readonly key: string;
  readonly down: boolean;
}

interface NumberedRow {
  /** In the bytes, from 0. */
  readonly index: number;
  readonly row: JsonObject;
}

/** A list of alike objects: totals, what is equal in all, unusual rows first, then all of them. */
export function RecordTable({ records, marks }: RecordTableProps): ReactNode {
  const { list, same } = records;
  const [found, setFound] = useState('');
  const [sorted, setSorted] = useState<Sorted | null>(null);
  const rows = useMemo(
    () => list.value.map((row, index): NumberedRow => ({ index, row: row as JsonObject })),
    [list],
  );
  const byRow = useMemo(() => marksByRow(marks, list.pointer), [marks, list]);
  const unusual = rows.filter(({ index }) => byRow.has(index));
  const usual = rows.filter(({ index }) => !byRow.has(index));
  const [first, ...others] = usual;
  const last = others.pop();
  const shown = inOrder(others, sorted).filter(({ row }) => holds(row, found));
  const { everyRow } = useReading();
  const seen = useSeen(factsPart);
  const seenEnds = useSeen(factsPart);
  const table = (some: readonly NumberedRow[], head: boolean) => (
    <RowTable
      records={records}
      rows={some}
      byRow={byRow}
      sorted={sorted}
      onSort={head ? setSorted : null}
    />
  );
  return (
    <div className="records">
      <div ref={seen}>
        <RecordSummary records={records} />
        <AmountStrip records={records} byRow={byRow} />
        {marksAt(marks, list.pointer).map(mark => (
          <MarkNote key={mark.words} mark={mark} />
        ))}
        {same.length > 0 && (
          <p className="records-same">
            <b>{shapesText.sameInAll}</b>
            {same.map(({ key }) => (
              <span key={key}>
                <Words text={key} />{' '}
                <b>
                  <Cell value={rows[0]?.row[key]} plain={false} />
                </b>
              </span>
            ))}
          </p>
        )}
        {table([...unusual, ...(first === undefined ? [] : [first])], true)}
      </div>
      {others.length > 0 && (
        <>
          {everyRow ? (
            <EveryRow
              isWhole={found.trim() === ''}
              rows={shown}
              draw={some => table(some, false)}
            />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
            <section className="records-scroll" tabIndex={0} aria-label={shapesText.rowsBetween}>
              {table(shown, false)}
            </section>
          )}
          <div className="records-band">
            <Icon name="rows" />
            <span>
              {found !== ''
                ? shapesText.rowsFound(shown.length, others.length)
                : shapesText.betweenRows(
                    others.length,
                    everyRow ? shapesText.mustRead : shapesText.reachable,
                  )}
              {sorted !== null && shapesText.otherOrder}
            </span>
            <label>
              <span className="visually-hidden">{shapesText.findInRows}</span>
              <input
                className="field"
                type="search"
                placeholder={shapesText.findInCount(rows.length)}
                value={found}
                onChange={event => setFound(event.target.value)}
              />
            </label>
          </div>
        </>
      )}
      {last !== undefined && <div ref={seenEnds}>{table([last], false)}</div>}
    </div>
  );
}

const rowsPerStretch = 20;

/** The stage demands that every row was on screen. A search leaves rows out, so nothing counts as read during one. */
function EveryRow({
  isWhole,
  rows,
  draw,
}: {
  readonly isWhole: boolean;
  readonly rows: readonly NumberedRow[];
  draw(rows: readonly NumberedRow[]): ReactNode;
}): ReactNode {
  const stretches: (readonly NumberedRow[])[] = [];
  for (let at = 0; at < rows.length; at += rowsPerStretch)
    stretches.push(rows.slice(at, at + rowsPerStretch));
  return (
    <>
      {!isWhole && <LeftOut />}
      {stretches.map(some => (
        <Stretch key={`${some[0]?.index} ${some.length}`}>{draw(some)}</Stretch>
      ))}
    </>
  );
}

function LeftOut(): ReactNode {
  useFolded(factsPart, useId());
  return null;
}

function Stretch({ children }: { readonly children: ReactNode }): ReactNode {
  const seen = useSeen(factsPart);
  return <div ref={seen}>{children}</div>;
}

function RowTable({
  records,
  rows,
  byRow,
  sorted,
  onSort,
}: {
  readonly records: Records;
  readonly rows: readonly NumberedRow[];
  readonly byRow: ReadonlyMap<number, Marks>;
  readonly sorted: Sorted | null;
  readonly onSort: ((sorted: Sorted | null) => void) | null;
}): ReactNode {
  const { columns } = records;
  const texts = useMemo(() => textColumns(records), [records]);
  return (
    <table className="records-table">
      <colgroup>
        <col className="no" />
        {columns.map(({ key, numeric }) => (
          <col key={key} className={numeric ? 'num' : undefined} />
        ))}
      </colgroup>
      <thead className={onSort === null ? 'visually-hidden' : undefined}>
        <tr>
          <th scope="col" className="no">
            {shapesText.row}
          </th>
          {columns.map(({ key, numeric }) => (
            <th
              key={key}
              scope="col"
              className={numeric ? 'num' : undefined}
              aria-sort={sorted?.key === key ? (sorted.down ? 'descending' : 'ascending') : 'none'}
            >
              {onSort === null ? (
                <Words text={key} />
              ) : (
                <button type="button" onClick={() => onSort(nextSort(sorted, key))}>
                  <Words text={key} />
                  {texts.has(key) && <small>{shapesText.asText}</small>}
                  {sorted?.key === key && (sorted.down ? ' ↓' : ' ↑')}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ index, row }) => (
          <RecordRow
            key={index}
            index={index}
            row={row}
            records={records}
            marks={byRow.get(index) ?? []}
            texts={texts}
          />
        ))}
      </tbody>
    </table>
  );
}

function RecordRow({
  index,
  row,
  records,
  marks,
  texts,
}: {
  readonly index: number;
  readonly row: JsonObject;
  readonly records: Records;
  readonly marks: Marks;
  readonly texts: ReadonlySet<string>;
}): ReactNode {
  const level = gravest(marks);
  const { columns, list } = records;
  const marked = (key: string) =>
    marks.find(({ pointer }) => pointer === `${list.pointer}/${index}/${escaped(key)}`);
  return (
    <>
      <tr className={level === null ? undefined : `at-${level} is-unusual`}>
        <td className="no">{(index + 1).toLocaleString(numberLocale)}</td>
        {columns.map(({ key, numeric }) => {
          const mark = marked(key);
          return (
            <td key={key} className={numeric ? 'num' : undefined}>
              <span className={mark === undefined ? undefined : `marked marked--${mark.level}`}>
                {Object.hasOwn(row, key) ? (
                  <Cell value={row[key]} plain={texts.has(key)} />
                ) : (
                  <i>{shapesText.notGiven}</i>
                )}
              </span>
            </td>
          );
        })}
      </tr>
      {marks.map(mark => (
        <tr key={`${mark.pointer} ${mark.words}`} className={`at-${mark.level} records-note`}>
          <td />
          <td colSpan={columns.length}>
            <MarkNote mark={mark} />
          </td>
        </tr>
      ))}
    </>
  );
}

/** A value as it stands in the bytes. In a column of mixed kinds, a text has quotes where it could pass for another kind. */
function Cell({
  value,
  plain,
}: {
  readonly value: JsonValue | undefined;
  readonly plain: boolean;
}): ReactNode {
  if (value === '') return <i>{shapesText.emptyText}</i>;
  if (plain && typeof value === 'string' && longNumber.test(value))
    return <GroupedDigits text={value} />;
  if (typeof value === 'number' && longNumber.test(String(value)))
    return <GroupedDigits text={String(value)} />;
  if (typeof value !== 'string') return <Words text={String(value)} />;
  if (plain || !couldBeOther(value)) return <Words text={value} />;
  // No character of the value is escaped. Two values never look the same, because a text that begins with a quote gets
  // another pair of quotes.
  return (
    <>
      "<Words text={value} />"
    </>
  );
}

function couldBeOther(text: string): boolean {
  return /^(?:-?\d[\d.eE+-]*|true|false|null|".*)$/s.test(text);
}

/** Columns whose values are all texts, although some of them look like numbers: their head says so. */
function textColumns({ list, columns, same }: Records): ReadonlySet<string> {
  const rows = list.value as readonly JsonObject[];
  return new Set(
    [...columns, ...same]
      .map(({ key }) => key)
      .filter(key => {
        const values = rows.flatMap(row => (Object.hasOwn(row, key) ? [row[key]] : []));
        return (
          values.every(value => typeof value === 'string') &&
          values.some(value => couldBeOther(value as string))
        );
      }),
  );
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function marksByRow(marks: Marks, pointer: string): ReadonlyMap<number, Marks> {
  const found = new Map<number, Marks>();
  for (const mark of marks) {
    if (!mark.pointer.startsWith(`${pointer}/`)) continue;
    const index = Number(mark.pointer.slice(pointer.length + 1).split('/')[0]);
    found.set(index, [...(found.get(index) ?? []), mark]);
  }
  return found;
}

function nextSort(sorted: Sorted | null, key: string): Sorted | null {
  if (sorted?.key !== key) return { key, down: true };
  return sorted.down ? { key, down: false } : null;
}

function inOrder(rows: readonly NumberedRow[], sorted: Sorted | null): readonly NumberedRow[] {
  if (sorted === null) return rows;
  const { key, down } = sorted;
  const compare = (a: NumberedRow, b: NumberedRow): number => {
    const [one, other] = [String(a.row[key] ?? ''), String(b.row[key] ?? '')];
    const numbers = Number(one) - Number(other);
    return Number.isNaN(numbers) ? one.localeCompare(other, 'en') : numbers;
  };
  return rows.toSorted((a, b) => (down ? -compare(a, b) : compare(a, b)));
}

function holds(row: JsonObject, found: string): boolean {
  const wanted = found.trim().toLowerCase();
  if (wanted === '') return true;
  return Object.values(row).some(value => String(value).toLowerCase().includes(wanted));
}
