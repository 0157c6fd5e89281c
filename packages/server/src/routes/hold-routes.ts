import {
  admitToHold,
  answerHold,
  type HoldRecord as HoldRead,
  joinConversation,
  loadHold,
  loadSessionHold,
  placeHold,
  readHoldRecord,
  renderHold,
  resumeHold,
} from '@countersign/coordinator';
import { detectWithin } from '@countersign/policy/workers';
import { sha256OfText } from '@countersign/protocol/crypto';
import {
  absentHold,
  type Hold,
  type HoldState,
  holdSeconds,
  isAdmitted,
} from '@countersign/protocol/hold';
import { addSeconds, HoldId, idFromUuid } from '@countersign/protocol/value';
import { intentOfHold, readIntent } from '@countersign/risk/intent';
import { ConversationAnswer } from '@countersign/wire/agent-answers';
import {
  ConversationBody,
  HoldAnswerBody,
  HoldFacts,
  HoldList,
  HoldParams,
  HoldRecord,
  MessageAnswer,
  MessageBody,
} from '@countersign/wire/holds';
import type { App } from '../app.ts';
import { type Answer, answerTo, json, refuseCall } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { ofHold } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { judgeStored } from '../http/stored-sign-in.ts';
import { holdWithinReach, seesValues, speaksFor } from './reach.ts';

/** Words of an agent that ask for leave halt its session until a person answers (GT-9). */
export const holdRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/messages',
    id: 'observeMessage',
    tag: 'holds',
    summary: 'Check a message of an agent; if it asks for a go-ahead, its session is halted',
    access: ['observe'],
    problems: ofHold,
    body: MessageBody,
    answers: { 200: MessageAnswer },
    effects: ['hold.placed'],
    handle: async (app, { context, caller, body }) => {
      if (!('principal' in caller) || !speaksFor(caller, body.agent_id)) {
        return refuseCall('not_permitted', 'the credential does not cover this agent');
      }
      const { principal_id } = caller.principal;
      const detection = await detectWithin(app.evaluations, principal_id, body.text, body.metadata);
      if (!detection.confirmation_required) {
        return json({ confirmation_required: false, detection, hold: null });
      }
      const now = context.clock.now();
      const hold: Hold = {
        hold_id: idFromUuid(HoldId, 'hold', context.ids.uuid()),
        session_id: body.session_id,
        agent_id: body.agent_id,
        plan_id: body.plan_id,
        message_digest: sha256OfText(body.text),
        intent: intentOfHold(detection),
        placed_at: now,
        expires_at: addSeconds(now, holdSeconds),
      };
      const owner = caller.kind === 'agent' ? caller.owner : null;
      const admits = await admitToHold(context, { ...hold, ...body }, caller.principal, owner);
      return answerTo(await placeHold(context, { ...hold, admits }, body.text), state =>
        json({
          confirmation_required: true,
          detection,
          hold: state.status === 'absent' ? null : state.hold,
        }),
      );
    },
    replay: async (app, _call, stream) => {
      const { state } = await loadHold(app.context, stream.slice('hold/'.length));
      const hold = state.status === 'absent' ? null : state.hold;
      return json({ confirmation_required: true, detection: hold?.intent ?? {}, hold });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/holds',
    id: 'listHolds',
    tag: 'holds',
    summary: 'Sessions that are halted',
    access: ['person'],
    answers: { 200: HoldList },
    handle: async (_app, { context, caller }) => {
      const claims = await context.store.listClaims('hold', '');
      const holds: HoldFacts[] = [];
      // A hold on a conversation claims each of its sessions.
      for (const owner of new Set(claims.map(claim => claim.owner))) {
        const { state } = await loadHold(context, owner.slice('hold/'.length));
        if (state.status !== 'absent') holds.push(representHold(state, caller, null));
      }
      return json({ holds });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/holds/:hold_id',
    id: 'getHold',
    tag: 'holds',
    summary: 'A hold, and whether the agent may continue',
    access: ['person', 'observe', 'host'],
    problems: ofHold,
    params: HoldParams,
    answers: { 200: HoldFacts },
    handle: async (app, { context, caller, params }) => {
      const { state } = await loadHold(context, params.hold_id);
      const isSeen = state.status === 'absent' || holdWithinReach(caller, state.hold);
      return answerState(app, isSeen ? state : absentHold, caller);
    },
  }),
  route({
    method: 'GET',
    path: '/v1/holds/:hold_id/record',
    id: 'getHoldRecord',
    tag: 'holds',
    summary: 'A hold from its beginning to what was started after it',
    access: ['person', 'observe', 'host'],
    problems: ofHold,
    params: HoldParams,
    answers: { 200: HoldRecord },
    handle: async (_app, { context, caller, params }) => {
      const record = await readHoldRecord(context, params.hold_id);
      return record.ok && !holdWithinReach(caller, record.value.state.hold)
        ? refuseCall('hold_not_found', 'there is no such hold')
        : answerTo(record, value => json(representRecord(value, caller)));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/holds/:hold_id/rendered',
    id: 'renderHold',
    stored: 'repeats',
    tag: 'holds',
    summary: 'A screen showed the hold to the person who calls',
    access: ['person'],
    problems: ofHold,
    params: HoldParams,
    answers: { 200: HoldFacts },
    effects: ['hold.rendered'],
    handle: async (app, { context, caller, params }) => {
      if (caller.kind !== 'person')
        return refuseCall('not_permitted', 'only a person is shown a hold');
      const { hold_id: holdId } = params;
      const { principal } = caller;
      const rendered = await renderHold(context, { holdId, principal });
      return answerTo(rendered, state => answerState(app, state, caller));
    },
    replay: replayHold,
  }),
  route({
    method: 'POST',
    path: '/v1/holds/:hold_id/resume',
    id: 'resumeHold',
    tag: 'holds',
    summary: 'The agent takes the answer to its hold',
    access: ['observe'],
    problems: ofHold,
    params: HoldParams,
    answers: { 200: HoldFacts },
    effects: ['hold.resumed'],
    handle: async (app, { context, caller, params }) => {
      const { state } = await loadHold(context, params.hold_id);
      if (state.status === 'absent' || !holdWithinReach(caller, state.hold)) {
        return refuseCall('hold_not_found', 'there is no such hold');
      }
      const { hold_id, agent_id = '' } = state.hold;
      const by = { kind: 'agent', identity: agent_id } as const;
      const resumed = await resumeHold(context, { holdId: hold_id, by });
      return answerTo(resumed, taken => answerState(app, taken, caller));
    },
    replay: replayHold,
  }),
  route({
    method: 'POST',
    path: '/v1/holds/:hold_id/answer',
    id: 'answerHold',
    stored: 'judged',
    tag: 'holds',
    summary: 'Answer a hold: Proceed, or anything else, which means no',
    access: ['person'],
    problems: [...ofHold, 'terminal_change_unconfirmed'],
    params: HoldParams,
    body: HoldAnswerBody,
    answers: { 200: HoldFacts },
    effects: ['hold.answered'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'only a person may answer');
      const { hold_id: holdId } = params;
      const { choice } = body;
      const { principal } = caller;
      // An agent could read the stored sign-in of a terminal, and answer its own question (OF-8).
      // A person lets the backend of a chat do it, which keeps its sign-in away from agents.
      const stored = choice === 'Proceed' && caller.use !== 'chat' ? judgeStored(caller) : null;
      if (stored !== null) return refuseCall(stored.code, stored.detail);
      const answered = await answerHold(context, { holdId, choice, principal });
      return answerTo(answered, state => answerState(app, state, caller));
    },
    replay: replayHold,
  }),
  route({
    method: 'POST',
    path: '/v1/conversations',
    id: 'joinConversation',
    tag: 'holds',
    summary: 'Say which conversation a session belongs to; a hold on one session halts them all',
    access: ['observe', 'host'],
    problems: [...ofHold, 'session_in_other_conversation', 'conversation_full'],
    body: ConversationBody,
    answers: { 200: ConversationAnswer },
    effects: ['conversation.joined', 'hold.extended'],
    handle: async (_app, { context, caller, body }) => {
      const isOwn = 'agent_ids' in caller && caller.agent_ids.includes(body.agent_id);
      if (!isOwn) return refuseCall('not_permitted', 'the credential does not cover this agent');
      const principal = caller.kind === 'agent' ? caller.principal : null;
      const joined = await joinConversation(context, body, principal);
      const { conversation_id, session_id } = body;
      return answerTo(joined, ({ halted }) => json({ conversation_id, session_id, halted }));
    },
    replay: async (app, { body }) => {
      const { agent_id, conversation_id, session_id } = body;
      const hold = await loadSessionHold(app.context, { agent_id, session_id });
      return json({ conversation_id, session_id, halted: hold?.status === 'placed' });
    },
  }),
];

