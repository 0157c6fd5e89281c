import type { InsightsAnswer } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { useSession } from '../data/session.ts';
import { useResource } from '../data/use-resource.ts';
import { Icon, type IconName } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { insightsText } from '../language/english/insights.ts';
import { Link } from '../navigation/link.tsx';
import { pastApi } from '../unasked/past-api.ts';
import { Named } from './counted-names.tsx';
import { Rows } from './insights-panel.tsx';
import { groundText, hourWords, measureWords, number } from './insights-words.ts';

interface Part {
  readonly answer: InsightsAnswer;
}

function Finding({
  icon,
  title,
  children,
}: {
  readonly icon: IconName;
  readonly title: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li>
      <Icon name={icon} />
      <div className="min-w-0">
        <b>{title}</b>
        {children}
      </div>
    </li>
  );
}

/** For which stages expired requests waited, and when. */
export function Unanswered({ answer: { unanswered } }: Part): ReactNode {
  const all = unanswered.reduce((sum, { expired }) => sum + expired, 0);
  if (all === 0) return <p className="insight-none">{insightsText.noneUnanswered}</p>;
  return (
    <ul className="findings">
      {unanswered.map(({ stage, expired, hours }) => (
        <Finding
          key={stage}
          icon="clock"
          title={<Words text={insightsText.waitedFor(stage, number(expired), number(all))} />}
        >
          <p>
            {hours === null
              ? insightsText.anyHour
              : insightsText.betweenHours(
                  number(hours.expired),
                  hourWords(hours.from),
                  hourWords(hours.to),
                )}
          </p>
        </Finding>
      ))}
    </ul>
  );
}

export function UnansweredRows({ answer: { unanswered } }: Part): ReactNode {
  return (
    <Rows
      label={insightsText.unansweredTitle}
      head={[
        insightsText.stage,
        insightsText.expired,
        insightsText.hours,
        insightsText.expiredThen,
      ]}
      rows={unanswered.map(({ stage, expired, hours }) => ({
        key: stage,
        cells: [
          <Words key="stage" text={stage} />,
          number(expired),
          hours === null ? '' : insightsText.fromTo(hourWords(hours.from), hourWords(hours.to)),
          hours === null ? '' : number(hours.expired),
        ],
      }))}
    />
  );
}

/**
 * Rules whose requests were never rejected, and questions that could be asked less often. Nothing is shown for a rule
 * with too few requests.
 */
export function NeverRejected({ answer }: Part): ReactNode {
  const operates = useSession()?.roles.includes('operator') === true;
  const { never_rejected: never } = answer;
  if (never.length === 0) return <p className="insight-none">{insightsText.noneNever}</p>;
  return (
    <ul className="findings">
      {never.map(({ name, asked, approved, expired }) => (
        <Finding key={name} icon="reload" title={<Named by="rules" name={name} />}>
          <p>
            {insightsText.neverSays(number(asked), number(approved), number(expired))}{' '}
            {operates ? <Suggestion rule={name} /> : insightsText.operatorsSee}
          </p>
        </Finding>
      ))}
    </ul>
  );
}

/** What the proposals of the policy say about a rule: conditions that fit one exact action each, and nothing else. */
function Suggestion({ rule }: { readonly rule: string }): ReactNode {
  const { data } = useResource('policy proposals', signal => pastApi.policyProposals({ signal }));
  if (data === undefined) return null;
  const count = data.proposals.filter(({ policy_rule_id }) => policy_rule_id === rule).length;
  if (count === 0) return insightsText.keepAsking;
  return (
    <>
      {insightsText.proposals(count, data.approvals_min)}{' '}
      <Link to="/policy?tab=proposals">{insightsText.seeProposals}</Link>
    </>
  );
}

export function NeverRows({ answer: { never_rejected } }: Part): ReactNode {
  return (
    <Rows
      label={insightsText.neverTitle}
      head={[insightsText.rule, measureWords.asked, measureWords.approved, insightsText.expired]}
      rows={never_rejected.map(({ name, asked, approved, expired }) => ({
        key: name,
        cells: [
          <Named key="name" by="rules" name={name} />,
          number(asked),
          number(approved),
          number(expired),
        ],
      }))}
    />
  );
}

/** Rules whose requests a person rejected. */
export function Caught({ answer: { caught } }: Part): ReactNode {
  if (caught.length === 0) return <p className="insight-none">{insightsText.noneCaught}</p>;
  return (
    <ul className="findings">
      {caught.map(({ rule, rejected, ground }) => (
        <Finding key={rule} icon="refused" title={<Named by="rules" name={rule} />}>
          <p>{caughtWords(rejected, groundText(ground))}</p>
        </Finding>
      ))}
    </ul>
  );
}

function caughtWords(rejected: number, ground: string | null): string {
  return ground === null
    ? insightsText.caughtCount(number(rejected))
    : insightsText.caughtReason(number(rejected), ground);
}

export function CaughtRows({ answer: { caught } }: Part): ReactNode {
  return (
    <Rows
      label={insightsText.caughtTitle}
      head={[insightsText.rule, insightsText.rejected, insightsText.ground, insightsText.given]}
      rows={caught.map(({ rule, rejected, ground, given }) => ({
        key: rule,
        cells: [
          <Named key="rule" by="rules" name={rule} />,
          number(rejected),
          groundText(ground) ?? '',
          number(given),
        ],
      }))}
    />
  );
}
