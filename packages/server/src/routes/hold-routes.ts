import { answerHold, loadHold, placeHold } from '@countersign/coordinator';
import { sha256OfText } from '@countersign/protocol/crypto';
import { Hold, type HoldState, holdSeconds } from '@countersign/protocol/hold';
import type { JsonObject } from '@countersign/protocol/json';
import type { Result } from '@countersign/protocol/reason';
import { addSeconds, HoldId, idFromUuid, Name } from '@countersign/protocol/value';
import { detectIntent, intentOfHold } from '@countersign/risk/intent';
import * as z from 'zod';
import { type Answer, answerTo, json, refuseCall } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { speaksFor } from './reach.ts';

const HoldRepresentation = z.strictObject({
  status: z.string(),
  hold: Hold.nullable(),
  /** What the agent is told: true only after an explicit Proceed. */
  proceed: z.boolean(),
});
const HoldParams = z.strictObject({ hold_id: HoldId });

/** Words of an agent that ask for leave halt its session until a person answers (GT-9). */
export const holdRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/messages',
    id: 'observeMessage',
    tag: 'holds',
    summary: 'Check a message of an agent; if it asks for a go-ahead, its session is halted',
    access: ['observe'],
    body: z.strictObject({
      agent_id: Name,
      session_id: Name,
      plan_id: Name.nullable().default(null),
      text: z.string().max(262_144),
      metadata: z.record(z.string(), z.unknown()).optional(),
    }),
    answers: {
      200: z.strictObject({
        confirmation_required: z.boolean(),
        detection: z.record(z.string(), z.unknown()),
        hold: Hold.nullable(),
      }),
    },
    effects: ['hold.placed'],
    handle: async (_app, { context, caller, body }) => {
      if (!speaksFor(caller, body.agent_id)) {
        return refuseCall('not_permitted', 'the credential does not cover this agent');
      }
      const detection = detectIntent(body.text, body.metadata as JsonObject | undefined);
      if (!detection.confirmation_required) {
        return json({ confirmation_required: false, detection, hold: null });
      }
      const now = context.clock.now();
      const hold: Hold = {
        hold_id: idFromUuid(HoldId, 'hold', context.ids.uuid()),
        session_id: body.session_id,
        plan_id: body.plan_id,
        message_digest: sha256OfText(body.text),
        intent: intentOfHold(detection),
        placed_at: now,
        expires_at: addSeconds(now, holdSeconds),
      };
      return answerTo(await placeHold(context, hold, body.agent_id), state =>
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
    answers: { 200: z.strictObject({ holds: z.array(HoldRepresentation) }) },
    handle: async (_app, { context }) => {
      const claims = await context.store.listClaims('hold', '');
      const holds: z.infer<typeof HoldRepresentation>[] = [];
      for (const { owner } of claims) {
        const { state } = await loadHold(context, owner.slice('hold/'.length));
        holds.push(representHold(state));
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
    params: HoldParams,
    answers: { 200: HoldRepresentation },
    handle: async (_app, { context, params }) => {
      const { state } = await loadHold(context, params.hold_id);
      return state.status === 'absent'
        ? refuseCall('hold_not_found', 'there is no such hold')
        : json(representHold(state));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/holds/:hold_id/answer',
    id: 'answerHold',
    tag: 'holds',
    summary: 'Answer a hold: Proceed, or anything else, which means no',
    access: ['person'],
    params: HoldParams,
    body: z.strictObject({ choice: z.string().max(64) }),
    answers: { 200: HoldRepresentation },
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
      return json(representHold(state));
    },
  }),
];

function answerHoldState(outcome: Result<HoldState>): Promise<Answer> {
  return answerTo(outcome, state => json(representHold(state)));
}

function representHold(state: HoldState): z.infer<typeof HoldRepresentation> {
  return {
    status: state.status,
    hold: state.status === 'absent' ? null : state.hold,
    proceed: state.status === 'lifted',
  };
}
