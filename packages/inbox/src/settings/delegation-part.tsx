import {
  type DelegationFacts,
  type DelegationList,
  delegationCalls,
} from '@countersign/client/people';
import { type DelegationTerms, delegationChallenge } from '@countersign/protocol/directory';
import {
  DelegationId,
  idFromUuid,
  type PersonId,
  type StoreId,
  type Timestamp,
} from '@countersign/protocol/value';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { onOtherChange, useResource } from '../data/use-resource.ts';
import { askPasskey } from '../decision/passkey.ts';
import { refusalWords } from '../decision/refusal-words.ts';
import { Button } from '../design/button.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { dateAndTime } from '../frame/time-words.ts';
import { settingsText } from '../language/english/settings.ts';
import { localInput, timestampOf, usualAbsence } from './local-time.ts';

const calls = api.with(delegationCalls);

/** Who decides for this person meanwhile, and for whom this person decides (DG-1). */
export function DelegationPart(): ReactNode {
  const session = useSession();
  const { data, reload } = useResource(
    'delegations',
    signal => calls.listDelegations({ signal }),
    onOtherChange,
  );
  if (data === undefined || session == null) return null;
  const me = session.person_id;
  const own = data.delegations.filter(({ person }) => person.person_id === me);
  const others = data.delegations.filter(({ delegate }) => delegate.person_id === me);
  return (
    <section className="settings-part" aria-labelledby="behalf">
      <div className="settings-label">
        <h2 id="behalf">{settingsText.behalf}</h2>
        <p>{settingsText.behalfWords}</p>
      </div>
      <div className="settings-rows">
        {own.length === 0 && (
          <div className="settings-row">
            <b>{settingsText.behalfNone}</b>
          </div>
        )}
        {own.map(each => (
          <Row
            key={each.delegation_id}
            delegation={each}
            title={settingsText.behalfRow(each.delegate.name, each.roles.join(', '))}
            onEnded={reload}
          />
        ))}
        {others.map(each => (
          <Row
            key={each.delegation_id}
            delegation={each}
            title={settingsText.forOther(each.person.name, each.roles.join(', '))}
            onEnded={reload}
          />
        ))}
        {session.roles.length === 0 ? (
          <div className="settings-row">
            <p>{settingsText.behalfNoRoles}</p>
          </div>
        ) : (
          <NewDelegation list={data} me={me as PersonId} roles={session.roles} onMade={reload} />
        )}
      </div>
    </section>
  );
}

function Row({
  delegation,
  title,
  onEnded,
}: {
  readonly delegation: DelegationFacts;
  readonly title: string;
  onEnded(): void;
}): ReactNode {
  const { delegation_id, starts_at, ends_at } = delegation;
  const [reason, setReason] = useState('');
  const end = async (): Promise<void> => {
    try {
      await calls.revokeDelegation(delegation_id, reason.trim());
      showToast({ kind: 'ok', title: settingsText.behalfEnded, detail: '' });
    } catch (problem) {
      showToast({
        kind: 'refused',
        title: settingsText.notSaved,
        detail: problemSentence(problem),
      });
    }
    onEnded();
  };
  return (
    <div className="settings-row">
      <div>
        <b>
          <Words text={title} />
        </b>
        <p>{settingsText.behalfTime(dateAndTime(starts_at), dateAndTime(ends_at))}</p>
      </div>
      <div className="settings-acts">
        <input
          className="field"
          aria-label={settingsText.behalfReason}
          placeholder={settingsText.behalfReason}
          maxLength={2000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button
          small
          aria-disabled={reason.trim() === ''}
          onClick={() => reason.trim() !== '' && void end()}
        >
          {settingsText.behalfEnd}
        </Button>
      </div>
    </div>
  );
}

interface NewDelegationProps {
  readonly list: DelegationList;
  readonly me: PersonId;
  readonly roles: readonly string[];
  onMade(): void;
}

/** The terms exactly as the passkey of this person signs them. */
function NewDelegation({ list, me, roles, onMade }: NewDelegationProps): ReactNode {
  const usual = usualAbsence(Date.now());
  const [delegate, setDelegate] = useState('');
  const [lent, setLent] = useState<readonly string[]>([]);
  const [time, setTime] = useState<{ from: Timestamp; to: Timestamp }>(usual);
  const [busy, setBusy] = useState(false);
  const sign = async (): Promise<void> => {
    if (delegate === '' || lent.length === 0) {
      showToast({
        kind: 'refused',
        title: settingsText.notSaved,
        detail: settingsText.behalfChoose,
      });
      return;
    }
    const terms: DelegationTerms = {
      delegation_id: idFromUuid(DelegationId, 'dlg', crypto.randomUUID()),
      person_id: me,
      delegate_id: delegate as PersonId,
      roles: [...lent].sort(),
      starts_at: time.from,
      ends_at: time.to,
    };
    setBusy(true);
    try {
      const { store_id, epoch, passkeys, rp_id } = list;
      const challenge = delegationChallenge({ ...terms, store_id: store_id as StoreId, epoch });
      const { signal } = new AbortController();
      const { nonce: _none, ...assertion } = await askPasskey(
        challenge,
        { passkeys, rp_id, nonce: '' },
        signal,
      );
      await calls.makeDelegation({ terms, assertion });
      showToast({ kind: 'ok', title: settingsText.behalfMade, detail: '' });
      setDelegate('');
      setLent([]);
    } catch (problem) {
      const code = (problem as { code?: unknown }).code;
      const detail =
        typeof code === 'string' && code.startsWith('passkey_')
          ? refusalWords({ code }).detail
          : problemSentence(problem);
      showToast({ kind: 'refused', title: settingsText.notSaved, detail });
    }
    setBusy(false);
    onMade();
  };
  return (
    <div className="settings-row settings-row--new">
      <div>
        <select
          className="field"
          aria-label={settingsText.behalfWho}
          value={delegate}
          onChange={({ target }) => setDelegate(target.value)}
        >
          <option value="">{settingsText.behalfWho}</option>
          {list.people.map(({ person_id, name }) => (
            <option key={person_id} value={person_id}>
              {name}
            </option>
          ))}
        </select>
        <fieldset className="behalf-roles">
          <legend>{settingsText.behalfRoles}</legend>
          {roles.map(role => (
            <label key={role}>
              <input
                type="checkbox"
                checked={lent.includes(role)}
                onChange={({ target }) =>
                  setLent(target.checked ? [...lent, role] : lent.filter(each => each !== role))
                }
              />{' '}
              <Words text={role} />
            </label>
          ))}
        </fieldset>
        {(['from', 'to'] as const).map(end => (
          <input
            key={end}
            className="field settings-time"
            type="datetime-local"
            aria-label={end === 'from' ? settingsText.behalfFrom : settingsText.behalfTo}
            defaultValue={localInput(time[end])}
            onChange={({ target }) => {
              const typed = timestampOf(target.value);
              if (typed !== null) setTime({ ...time, [end]: typed });
            }}
          />
        ))}
      </div>
      <div className="settings-acts">
        <Button kind="primary" icon="passkey" busy={busy} onClick={() => !busy && void sign()}>
          {busy ? settingsText.behalfSigning : settingsText.behalfSign}
        </Button>
      </div>
    </div>
  );
}
