import { changeDirectory, endAllLocked, liftLock, loadDirectory } from '@countersign/coordinator';
import { type Lock, lockInForce, locksInForce } from '@countersign/protocol/directory';
import { actorOf, idFromUuid, LockId } from '@countersign/protocol/value';
import {
  LiftBody,
  LiftedLock,
  LockFacts,
  LockList,
  LockParams,
  LockPreview,
  LockQuery,
  NewLock,
} from '@countersign/wire/locks';
import { CeremonyStart } from '@countersign/wire/sessions';
import { houseKindOfChanges } from '../house/directory-change.ts';
import { governed } from '../house/governed-route.ts';
import { answerChange, changeOrAsk } from '../house/open-change.ts';
import { answerTo, json, notPerson, refuseCall, refusedWith } from '../http/answer.ts';
import { ofDirectory, ofSignIn } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { uuidFor } from '../identity/call-uuid.ts';
import { startOwnAssertion, verifyPasskey } from '../identity/passkey-sign-in.ts';
import { previewLock } from './lock-preview.ts';
import { representLock } from './lock-representation.ts';

/** How many pages of open requests a placed lock ends before it is answered; a job ends the rest. */
const pagesAtOnce = 20;

const ofLock = [...ofDirectory, 'lock_not_found', 'reason_missing', 'actor_not_permitted'] as const;

/** One call locks an agent, a person, a key or everything. Lifting a lock takes an operator and a passkey. */
export const lockRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/locks',
    id: 'listLocks',
    tag: 'locks',
    summary: 'The locks in force, the oldest first',
    access: ['person'],
    answers: { 200: LockList },
    handle: async (app, { context }) => {
      const { state } = await loadDirectory(context);
      const locks = locksInForce(state);
      return json({
        locks: await Promise.all(locks.map(lock => representLock(app, state, lock))),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/locks/preview',
    id: 'previewLock',
    tag: 'locks',
    summary: 'What a lock would end now, and what has started and is not stopped',
    access: ['person'],
    problems: ofLock,
    query: LockQuery,
    answers: { 200: LockPreview },
    handle: async (app, { context, query, caller }) => {
      if (caller.kind !== 'person') return notPerson();
      const chain = app.policies.policy.governance?.get('lock.lift');
      const lift_chain = chain?.chain_id ?? null;
      return answerTo(await previewLock(context, query, actorOf(caller.principal)), preview =>
        json({ ...preview, lift_chain }),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/v1/locks',
    id: 'placeLock',
    stored: 'stops',
    tag: 'locks',
    summary: 'Lock an agent, a person, a key or everything, at once',
    access: ['person'],
    problems: ofLock,
    body: NewLock,
    answers: { 201: LockFacts },
    effects: ['lock.placed'],
    handle: async (app, call) => {
      const { caller, context, body } = call;
      if (caller.kind !== 'person') return notPerson();
      const lock_id = idFromUuid(LockId, 'lock', uuidFor(call));
      const change = { type: 'place_lock', lock_id, ...body } as const;
      const placed = await changeDirectory(context, change, actorOf(caller.principal));
      if (!placed.ok) return refusedWith(placed.refusal);
      let after: string | undefined;
      for (let page = 0; page < pagesAtOnce; page++) {
        const ended = await endAllLocked(app.context, after);
        // What is not ended here is refused all the same, and a job ends it.
        if (!ended.ok || ended.value === null) break;
        after = ended.value;
      }
      const lock = lockInForce(placed.value, body.target);
      return lock === null
        ? refuseCall('internal_error', 'the lock was not placed')
        : json(await representLock(app, placed.value, lock), 201);
    },
    replay: async (app, call) => {
      const { state } = await loadDirectory(app.context);
      const lock_id = idFromUuid(LockId, 'lock', uuidFor(call));
      const lock = [...state.locks.values()].find((each: Lock) => each.lock_id === lock_id);
      return lock === undefined
        ? refuseCall('lock_not_found', 'the lock was placed again since')
        : json(await representLock(app, state, lock), 201);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/locks/:lock_id/lift/options',
    id: 'startLift',
    stored: 'judged',
    tag: 'locks',
    summary: 'What a browser needs to lift a lock with a passkey',
    access: ['person'],
    problems: [...ofLock, ...ofSignIn],
    params: LockParams,
    answers: { 200: CeremonyStart },
    handle: async (app, { caller, params }) => {
      if (caller.kind !== 'person') return notPerson();
      const use = ['lift_lock', params.lock_id, caller.session_id] as const;
      return answerTo(await startOwnAssertion(app, use, caller.person_id), json);
    },
  }),
  governed(
    route({
      method: 'POST',
      path: '/v1/locks/:lock_id/lift',
      id: 'liftLock',
      stored: 'judged',
      tag: 'locks',
      summary:
        'Lift a lock, or ask for it: an operator in a browser, with a passkey where any operator has one',
      access: ['person'],
      problems: [...ofLock, ...ofSignIn, 'step_up_missing'],
      params: LockParams,
      body: LiftBody,
      answers: { 200: LiftedLock },
      effects: ['lock.lifted'],
      handle: async (app, { caller, context, params, body }) => {
        if (caller.kind !== 'person') return notPerson();
        // What a terminal keeps on its disk could be used by the agent that is locked.
        if (caller.lives !== 'browser') {
          return refuseCall('not_permitted', 'expected a person in a browser who lifts the lock');
        }
        const { lock_id } = params;
        const { reason, passkey } = body;
        if (passkey === undefined && !caller.is_recent) {
          return refuseCall('step_up_missing', 'the last sign-in is too old for this');
        }
        const use = ['lift_lock', lock_id, caller.session_id] as const;
        const proven = passkey === undefined ? null : await verifyPasskey(app, use, passkey);
        if (proven?.ok === false) return refusedWith(proven.refusal);
        const used = proven?.value.passkey.credential_id ?? caller.principal.principal_id;
        const lift = { lock_id, reason, credential_id: used };
        const by = actorOf(caller.principal);
        const change = { type: 'lift_lock', ...lift } as const;
        if (houseKindOfChanges((await loadDirectory(context)).state, [change], by) !== null) {
          return answerChange(await changeOrAsk(context, [change], caller), () =>
            json({ lock_id }),
          );
        }
        return answerTo(await liftLock(context, lift, by), () => json({ lock_id }));
      },
      replay: (_app, { params }) => json({ lock_id: params.lock_id }),
    }),
  ),
];
