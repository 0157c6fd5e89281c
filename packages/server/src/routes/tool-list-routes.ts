import { ToolListAnswer, ToolListBody } from '@countersign/wire/tool-lists';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import { ofProposal } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { reportTools } from '../mcp/report-tools.ts';
import { speaksFor } from './reach.ts';

/** A gateway reports which tools an MCP server lists, and is told which of them count. */
export const toolListRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/tool-lists',
    id: 'reportTools',
    tag: 'tools',
    summary: 'Compare the tools that an MCP server lists with those that are recorded',
    access: ['propose'],
    problems: [...ofProposal, 'house_change_outdated'],
    body: ToolListBody,
    answers: { 200: ToolListAnswer },
    handle: async (app, { caller, context, body }) => {
      if (caller.kind !== 'agent' || !speaksFor(caller, body.agent_id)) {
        return refuseCall('not_permitted', 'the credential does not cover this agent');
      }
      return answerTo(await reportTools(app, context, body, caller.principal), value =>
        json(value),
      );
    },
  }),
];
