import type { InsightsAnswer, InsightsQuery, InsightsTable } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { clockTime } from '../frame/time-words.ts';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { insightsText } from '../language/english/insights.ts';
import { navigate, usePlace } from '../navigation/place.ts';
import { pastApi } from '../unasked/past-api.ts';
import { ActionStrips, DayRows } from './action-strips.tsx';
import { NameRows, NameShares } from './counted-names.tsx';
import {
  Caught,
  CaughtRows,
  NeverRejected,
  NeverRows,
  Unanswered,
  UnansweredRows,
} from './insights-findings.tsx';
import { InsightsPanel } from './insights-panel.tsx';
import { byWords, dayWords, type Grouping, nameWords, number } from './insights-words.ts';
import { saveFile } from './save-file.ts';
import { StagePace, StageRows } from './stage-pace.tsx';
import './insights.css';

const periods = [1, 7, 30, 90, 366] as const;

/** What agents asked, the outcome, and how long it took. The page ranks no person. */
export function InsightsPage(): ReactNode {
  const { query: search } = usePlace();
  const query = readQuery(search);
  const key = `insights ${JSON.stringify(query)}`;
  const { data, problem, reload } = useResource(key, signal => pastApi.insights(query, { signal }));
  return (
    <div className="insights">
      <Head query={query} answer={data ?? null} />
      {data === undefined ? (
        problem !== null && <RefusedPage problem={problem} onRetry={reload} />
      ) : (
        <Panels answer={data} query={query} />
      )}
    </div>
  );
}

function readQuery(search: string): InsightsQuery {
  const parameters = new URLSearchParams(search);
  const wanted = Number(parameters.get('days') ?? 30);
  const days = periods.find(each => each === wanted) ?? 30;
  const agent_id = parameters.get('agent');
  const tool_name = parameters.get('tool');
  return {
    days,
    ...(agent_id === null ? {} : { agent_id }),
    ...(tool_name === null ? {} : { tool_name }),
  };
}

function go(query: InsightsQuery): void {
  const parameters = new URLSearchParams();
  if (query.days !== undefined && query.days !== 30) parameters.set('days', String(query.days));
  if (query.agent_id !== undefined) parameters.set('agent', query.agent_id);
  if (query.tool_name !== undefined) parameters.set('tool', query.tool_name);
  const search = parameters.toString();
  navigate(`/insights${search === '' ? '' : `?${search}`}`, { replace: true });
}

function Head({
  query,
  answer,
}: {
  readonly query: InsightsQuery;
  readonly answer: InsightsAnswer | null;
}): ReactNode {
  const { days = 30 } = query;
  // The names to choose from are those of the period, whatever is chosen.
  const { data: all } = useResource(`insights ${JSON.stringify({ days })}`, signal =>
    pastApi.insights({ days }, { signal }),
  );
  const { agent_id: _, ...withoutAgent } = query;
  const { tool_name: __, ...withoutTool } = query;
  return (
    <header className="insights-head">
      <div>
        <PageHeading title={insightsText.title}>{insightsText.title}</PageHeading>
        {answer !== null && (
          <p>{insightsText.about(dayWords(answer.period.from), dayWords(answer.period.to))}</p>
        )}
      </div>
      <div className="insights-choices">
        <select
          className="field"
          aria-label={insightsText.period}
          value={days}
          onChange={event => go({ ...query, days: Number(event.target.value) })}
        >
          {periods.map(each => (
            <option key={each} value={each}>
              {each === 1 ? insightsText.today : insightsText.lastDays(each)}
            </option>
          ))}
        </select>
        <NameChoice
          label={insightsText.agent}
          all={insightsText.allAgents}
          names={all?.agents.rows.map(({ name }) => name) ?? []}
          value={query.agent_id ?? null}
          onChoose={name => go(name === null ? withoutAgent : { ...query, agent_id: name })}
        />
        <NameChoice
          label={insightsText.tool}
          all={insightsText.allTools}
          names={all?.tools.rows.map(({ name }) => name) ?? []}
          value={query.tool_name ?? null}
          onChoose={name => go(name === null ? withoutTool : { ...query, tool_name: name })}
        />
        <Button
          small
          icon="download"
          aria-label={insightsText.jsonOf}
          aria-disabled={answer === null}
          onClick={() =>
            saveFile('insights.json', 'application/json', `${JSON.stringify(answer, null, 2)}\n`)
          }
        >
          JSON
        </Button>
      </div>
    </header>
  );
}

