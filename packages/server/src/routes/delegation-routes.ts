import { changeDirectory, loadDirectory } from '@countersign/coordinator';
import {
  type Delegation,
  type DirectoryState,
  listDelegations,
  passkeysOf,
} from '@countersign/protocol/directory';
import { actorOf, operatorRole, type StoreId } from '@countersign/protocol/value';
import {
  DelegationFacts,
  DelegationList,
  DelegationParams,
  EndDelegationBody,
  EndedDelegation,
  NewDelegation,
} from '@countersign/wire/delegations';
import type { App } from '../app.ts';
import { type Answer, json, refuseCall, refusedWith } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { ofDirectory } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { personName } from './person-name.ts';

type PersonCaller = Extract<Caller, { kind: 'person' }>;

const ofDelegation = [
  ...ofDirectory,
  'delegation_not_found',
  'delegation_not_permitted',
  'record_limit_reached',
  'actor_not_permitted',
  'reason_missing',
  'assertion_origin_mismatch',
  'assertion_rp_mismatch',
  'assertion_credential_unknown',
  'assertion_challenge_mismatch',
  'assertion_malformed',
  'assertion_type_mismatch',
  'assertion_cross_origin',
  'assertion_user_not_present',
  'assertion_user_not_verified',
  'assertion_signature_mismatch',
] as const;

/** A person names another one who decides on their behalf for a time, with a passkey (DG-1). */
export const delegationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/delegations',
    id: 'listDelegations',
    tag: 'people',
    summary: 'Who decides on behalf of whom, and what a browser needs to sign a delegation',
    access: ['person'],
    answers: { 200: DelegationList },
    handle: async (app, { context, caller }) => {
      if (caller.kind !== 'person') return notPerson();
      const { state } = await loadDirectory(context);
      const { storeId, epoch } = await context.store.readState();
      const now = context.clock.now();
      const others = [...state.people.values()].filter(
        ({ active, person_id }) => active && person_id !== caller.person_id,
      );
      return json({
        delegations: await Promise.all(
          listDelegations(state, now).map(each => represent(app, state, caller, each)),
        ),
        store_id: storeId,
        epoch,
        ...siteOf(app),
        passkeys: passkeysOf(state, [caller.person_id]).map(({ credential_id, public_key }) => ({
          credential_id,
          public_key,
        })),
        people: await Promise.all(others.map(({ person_id }) => named(app, state, person_id))),
      });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/delegations',
    id: 'makeDelegation',
    tag: 'people',
    summary: 'Name another person who decides on your behalf, with your passkey',
    access: ['person'],
    problems: ofDelegation,
    body: NewDelegation,
    answers: { 201: DelegationFacts },
    effects: ['delegation.made'],
    handle: async (app, { context, caller, body }) => {
      if (caller.kind !== 'person') return notPerson();
      const { storeId } = await context.store.readState();
      const made = await changeDirectory(
        context,
        { type: 'make_delegation', ...body, store_id: storeId as StoreId, site: siteOf(app) },
        actorOf(caller.principal),
      );
      if (!made.ok) return refusedWith(made.refusal);
      return answerOne(app, caller, made.value, body.terms.delegation_id);
    },
    replay: async (app, { caller, body }) => {
      if (caller.kind !== 'person') return notPerson();
      const { state } = await loadDirectory(app.context);
      return answerOne(app, caller, state, body.terms.delegation_id);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/delegations/:delegation_id/revoke',
    id: 'revokeDelegation',
    tag: 'people',
    summary: 'End a delegation before its time is over',
    access: ['person'],
    problems: ofDelegation,
    params: DelegationParams,
    body: EndDelegationBody,
    answers: { 200: EndedDelegation },
    stored: 'stops',
    effects: ['delegation.revoked'],
    handle: async (_app, { context, caller, params, body }) => {
      if (caller.kind !== 'person') return notPerson();
      const { delegation_id } = params;
      const ended = await changeDirectory(
        context,
        { type: 'revoke_delegation', delegation_id, reason: body.reason },
        actorOf(caller.principal),
      );
      return ended.ok ? json({ delegation_id }) : refusedWith(ended.refusal);
    },
    replay: async (_app, { params }) => json({ delegation_id: params.delegation_id }),
  }),
];

function siteOf({ origin }: App) {
  return { origin, rp_id: new URL(origin).hostname };
}

function notPerson() {
  return refuseCall('not_permitted', 'only a person may delegate');
}

async function answerOne(
  app: App,
  caller: PersonCaller,
  state: DirectoryState,
  delegationId: string,
): Promise<Answer> {
  const made = state.delegations.get(delegationId);
  return made === undefined
    ? refuseCall('delegation_not_found', 'the delegation was not made')
    : json(await represent(app, state, caller, made), 201);
}

async function represent(
  app: App,
  state: DirectoryState,
  caller: PersonCaller,
  { delegation_id, person_id, delegate_id, roles, starts_at, ends_at }: Delegation,
): Promise<DelegationFacts> {
  const now = app.context.clock.now();
  const own = [person_id, delegate_id].includes(caller.person_id);
  return {
    delegation_id,
    person: await named(app, state, person_id),
    delegate: await named(app, state, delegate_id),
    roles: [...roles],
    starts_at,
    ends_at,
    in_force: starts_at <= now && now < ends_at,
    may_revoke: own || caller.roles.includes(operatorRole),
  };
}

async function named(app: App, state: DirectoryState, person_id: string) {
  return { person_id, name: await personName(app, state, person_id) };
}
