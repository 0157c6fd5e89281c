import { releaseCalls } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { api } from '../data/api.ts';
import { onAnyChange, useResource } from '../data/use-resource.ts';
import { Icon } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { dateAndTime } from '../frame/time-words.ts';
import { releaseText } from '../language/english/release.ts';
import { Link } from '../navigation/link.tsx';
import './release.css';

const calls = api.with(releaseCalls);

/** The releases that this person may review, before everything that waits (BG-3). */
export function ToReview(): ReactNode {
  const { data } = useResource('reviews', signal => calls.listReviews({ signal }), onAnyChange);
  const mine = data?.reviews.filter(({ may_review }) => may_review) ?? [];
  if (mine.length === 0) return null;
  return (
    <section className="to-review" aria-label={releaseText.toReview}>
      <h3>
        <Icon name="bolt" /> {releaseText.toReview} · {releaseText.count(mine.length)}
      </h3>
      {mine.map(({ approval_request_id: id, title, tool_name, released_by, released_at }) => (
        <Link key={id} to={`/history/${encodeURIComponent(id)}`}>
          <Words text={title === '' ? tool_name : title} />
          <small>
            <Words text={releaseText.since(released_by.name, dateAndTime(released_at))} />
          </small>
        </Link>
      ))}
    </section>
  );
}
