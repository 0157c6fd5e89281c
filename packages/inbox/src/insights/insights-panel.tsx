import type { InsightsTable } from '@countersign/client/people';
import { type ReactNode, useId, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { placed } from '../facts/sentence-words.tsx';
import { insightsText } from '../language/english/insights.ts';

interface PanelProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly table: InsightsTable;
  /** What stands behind the chart. Print shows both. */
  readonly rows: ReactNode;
  readonly chart: ReactNode;
  readonly switcher?: ReactNode;
  onExport(table: InsightsTable): void;
}

/** One panel: a chart, the table behind it, and that table as a file. */
export function InsightsPanel(props: PanelProps): ReactNode {
  const { title, about, table, rows, chart, switcher, onExport } = props;
  const [form, setForm] = useState<'chart' | 'table'>('chart');
  const id = useId();
  return (
    <section className="panel insight" aria-labelledby={id}>
      <div className="panel-head insight-head">
        <h2 id={id}>{title}</h2>
        {about !== undefined && <span className="insight-about">{about}</span>}
        <span className="insight-acts">
          {switcher}
          <fieldset className="seg" aria-label={insightsText.form}>
            <button type="button" aria-pressed={form === 'chart'} onClick={() => setForm('chart')}>
              {insightsText.chart}
            </button>
            <button type="button" aria-pressed={form === 'table'} onClick={() => setForm('table')}>
              {insightsText.table}
            </button>
          </fieldset>
          <IconButton
            icon="download"
            label={insightsText.csvOf(title)}
            onClick={() => onExport(table)}
          />
        </span>
      </div>
      <div className="insight-body" data-off={form !== 'chart'}>
        {chart}
      </div>
      <div className="insight-body insight-rows" data-off={form !== 'table'}>
        {rows}
      </div>
    </section>
  );
}

type Cell = ReactNode;

/** A table with a head. The first cell of a row names it. */
export function Rows({
  label,
  head,
  rows,
}: {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly Cell[] }[];
}): ReactNode {
  if (rows.length === 0) return <p className="insight-none">{insightsText.nothing}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className="insight-scroll" tabIndex={0} aria-label={insightsText.tableOf(label)}>
      <table className="insight-table">
        <thead>
          <tr>
            {head.map(each => (
              <th scope="col" key={each}>
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {placed(cells).map(({ item: cell, place: at }) => (
                <td key={at} data-head={head[at + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
