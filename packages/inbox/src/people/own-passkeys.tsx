import type { CredentialFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { showToast } from '../design/toast-list.ts';
import { CredentialList } from '../keys/credential-list.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { peopleText } from '../language/english/people.ts';
import { fill } from '../language/fill.ts';
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
      showToast({ kind: 'ok', title: peopleText.passkeyAdded, detail: peopleText.worksNow });
      reload();
    });
  return (
    <section aria-label={peopleText.yourPasskeys}>
      <div className="access-bar">
        <p>{peopleText.passkeyAbout}</p>
      </div>
      {inForce.length === 1 && (
        <Notice kind="warn">
          {fill(peopleText.ifLost, { lead: <b>{peopleText.onePasskey}</b> })}
        </Notice>
      )}
      <CredentialList
        credentials={credentials}
        none={peopleText.noPasskey}
        describe={() => peopleText.passkey}
        lastWords={inForce.length === 1 ? peopleText.addAnother : null}
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
            {peopleText.newPasskeyName}
          </label>
          <div className="flex gap-3">
            <input
              id="passkey-label"
              className="field"
              placeholder={peopleText.officeLaptop}
              value={label}
              maxLength={100}
              autoComplete="off"
              onChange={event => setLabel(event.target.value)}
            />
            <Button icon="passkey" type="submit" busy={ask.busy} className="mt-1">
              {peopleText.addPasskey}
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
