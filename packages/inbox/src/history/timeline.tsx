import type { StreamEvent } from '@countersign/protocol/stream';
import type { ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { type EventReader, eventWords, type Stretch } from './event-words.ts';
import { exactTime } from './exact-time.ts';

/** Every event of a request, one line each, in the order of the log. */
export function Timeline({
  events,
  reader,
}: {
  readonly events: readonly StreamEvent[];
  readonly reader: EventReader;
}): ReactNode {
  let before = '';
  return (
    <ol className="timeline">
      {events.map(event => {
        const { icon, look, title, detail } = eventWords(event, reader);
        const { time, day } = exactTime(event.at);
        const dayShown = before === '' || before === day ? null : day;
        before = day;
        return (
          <li key={event.version} className={`event event--${look}`}>
            <span className="event-dot">
              <Icon name={icon} size={12} />
            </span>
            <div className="min-w-0">
              <b>
                <Words text={title} />
              </b>
              <p>{detail.map(stretchNode)}</p>
            </div>
            <time dateTime={event.at}>
              {dayShown !== null && <span>{dayShown}</span>}
              {time}
            </time>
          </li>
        );
      })}
    </ol>
  );
}

const codeInOneLine = 24;

function stretchNode(stretch: Stretch, index: number): ReactNode {
  if (typeof stretch === 'string') return stretch;
  if ('said' in stretch) return <Words key={index} text={stretch.said} />;
  const isShort = stretch.code.length <= codeInOneLine;
  return (
    <code key={index} {...(isShort ? { className: 'whitespace-nowrap' } : {})}>
      <Words text={stretch.code} />
    </code>
  );
}
