import type { HoldFacts } from '@countersign/client/people';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '../data/api.ts';
import { onAnyChange, resources, useResource } from '../data/use-resource.ts';
import { useCountdown } from '../decision/use-countdown.ts';
import { Notice } from '../design/notice.tsx';
import { showToast } from '../design/toast-list.ts';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { holdText } from '../language/english/hold.ts';
import type { ConfirmationChoice } from './confirmation-card.tsx';
import { HoldSheet } from './hold-sheet.tsx';
import './hold.css';

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
  if (data.status === 'placed' && data.may_answer) {
    return (
      <OpenHold key={id} id={id} facts={data} onAnswered={facts => resources.put(key, facts)} />
    );
  }
  return (
    <div className="hold-page">
      <PageHeading title={holdText.sessionOnHold}>{holdText.sessionOnHold}</PageHeading>
      {data.status === 'placed' ? (
        <Notice kind="plain" icon="paused">
          <b>{holdText.notAmong}</b>
          <p>{holdText.noToolUntil}</p>
        </Notice>
      ) : (
        <Notice kind={data.proceed ? 'ok' : 'plain'} icon={data.proceed ? 'check' : 'cross'}>
          <b>{data.proceed ? holdText.answeredProceed : holdText.notAnsweredProceed}</b>
          <p>{data.proceed ? holdText.continuesNothing : holdText.planEnded}</p>
        </Notice>
      )}
    </div>
  );
}

function OpenHold({
  id,
  facts,
  onAnswered,
}: {
  readonly id: string;
  readonly facts: HoldFacts;
  onAnswered(facts: HoldFacts): void;
}): ReactNode {
  const { placed_at, expires_at } = facts.hold;
  const time = useCountdown(placed_at, expires_at);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    // The log keeps that the hold was shown. The person can answer also where that note fails.
    void api.renderHold(id).catch(() => undefined);
  }, [id]);
  const answer = async (choice: ConfirmationChoice): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      const answered = await api.answerHold(id, choice);
      showToast({
        kind: 'ok',
        title: choice === 'Proceed' ? holdText.sessionContinues : holdText.planEnds,
        detail: choice === 'Proceed' ? holdText.approvedNothing : holdText.noStepRuns,
      });
      onAnswered(answered);
    } catch (problem) {
      setRefused(problemSentence(problem));
      resources.reload(`hold ${id}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <HoldSheet
      facts={facts}
      time={time}
      busy={busy}
      problem={refused}
      onAnswer={choice => void answer(choice)}
    />
  );
}
