import { evaluateAndOpen, type Proposal, type Proposed } from '@countersign/coordinator';
import type { Principal } from '@countersign/protocol/value';
import {
  AskedProposal,
  DecidedProposal,
  ProposalBody,
  RoundBody,
} from '@countersign/wire/proposals';
import { RequestParams } from '@countersign/wire/requests';
import type { App } from '../app.ts';
import { type Answer, answerTo, json, refuseCall } from '../http/answer.ts';
import { ofProposal, ofRound } from '../http/problem-codes.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { actsFor, readWithinReach, speaksFor } from './reach.ts';
import { representRequest } from './request-representation.ts';

/** An agent proposes an action: it may run, may not, or a person is asked. */
export const askingRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/requests',
    id: 'proposeAction',
    tag: 'requests',
    summary: 'Evaluate an action and, where policy asks for approval, open a request',
    access: ['propose'],
    problems: ofProposal,
    keyed: true,
    body: ProposalBody,
    answers: { 200: DecidedProposal, 201: AskedProposal },
    handle: (app, call) => propose(app, call, call.body, {}),
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/rounds',
    id: 'openRound',
    tag: 'requests',
    summary: 'Ask again for an action that ended without an execution, and say what changed',
    access: ['propose'],
    problems: ofRound,
    keyed: true,
    params: RequestParams,
    body: RoundBody,
    answers: { 200: DecidedProposal, 201: AskedProposal },
    handle: async (app, call) => {
      const { approval_request_id } = call.params;
      const read = await readWithinReach(call.context, call.caller, approval_request_id);
      const { change, ...body } = call.body;
      return answerTo(read, ({ state }) =>
        speaksFor(call.caller, state.request.agent_id)
          ? propose(app, call, body, {
              nextRoundOf: { approvalRequestId: approval_request_id, change },
            })
          : refuseCall('not_permitted', 'the credential does not cover the agent of this case'),
      );
    },
  }),
];

async function propose(
  app: App,
  call: Pick<Call, 'caller' | 'context' | 'idempotencyKey' | 'trace'>,
  body: ProposalBody,
  more: Pick<Proposal, 'nextRoundOf'>,
): Promise<Answer> {
  const { caller, context, idempotencyKey } = call;
  if (caller.kind !== 'agent' || !speaksFor(caller, String(body.action['agent_id']))) {
    return refuseCall('not_permitted', 'the credential does not cover this agent');
  }
  if (!actsFor(caller, body.action['subject_id'])) {
    return refuseCall('subject_not_permitted', 'the credential does not list this person');
  }
  const proposed = await evaluateAndOpen(context, {
    ...proposalOf(body, caller.principal),
    ...(body.trace === undefined && call.trace !== null ? { trace: call.trace } : {}),
    ...(idempotencyKey === null ? {} : { idempotencyKey }),
    ...(caller.owner === null ? {} : { owner: caller.owner }),
    ...(caller.tool_server === null ? {} : { toolServer: caller.tool_server }),
    ...more,
  });
  return answerTo(proposed, value => represent(app, body, value));
}

function represent(app: App, body: ProposalBody, proposed: Proposed): Answer {
  if (proposed.verdict !== 'require_approval') return json(proposed);
  const { verdict, state, version, existing } = proposed;
  if (existing && state.request.audience !== body.audience) {
    return refuseCall('idempotency_key_reused', 'the same request was opened for another executor');
  }
  const representation = representRequest(app, state, version);
  return json({ verdict, existing, ...representation }, 201);
}

function proposalOf(body: ProposalBody, principal: Principal): Proposal {
  const { context, scope, plan, preconditions, trace } = body;
  return {
    action: body.action,
    principal,
    audience: body.audience,
    ...(context === undefined ? {} : { context }),
    ...(body.occasion === undefined ? {} : { occasion: body.occasion }),
    ...(scope === undefined ? {} : { scope: definedOf(scope) }),
    ...(plan === undefined ? {} : { plan }),
    ...(body.tool_definition_digest === undefined
      ? {}
      : { toolDefinitionDigest: body.tool_definition_digest }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(trace === undefined ? {} : { trace }),
    ...(body.external_ids === undefined ? {} : { externalIds: body.external_ids }),
    ...(body.amendable === undefined ? {} : { amendable: body.amendable }),
    ...(body.agent_reasoning === undefined ? {} : { agentReasoning: body.agent_reasoning }),
  };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function definedOf<T extends object>(value: T): Defined<T> {
  const defined = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(defined) as Defined<T>;
}
