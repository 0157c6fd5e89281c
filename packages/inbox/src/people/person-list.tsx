import type { PersonFacts } from '@countersign/client/people';
import { type ReactNode, useMemo, useState } from 'react';
import { api } from '../data/api.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Chip, Tag } from '../design/chip.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { dateAndTime } from '../frame/time-words.ts';
import { peopleText } from '../language/english/people.ts';
import { ProofDeclined, withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { inOrder, nameOfPerson, waysInWords } from './person-words.ts';
import { RolesDialog } from './roles-dialog.tsx';

interface PersonListProps {
  readonly people: readonly PersonFacts[];
  readonly more: boolean;
  readonly me: string;
  readonly operates: boolean;
  reload(): void;
}

export function PersonList({ people, more, me, operates, reload }: PersonListProps): ReactNode {
  const [inviting, setInviting] = useState<PersonFacts | 'new' | null>(null);
  const [changing, setChanging] = useState<PersonFacts | null>(null);
  const roles = useKnownRoles(people);
  return (
    <section aria-label={peopleText.people}>
      <div className="access-bar">
        <p>{operates ? peopleText.roleAbout : peopleText.onlyOperators}</p>
        {operates && (
          <Button small kind="primary" icon="person-new" onClick={() => setInviting('new')}>
            {peopleText.invite}
          </Button>
        )}
      </div>
      {operates && <InvitationList />}
      <ul className="access-list">
        {inOrder(people, me).map(person => (
          <Person
            key={person.person_id}
            person={person}
            isMe={person.person_id === me}
            operates={operates}
            onInvite={() => setInviting(person)}
            onRoles={() => setChanging(person)}
            reload={reload}
          />
        ))}
      </ul>
      {more && <p className="hint mt-3">{peopleText.firstPeople(people.length)}</p>}
      {inviting !== null && (
        <InviteDialog
          person={inviting === 'new' ? null : inviting}
          roles={roles}
          onClose={() => {
            setInviting(null);
            reload();
          }}
        />
      )}
      {changing !== null && (
        <RolesDialog
          person={changing}
          roles={roles}
          onClose={() => {
            setChanging(null);
            reload();
          }}
        />
      )}
    </section>
  );
}

interface PersonProps {
  readonly person: PersonFacts;
  readonly isMe: boolean;
  readonly operates: boolean;
  onInvite(): void;
  onRoles(): void;
  reload(): void;
}

function waitingWords(name: string): { readonly title: string; readonly detail: string } {
  const detail = peopleText.othersDecide;
  return { title: peopleText.changeWaits(name), detail };
}

function activeWords(
  name: string,
  active: boolean,
): { readonly title: string; readonly detail: string } {
  return active
    ? { title: peopleText.mayActAgain(name), detail: peopleText.rolesCount }
    : { title: peopleText.mayNotAct(name), detail: peopleText.sessionsEnded };
}

function Person({ person, isMe, operates, onInvite, onRoles, reload }: PersonProps): ReactNode {
  const ask = useAsk();
  const name = nameOfPerson(person);
  const setActive = (active: boolean): void =>
    ask.run(async () => {
      try {
        const change = () => api.changePerson(person.person_id, { active });
        const changed = await withRecentProof(change);
        showToast({
          kind: 'ok',
          ...('house_request' in changed ? waitingWords(name) : activeWords(name, active)),
        });
      } catch (problem) {
        const declined = problem instanceof ProofDeclined;
        if (!declined) {
          const detail = problemSentence(problem);
          showToast({ kind: 'refused', title: peopleText.notChanged(name), detail });
        }
      }
      reload();
    });
  const canSignIn = person.passkeys + person.oidc_accounts > 0;
  return (
    <li className="access-row" data-off={!person.active}>
      <span className={isMe ? 'face face--you' : 'face'} aria-hidden="true">
        {initials(name)}
      </span>
      <div className="min-w-0">
        <b>
          <Words text={name} />
        </b>
        {isMe && <span className="access-you">{peopleText.you}</span>}
        {!person.active && (
          <span className="ml-2">
            <Tag>{peopleText.deactivated}</Tag>
          </span>
        )}
        {person.active && person.away_until !== null && (
          <span className="ml-2">
            <Tag>{peopleText.awayUntil(dateAndTime(person.away_until))}</Tag>
          </span>
        )}
        <p>
          {person.email !== null && (
            <>
              <Words text={person.email} />
              {', '}
            </>
          )}
          {waysInWords(person)}
        </p>
      </div>
      <div className="access-roles">
        {person.roles.length === 0 ? (
          <span className="hint">{peopleText.noRoles}</span>
        ) : (
          person.roles.map(role => (
            <Chip key={role}>
              <Words text={role} />
            </Chip>
          ))
        )}
      </div>
      {operates && (
        <div className="access-acts">
          {!canSignIn && person.active && (
            <Button small onClick={onInvite} aria-label={peopleText.makeLinkFor(name)}>
              {peopleText.makeLink}
            </Button>
          )}
          <Button small onClick={onRoles} aria-label={peopleText.changeRolesOf(name)}>
            {peopleText.roles}
          </Button>
          {!isMe && (
            <Button
              small
              busy={ask.busy}
              onClick={() => setActive(!person.active)}
              aria-label={`${person.active ? peopleText.deactivate : peopleText.activate} ${name}`}
            >
              {person.active ? peopleText.deactivate : peopleText.activate}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Every role that a stage of the policy or a person has. */
function useKnownRoles(people: readonly PersonFacts[]): readonly string[] {
  const { data } = useResource('policy', signal => api.policy({ signal }));
  return useMemo(() => {
    const ofStages = (data?.chains ?? []).flatMap(({ stages }) =>
      stages.flatMap(({ approvers }) => approvers.roles),
    );
    return [...new Set(['operator', ...ofStages, ...people.flatMap(({ roles }) => roles)])].sort();
  }, [data, people]);
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(word =>
    [...(word ?? '')].slice(0, 1).join(''),
  );
  return letters.join('').toUpperCase();
}
