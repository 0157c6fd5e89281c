import type { PolicyReplay, ReplayedDecision } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { Icon, type IconName } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { dateAndTime } from '../frame/time-words.ts';
import { numberLocale } from '../language/chosen.ts';
import { replayText } from '../language/english/replay.ts';
import { fill } from '../language/fill.ts';
import {
  changedCount,
  leftOutWords,
  type ReplayGroup,
  rejectedOf,
  replayGroups,
  thenWords,
} from './replay-words.ts';

interface ReplayResultProps {
  readonly replay: PolicyReplay;
  readonly days: number;
  /** The draft was edited since. */
  readonly isOld: boolean;
  onOpened(id: string): void;
}

/** Past actions whose answer would change. Actions that a person rejected come first, and can be opened. */
export function ReplayResult({ replay, days, isOld, onOpened }: ReplayResultProps): ReactNode {
  const changed = changedCount(replay);
  const leftOut = leftOutWords(replay);
  const rejected = new Set(rejectedOf(replay).map(({ id }) => id));
  return (
    <div className="replay-result" data-old={isOld}>
      <p className="replay-count">
        {fill(replayText.otherAnswer, {
          changed: <b>{changed.toLocaleString(numberLocale)}</b>,
          total: replay.total.toLocaleString(numberLocale),
          days: days,
          none: changed === 0 && replayText.nothingChanges,
        })}
      </p>
      {isOld && <p className="hint">{replayText.earlierDraft}</p>}
      {leftOut !== null && <p className="hint">{leftOut}</p>}
      {replayGroups(replay).map(group => (
        <Group key={group.name} group={group} rejected={rejected} onOpened={onOpened} />
      ))}
    </div>
  );
}

const icons: Readonly<Record<ReplayGroup['name'], IconName>> = {
  allowed: 'warning',
  asked: 'paused',
  denied: 'refused',
  others: 'people',
};
const shownFirst = 5;

function Group({
  group,
  rejected,
  onOpened,
}: {
  readonly group: ReplayGroup;
  readonly rejected: ReadonlySet<string>;
  onOpened(id: string): void;
}): ReactNode {
  const [all, setAll] = useState(false);
  const { name, title, items } = group;
  const first = Math.max(shownFirst, items.filter(({ id }) => rejected.has(id)).length);
  const shown = all ? items : items.slice(0, first);
  return (
    <section className={`panel replay-group replay-group--${name}`} aria-label={title}>
      <h3>
        <Icon name={icons[name]} />
        {title}
      </h3>
      <ul>
        {shown.map(item => (
          <Replayed
            key={item.id}
            item={item}
            wasRejected={rejected.has(item.id)}
            onOpened={onOpened}
          />
        ))}
      </ul>
      {shown.length < items.length && (
        <button type="button" className="replay-more" onClick={() => setAll(true)}>
          {replayText.more(items.length - shown.length)}
        </button>
      )}
    </section>
  );
}

function Replayed({
  item,
  wasRejected,
  onOpened,
}: {
  readonly item: ReplayedDecision;
  readonly wasRejected: boolean;
  onOpened(id: string): void;
}): ReactNode {
  const { title, decided_at, approval_request_id, said, policy_rule_id, chain } = item;
  return (
    <li data-rejected={wasRejected}>
      <div>
        <b>
          <Words text={title} />
        </b>
        <p className="replay-then">
          {fill(replayText.itemLine, {
            at: dateAndTime(decided_at),
            before: thenWords(item),
            said: said !== null && said !== '' && (
              <>
                : “<Words text={said} />”
              </>
            ),
            rule: <Words text={policy_rule_id} />,
            chain: chain !== null && (
              <>{fill(replayText.asksChain, { chain: <Words text={chain} /> })}</>
            ),
          })}
        </p>
      </div>
      {approval_request_id !== null && (
        // A new tab, so that the draft stays.
        <a
          className="btn btn--small"
          href={`/requests/${encodeURIComponent(approval_request_id)}`}
          target="_blank"
          rel="noreferrer"
          onClick={() => onOpened(item.id)}
        >
          {replayText.open}
        </a>
      )}
    </li>
  );
}
