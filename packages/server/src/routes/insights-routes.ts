import { readInsights } from '@countersign/coordinator';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { InsightsAnswer, InsightsQuery, InsightsTable } from '@countersign/wire/insights';
import * as z from 'zod';
import { answerTo, json } from '../http/answer.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { csvOf } from './insights-csv.ts';

/** Every person reads them, as every person reads the history. They name no person. */
export const insightsRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/insights',
    id: 'readInsights',
    tag: 'policy',
    summary: 'The outcome of actions, and how long decisions took, by day, rule, agent and tool',
    access: ['person'],
    problems: ['nothing_counted'],
    query: InsightsQuery,
    answers: { 200: InsightsAnswer },
    handle: async (_app, call) => answerTo(await insightsOf(call), answer => json(answer)),
  }),
  route({
    method: 'GET',
    path: '/v1/insights/tables/:table',
    id: 'exportInsights',
    tag: 'policy',
    summary: 'One of the tables behind the insights, as CSV',
    access: ['person'],
    problems: ['nothing_counted'],
    params: z.strictObject({ table: InsightsTable }),
    query: InsightsQuery,
    answers: { 200: 'text/csv' },
    handle: async (_app, call) =>
      answerTo(await insightsOf(call), answer => ({
        kind: 'text',
        status: 200,
        mediaType: 'text/csv; charset=utf-8',
        text: csvOf(answer, call.params.table),
        headers: {
          'content-disposition': `attachment; filename="insights-${call.params.table}.csv"`,
        },
      })),
  }),
];

async function insightsOf({
  context,
  caller,
  query: { days, agent_id, tool_name },
}: Pick<Call<unknown, z.output<typeof InsightsQuery>>, 'context' | 'caller' | 'query'>): Promise<
  Result<InsightsAnswer>
> {
  if (caller.kind !== 'person') return refuse('not_permitted', 'expected a person');
  const read = await readInsights(context, {
    days,
    personId: caller.person_id,
    ...(agent_id === undefined ? {} : { agentId: agent_id }),
    ...(tool_name === undefined ? {} : { toolName: tool_name }),
  });
  if (read === null) {
    const asked = [
      ...(agent_id === undefined ? [] : ['agent_id']),
      ...(tool_name === undefined ? [] : ['tool_name']),
    ].join(' and ');
    return refuse('nothing_counted', `${asked}: expected a name that was counted before`);
  }
  return accept(
    InsightsAnswer.parse({
      ...read,
      agent_id: agent_id ?? null,
      tool_name: tool_name ?? null,
    }),
  );
}
