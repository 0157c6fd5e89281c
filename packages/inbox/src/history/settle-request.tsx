import { type RequestRepresentation, releaseCalls } from '@countersign/client/people';
import { releaseOf } from '@countersign/protocol/chain';
import type { ReactNode } from 'react';
import { api } from '../data/api.ts';
import { showToast } from '../design/toast-list.ts';
import { historyText } from '../language/english/history.ts';
import { releaseText } from '../language/english/release.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { SettleForm } from './settle-form.tsx';

const calls = api.with(releaseCalls);

/** What is left for a person: settle an outcome, revoke a grant, or lift a rejection. The server says who may. */
export function SettleRequest({
  representation,
  onSettled,
}: {
  readonly representation: RequestRepresentation;
  onSettled(answer: RequestRepresentation | null): void;
}): ReactNode {
  const { approval_request_id: id, status, outcome, receipts, entries, review } = representation;
  if (releaseOf(entries) !== undefined && (review ?? null) === null) {
    return (
      <SettleForm
        title={releaseText.reviewTitle}
        about={releaseText.reviewAbout}
        choices={[
          { name: 'justified', label: releaseText.justified },
          { name: 'not_justified', label: releaseText.notJustified },
        ]}
        act={releaseText.close}
        onSettle={async (findings, choice) => {
          const verdict = choice === 'justified' ? 'justified' : 'not_justified';
          onSettled(await calls.reviewRelease(id, { verdict, findings }));
          showToast({ kind: 'ok', title: releaseText.closed, detail: historyText.isInLog });
        }}
      />
    );
  }
  if (status === 'consumed' && outcome === 'unknown') {
    const executor = receipts[0]?.executor ?? historyText.theExecutor;
    return (
      <SettleForm
        title={historyText.outcomeIsUnknown}
        about={historyText.startedNotReported(executor)}
        choices={[
          { name: 'succeeded', label: historyText.itSucceeded },
          { name: 'failed', label: historyText.itFailed },
        ]}
        act={historyText.settleOutcome}
        onSettle={async (reason, choice) => {
          const settled = choice === 'succeeded' ? 'succeeded' : 'failed';
          onSettled(await withRecentProof(() => api.reconcile(id, { outcome: settled, reason })));
          showToast({
            kind: 'ok',
            title: historyText.settled(settled),
            detail: historyText.isInLog,
          });
        }}
      />
    );
  }
  if (status === 'allowed') {
    return (
      <SettleForm
        title={historyText.approvedNotUsed}
        about={historyText.canRevoke}
        act={historyText.revoke}
        onSettle={async reason => {
          onSettled(await withRecentProof(() => api.revoke(id, reason)));
          showToast({ kind: 'ok', title: historyText.wasRevoked, detail: historyText.nothingRuns });
        }}
      />
    );
  }
  if (representation.rejected_for_good) {
    return (
      <SettleForm
        title={historyText.rejectedForGood}
        about={historyText.refusedEverywhere}
        act={historyText.liftRejection}
        onSettle={async reason => {
          onSettled(await withRecentProof(() => api.liftRejection(id, reason)));
          showToast({
            kind: 'ok',
            title: historyText.wasLifted,
            detail: historyText.mayAskAgain,
          });
        }}
      />
    );
  }
  return null;
}
