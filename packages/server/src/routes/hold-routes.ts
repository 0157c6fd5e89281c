import { answerHold, loadHold, placeHold } from '@countersign/coordinator';
import { sha256OfText } from '@countersign/protocol/crypto';
import { absentHold, type Hold, type HoldState, holdSeconds } from '@countersign/protocol/hold';
import type { Result } from '@countersign/protocol/reason';
import { addSeconds, HoldId, idFromUuid } from '@countersign/protocol/value';
import { detectInWords, intentOfHold } from '@countersign/risk/intent';
import {
  HoldAnswerBody,
  HoldFacts,
  HoldList,
  HoldParams,
  MessageAnswer,
  MessageBody,
} from '@countersign/wire/holds';
import { type Answer, answerTo, json, refuseCall } from '../http/answer.ts';
import { ofHold } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { holdWithinReach, speaksFor } from './reach.ts';

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
    handle: async (_app, { context, caller, body }) => {
      if (!speaksFor(caller, body.agent_id)) {
        return refuseCall('not_permitted', 'the credential does not cover this agent');
      }
      const detection = detectInWords(body.text, body.metadata);
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
      return answerTo(await placeHold(context, hold), state =>
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
    handle: async (_app, { context }) => {
      const claims = await context.store.listClaims('hold', '');
      const holds: HoldFacts[] = [];
      for (const { owner } of claims) {
        const { state } = await loadHold(context, owner.slice('hold/'.length));
        if (state.status !== 'absent') holds.push(representHold(state));
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
    handle: async (_app, { context, caller, params }) => {
      const { state } = await loadHold(context, params.hold_id);
      const isSeen = state.status === 'absent' || holdWithinReach(caller, state.hold);
      return answerState(isSeen ? state : absentHold);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/holds/:hold_id/answer',
    id: 'answerHold',
    tag: 'holds',
    summary: 'Answer a hold: Proceed, or anything else, which means no',
    access: ['person'],
    problems: ofHold,
    params: HoldParams,
    body: HoldAnswerBody,
    answers: { 200: HoldFacts },
    effects: ['hold.answered'],
    handle: async (_app, { context, caller, params, body }) => {
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'only a person may answer');
      const { hold_id: holdId } = params;
      const { choice } = body;
      const { principal } = caller;
      return answerHoldState(await answerHold(context, { holdId, choice, principal }));
    },
    replay: async (app, _call, stream) => {
      const { state } = await loadHold(app.context, stream.slice('hold/'.length));
      return answerState(state);
    },
  }),
];

function answerHoldState(outcome: Result<HoldState>): Promise<Answer> {
  return answerTo(outcome, answerState);
}

function answerState(state: HoldState): Answer {
  return state.status === 'absent'
    ? refuseCall('hold_not_found', 'there is no such hold')
    : json(representHold(state));
}

function representHold({
  status,
  hold,
}: Exclude<HoldState, { readonly status: 'absent' }>): HoldFacts {
  return { status, hold, proceed: status === 'lifted' };
}
