import type { RequestRepresentation } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { api } from '../data/api.ts';
import { showToast } from '../design/toast-list.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { SettleForm } from './settle-form.tsx';

/** What is left for a person: settle an outcome, revoke a grant, or lift a rejection. The server says who may. */
export function SettleRequest({
  representation,
  onSettled,
}: {
  readonly representation: RequestRepresentation;
  onSettled(answer: RequestRepresentation | null): void;
}): ReactNode {
  const { approval_request_id: id, status, outcome, receipts } = representation;
  if (status === 'consumed' && outcome === 'unknown') {
    const executor = receipts[0]?.executor ?? 'the executor';
    return (
      <SettleForm
        title="The outcome is unknown"
        about={`It started once, and ${executor} has not reported how it ended. Look there, then record what you found. The action never starts again.`}
        choices={[
          { name: 'succeeded', label: 'It succeeded' },
          { name: 'failed', label: 'It failed' },
        ]}
        act="Settle the outcome"
        onSettle={async (reason, choice) => {
          const settled = choice === 'succeeded' ? 'succeeded' : 'failed';
          onSettled(await withRecentProof(() => api.reconcile(id, { outcome: settled, reason })));
          showToast({ kind: 'ok', title: `Settled: ${settled}`, detail: 'It is in the log.' });
        }}
      />
    );
  }
  if (status === 'allowed') {
    return (
      <SettleForm
        title="Approved, not used yet"
        about="You can revoke the approval until it is used. Then nothing runs, and the agent is told."
        act="Revoke the approval"
        onSettle={async reason => {
          onSettled(await withRecentProof(() => api.revoke(id, reason)));
          showToast({ kind: 'ok', title: 'The approval was revoked', detail: 'Nothing runs.' });
        }}
      />
    );
  }
  if (representation.rejected_for_good) {
    return (
      <SettleForm
        title="Rejected for good"
        about="The agent is refused this action in every plan, also where the policy allows it. An operator can lift that. Then the agent may ask for it again, and nothing is approved."
        act="Lift the rejection"
        onSettle={async reason => {
          onSettled(await withRecentProof(() => api.liftRejection(id, reason)));
          showToast({
            kind: 'ok',
            title: 'The rejection was lifted',
            detail: 'The agent may ask for it again.',
          });
        }}
      />
    );
  }
  return null;
}
