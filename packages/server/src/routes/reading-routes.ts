import { listInbox, readHistory, waitForChange } from '@countersign/coordinator';
import { ActionAnswer } from '@countersign/wire/agent-answers';
import { RequestHistory } from '@countersign/wire/evidence';
import {
  ListQuery,
  RequestCounts,
  RequestPage,
  RequestParams,
  RequestRepresentation,
  WaitQuery,
} from '@countersign/wire/requests';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import { createRecheck, holdConnection } from '../http/long-call.ts';
import { ofRequest } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { readVisible, speaksFor } from './reach.ts';
import { onlookerOf } from './request-eligibility.ts';
import { representRequest } from './request-representation.ts';
import { representRow } from './request-row.ts';
import { noteWaiting } from './waiting-agents.ts';

export const readingRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/requests',
    id: 'listRequests',
    tag: 'requests',
    summary: 'Requests, newest or soonest due first, page by page',
    access: ['person', 'propose', 'observe'],
    problems: ofRequest,
    query: ListQuery,
    answers: { 200: RequestPage },
    handle: async (app, { context, caller, query }) => {
      const { status, agent_id, tool_name, order, limit, after } = query;
      if (caller.kind === 'agent' && (agent_id === undefined || !speaksFor(caller, agent_id))) {
        return refuseCall('not_permitted', 'name an agent that the credential covers');
      }
      const page = await listInbox(context, {
        limit,
        order,
        ...(tool_name === undefined ? {} : { toolName: tool_name }),
        ...(status === undefined ? {} : { status }),
        ...(agent_id === undefined ? {} : { agentId: agent_id }),
        ...(after === undefined ? {} : { after }),
      });
      return answerTo(page, async ({ rows, next }) => {
        const onlooker = await onlookerOf(context, caller);
        const shown = await Promise.all(rows.map(row => representRow(app, onlooker, row)));
        return json({ rows: shown, next });
      });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/counts',
    id: 'countRequests',
    tag: 'requests',
    summary: 'How many requests have each status',
    access: ['person'],
    answers: { 200: RequestCounts },
    handle: async (_app, { context }) => json(await context.store.countRequests()),
  }),
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id',
    id: 'getRequest',
    tag: 'requests',
    summary: 'A request as it is, or, with wait and after, as soon as it has changed',
    access: ['person', 'propose', 'consume', 'observe', 'service', 'host'],
    problems: ofRequest,
    params: RequestParams,
    query: WaitQuery,
    answers: { 200: RequestRepresentation },
    handle: async (app, call) => {
      const { context, caller, params, query } = call;
      const approvalRequestId = params.approval_request_id;
      const read = await readVisible(context, caller, approvalRequestId);
      return answerTo(read, async ({ state, version }) => {
        const { wait, after = version } = query;
        const seconds = Math.min(wait, app.settings.wait_seconds_max);
        if (seconds === 0 || version > after) {
          return json(representRequest(app, state, version));
        }
        const ended = call.ended();
        const refused = holdConnection(app, call, ended);
        if (refused !== null) return refused;
        noteWaiting(app, caller, approvalRequestId, ended);
        const over = AbortSignal.any([ended, AbortSignal.timeout(seconds * 1000)]);
        const changed = await waitForChange(context, { approvalRequestId, after, signal: over });
        if (!(await createRecheck(app, call)(true))) {
          return refuseCall('not_permitted', 'the rights of the caller changed during the call');
        }
        return answerTo(changed, loaded =>
          loaded.state.status === 'absent'
            ? refuseCall('request_not_found', 'there is no such request')
            : json(representRequest(app, loaded.state, loaded.version)),
        );
      });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id/action',
    id: 'getAction',
    tag: 'requests',
    summary: 'The action of a request as its canonical text, also where a reviewer changed it',
    access: ['person', 'propose', 'consume'],
    problems: ofRequest,
    params: RequestParams,
    answers: { 200: ActionAnswer },
    handle: async (_app, { context, caller, params }) => {
      const read = await readVisible(context, caller, params.approval_request_id);
      return answerTo(read, async ({ state: { request } }) =>
        json({
          approval_request_id: request.approval_request_id,
          action_text: await context.store.readAction(request.action_digest),
        }),
      );
    },
  }),
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id/history',
    id: 'getHistory',
    tag: 'requests',
    summary: 'Every event of a request, checked from its kept bytes',
    access: ['person', 'propose'],
    problems: ofRequest,
    params: RequestParams,
    answers: { 200: RequestHistory },
    handle: async (_app, { context, caller, params }) => {
      const read = await readVisible(context, caller, params.approval_request_id);
      return answerTo(read, async () =>
        answerTo(await readHistory(context, params.approval_request_id), events =>
          json({ events }),
        ),
      );
    },
  }),
];
