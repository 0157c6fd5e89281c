import type { RequestRow } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { api } from '../data/api.ts';
import { onAnyChange, useResource } from '../data/use-resource.ts';
import { buttonClass } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { RiskGlyph, riskWord } from '../design/risk-glyph.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { timeLeftWords } from '../frame/time-words.ts';
import { useNow } from '../frame/use-now.ts';
import { queueText } from '../language/english/queue.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import { planSteps, planWords, stepState } from './plan-steps.ts';
import { levelOfRow } from './row-level.ts';
import '../card/card.css';
import '../decision/decision.css';
import './plan.css';

/** The steps of a plan in the order in which they were asked. It is read as a whole, and decided step by step. */
export function PlanTable({
  agentId,
  planId,
}: {
  readonly agentId: string;
  readonly planId: string;
}): ReactNode {
  const { data, problem, reload } = useResource(
    `plan ${agentId} ${planId}`,
    signal => api.listRequests({ agent_id: agentId, limit: 200 }, { signal }),
    onAnyChange,
  );
  if (data === undefined) {
    return problem === null ? null : <RefusedPage problem={problem} onRetry={reload} />;
  }
  const steps = planSteps(data.rows, planId);
  const next = steps.find(({ status, eligible }) => status === 'pending' && eligible);
  return (
    <article className="card">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className="card-scroll" tabIndex={0} aria-label={queueText.plan}>
        <div className="card-in">
          <p className="what">{queueText.inThisOrder}</p>
          <PageHeading title={queueText.planTitle(planId)} className="sentence">
            <bdi>{planId}</bdi>: {planWords(steps)}
          </PageHeading>
          <section className="panel plan" aria-label={queueText.stepsLabel}>
            <div className="panel-head">{queueText.everyStep}</div>
            <table>
              <thead>
                <tr>
                  <th scope="col" className="no">
                    {queueText.step}
                  </th>
                  <th scope="col">{queueText.whatItDoes}</th>
                  <th scope="col">{queueText.risk}</th>
                  <th scope="col">{queueText.state}</th>
                </tr>
              </thead>
              <tbody>
                {steps.map((row, index) => (
                  <Step key={row.approval_request_id} row={row} place={index + 1} />
                ))}
              </tbody>
            </table>
          </section>
          <p className="plan-foot">{queueText.rejectedStep}</p>
        </div>
      </section>
      <section className="bar" aria-label={queueText.nextStep}>
        <div className="bar-in">
          <Icon name="plan" size={20} />
          <div className="bar-words">
            <b>{planWords(steps)}</b>
            <small>{queueText.planDecided}</small>
          </div>
          {next !== undefined && (
            <div className="acts">
              <Link to={pathOf(next)} className={buttonClass({ kind: 'primary' })}>
                {fill(queueText.openStep, {
                  step: <bdi>{next.step_id ?? steps.indexOf(next) + 1}</bdi>,
                })}
              </Link>
            </div>
          )}
        </div>
      </section>
    </article>
  );
}

function Step({ row, place }: { readonly row: RequestRow; readonly place: number }): ReactNode {
  const now = useNow();
  const level = levelOfRow(row);
  const { icon, words } = stepState(row);
  const left = row.status === 'pending' && row.due_at !== null;
  return (
    <tr>
      <td className="no">
        <bdi>{row.step_id ?? place}</bdi>
      </td>
      <td>
        <Link to={pathOf(row)}>
          <bdi>{row.title}</bdi>
        </Link>
      </td>
      <td>
        <span className="plan-cell">
          <RiskGlyph level={level} />
          {riskWord(level)}
        </span>
      </td>
      <td>
        <span className="plan-cell">
          <Icon name={icon} />
          {words}
          {left && `, ${timeLeftWords(row.due_at ?? '', now)}`}
        </span>
      </td>
    </tr>
  );
}

function pathOf({ approval_request_id, status }: RequestRow): string {
  return `/${status === 'pending' ? 'requests' : 'history'}/${encodeURIComponent(approval_request_id)}`;
}
