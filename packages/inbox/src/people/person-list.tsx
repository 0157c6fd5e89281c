import type { PersonFacts } from '@countersign/client/people';
import { type ReactNode, useMemo, useState } from 'react';
import { api } from '../data/api.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Chip, Tag } from '../design/chip.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { ProofDeclined, withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
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
    <section aria-label="People">
      <div className="access-bar">
        <p>
          {operates
            ? 'A role says which stages a person decides. Operators also manage people and keys.'
            : 'You can see who is here. Only operators can change people.'}
        </p>
        {operates && (
          <Button small kind="primary" icon="person-new" onClick={() => setInviting('new')}>
            Invite a person
          </Button>
        )}
      </div>
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
      {more && <p className="hint mt-3">These are the first {people.length} people.</p>}
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
  const detail = 'Other people decide about it. It is in their inbox.';
  return { title: `The change of ${name} waits for approval`, detail };
}

function activeWords(
  name: string,
  active: boolean,
): { readonly title: string; readonly detail: string } {
  return active
    ? { title: `${name} may act again`, detail: 'Their roles count again.' }
    : { title: `${name} may no longer act`, detail: 'Their sessions ended.' };
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
          showToast({ kind: 'refused', title: `${name} was not changed`, detail });
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
        {isMe && <span className="access-you">you</span>}
        {!person.active && (
          <span className="ml-2">
            <Tag>Deactivated</Tag>
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
          <span className="hint">No roles</span>
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
            <Button small onClick={onInvite} aria-label={`Make a link for ${name}`}>
              Make a link
            </Button>
          )}
          <Button small onClick={onRoles} aria-label={`Change the roles of ${name}`}>
            Roles
          </Button>
          {!isMe && (
            <Button
              small
              busy={ask.busy}
              onClick={() => setActive(!person.active)}
              aria-label={`${person.active ? 'Deactivate' : 'Activate'} ${name}`}
            >
              {person.active ? 'Deactivate' : 'Activate'}
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
