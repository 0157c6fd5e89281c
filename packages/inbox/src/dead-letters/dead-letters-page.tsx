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
import { deadLettersText } from '../language/english/dead-letters.ts';
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
          <PageHeading title={deadLettersText.undelivered}>
            {deadLettersText.undelivered}
          </PageHeading>
          <p>{deadLettersText.about}</p>
        </div>
        <Link to="/people">{deadLettersText.peopleAndKeys}</Link>
      </header>
      {operates ? (
        <Letters />
      ) : (
        <Notice>
          <b>{deadLettersText.onlyOperators}</b>
          <p>{deadLettersText.showsAddresses}</p>
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
        {deadLettersText.allDelivered}
      </div>
    );
  }
  return (
    <ul className="access-list mt-4" aria-label={deadLettersText.undelivered}>
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
        showToast({
          kind: 'ok',
          title: deadLettersText.backInQueue,
          detail: deadLettersText.sentAgain,
        });
      } catch (refused) {
        const detail = problemSentence(refused);
        showToast({ kind: 'refused', title: deadLettersText.notQueued, detail });
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
        <span>{deadLettersText.lastAttempt(dateAndTime(letter.died_at))}</span>
        <span>{deadLettersText.tries(letter.tries)}</span>
        {requestId !== undefined && (
          <Link to={`/history/${encodeURIComponent(requestId)}`}>{deadLettersText.theRequest}</Link>
        )}
      </div>
      <div className="access-acts">
        <Button
          small
          icon="reload"
          busy={ask.busy}
          onClick={retry}
          aria-label={deadLettersText.tryAgainTopic(letter.topic)}
        >
          {deadLettersText.tryAgain}
        </Button>
      </div>
    </li>
  );
}
