import type { DeadLetter } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Notice } from '../design/notice.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { dateAndTime } from '../frame/time-words.ts';
import { Link } from '../navigation/link.tsx';
import { useAsk } from '../way-in/use-ask.ts';
import '../facts/facts.css';
import '../policy/policy.css';
import '../people/people.css';

/** Undelivered messages: why, and to be tried again. */
export function DeadLettersPage(): ReactNode {
  const operates = useSession()?.roles.includes('operator') === true;
  return (
    <div className="access">
      <header className="page-head access-head">
        <div>
          <PageHeading title="Undelivered messages">Undelivered messages</PageHeading>
          <p>The server tried to send these messages to other systems. Every attempt failed.</p>
        </div>
        <Link to="/people">People and keys</Link>
      </header>
      {operates ? (
        <Letters />
      ) : (
        <Notice>
          <b>Only operators see this page.</b>
          <p>It shows addresses of other systems. Ask an operator for that role.</p>
        </Notice>
      )}
    </div>
  );
}

function Letters(): ReactNode {
  const { data, problem, reload } = useResource('dead letters', signal =>
    api.deadLetters({ limit: 500, signal }),
  );
  if (data === undefined) {
    return problem === null ? null : <RefusedPage problem={problem} onRetry={reload} />;
  }
  if (data.rows.length === 0) {
    return (
      <div className="access-none mt-4 flex items-center gap-2">
        <Icon name="check" />
        Everything was delivered.
      </div>
    );
  }
  return (
    <ul className="access-list mt-4" aria-label="Undelivered messages">
      {data.rows.map(letter => (
        <Letter key={letter.id} letter={letter} reload={reload} />
      ))}
    </ul>
  );
}

function Letter({ letter, reload }: { readonly letter: DeadLetter; reload(): void }): ReactNode {
  const ask = useAsk();
  const requestId = /^request\/(ar_[0-9a-z]+)$/.exec(letter.stream)?.[1];
  const retry = (): void =>
    ask.run(async () => {
      try {
        await api.retryDeadLetter(letter.id);
        showToast({ kind: 'ok', title: 'Back in the queue', detail: 'It is sent again.' });
      } catch (refused) {
        const detail = problemSentence(refused);
        showToast({ kind: 'refused', title: 'The message was not queued again', detail });
      }
      reload();
    });
  return (
    <li className="access-row access-row--key">
      <div className="min-w-0">
        <b>
          <Words text={letter.topic} />
        </b>
        <p>
          <Words text={letter.problem} />
        </p>
      </div>
      <div className="access-when">
        <span>Last attempt {dateAndTime(letter.died_at)}</span>
        <span>{letter.tries === 1 ? '1 try' : `${letter.tries} tries`}</span>
        {requestId !== undefined && (
          <Link to={`/history/${encodeURIComponent(requestId)}`}>The request</Link>
        )}
      </div>
      <div className="access-acts">
        <Button
          small
          icon="reload"
          busy={ask.busy}
          onClick={retry}
          aria-label={`Try again: ${letter.topic}`}
        >
          Try again
        </Button>
      </div>
    </li>
  );
}
