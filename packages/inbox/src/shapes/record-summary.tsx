import { type Records, totalText } from '@countersign/card';
import type { JsonObject } from '@countersign/protocol/json';
import type { ReactNode } from 'react';
import { gravest, type Marks } from '../facts/marks.ts';
import { numberLocale } from '../language/chosen.ts';
import { shapesText } from '../language/english/shapes.ts';

const stripMin = 10;
const stripSteps = 400;

/** One mark for each amount on a line from the smallest to the largest. The numbers stand above and below it. */
export function AmountStrip({
  records,
  byRow,
}: {
  readonly records: Records;
  readonly byRow: ReadonlyMap<number, Marks>;
}): ReactNode {
  const { amounts, list } = records;
  if (amounts === null || amounts.totals.length !== 1 || records.count < stripMin) return null;
  // Only for the layout, so that the last digits do not matter.
  const values = (list.value as readonly JsonObject[]).map(row =>
    Number(String(row[amounts.key]).replaceAll(',', '')),
  );
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!Number.isFinite(low) || !(high > low)) return null;
  const stepOf = (value: number) => Math.round(((value - low) / (high - low)) * stripSteps);
  const usual = new Set(values.filter((_, index) => !byRow.has(index)).map(stepOf));
  const unusual = [...byRow].flatMap(([index, marks]) => {
    const value = values[index];
    return value === undefined ? [] : [{ step: stepOf(value), level: gravest(marks) ?? 'high' }];
  });
  const at = (step: number) => ({ left: `${(step / stripSteps) * 100}%` });
  return (
    <div className="records-strip" aria-hidden="true">
      {[...usual].map(step => (
        <i key={step} style={at(step)} />
      ))}
      {unusual.map(({ step, level }) => (
        <i key={`unusual ${step}`} className={`strip-${level}`} style={at(step)} />
      ))}
    </div>
  );
}

/** What a list adds up to: one line for each currency, and never a sum over several. */
export function RecordSummary({ records }: { readonly records: Records }): ReactNode {
  const { amounts, count } = records;
  if (amounts === null) {
    return (
      <p className="records-count">{shapesText.records(count.toLocaleString(numberLocale))}</p>
    );
  }
  return amounts.totals.map(({ currency, count: own, total, smallest, median, largest }) => (
    <dl key={currency ?? ''} className="records-sum">
      <div className="big">
        <dt>{shapesText.total}</dt>
        <dd>{totalText(total, currency)}</dd>
      </div>
      <div>
        <dt>{shapesText.rows}</dt>
        <dd>{own.toLocaleString(numberLocale)}</dd>
      </div>
      <div>
        <dt>{shapesText.smallest}</dt>
        <dd>{totalText(smallest, null)}</dd>
      </div>
      <div>
        <dt>{shapesText.median}</dt>
        <dd>{totalText(median, null)}</dd>
      </div>
      <div>
        <dt>{shapesText.largest}</dt>
        <dd>{totalText(largest, null)}</dd>
      </div>
    </dl>
  ));
}
