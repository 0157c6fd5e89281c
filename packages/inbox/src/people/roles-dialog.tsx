import type { HouseRequestOpened, PersonFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { showToast } from '../design/toast-list.ts';
import { AskedDialog } from '../keys/asked-dialog.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { peopleText } from '../language/english/people.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { nameOfPerson } from './person-words.ts';
import { RolePicks } from './role-picks.tsx';

export function RolesDialog({
  person,
  roles,
  onClose,
}: {
  readonly person: PersonFacts;
  readonly roles: readonly string[];
  onClose(): void;
}): ReactNode {
  const [chosen, setChosen] = useState<readonly string[]>(person.roles);
  const [asked, setAsked] = useState<HouseRequestOpened | null>(null);
  const ask = useAsk();
  const save = (): void =>
    ask.run(async () => {
      const change = () => api.changePerson(person.person_id, { roles: chosen });
      const changed = await withRecentProof(change);
      if ('house_request' in changed) return setAsked(changed);
      showToast({
        kind: 'ok',
        title: peopleText.rolesChanged(nameOfPerson(person)),
        detail: peopleText.fromNext,
      });
      onClose();
    });
  if (asked !== null) return <AskedDialog asked={asked} onClose={onClose} />;
  return (
    <Dialog title={peopleText.rolesOf(nameOfPerson(person))} open onClose={onClose}>
      <p className="mt-1 text-text-2">{peopleText.pastKeep}</p>
      <RolePicks known={roles} chosen={chosen} onChange={setChosen} />
      <ProblemNotice problem={ask.problem} />
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={onClose}>{peopleText.back}</Button>
        <Button kind="primary" busy={ask.busy} onClick={save}>
          {peopleText.save}
        </Button>
      </div>
    </Dialog>
  );
}
