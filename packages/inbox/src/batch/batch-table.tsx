import { type ReactNode, useEffect, useRef } from 'react';
import { Words } from '../facts/pieces.tsx';
import { batchText } from '../language/english/batch.ts';
import { type BatchColumns, cellText, type ShownRow } from './batch-rows.ts';

interface BatchTableProps {
  readonly rows: readonly ShownRow[];
  readonly columns: BatchColumns;
  /** The rows that the person has taken out. */
  readonly out: ReadonlySet<string>;
  onTake(ids: readonly string[], isIn: boolean): void;
  /** The last row was on the screen. */
  onEnd(): void;
}

/** Common values once, differing values in columns, nothing folded. Each row can be taken out. */
export function BatchTable({ rows, columns, out, onTake, onEnd }: BatchTableProps): ReactNode {
  const last = useRef<HTMLTableRowElement>(null);
  const end = useRef(onEnd);
  end.current = onEnd;
  const lastId = rows.at(-1)?.id;
  useEffect(() => {
    const row = last.current;
    if (row === null || lastId === undefined) return;
    const watcher = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) end.current();
    });
    watcher.observe(row);
    return () => watcher.disconnect();
  }, [lastId]);
  const taken = rows.filter(({ id }) => !out.has(id)).length;
  return (
    <div className="batch-table">
      {columns.same.length > 0 && (
        <div className="batch-same">
          <p className="batch-same-title">{batchText.same(rows.length)}</p>
          <dl>
            {columns.same.map(({ key, text }) => (
              <div key={key}>
                <dt>
                  <Words text={key} />
                </dt>
                <dd>
                  <Words text={text} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <table>
        <thead>
          <tr>
            <th>
              <input
                type="checkbox"
                aria-label={batchText.takeAll}
                checked={taken === rows.length}
                onChange={event =>
                  onTake(
                    rows.map(({ id }) => id),
                    event.target.checked,
                  )
                }
              />
            </th>
            {columns.columns.map(({ key, numeric }) => (
              <th key={key} className={numeric ? 'number' : undefined}>
                <Words text={key} />
              </th>
            ))}
            <th>{batchText.code}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const isOut = out.has(row.id);
            return (
              <tr
                key={row.id}
                ref={index === rows.length - 1 ? last : null}
                data-out={isOut ? 'true' : undefined}
              >
                <td>
                  <input
                    type="checkbox"
                    aria-label={batchText.take(row.title)}
                    checked={!isOut}
                    onChange={event => onTake([row.id], event.target.checked)}
                  />
                </td>
                {columns.columns.map(({ key, numeric }, at) => (
                  <td key={key} className={numeric ? 'number' : undefined}>
                    <Words text={cellText(row.cells[key])} />
                    {isOut && at === 0 && <span className="batch-out">{batchText.takenOut}</span>}
                  </td>
                ))}
                <td className="batch-code">{row.shown.shortCode}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="batch-foot">{batchText.foot(taken, rows.length)}</p>
    </div>
  );
}
