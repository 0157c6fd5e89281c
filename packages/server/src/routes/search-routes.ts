import {
  countFound,
  failClosed,
  type IndexCondition,
  isIndexed,
  prepareSearch,
  searchPage,
} from '@countersign/coordinator';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { oversees } from '@countersign/protocol/request';
import { FoundPage, FoundRows, SearchExportQuery, SearchQuery } from '@countersign/wire/search';
import type * as z from 'zod';
import type { App } from '../app.ts';
import { type Answer, answerTo, json } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { createRecheck, holdConnection } from '../http/long-call.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { type ExportFormat, exportedRows } from './exported-rows.ts';
import { foundRows } from './found-row.ts';
import { lentRolesOf } from './reach.ts';
import { onlookerOf } from './request-eligibility.ts';

/** People find requests by their values. Each person finds those whose values they may see, and no others. */
export const searchRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/search',
    id: 'searchRequests',
    tag: 'requests',
    summary: 'Requests by the words in their values, newest first, page by page',
    access: ['person'],
    problems: ['parameter_malformed'],
    query: SearchQuery,
    answers: { 200: FoundPage },
    handle: async (app, { context, caller, query }) => {
      const { limit, after } = query;
      const prepared = await prepare(caller, query);
      return answerTo(prepared, async search => {
        const page = await withRange(() =>
          searchPage(context, search, { limit, ...(after === undefined ? {} : { after }) }),
        );
        return answerTo(page, async ({ ids, next }) => {
          const rowOf = await foundRows(app, await onlookerOf(context, caller), query.text);
          const [rows, { count, isMore }, is_complete] = await Promise.all([
            Promise.all(ids.map(rowOf)),
            countFound(context, search),
            isIndexed(context),
          ]);
          return json({
            rows: rows.filter(row => row !== null),
            next,
            count,
            is_more: isMore,
            is_complete,
          });
        });
      });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/search/csv',
    id: 'exportFoundCsv',
    tag: 'requests',
    summary: 'Everything that a search finds, as CSV',
    access: ['person'],
    problems: ['parameter_malformed'],
    query: SearchExportQuery,
    answers: { 200: 'text/csv' },
    handle: (app, call) => exportFound(app, call, 'csv'),
  }),
  route({
    method: 'GET',
    path: '/v1/search/json',
    id: 'exportFoundJson',
    tag: 'requests',
    summary: 'Everything that a search finds, as one JSON array',
    access: ['person'],
    problems: ['parameter_malformed'],
    query: SearchExportQuery,
    answers: { 200: FoundRows },
    handle: (app, call) => exportFound(app, call, 'json'),
  }),
];

async function exportFound(
  app: App,
  call: Call<undefined, z.output<typeof SearchExportQuery>>,
  format: ExportFormat,
): Promise<Answer> {
  const { context, caller, query } = call;
  return answerTo(await prepare(caller, query), async search => {
    const ended = call.ended();
    const refused = holdConnection(app, call, ended);
    if (refused !== null) return refused;
    const chunks = exportedRows(format, {
      nextPage: (limit, after) =>
        searchPage(context, search, { limit, ...(after === null ? {} : { after }) }),
      rowOf: await foundRows(app, await onlookerOf(context, caller), query.text),
      signal: ended,
      isStillPermitted: createRecheck(app, call),
    });
    return {
      kind: 'stream',
      mediaType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      chunks,
      headers: { 'content-disposition': `attachment; filename="requests.${format}"` },
    };
  });
}

function prepare(
  caller: Caller,
  query: z.output<typeof SearchExportQuery> | z.output<typeof SearchQuery>,
): Promise<Result<IndexCondition>> {
  if (caller.kind !== 'person') {
    return Promise.resolve(refuse('not_permitted', 'expected a person'));
  }
  const { text, from, before, agent_id, tool_name, rule_id, risk_level, person_id, outcome } =
    query;
  const facts = { agent_id, tool_name, rule_id, risk_level, person_id, outcome };
  const { person_id: identity, roles } = caller;
  const readable = [...roles, ...lentRolesOf(caller)];
  return withRange(async () =>
    prepareSearch({
      text,
      facets: facetsOf(facts),
      reader: oversees(roles) ? null : { identity, roles: readable },
      ...(from === undefined ? {} : { from }),
      ...(before === undefined ? {} : { before }),
    }),
  );
}

const facetNames = {
  agent_id: 'agent',
  tool_name: 'tool',
  rule_id: 'rule',
  risk_level: 'risk',
  person_id: 'person',
  outcome: 'outcome',
} as const;

function facetsOf(facts: Readonly<Record<keyof typeof facetNames, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(facetNames).flatMap(([name, kind]) => {
      const value = facts[name as keyof typeof facetNames];
      return value === undefined ? [] : [[kind, value]];
    }),
  );
}

/** Too many words, or a cursor that no page ended with. */
function withRange<T>(work: () => Promise<T>): Promise<Result<T>> {
  return failClosed(async () => {
    try {
      return accept(await work());
    } catch (error) {
      if (error instanceof RangeError) return refuse('parameter_malformed', error.message);
      throw error;
    }
  });
}