async function replayHold(
  app: App,
  { caller }: { readonly caller: Caller },
  stream: string,
): Promise<Answer> {
  const { state } = await loadHold(app.context, stream.slice('hold/'.length));
  return answerState(app, state, caller);
}

/** The values of what was started are for those whom its own request shows them to (DR-4). */
function representRecord({ state, words, started }: HoldRead, caller: Caller): HoldRecord {
  const { status, hold, rendered, answered, resumed } = state;
  const { message } = representHold(state, caller, words);
  const isSeen = started !== null && seesValues(caller, started.request);
  return {
    status,
    hold,
    message,
    rendered: [...rendered],
    answered,
    resumed,
    started:
      started === null
        ? null
        : {
            approval_request_id: started.request.request.approval_request_id,
            action: isSeen ? started.action : null,
          },
  };
}

async function answerState(
  app: Pick<App, 'context' | 'evaluations'>,
  state: HoldState,
  caller: Caller,
): Promise<Answer> {
  if (state.status === 'absent') return refuseCall('hold_not_found', 'there is no such hold');
  const { message_digest, admits } = state.hold;
  const words = admits === undefined ? null : await app.context.store.readAction(message_digest);
  const facts = representHold(state, caller, words);
  return json({ ...facts, reading: await readingOf(app, facts.message, caller) });
}

/** What the server reads in the words of the agent. Null where that takes too long: people still read and answer. */
async function readingOf(
  { evaluations }: Pick<App, 'evaluations'>,
  words: string | null,
  caller: Caller,
): Promise<HoldFacts['reading']> {
  if (words === null || caller.kind !== 'person') return null;
  try {
    const { patterns } = await detectWithin(evaluations, caller.person_id, words);
    const { marks, why } = readIntent(words, patterns);
    return { marks: [...marks], why: [...why] };
  } catch {
    return null;
  }
}

/** The words are for those who may answer, and for auditors (DR-4). */
function representHold(
  { status, hold }: Exclude<HoldState, { readonly status: 'absent' }>,
  caller: Caller,
  words: string | null,
): HoldFacts {
  const person =
    caller.kind === 'person' && caller.principal.kind === 'human' ? caller.principal : null;
  const may_answer = person !== null && isAdmitted(hold, person);
  const isSeen = may_answer || person?.roles.includes('auditor') === true;
  const proceed = status === 'lifted';
  return { status, hold, proceed, may_answer, message: isSeen ? words : null, reading: null };
}
