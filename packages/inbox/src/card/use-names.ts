import type { PersonFacts, ViewAnswer } from '@countersign/client/people';
import { useMemo } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { useResource } from '../data/use-resource.ts';
import { cardText } from '../language/english/card.ts';

/** The name that a person gave; the end of their id where there is none. */
export function useNames(view: ViewAnswer | null): (personId: string) => string {
  const session = useSession();
  const { data } = useResource<readonly PersonFacts[]>('people names', async signal => {
    const { people } = await api.listPeople({ signal });
    return people;
  });
  return useMemo(() => {
    const names = new Map<string, string | null>();
    for (const { person_id, name } of data ?? []) names.set(person_id, name);
    for (const { person_id, name } of view?.eligibility.people ?? []) names.set(person_id, name);
    if (session) names.set(session.person_id, session.name);
    return personId => names.get(personId) ?? cardText.aPerson(personId.slice(-6));
  }, [data, view, session]);
}
