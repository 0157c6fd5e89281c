import type { InsightsAnswer, InsightsStage } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Words } from '../facts/pieces.tsx';
import { insightsText } from '../language/english/insights.ts';
import { Rows } from './insights-panel.tsx';
import { number, percentWords, secondsWords } from './insights-words.ts';

/** Median and ninth decile of each stage, on one scale, with the deadline. */
export function StagePace({ answer }: { readonly answer: InsightsAnswer }): ReactNode {
  const timed = answer.stages.filter(({ median_seconds }) => median_seconds !== null);
  const end = scaleEnd(timed);
  return (
    <>
      {!answer.is_enough && (
        <p className="insight-none">{insightsText.notEnough(answer.asks_min)}</p>
      )}
      {answer.is_enough && timed.length === 0 && (
        <p className="insight-none">{insightsText.noStages}</p>
      )}
      {timed.length > 0 && (
        <>
          <ul className="paces">
            {timed.map(stage => (
              <Pace key={stage.stage} stage={stage} end={end} />
            ))}
          </ul>
          <p className="pace-legend" aria-hidden="true">
            <span>
              <i className="pace-half" /> {insightsText.half}
            </span>
            <span>
              <i className="pace-nine" /> {insightsText.nine}
            </span>
            <span>
              <i className="pace-due" /> {insightsText.deadline}
            </span>
          </p>
        </>
      )}
      <OwnPace answer={answer} />
    </>
  );
}

function Pace({ stage, end }: { readonly stage: InsightsStage; readonly end: number }): ReactNode {
  const { stage: name, median_seconds: half, p90_seconds: nine, deadline_seconds: due } = stage;
  const at = (seconds: number) => `${Math.min(100, (100 * seconds) / end)}%`;
  const from = half ?? 0;
  const to = nine ?? from;
  return (
    <li>
      <span className="pace-name">
        <Words text={name} />
      </span>
      <span className="pace-line" aria-hidden="true">
        <i className="pace-span" style={{ left: at(from), right: `calc(100% - ${at(to)})` }} />
        <i className="pace-half" style={{ left: at(from) }} />
        <i className="pace-nine" style={{ left: at(to) }} />
        {due !== null && <i className="pace-due" style={{ left: at(due) }} />}
      </span>
      <small>
        {secondsWords(half)}
        <span className="visually-hidden"> {insightsText.half}</span>, {secondsWords(nine)}
        <span className="visually-hidden">
          {' '}
          {insightsText.nine}
          {due !== null && `, ${insightsText.deadline} ${secondsWords(due)}`}
        </span>
      </small>
    </li>
  );
}

/** A deadline long after every decision would squeeze the decisions together. */
function scaleEnd(stages: readonly InsightsStage[]): number {
  const longest = Math.max(1, ...stages.map(({ p90_seconds }) => p90_seconds ?? 0));
  const due = Math.max(0, ...stages.map(({ deadline_seconds }) => deadline_seconds ?? 0));
  return 1.04 * (due > 0 && due < 4 * longest ? Math.max(due, longest) : longest);
}

function OwnPace({
  answer: { own_pace, precision },
}: {
  readonly answer: InsightsAnswer;
}): ReactNode {
  return (
    <p className="insight-foot">
      {own_pace !== null && (
        <>
          <b>{insightsText.onlyYou}</b>{' '}
          {own_pace.median_seconds === null
            ? insightsText.ownFew(number(own_pace.decided))
            : insightsText.ownPace(
                secondsWords(own_pace.median_seconds),
                secondsWords(own_pace.p90_seconds),
                number(own_pace.decided),
              )}{' '}
        </>
      )}
      {insightsText.pacePrecision(percentWords(precision))}
    </p>
  );
}

export function StageRows({ answer: { stages } }: { readonly answer: InsightsAnswer }): ReactNode {
  return (
    <Rows
      label={insightsText.paceTitle}
      head={[
        insightsText.stage,
        insightsText.decided,
        insightsText.median,
        insightsText.p90,
        insightsText.deadline,
      ]}
      rows={stages.map(({ stage, decided, median_seconds, p90_seconds, deadline_seconds }) => ({
        key: stage,
        cells: [
          <Words key="stage" text={stage} />,
          number(decided),
          secondsWords(median_seconds),
          secondsWords(p90_seconds),
          secondsWords(deadline_seconds),
        ],
      }))}
    />
  );
}
