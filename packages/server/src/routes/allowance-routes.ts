import {
  askAllowance,
  askConfirmation,
  endAllowance,
  listAllowances,
  listCovered,
  loadDirectory,
  type Proposed,
  previewAllowance,
  readAllowance,
  readRequest,
} from '@countersign/coordinator';
import { type Result, refuse } from '@countersign/protocol/reason';
import { effectiveStatus, type OpenedRequest } from '@countersign/protocol/request';
import {
  AllowanceBody,
  AllowanceFacts,
  AllowanceList,
  AllowanceParams,
  AllowancePreview,
  AllowanceRecord,
  ConfirmAllowanceBody,
  EndAllowanceBody,
} from '@countersign/wire/allowances';
import { HouseRequestOpened } from '@countersign/wire/house';
import { RequestParams } from '@countersign/wire/requests';
import type { App } from '../app.ts';
import { replayOpened } from '../house/governed-route.ts';
import { answerOpened } from '../house/open-change.ts';
import { type Answer, answerTo, json, notPerson, refuseCall, refusedWith } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { ofAllowance, ofProposal } from '../http/problem-codes.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { representAllowance } from './allowance-representation.ts';
import { readVisible, seesValues } from './reach.ts';
import { languageOf, titleOf } from './request-title.ts';

/** How many of the covered requests a preview or an allowance names. */
const namedMax = 20;

