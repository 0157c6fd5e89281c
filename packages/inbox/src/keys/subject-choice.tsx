import type { NewApiKey } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { useResource } from '../data/use-resource.ts';
import { Words } from '../facts/pieces.tsx';
import { keysText } from '../language/english/keys.ts';
import { inOrder, nameOfPerson } from '../people/person-words.ts';
import { ProblemNotice } from './problem-notice.tsx';
import './subject-choice.css';

/** The people that a key may act for, besides the person who makes it. */
export type Subjects = NonNullable<NewApiKey['subject_ids']>;

const peopleMax = 500;

/** Renders nothing where no other person could be chosen. */
export function SubjectChoice({
  chosen,
  onChange,
}: {
  readonly chosen: Subjects;
  onChange(subjects: Subjects): void;
}): ReactNode {
  const me = useSession()?.person_id ?? '';
  const { data, problem } = useResource('people to act for', signal =>
    api.listPeople({ limit: peopleMax, signal }),
  );
  if (data === undefined) return <ProblemNotice problem={problem} />;
  const others = inOrder(data.people, me).filter(
    ({ person_id, active }) => active && person_id !== me,
  );
  if (others.length === 0) return null;
  return (
    <fieldset className="mt-4">
      <legend className="label">{keysText.whoFor}</legend>
      <p className="hint">{keysText.whoForAbout}</p>
      <div className="subject-choice">
        {others.map(person => {
          const id = person.person_id as Subjects[number];
          const isChosen = chosen.includes(id);
          return (
            <label key={id} className="subject-pick">
              <input
                type="checkbox"
                checked={isChosen}
                onChange={() =>
                  onChange(isChosen ? chosen.filter(each => each !== id) : [...chosen, id])
                }
              />
              <span>
                <Words text={nameOfPerson(person)} />{' '}
                <small>
                  <Words text={person.email ?? person.person_id} />
                </small>
              </span>
            </label>
          );
        })}
      </div>
      {data.next !== null && <p className="hint">{keysText.firstListed(peopleMax)}</p>}
    </fieldset>
  );
}
