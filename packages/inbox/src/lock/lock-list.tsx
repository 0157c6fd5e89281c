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
import { lockText } from '../language/english/lock.ts';
import { fill } from '../language/fill.ts';
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
    <section className="lock-banner" aria-label={lockText.locksInForce}>
      <ul>
        {locks.map(lock => (
          <li key={lock.lock_id}>
            <Icon name="lock" />
            <p>
              {fill(lockText.lockedSince, {
                what: (
                  <b>{fill(lockText.whatIsLocked, { what: <Words text={lockedWords(lock)} /> })}</b>
                ),
                at: clockTime(lock.placed_at),
                who: <Words text={lock.by_name} />,
                reason: <Words text={lock.reason} />,
              })}
            </p>
            {operates && (
              <Button
                small
                onClick={() => setLifting(lock)}
                aria-label={lockText.liftOn(lockedWords(lock))}
              >
                {lockText.lift}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {lifting !== null && (
        <ReasonDialog
          title={lockText.liftOn(lockedWords(lifting))}
          about={lockText.liftAbout}
          act={lockText.lift}
          onAct={async reason => {
            showToast(liftedWords(await lift(lifting, reason)));
            reloadLocks();
          }}
          onClose={() => setLifting(null)}
        />
      )}
    </section>
  );
}

/** With a passkey over this lift, or, for a person who has none, with a recent sign-in. */
async function lift({ lock_id }: LockFacts, reason: string): Promise<Lifted> {
  const start = await api.liftOptions(lock_id).catch((problem: unknown) => {
    if (problem instanceof ApiProblem && problem.code === 'credential_not_found') return null;
    throw problem;
  });
  return start === null
    ? withRecentProof(() => api.liftLock(lock_id, { reason }))
    : api.liftLock(lock_id, { reason, passkey: await answerWithPasskey(start) });
}

type Lifted = Awaited<ReturnType<typeof api.liftLock>>;

/** Where the policy names a chain for it, other people decide. */
function liftedWords(lifted: Lifted): Parameters<typeof showToast>[0] {
  return 'house_request' in lifted
    ? {
        kind: 'ok',
        title: lockText.askedToLift,
        detail: lockText.staysInForce,
      }
    : { kind: 'ok', title: lockText.isLifted, detail: lockText.staysClosed };
}
