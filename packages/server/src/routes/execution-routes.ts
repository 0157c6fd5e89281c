import {
  type ConsumedRequest,
  confirmConsumption,
  consumeGrant,
  issueGrant,
  reconcileExecution,
  reportExecution,
} from '@countersign/coordinator';
import type { Result } from '@countersign/protocol/reason';
import { GrantAnswer } from '@countersign/wire/agent-answers';
import {
  ConsumptionAnswer,
  ConsumptionBody,
  ReconciliationBody,
  ReportBody,
} from '@countersign/wire/executions';
import { RequestParams, RequestRepresentation } from '@countersign/wire/requests';
import type { App } from '../app.ts';
import { type Answer, answerTo, json, refuseCall } from '../http/answer.ts';
import { ofConsumption, ofGrant, ofReport } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { readWithinReach } from './reach.ts';
import { answerChanged, replayRequest } from './request-answers.ts';
import { representRequest } from './request-representation.ts';

/** What happens after a person has said yes: the permission, its one use, and the outcome. */
export const executionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id/grant',
    id: 'getGrant',
    tag: 'execution',
    summary: 'The signed one-use grant of an allowed request',
    access: ['propose', 'consume'],
    problems: ofGrant,
    params: RequestParams,
    answers: { 200: GrantAnswer },
    handle: async (_app, { context, caller, params }) => {
      const read = await readWithinReach(context, caller, params.approval_request_id);
      return answerTo(read, async () =>
        answerTo(await issueGrant(context, params.approval_request_id), grant => json({ grant })),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/consume',
    id: 'consumeGrant',
    tag: 'execution',
    summary: 'Verify everything again and use the approval, once, as the execution starts',
    access: ['consume'],
    problems: ofConsumption,
    params: RequestParams,
    body: ConsumptionBody,
    answers: { 200: ConsumptionAnswer },
    effects: ['grant.consumed'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'agent' || caller.executor === null) {
        return refuseCall('not_permitted', 'the credential names no executor');
      }
      const consumed = await consumeGrant(context, {
        approvalRequestId: params.approval_request_id,
        action: body.action,
        grant: body.grant,
        executor: caller.executor,
        principal: caller.principal,
        attempt: body.attempt,
        ...(body.preconditions === undefined ? {} : { preconditions: body.preconditions }),
        ...(body.tool_definition_digest === undefined
          ? {}
          : { toolDefinitionDigest: body.tool_definition_digest }),
      });
      return answerConsumed(app, consumed);
    },
    replay: async (app, { params }) =>
      answerConsumed(app, await confirmConsumption(app.context, params.approval_request_id)),
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/report',
    id: 'reportExecution',
    tag: 'execution',
    summary: 'Report the outcome of the execution',
    access: ['consume'],
    problems: ofReport,
    params: RequestParams,
    body: ReportBody,
    answers: { 200: RequestRepresentation },
    effects: ['execution.reported'],
    handle: async (app, { context, caller, params, body }) => {
      const approvalRequestId = params.approval_request_id;
      const read = await readWithinReach(context, caller, approvalRequestId);
      return answerTo(read, async ({ state }) => {
        const executor = state.receipts[0]?.executor ?? state.request.audience;
        if (caller.kind !== 'agent' || caller.executor !== executor) {
          return refuseCall('audience_mismatch', 'another executor started this');
        }
        const reported = await reportExecution(context, {
          approvalRequestId,
          attempt: body.attempt,
          outcome: body.outcome,
          ...(body.result_digest === undefined ? {} : { resultDigest: body.result_digest }),
          ...(body.final_action_digest === undefined
            ? {}
            : { finalActionDigest: body.final_action_digest }),
          ...(body.error === undefined ? {} : { error: body.error }),
        });
        const approved = state.request.action_digest;
        const ran = body.final_action_digest ?? approved;
        if (reported.ok && ran !== approved) {
          app.metrics.executionDiverged();
          const said = { approval_request_id: approvalRequestId, executor, approved, ran };
          app.log.error(
            said,
            'an executor reports that it ran another action than the approved one',
          );
        }
        return answerChanged(app, reported);
      });
    },
    replay: replayRequest,
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/reconcile',
    id: 'reconcileExecution',
    tag: 'execution',
    summary: 'Settle an outcome that was never reported',
    access: ['person'],
    problems: ofReport,
    params: RequestParams,
    body: ReconciliationBody,
    answers: { 200: RequestRepresentation },
    effects: ['execution.reconciled'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'person')
        return refuseCall('not_permitted', 'only a person may settle this');
      const reconciled = await reconcileExecution(context, {
        approvalRequestId: params.approval_request_id,
        principal: caller.principal,
        outcome: body.outcome,
        reason: body.reason,
      });
      return answerChanged(app, reconciled);
    },
    replay: replayRequest,
  }),
];

function answerConsumed(app: App, result: Result<ConsumedRequest>): Promise<Answer> {
  return answerTo(result, ({ state, version, replayed }) =>
    json({ ...representRequest(app, state, version), replayed }),
  );
}
