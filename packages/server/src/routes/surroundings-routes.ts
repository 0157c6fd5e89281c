import {
  changePlan,
  consumeEvidence,
  recordAdvice,
  recordEvidence,
} from '@countersign/coordinator';
import type { EvidenceState } from '@countersign/protocol/evidence';
import type { PlanCommand, PlanState } from '@countersign/protocol/plan';
import type { Result } from '@countersign/protocol/reason';
import { AdviceId, idFromUuid } from '@countersign/protocol/value';
import {
  EvidenceBody,
  EvidenceFacts,
  EvidenceParams,
  EvidenceRecorded,
  EvidenceUseBody,
} from '@countersign/wire/evidence';
import { PlanChange, PlanFacts, PlanParams, PlanQuery } from '@countersign/wire/plans';
import { AdviceBody, RequestParams, RequestRepresentation } from '@countersign/wire/requests';
import { type Answer, answerTo, json, refuseCall, refusedWith } from '../http/answer.ts';
import { callerName } from '../http/caller.ts';
import { ofEvidence, ofPlan, ofStatus } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { judgeStored } from '../http/stored-sign-in.ts';
import { planWithinReach, readSpokenFor } from './reach.ts';
import { answerChanged, replayRequest } from './request-answers.ts';

export const surroundingsRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/advice',
    id: 'recordAdvice',
    tag: 'deciding',
    summary: 'Add advice of a model, which decides nothing',
    access: ['observe'],
    problems: [...ofStatus, 'rate_limited'],
    params: RequestParams,
    body: AdviceBody,
    answers: { 200: RequestRepresentation },
    effects: ['advice.recorded'],
    handle: async (app, { context, caller, params, body }) => {
      const { approval_request_id } = params;
      const read = await readSpokenFor(context, caller, approval_request_id);
      return answerTo(read, async () => {
        const advice_id = idFromUuid(AdviceId, 'adv', context.ids.uuid());
        const advice = { advice_id, approval_request_id, ...body };
        return answerChanged(app, await recordAdvice(context, advice));
      });
    },
    replay: replayRequest,
  }),
  route({
    method: 'GET',
    path: '/v1/plans/:plan_id',
    id: 'getPlan',
    tag: 'plans',
    summary: 'A plan: what blocks it, and whether it continues',
    access: ['person', 'propose', 'observe'],
    problems: ofPlan,
    params: PlanParams,
    query: PlanQuery,
    answers: { 200: PlanFacts },
    handle: async (_app, { context, caller, params, query }) =>
      answerPlan(await planWithinReach(context, caller, params.plan_id, query.agent_id)),
  }),
  route({
    method: 'POST',
    path: '/v1/plans/:plan_id',
    id: 'changePlan',
    stored: 'judged',
    tag: 'plans',
    summary: 'Block, resume, abort, recover or complete a plan',
    access: ['role', 'propose'],
    problems: [...ofPlan, 'terminal_change_unconfirmed'],
    params: PlanParams,
    query: PlanQuery,
    body: PlanChange,
    answers: { 200: PlanFacts },
    effects: ['plan.blocked', 'plan.resumed', 'plan.aborted', 'plan.recovering', 'plan.completed'],
    handle: async (_app, { caller, context, params, query, body }) => {
      // To recover lifts every block, and who placed one by hand is not said: it may have been a person.
      const lifts = body.type === 'recover' || body.type === 'resume';
      if (lifts && caller.kind !== 'person') {
        return refuseCall('not_permitted', 'only a person may remove the block of a plan');
      }
      // An agent could read the stored sign-in of a terminal, and go on where a person stopped it (OF-8).
      const stored = lifts && caller.kind === 'person' ? judgeStored(caller) : null;
      if (stored !== null) return refusedWith(stored);
      const names = body.type === 'block' || body.type === 'resume' ? body.blocker : '';
      if (names.startsWith('ar_') || names.startsWith('hold_')) {
        return refuseCall('not_permitted', 'only the resolution of a request removes its block');
      }
      const plan = await planWithinReach(context, caller, params.plan_id, query.agent_id);
      return answerTo(plan, async name =>
        answerPlan(await changePlan(context, name, body satisfies PlanCommand)),
      );
    },
    replay: async (app, { caller, params, query }) =>
      answerPlan(await planWithinReach(app.context, caller, params.plan_id, query.agent_id)),
  }),
  route({
    method: 'POST',
    path: '/v1/evidence',
    id: 'recordEvidence',
    tag: 'evidence',
    summary: 'Record a signal that a person confirmed something; it permits nothing',
    access: ['person', 'observe'],
    problems: ofEvidence,
    body: EvidenceBody,
    answers: { 201: EvidenceRecorded },
    effects: ['evidence.recorded'],
    handle: async (_app, { context, caller, body }) =>
      answerEvidence(await recordEvidence(context, body, callerName(caller) ?? undefined), 201),
    replay: () => json({ repeated: true }, 201),
  }),
  route({
    method: 'POST',
    path: '/v1/evidence/:evidence_id/consume',
    id: 'consumeEvidence',
    tag: 'evidence',
    summary: 'Match a signal with exactly the confirmed action, once',
    access: ['consume'],
    problems: ofEvidence,
    params: EvidenceParams,
    body: EvidenceUseBody,
    answers: { 200: EvidenceFacts },
    effects: ['evidence.consumed'],
    handle: async (_app, { context, params, body }) =>
      answerEvidence(
        await consumeEvidence(context, {
          evidenceId: params.evidence_id,
          fingerprint: body.fingerprint,
        }),
      ),
    replay: () =>
      refuseCall('evidence_already_consumed', 'this call already consumed the evidence'),
  }),
];

function answerPlan(result: Result<PlanState>): Promise<Answer> {
  return answerTo(result, state => json(state));
}

function answerEvidence(result: Result<EvidenceState>, status = 200): Promise<Answer> {
  return answerTo(result, state =>
    json(
      state.status === 'absent' ? state : { status: state.status, envelope: state.envelope },
      status,
    ),
  );
}
