import type { CredentialFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { showToast } from '../design/toast-list.ts';
import { CredentialList } from '../keys/credential-list.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { canUsePasskeys, makePasskey, noPasskeys } from '../way-in/passkey.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { OwnAccounts } from './own-accounts.tsx';

/** The devices with which this person can sign in and sign decisions. */
export function OwnPasskeys({
  credentials,
  reload,
}: {
  readonly credentials: readonly CredentialFacts[];
  reload(): void;
}): ReactNode {
  const session = useSession();
  const [label, setLabel] = useState('');
  const ask = useAsk();
  const inForce = credentials.filter(({ revoked_at }) => revoked_at === null);
  const add = (): void =>
    ask.run(async () => {
      await withRecentProof(async () => {
        const made = await makePasskey(await api.passkeyOptions(), session?.name ?? 'Countersign');
        const name = label.trim();
        await api.addPasskey({ ...made, ...(name === '' ? {} : { label: name }) });
      });
      setLabel('');
      showToast({ kind: 'ok', title: 'The passkey was added', detail: 'It works from now on.' });
      reload();
    });
  return (
    <section aria-label="Your passkeys">
      <div className="access-bar">
        <p>
          A passkey signs you in, and signs single decisions where a stage demands it. Have two, on
          two devices, so that losing one does not lock you out.
        </p>
      </div>
      {inForce.length === 1 && (
        <Notice kind="warn">
          <b>You have one passkey.</b> If you lose it, only an operator can let you in again.
        </Notice>
      )}
      <CredentialList
        credentials={credentials}
        none="You have no passkey. You sign in at your organisation."
        describe={() => 'Passkey'}
        lastWords={inForce.length === 1 ? 'Add another passkey before you remove this one.' : null}
        reload={reload}
      />
      {canUsePasskeys() ? (
        <form
          className="access-add"
          onSubmit={event => {
            event.preventDefault();
            add();
          }}
        >
          <label className="label" htmlFor="passkey-label">
            Name of the new passkey
          </label>
          <div className="flex gap-3">
            <input
              id="passkey-label"
              className="field"
              placeholder="Office laptop"
              value={label}
              maxLength={100}
              autoComplete="off"
              onChange={event => setLabel(event.target.value)}
            />
            <Button icon="passkey" type="submit" busy={ask.busy} className="mt-1">
              Add a passkey
            </Button>
          </div>
          <ProblemNotice problem={ask.problem} />
        </form>
      ) : (
        <Notice kind="warn">{noPasskeys}</Notice>
      )}
      <OwnAccounts />
    </section>
  );
}
