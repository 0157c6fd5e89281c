import { exportLog, proveConsistency, proveInclusion } from '@countersign/coordinator';
import {
  CheckpointFacts,
  CheckpointQuery,
  ConsistencyFacts,
  ConsistencyQuery,
  InclusionFacts,
  InclusionQuery,
  RowsQuery,
} from '@countersign/wire/log';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';

const lines = 'application/x-ndjson';

/** The log as anyone may check it: its signed heads, and proofs between them. */
export const logRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/log/checkpoint',
    id: 'getCheckpoint',
    tag: 'log',
    summary: 'The latest signed head of the log',
    access: ['anyone'],
    purpose: 'published',
    problems: ['log_position_unknown'],
    query: CheckpointQuery,
    answers: { 200: CheckpointFacts },
    handle: async (_app, { context, query }) => {
      const { checkpoint } = await context.store.readLog(query.epoch);
      return checkpoint === null
        ? refuseCall('log_position_unknown', 'the log has no checkpoint yet')
        : json(checkpoint);
    },
  }),
  route({
    method: 'GET',
    path: '/v1/log/inclusion',
    id: 'proveInclusion',
    tag: 'log',
    summary: 'Proof that an event is in the log',
    access: ['person', 'propose', 'consume', 'observe'],
    problems: ['log_position_unknown'],
    query: InclusionQuery,
    answers: {
      200: InclusionFacts,
    },
    handle: async (_app, { context, query }) =>
      answerTo(await proveInclusion(context.store, query), proof => json(proof)),
  }),
  route({
    method: 'GET',
    path: '/v1/log/consistency',
    id: 'proveConsistency',
    tag: 'log',
    summary: 'Proof that the log continues an earlier size',
    access: ['anyone'],
    purpose: 'published',
    problems: ['log_position_unknown', 'log_size_mismatch'],
    query: ConsistencyQuery,
    answers: { 200: ConsistencyFacts },
    handle: async (_app, { context, query }) =>
      answerTo(await proveConsistency(context.store, query), proof => json(proof)),
  }),
  route({
    method: 'GET',
    path: '/v1/log/rows',
    id: 'exportLog',
    tag: 'log',
    summary: 'The whole log, one row per line, for an auditor',
    access: ['operator'],
    problems: ['log_position_unknown'],
    query: RowsQuery,
    answers: { 200: lines },
    handle: (_app, { context, query, ended }) => ({
      kind: 'stream',
      mediaType: lines,
      chunks: rows(exportLog(context.store, query), ended()),
    }),
  }),
];

async function* rows(log: AsyncIterable<object>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const row of log) {
    if (signal.aborted) return;
    yield `${JSON.stringify(row)}\n`;
  }
}
