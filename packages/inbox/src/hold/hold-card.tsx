import { intentWords } from '@countersign/card';
import type { HoldFacts } from '@countersign/client/people';
import type { Hold } from '@countersign/protocol/hold';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '../data/api.ts';
import { onAnyChange, resources, useResource } from '../data/use-resource.ts';
import { useCountdown } from '../decision/use-countdown.ts';
import { Notice } from '../design/notice.tsx';
import { showToast } from '../design/toast-list.ts';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { ConfirmationCard, type ConfirmationChoice } from './confirmation-card.tsx';

/** A halted session, to be answered in the inbox. */
export function HoldCard({ id }: { readonly id: string }): ReactNode {
  const key = `hold ${id}`;
  const { data, problem, reload } = useResource<HoldFacts>(
    key,
    signal => api.getHold(id, { signal }),
    onAnyChange,
  );
  if (data === undefined || data.hold === null) {
    return problem === null ? null : <RefusedPage problem={problem} onRetry={reload} />;
  }
  return (
    <div className="hold-page">
      <PageHeading title="A session on hold">A session on hold</PageHeading>
      {data.status === 'placed' ? (
        <OpenHold
          key={id}
          id={id}
          hold={data.hold}
          words={data.message}
          mayAnswer={data.may_answer}
          onAnswered={facts => resources.put(key, facts)}
        />
      ) : (
        <Notice kind={data.proceed ? 'ok' : 'plain'} icon={data.proceed ? 'check' : 'cross'}>
          <b>{data.proceed ? 'Answered with Proceed' : 'Not answered with Proceed'}</b>
          <p>
            {data.proceed
              ? 'The session continues. This approved no action.'
              : 'The plan in that session ended. No step of it runs.'}
          </p>
        </Notice>
      )}
    </div>
  );
}

function OpenHold({
  id,
  hold,
  words,
  mayAnswer,
  onAnswered,
}: {
  readonly id: string;
  readonly hold: Hold;
  /** What the agent wrote; null where only a digest of it is kept. */
  readonly words: string | null;
  readonly mayAnswer: boolean;
  onAnswered(facts: HoldFacts): void;
}): ReactNode {
  const time = useCountdown(hold.placed_at, hold.expires_at);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    if (!mayAnswer) return;
    // The log keeps that the hold was shown. The person can answer also where that note fails.
    void api.renderHold(id).catch(() => undefined);
  }, [id, mayAnswer]);
  const answer = async (choice: ConfirmationChoice): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      const facts = await api.answerHold(id, choice);
      showToast({
        kind: 'ok',
        title: choice === 'Proceed' ? 'The session continues' : 'The plan ends',
        detail: choice === 'Proceed' ? 'This approved no action.' : 'No step of it runs.',
      });
      onAnswered(facts);
    } catch (problem) {
      setRefused(problemSentence(problem));
      resources.reload(`hold ${id}`);
    } finally {
      setBusy(false);
    }
  };
  if (!mayAnswer) {
    return (
      <Notice kind="plain" icon="paused">
        <b>You are not among the people who answer this hold</b>
        <p>No tool of the session runs until one of them answers, or until the hold ends.</p>
      </Notice>
    );
  }
  return (
    <ConfirmationCard
      message={words ?? intentWords(hold.intent)}
      message_is={words === null ? 'understood' : 'quoted'}
      about={{
        agent: hold.agent_id ?? null,
        session: hold.session_id,
        intent: intentWords(hold.intent),
      }}
      action={null}
      risk_level={hold.intent.risk_level}
      show_details={false}
      time={time}
      busy={busy}
      problem={refused}
      onAnswer={choice => void answer(choice)}
    />
  );
}
