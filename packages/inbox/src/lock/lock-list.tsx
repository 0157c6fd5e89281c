import { ApiProblem, type LockFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { clockTime } from '../frame/time-words.ts';
import { ReasonDialog } from '../keys/reason-dialog.tsx';
import { answerWithPasskey } from '../way-in/passkey.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { lockedWords } from './lock-words.ts';
import { reloadLocks } from './use-locks.ts';
import './lock.css';

/** What is locked, since when, by whom and why. Most pages never need it. */
export function LockList({ locks }: { readonly locks: readonly LockFacts[] }): ReactNode {
  const session = useSession();
  const [lifting, setLifting] = useState<LockFacts | null>(null);
  const operates = session?.roles.includes('operator') === true;
  return (
    <section className="lock-banner" aria-label="Locks in force">
      <ul>
        {locks.map(lock => (
          <li key={lock.lock_id}>
            <Icon name="lock" />
            <p>
              <b>
                <Words text={lockedWords(lock)} /> is locked
              </b>{' '}
              since {clockTime(lock.placed_at)} by <Words text={lock.by_name} />: “
              <Words text={lock.reason} />”
            </p>
            {operates && (
              <Button
                small
                onClick={() => setLifting(lock)}
                aria-label={`Lift the lock on ${lockedWords(lock)}`}
              >
                Lift the lock
              </Button>
            )}
          </li>
        ))}
      </ul>
      {lifting !== null && (
        <ReasonDialog
          title={`Lift the lock on ${lockedWords(lifting)}`}
          about="You need your passkey. Requests and approvals that the lock closed stay closed: the agent asks again."
          act="Lift the lock"
          onAct={async reason => {
            await lift(lifting, reason);
            showToast({
              kind: 'ok',
              title: 'The lock is lifted',
              detail: 'What it closed stays closed.',
            });
            reloadLocks();
          }}
          onClose={() => setLifting(null)}
        />
      )}
    </section>
  );
}

/** With a passkey over this lift, or, for a person who has none, with a recent sign-in. */
async function lift({ lock_id }: LockFacts, reason: string): Promise<void> {
  const start = await api.liftOptions(lock_id).catch((problem: unknown) => {
    if (problem instanceof ApiProblem && problem.code === 'credential_not_found') return null;
    throw problem;
  });
  if (start === null) {
    await withRecentProof(() => api.liftLock(lock_id, { reason }));
    return;
  }
  await api.liftLock(lock_id, { reason, passkey: await answerWithPasskey(start) });
}
