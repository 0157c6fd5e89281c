import { changeGuard, listGuards, loadDirectory, loadGuard } from '@countersign/coordinator';
import { type GuardCommand, GuardReport } from '@countersign/protocol/guard';
import { actorOf } from '@countersign/protocol/value';
import {
  GuardFacts,
  GuardList,
  GuardNoted,
  GuardParams,
  GuardSeenBody,
  PauseBody,
} from '@countersign/wire/guards';
import { CeremonyStart } from '@countersign/wire/sessions';
import type { App } from '../app.ts';
import { lastHeard, noteHeard } from '../guard/heard-guards.ts';
import { type Answer, answerTo, json, notPerson, refuseCall, refusedWith } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { ofDirectory, ofSignIn } from '../http/problem-codes.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { startOwnAssertion, verifyPasskey } from '../identity/passkey-sign-in.ts';
import { byState, representGuard } from './guard-representation.ts';

const ofGuard = [
  ...ofDirectory,
  'guard_not_found',
  'reason_missing',
  'actor_not_permitted',
  'locked',
] as const;

/** The guards of coding agents: what machines report about them, and the pause of a guard by a person with a passkey. */
export const guardRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/guards',
    id: 'listGuards',
    tag: 'guards',
    summary: 'The guarded coding agents, as their machines report them, the worst first',
    access: ['person'],
    answers: { 200: GuardList },
    handle: async (app, { context, caller }) => {
      const { state } = await loadDirectory(context);
      const listed = await listGuards(context);
      const guards = await Promise.all(
        listed.map(guard =>
          representGuard(app, state, guard, caller, lastHeard(app, guard.agent_id)),
        ),
      );
      return json({ guards: guards.toSorted(byState) });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/guards/:agent_id',
    id: 'getGuard',
    tag: 'guards',
    summary: 'One guard, for a person, or for the key of the agent itself',
    access: ['person', 'observe'],
    problems: ['guard_not_found'],
    params: GuardParams,
    answers: { 200: GuardFacts },
    handle: async (app, { caller, params }) =>
      speaksFor(caller, params.agent_id) || caller.kind === 'person'
        ? answerGuard(app, caller, params.agent_id)
        : refuseCall('guard_not_found', 'this key is not for that agent'),
  }),
  route({
    method: 'POST',
    path: '/v1/guards/report',
    id: 'reportGuard',
    tag: 'guards',
    summary: 'What a check of a guard found, from the machine that made the check',
    access: ['propose'],
    problems: [...ofGuard, 'agent_quota_spent'],
    body: GuardReport,
    answers: { 200: GuardNoted },
    effects: ['guard.reported'],
    handle: async (app, { context, caller, body }) => {
      const { agent_id } = body;
      if (!speaksFor(caller, agent_id)) return notTheirs();
      noteHeard(app, agent_id, context.clock.now());
      const by = { kind: 'agent', identity: agent_id } as const;
      return answerTo(await changeGuard(context, { type: 'report', report: body }, by), () =>
        json({ agent_id }),
      );
    },
    replay: async (_app, { body }) => json({ agent_id: body.agent_id }),
  }),
  route({
    method: 'POST',
    path: '/v1/guards/seen',
    id: 'seeGuard',
    tag: 'guards',
    summary: 'A hook of a guarded agent asked just now',
    access: ['propose'],
    problems: ofGuard,
    body: GuardSeenBody,
    answers: { 200: GuardNoted },
    effects: ['guard.seen'],
    handle: async (app, { context, caller, body }) => {
      const { agent_id } = body;
      if (!speaksFor(caller, agent_id)) return notTheirs();
      noteHeard(app, agent_id, context.clock.now());
      const by = { kind: 'agent', identity: agent_id } as const;
      return answerTo(await changeGuard(context, { type: 'see', ...body }, by), () =>
        json({ agent_id }),
      );
    },
    replay: async (_app, { body }) => json({ agent_id: body.agent_id }),
  }),
  route({
    method: 'POST',
    path: '/v1/guards/:agent_id/pause/options',
    id: 'startPause',
    stored: 'judged',
    tag: 'guards',
    summary: 'What a browser needs to pause a guard with a passkey',
    access: ['person'],
    problems: [...ofGuard, ...ofSignIn],
    params: GuardParams,
    answers: { 200: CeremonyStart },
    handle: async (app, { caller, params }) => {
      if (caller.kind !== 'person') return notPerson();
      const use = ['pause_guard', params.agent_id, caller.session_id] as const;
      return answerTo(await startOwnAssertion(app, use, caller.person_id), json);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/guards/:agent_id/pause',
    id: 'pauseGuard',
    stored: 'judged',
    tag: 'guards',
    summary: 'Pause the guard of an agent for at most an hour: in a browser, with a passkey',
    access: ['person'],
    problems: [...ofGuard, ...ofSignIn, 'step_up_missing', 'parameter_malformed'],
    params: GuardParams,
    body: PauseBody,
    answers: { 200: GuardFacts },
    effects: ['guard.paused'],
    handle: async (app, { caller, context, params, body }) => {
      if (caller.kind !== 'person') return notPerson();
      // What a terminal keeps on its disk could be used by the agent that is guarded.
      if (caller.lives !== 'browser') {
        return refuseCall('not_permitted', 'expected a person in a browser who pauses the guard');
      }
      const { agent_id } = params;
      const use = ['pause_guard', agent_id, caller.session_id] as const;
      const proven = await verifyPasskey(app, use, body.passkey);
      if (!proven.ok) return refusedWith(proven.refusal);
      const { credential_id } = proven.value.passkey;
      const { reason, seconds } = body;
      const command = { type: 'pause', agent_id, reason, seconds, credential_id } as const;
      return answerTo(await changeGuard(context, command, actorOf(caller.principal)), () =>
        answerGuard(app, caller, agent_id),
      );
    },
    replay: async (app, { caller, params }) => answerGuard(app, caller, params.agent_id),
  }),
  route({
    method: 'POST',
    path: '/v1/guards/:agent_id/resume',
    id: 'resumeGuard',
    stored: 'stops',
    tag: 'guards',
    summary: 'End the pause of a guard now',
    access: ['person'],
    problems: ofGuard,
    params: GuardParams,
    answers: { 200: GuardNoted },
    effects: ['guard.resumed'],
    handle: async (_app, call) => change(call, { type: 'resume', ...call.params }),
    replay: async (_app, { params }) => json({ agent_id: params.agent_id }),
  }),
  route({
    method: 'POST',
    path: '/v1/guards/:agent_id/forget',
    id: 'forgetGuard',
    tag: 'guards',
    summary: 'Take a guard that is no longer used off the list',
    access: ['person'],
    problems: ofGuard,
    params: GuardParams,
    answers: { 200: GuardNoted },
    effects: ['guard.forgotten'],
    handle: async (_app, call) => change(call, { type: 'forget', ...call.params }),
    replay: async (_app, { params }) => json({ agent_id: params.agent_id }),
  }),
];

async function change(
  { caller, context }: Pick<Call, 'caller' | 'context'>,
  command: Extract<GuardCommand, { type: 'resume' | 'forget' }>,
): Promise<Answer> {
  if (caller.kind !== 'person') return notPerson();
  const { agent_id } = command;
  return answerTo(await changeGuard(context, command, actorOf(caller.principal)), () =>
    json({ agent_id }),
  );
}

async function answerGuard(app: App, caller: Caller, agent_id: string): Promise<Answer> {
  const state = await loadGuard(app.context, agent_id);
  if (state.agent === null) {
    return refuseCall('guard_not_found', 'no guard has reported for this agent');
  }
  const { state: directory } = await loadDirectory(app.context);
  const heard = lastHeard(app, agent_id);
  return json(await representGuard(app, directory, { agent_id, state }, caller, heard));
}

function speaksFor(caller: Caller, agentId: string): boolean {
  return caller.kind === 'agent' && caller.agent_ids.includes(agentId);
}

function notTheirs(): Answer {
  return refuseCall('not_permitted', 'the key of a guard speaks for its own agent alone');
}