function NameChoice({
  label,
  all,
  names,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly all: string;
  readonly names: readonly string[];
  readonly value: string | null;
  onChoose(name: string | null): void;
}): ReactNode {
  const offered = value === null || names.includes(value) ? names : [value, ...names];
  return (
    <select
      className="field"
      aria-label={label}
      value={value ?? ''}
      onChange={event => onChoose(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">{all}</option>
      {offered.map(name => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Panels({
  answer,
  query,
}: {
  readonly answer: InsightsAnswer;
  readonly query: InsightsQuery;
}): ReactNode {
  const [by, setBy] = useState<Grouping>('rules');
  const [problem, setProblem] = useState<unknown>(null);
  const { counted } = answer;
  const expired = answer.series.find(({ measure }) => measure === 'expired')?.total ?? 0;
  const exported = async (table: InsightsTable): Promise<void> => {
    try {
      setProblem(null);
      saveFile(`insights-${table}.csv`, 'text/csv', await pastApi.insightsTable(table, query));
    } catch (failed) {
      setProblem(failed);
    }
  };
  const panel = { onExport: (table: InsightsTable) => void exported(table) };
  return (
    <>
      {!counted.is_complete && (
        <Notice>
          {counted.up_to === null
            ? insightsText.nothingCounted
            : insightsText.countedUpTo(clockTime(counted.up_to))}
        </Notice>
      )}
      <ProblemNotice problem={problem} />
      <div className="insights-panels">
        <div className="insights-column">
          <InsightsPanel
            {...panel}
            title={insightsText.became(answer.actions)}
            table="days"
            chart={<ActionStrips answer={answer} />}
            rows={<DayRows answer={answer} />}
          />
          <InsightsPanel
            {...panel}
            title={byWords[by]}
            about={shownWords(Math.min(answer[by].rows.length, 8), answer[by].of)}
            table={by}
            switcher={<By by={by} onBy={setBy} />}
            chart={<NameShares answer={answer} by={by} />}
            rows={<NameRows answer={answer} by={by} />}
          />
          <InsightsPanel
            {...panel}
            title={insightsText.unansweredTitle}
            about={insightsText.unansweredAbout(number(expired))}
            table="unanswered"
            chart={<Unanswered answer={answer} />}
            rows={<UnansweredRows answer={answer} />}
          />
        </div>
        <div className="insights-column">
          <InsightsPanel
            {...panel}
            title={insightsText.paceTitle}
            table="stages"
            chart={<StagePace answer={answer} />}
            rows={<StageRows answer={answer} />}
          />
          <InsightsPanel
            {...panel}
            title={insightsText.neverTitle}
            about={insightsText.neverAbout(answer.never_rejected_asks_min)}
            table="never_rejected"
            chart={<NeverRejected answer={answer} />}
            rows={<NeverRows answer={answer} />}
          />
          <InsightsPanel
            {...panel}
            title={insightsText.caughtTitle}
            about={insightsText.caughtAbout}
            table="caught"
            chart={<Caught answer={answer} />}
            rows={<CaughtRows answer={answer} />}
          />
        </div>
      </div>
    </>
  );
}

function shownWords(shown: number, all: number): string {
  return shown === all
    ? insightsText.allShown(number(all))
    : insightsText.mostAsked(number(shown), number(all));
}

const groupings = ['rules', 'agents', 'tools'] as const;

function By({ by, onBy }: { readonly by: Grouping; onBy(by: Grouping): void }): ReactNode {
  return (
    <fieldset className="seg" aria-label={insightsText.groupBy}>
      {groupings.map(each => (
        <button key={each} type="button" aria-pressed={by === each} onClick={() => onBy(each)}>
          {nameWords[each]}
        </button>
      ))}
    </fieldset>
  );
}
