import type { InsightsAnswer, InsightsCounts } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Words } from '../facts/pieces.tsx';
import { insightsText } from '../language/english/insights.ts';
import { Link } from '../navigation/link.tsx';
import { Rows } from './insights-panel.tsx';
import {
  byWords,
  type Grouping,
  measureWords,
  nameWords,
  number,
  shareWords,
} from './insights-words.ts';

const shownAtOnce = 8;

/** The agents or tools that asked most, each with the outcomes of its requests. */
export function NameShares({
  answer,
  by,
}: {
  readonly answer: InsightsAnswer;
  readonly by: Grouping;
}): ReactNode {
  const rows = answer[by].rows.filter(({ asked }) => asked > 0).slice(0, shownAtOnce);
  if (rows.length === 0) return <p className="insight-none">{insightsText.nothing}</p>;
  return (
    <>
      <ul className="shares">
        {rows.map(row => (
          <li key={row.name}>
            <Named by={by} name={row.name} />
            <Share row={row} />
            <small>{shareText(row)}</small>
          </li>
        ))}
      </ul>
      <p className="insight-foot">{insightsText.barWords}</p>
    </>
  );
}

function shareText({ asked, approved, rejected, expired }: InsightsCounts): string {
  return insightsText.shareOf(number(asked), number(approved), number(rejected), number(expired));
}

function Share({ row }: { readonly row: InsightsCounts }): ReactNode {
  const { asked, approved, rejected, expired } = row;
  const width = (count: number) => ({ width: `${(100 * count) / Math.max(1, asked)}%` });
  return (
    <span className="share" aria-hidden="true">
      <i className="share-approved" style={width(approved)} />
      {rejected > 0 && <i className="share-rejected" style={width(rejected)} />}
      {expired > 0 && <i className="share-expired" style={width(expired)} />}
    </span>
  );
}

export function Named({ by, name }: { readonly by: Grouping; readonly name: string }): ReactNode {
  return by === 'rules' ? (
    <Link to={`/policy?rule=${encodeURIComponent(name)}`} className="insight-name">
      <Words text={name} />
    </Link>
  ) : (
    <span className="insight-name">
      <Words text={name} />
    </span>
  );
}

const measures = [
  'asked',
  'approved',
  'rejected',
  'expired',
  'cancelled',
  'amended',
  'allowed',
  'denied',
] as const;

export function NameRows({
  answer,
  by,
}: {
  readonly answer: InsightsAnswer;
  readonly by: Grouping;
}): ReactNode {
  return (
    <Rows
      label={byWords[by]}
      head={[nameWords[by], ...measures.map(measure => measureWords[measure]), insightsText.share]}
      rows={answer[by].rows.map(row => ({
        key: row.name,
        cells: [
          <Named key="name" by={by} name={row.name} />,
          ...measures.map(measure => number(row[measure])),
          shareWords(row.approved, row.approved + row.rejected),
        ],
      }))}
    />
  );
}