/** Allowances: the same kind again, within limits. They start from a request, and people of its chain decide them. */
export const allowanceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/allowances',
    id: 'listAllowances',
    tag: 'allowances',
    summary: 'The allowances, those in force first',
    access: ['person'],
    answers: { 200: AllowanceList },
    handle: async (app, { context, caller }) => {
      const { state } = await loadDirectory(context);
      const listed = await listAllowances(context);
      const allowances = await Promise.all(
        listed.map(each => representAllowance(app, state, each, caller)),
      );
      return json({ allowances, anchored: context.anchor !== null });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/allowances/:allowance_id',
    id: 'getAllowance',
    tag: 'allowances',
    summary: 'One allowance, with its terms and the newest requests that it covered',
    access: ['person'],
    problems: ['allowance_not_found'],
    params: AllowanceParams,
    answers: { 200: AllowanceRecord },
    handle: async (app, { context, caller, params }) => {
      const id = params.allowance_id;
      const { state } = await loadDirectory(context);
      const read = await readAllowance(context, id);
      if (read === null) return notMade();
      const facts = await representAllowance(app, state, read, caller);
      const past = await listCovered(context, id, namedMax);
      const covered = await Promise.all(
        past.map(async each => ({
          approval_request_id: each.request.approval_request_id,
          status: effectiveStatus(each, context.clock.now()),
          requested_at: each.request.requested_at,
          title: seesValues(caller, each) ? await titleOf(app, each, languageOf(caller)) : '',
        })),
      );
      return json({ ...facts, covered });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/allowances/preview',
    id: 'previewAllowance',
    stored: 'reads',
    tag: 'allowances',
    summary: 'What an allowance would have covered of what was asked before; nothing changes',
    access: ['person'],
    problems: ofAllowance,
    params: RequestParams,
    body: AllowanceBody,
    answers: { 200: AllowancePreview },
    handle: async (app, { context, caller, params, body }) => {
      const id = params.approval_request_id;
      const sees = (state: OpenedRequest) => seesValues(caller, state);
      return answerTo(await readVisible(context, caller, id), async () =>
        answerTo(await previewAllowance(context, id, body, sees), async preview => {
          const { covered, rejected, ...counts } = preview;
          return json({
            ...counts,
            covered_count: covered.length,
            covered: await titled(app, caller, covered.slice(0, namedMax)),
            rejected: await titled(app, caller, rejected),
          });
        }),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/allowances',
    id: 'askAllowance',
    stored: 'judged',
    tag: 'allowances',
    summary: 'Ask the people of the chain to allow more of the same kind, within limits',
    access: ['person'],
    problems: [...ofAllowance, ...ofProposal, 'policy_denied', 'terminal_change_unconfirmed'],
    params: RequestParams,
    body: AllowanceBody,
    answers: { 202: HouseRequestOpened },
    effects: ['request.opened'],
    handle: async (_app, { context, caller, params, body }) => {
      const refused = judgeAsker(caller);
      if (refused !== null) return refused;
      const id = params.approval_request_id;
      return answerTo(await readVisible(context, caller, id), async () =>
        answerAsked(
          await askAllowance(context, {
            approvalRequestId: id,
            principal: principalOf(caller),
            choice: body,
          }),
        ),
      );
    },
    replay: replayAsked,
  }),
  route({
    method: 'POST',
    path: '/v1/allowances/:allowance_id/confirm',
    id: 'confirmAllowance',
    stored: 'judged',
    tag: 'allowances',
    summary: 'Ask the people of the chain to confirm a suspended allowance',
    access: ['person'],
    problems: [...ofAllowance, ...ofProposal, 'policy_denied', 'terminal_change_unconfirmed'],
    params: AllowanceParams,
    body: ConfirmAllowanceBody,
    answers: { 202: HouseRequestOpened },
    effects: ['request.opened'],
    handle: async (_app, { context, caller, params, body }) => {
      const refused = judgeAsker(caller);
      if (refused !== null) return refused;
      const from = body.approval_request_id;
      return answerAsked(
        await askConfirmation(context, {
          allowanceId: params.allowance_id,
          principal: principalOf(caller),
          ...(from === undefined ? {} : { approvalRequestId: from }),
        }),
      );
    },
    replay: replayAsked,
  }),
  ...(['suspend', 'revoke'] as const).map(type =>
    route({
      method: 'POST',
      path: `/v1/allowances/:allowance_id/${type}`,
      id: `${type}Allowance`,
      stored: 'stops',
      tag: 'allowances',
      summary:
        type === 'suspend'
          ? 'Suspend an allowance until its people confirm it again'
          : 'Revoke an allowance permanently, for everything that was not consumed',
      access: ['person'],
      problems: ofAllowance,
      params: AllowanceParams,
      body: EndAllowanceBody,
      answers: { 200: AllowanceFacts },
      effects: [type === 'suspend' ? 'allowance.suspended' : 'allowance.revoked'],
      handle: async (app, { context, caller, params, body }) => {
        if (caller.kind !== 'person') return notPerson();
        const { allowance_id: allowanceId } = params;
        const ended = await endAllowance(context, {
          type,
          allowanceId,
          principal: caller.principal,
          reason: body.reason,
        });
        return ended.ok ? answerAllowance(app, caller, allowanceId) : refusedWith(ended.refusal);
      },
      replay: async (app, { caller, params }) => answerAllowance(app, caller, params.allowance_id),
    }),
  ),
];

/** A person in a browser asks. What a terminal keeps on its disk could be used by the agent (OF-7). */
function judgeAsker(caller: Caller): Answer | null {
  if (caller.kind !== 'person') return notPerson();
  return caller.lives === 'browser'
    ? null
    : refuseCall(
        'terminal_change_unconfirmed',
        'expected a person in a browser who asks for the allowance',
      );
}

function principalOf(caller: Caller) {
  if (caller.kind !== 'person') throw new Error('expected a person');
  return caller.principal;
}

function answerAsked(asked: Result<Proposed>): Promise<Answer> {
  const opened =
    asked.ok && asked.value.verdict !== 'require_approval'
      ? refuse('policy_denied', 'the policy in force lets no one ask for this allowance')
      : asked;
  return answerTo(opened, proposed => {
    if (proposed.verdict !== 'require_approval') return notPerson();
    const { approval_request_id } = proposed.state.request;
    return answerOpened({ approval_request_id, kind: 'allowance' });
  });
}

function replayAsked(app: App, _call: Call, stream: string): Promise<Answer> {
  return replayOpened(app, stream.slice('request/'.length));
}

async function answerAllowance(app: App, caller: Caller, allowanceId: string): Promise<Answer> {
  const { state } = await loadDirectory(app.context);
  const read = await readAllowance(app.context, allowanceId);
  return read === null ? notMade() : json(await representAllowance(app, state, read, caller));
}

function notMade(): Answer {
  return refuseCall('allowance_not_found', 'nothing was made under this id');
}

async function titled(
  app: App,
  caller: Caller,
  past: readonly {
    readonly approval_request_id: string;
    readonly status: string;
    readonly requested_at: string;
  }[],
) {
  const named = [];
  for (const each of past) {
    const read = await readRequest(app.context, each.approval_request_id);
    const title = read.ok ? await titleOf(app, read.value.state, languageOf(caller)) : '';
    named.push({ ...each, title });
  }
  return named;
}
