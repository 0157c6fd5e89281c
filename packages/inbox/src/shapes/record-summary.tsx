import { type Records, totalText } from '@countersign/card';
import type { ReactNode } from 'react';

/** What a list adds up to: one line for each currency, and never a sum over several. */
export function RecordSummary({ records }: { readonly records: Records }): ReactNode {
  const { amounts, count } = records;
  if (amounts === null) {
    return <p className="records-count">{count.toLocaleString('en')} records</p>;
  }
  return amounts.totals.map(({ currency, count: own, total, smallest, median, largest }) => (
    <dl key={currency ?? ''} className="records-sum">
      <div className="big">
        <dt>Total</dt>
        <dd>{totalText(total, currency)}</dd>
      </div>
      <div>
        <dt>Rows</dt>
        <dd>{own.toLocaleString('en')}</dd>
      </div>
      <div>
        <dt>Smallest</dt>
        <dd>{totalText(smallest, null)}</dd>
      </div>
      <div>
        <dt>Median</dt>
        <dd>{totalText(median, null)}</dd>
      </div>
      <div>
        <dt>Largest</dt>
        <dd>{totalText(largest, null)}</dd>
      </div>
    </dl>
  ));
}
