import { exportLog, proveConsistency, proveInclusion } from '@countersign/coordinator';
import { TreeHash } from '@countersign/protocol/log';
import { Name } from '@countersign/protocol/value';
import * as z from 'zod';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';

const Kept = z.strictObject({ epoch: z.int(), size: z.int(), note: z.string() });
const Epoch = z.coerce.number().int().min(1);
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
    query: z.strictObject({ epoch: Epoch.optional() }),
    answers: { 200: Kept },
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
    query: z.strictObject({ stream: Name, version: z.coerce.number().int().min(1) }),
    answers: {
      200: z.strictObject({
        leaf: z.record(z.string(), z.unknown()),
        leaf_index: z.int(),
        proof: z.array(TreeHash),
        checkpoint: Kept,
      }),
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
    query: z.strictObject({ epoch: Epoch, size: z.coerce.number().int().min(0) }),
    answers: { 200: z.strictObject({ proof: z.array(TreeHash), checkpoint: Kept }) },
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
    query: z.strictObject({ epoch: Epoch, from: z.coerce.number().int().min(0).default(0) }),
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
