import type { InsightsAnswer, InsightsMeasure } from '@countersign/client/people';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { insightsText } from '../language/english/insights.ts';
import { Rows } from './insights-panel.tsx';
import { dayWords, measureWords, number, shareWords } from './insights-words.ts';

type Series = InsightsAnswer['series'][number];

/** What is always shown; the rest only where there was any. */
const always: ReadonlySet<InsightsMeasure> = new Set(['asked', 'allowed', 'denied', 'expired']);

/** One strip for each measure, with its own scale. */
export function ActionStrips({ answer }: { readonly answer: InsightsAnswer }): ReactNode {
  const { days } = answer;
  const series = answer.series.filter(({ measure, total }) => always.has(measure) || total > 0);
  const total = (wanted: InsightsMeasure) =>
    answer.series.find(({ measure }) => measure === wanted)?.total ?? 0;
  const decided = total('approved') + total('rejected');
  return (
    <>
      <div className="strips">
        {series.map(each => (
          <Strip key={each.measure} series={each} days={days} />
        ))}
        <p className="strip-days" aria-hidden="true">
          <span>{dayWords(days[0] ?? '')}</span>
          <span>{insightsText.todaySoFar}</span>
        </p>
      </div>
      {decided > 0 && (
        <p className="insight-foot">
          {insightsText.shareApproved(shareWords(total('approved'), decided), number(decided))}
        </p>
      )}
    </>
  );
}

/** Arrow keys read it day by day. */
function Strip({
  series: { measure, total, max, counts },
  days,
}: {
  readonly series: Series;
  readonly days: readonly string[];
}): ReactNode {
  const last = counts.length - 1;
  const [at, setAt] = useState<number | null>(null);
  const shown = at ?? last;
  const said = insightsText.onDay(dayWords(days[shown] ?? ''), number(counts[shown] ?? 0));
  const move = (event: KeyboardEvent): void => {
    const to = nextDay(event.key, shown, last);
    if (to === null) return;
    event.preventDefault();
    setAt(to);
  };
  return (
    <div className="strip">
      <div className="strip-total">
        <b>{number(total)}</b>
        <small>{measureWords[measure]}</small>
      </div>
      <div
        role="slider"
        tabIndex={0}
        className="strip-bars"
        aria-label={measureWords[measure]}
        aria-readonly="true"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={said}
        onKeyDown={move}
        onBlur={() => setAt(null)}
      >
        {counts.map((count, day) => (
          <i
            key={days[day]}
            title={insightsText.onDay(dayWords(days[day] ?? ''), number(count))}
            data-today={day === last}
            data-at={at === day}
            style={{
              height: `${max === 0 ? 0 : Math.max(count > 0 ? 4 : 0, (100 * count) / max)}%`,
            }}
          />
        ))}
      </div>
      <small className="strip-max">{at === null ? insightsText.max(number(max)) : said}</small>
    </div>
  );
}

function nextDay(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

export function DayRows({
  answer: { days, series },
}: {
  readonly answer: InsightsAnswer;
}): ReactNode {
  return (
    <Rows
      label={insightsText.eachDay}
      head={[insightsText.day, ...series.map(({ measure }) => measureWords[measure])]}
      rows={days
        .map((day, at) => ({
          key: day,
          cells: [day, ...series.map(({ counts }) => number(counts[at] ?? 0))],
        }))
        .toReversed()}
    />
  );
}
