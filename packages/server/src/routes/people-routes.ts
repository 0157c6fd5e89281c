import { loadDirectory, readProfile } from '@countersign/coordinator';
import type { Digest } from '@countersign/protocol/crypto';
import type {
  ChangePerson,
  DirectoryState,
  Person,
  Profile,
} from '@countersign/protocol/directory';
import { idFromUuid, operatorRole, PersonId } from '@countersign/protocol/value';
import {
  NewPerson,
  PeoplePage,
  PeopleQuery,
  PersonChange,
  PersonFacts,
  PersonParams,
} from '@countersign/wire/people';
import type { Preferences } from '@countersign/wire/preferences';
import type { App } from '../app.ts';
import { awayUntil } from '../channels/away.ts';
import { preferencesOf } from '../channels/preferences.ts';
import { governed } from '../house/governed-route.ts';
import { answerChange, changeOrAsk } from '../house/open-change.ts';
import { type Answer, json, refuseCall } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { ofDirectory } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { uuidFor } from '../identity/call-uuid.ts';
import { invitationRoutes } from './invitation-routes.ts';

/** The people of the store, and how a person is added. */
export const peopleRoutes: readonly Route[] = [
  ...invitationRoutes,
  route({
    method: 'GET',
    path: '/v1/people',
    id: 'listPeople',
    tag: 'people',
    summary: 'Every person who was ever added, by id, in pages',
    access: ['person'],
    query: PeopleQuery,
    answers: { 200: PeoplePage },
    handle: async (app, { context, caller, query }) => {
      const { state } = await loadDirectory(context);
      const after = query.after ?? '';
      const ids = [...state.people].map(([id]) => id).filter(id => id > after);
      const page = ids.sort().slice(0, query.limit);
      const preferences = await preferencesOf(app.context, page);
      const people = await Promise.all(
        page.map(id => representPerson(app, caller, state, id, preferences(id))),
      );
      return json({ people, next: ids.length > page.length ? (page.at(-1) ?? null) : null });
    },
  }),
  governed(
    route({
      method: 'POST',
      path: '/v1/people',
      id: 'addPerson',
      stored: 'judged',
      tag: 'people',
      summary: 'Add a person, who can sign in once they were invited',
      access: ['recent_operator'],
      problems: ofDirectory,
      body: NewPerson,
      answers: { 201: PersonFacts },
      effects: ['person.added'],
      handle: async (app, call) => {
        const { caller, context, body } = call;
        if (caller.kind !== 'person') return notOperator();
        const person_id = idFromUuid(PersonId, 'person', uuidFor(call));
        const { name, email, roles } = body;
        const profile: Profile = { name, email };
        const change = { type: 'add_person', person_id, roles, profile } as const;
        const added = await changeOrAsk(context, [change], caller);
        return answerChange(added, async state =>
          json(await representPerson(app, caller, state, person_id), 201),
        );
      },
      replay: async (app, call) =>
        answerPerson(app, call.caller, idFromUuid(PersonId, 'person', uuidFor(call)), 201),
    }),
  ),
  governed(
    route({
      method: 'PATCH',
      path: '/v1/people/:person_id',
      id: 'changePerson',
      stored: 'judged',
      tag: 'people',
      summary: 'Change the roles or the name of a person, or whether they may act',
      access: ['recent_operator'],
      problems: ofDirectory,
      params: PersonParams,
      body: PersonChange,
      answers: { 200: PersonFacts },
      effects: ['person.changed'],
      handle: async (app, { caller, context, params, body }) => {
        if (caller.kind !== 'person') return notOperator();
        const { person_id } = params;
        const { roles, active, profile } = body;
        const change: ChangePerson = {
          type: 'change_person',
          person_id,
          ...(roles === undefined ? {} : { roles }),
          ...(active === undefined ? {} : { active }),
          ...(profile === undefined ? {} : { profile }),
        };
        const changed = await changeOrAsk(context, [change], caller);
        return answerChange(changed, async state =>
          json(await representPerson(app, caller, state, person_id)),
        );
      },
      replay: async (app, { caller, params }) => answerPerson(app, caller, params.person_id, 200),
    }),
  ),
];

async function answerPerson(
  app: App,
  caller: Caller,
  personId: PersonId,
  status: number,
): Promise<Answer> {
  const { state } = await loadDirectory(app.context);
  return state.people.has(personId)
    ? json(await representPerson(app, caller, state, personId), status)
    : refuseCall('person_not_found', 'no such person was added');
}

async function representPerson(
  { context }: App,
  caller: Caller,
  state: DirectoryState,
  personId: string,
  known?: Preferences,
): Promise<PersonFacts> {
  const preferences = known ?? (await preferencesOf(context, [personId]))(personId);
  const person = state.people.get(personId) as Person;
  const { person_id, profile_digest, roles, active } = person;
  const profile =
    profile_digest === null ? null : await readProfile(context, profile_digest as Digest);
  const seesEmail =
    caller.kind === 'person' &&
    (caller.person_id === person_id || caller.roles.includes(operatorRole));
  return {
    person_id,
    name: profile?.name ?? null,
    email: seesEmail ? (profile?.email ?? null) : null,
    roles: [...roles],
    active,
    passkeys: person.passkeys,
    oidc_accounts: person.oidc_accounts,
    linked_accounts: person.linked_accounts,
    away_until: awayUntil(preferences, context.clock.now()),
  };
}

function notOperator(): Answer {
  return refuseCall('not_permitted', 'only an operator may do this');
}
