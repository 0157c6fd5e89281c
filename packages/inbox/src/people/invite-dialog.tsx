import type { HouseRequestOpened, InvitationFacts, PersonFacts } from '@countersign/client/people';
import { type ReactNode, useId, useState } from 'react';
import { api } from '../data/api.ts';
import { Button } from '../design/button.tsx';
import { CopyLine } from '../design/copy-text.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { dateAndTime } from '../frame/time-words.ts';
import { AskedDialog } from '../keys/asked-dialog.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { peopleText } from '../language/english/people.ts';
import { searchText } from '../language/english/search.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { isLocal } from './invitation-list.tsx';
import { nameOfPerson } from './person-words.ts';
import { RolePicks } from './role-picks.tsx';

/** Invites a person: the holder of the link becomes that person, once. */
export function InviteDialog({
  person,
  roles,
  onClose,
}: {
  /** A person of the store who cannot sign in yet; null for a new person. */
  readonly person: PersonFacts | null;
  readonly roles: readonly string[];
  onClose(): void;
}): ReactNode {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [made, setMade] = useState<InvitationFacts | HouseRequestOpened | null>(null);
  const [missing, setMissing] = useState(false);
  const ask = useAsk();
  const id = useId();
  const title = person === null ? peopleText.invite : peopleText.linkFor(nameOfPerson(person));
  const invite = (): void => {
    const unnamed = person === null && name.trim() === '';
    setMissing(unnamed);
    if (unnamed) return;
    const who =
      person === null
        ? { name: name.trim(), email: email.trim() === '' ? null : email.trim(), roles: chosen }
        : { person_id: person.person_id };
    ask.run(async () => setMade(await withRecentProof(() => api.invite(who))));
  };
  if (made !== null && 'house_request' in made) {
    return <AskedDialog asked={made} onClose={onClose} />;
  }
  if (made !== null) {
    return (
      <Dialog title={title} open onClose={onClose}>
        <p className="mt-1 text-text-2">{peopleText.sendLink(dateAndTime(made.expires_at))}</p>
        <div className="mt-4">
          {made.link === null ? (
            <p>{peopleText.shownBefore}</p>
          ) : (
            <CopyLine text={made.link} label={peopleText.link} />
          )}
        </div>
        {made.link !== null && isLocal(made.link) && (
          <Notice kind="warn">{searchText.localhost}</Notice>
        )}
        <div className="mt-6 flex justify-end">
          <Button kind="primary" onClick={onClose}>
            {peopleText.done}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} open onClose={onClose}>
      <p className="mt-1 text-text-2">{peopleText.linkOnce}</p>
      {person === null && (
        <>
          <label className="label mt-4" htmlFor={`${id}name`}>
            {peopleText.name}
          </label>
          <input
            id={`${id}name`}
            className="field"
            value={name}
            maxLength={200}
            autoComplete="off"
            aria-invalid={missing}
            onChange={event => setName(event.target.value)}
          />
          {missing && (
            <p role="alert" className="mt-1 text-danger">
              {peopleText.writeName}
            </p>
          )}
          <label className="label mt-3" htmlFor={`${id}email`}>
            {peopleText.email}
          </label>
          <input
            id={`${id}email`}
            type="email"
            className="field"
            value={email}
            maxLength={320}
            autoComplete="off"
            onChange={event => setEmail(event.target.value)}
          />
          <RolePicks known={roles} chosen={chosen} onChange={setChosen} />
        </>
      )}
      <ProblemNotice problem={ask.problem} />
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={onClose}>{peopleText.back}</Button>
        <Button kind="primary" busy={ask.busy} onClick={invite}>
          {peopleText.makeTheLink}
        </Button>
      </div>
    </Dialog>
  );
}
