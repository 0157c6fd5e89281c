import { timingSafeEqual } from 'node:crypto';
import { judgeClock, passAnchor } from '@countersign/coordinator';
import {
  DeadLetterList,
  DeadLetterParams,
  DeadLetterQuery,
  DeadLetterRetried,
  Health,
  Readiness,
} from '@countersign/wire/operating';
import { json, refuseCall, refusedWith } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';

/** For the operator of the server. */
export const operatingRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/healthz',
    id: 'getHealth',
    tag: 'operating',
    summary: 'Whether the process is alive',
    access: ['anyone'],
    purpose: 'health',
    answers: { 200: Health },
    handle: () => json({ status: 'ok' }),
  }),
  route({
    method: 'GET',
    path: '/readyz',
    id: 'getReadiness',
    tag: 'operating',
    summary:
      'Whether it can answer: the store is reached and its clock is right, a policy is in force, nothing is held back',
    access: ['anyone'],
    purpose: 'health',
    problems: [
      'policy_unavailable',
      'clock_regressed',
      'clock_ahead',
      'store_rolled_back',
      'anchor_mismatch',
      'anchor_unavailable',
    ],
    answers: {
      200: Readiness,
    },
    handle: async (app, { context }) => {
      if (app.stopping.aborted) return refuseCall('server_stopping', 'the server is about to stop');
      const { policyVersion } = await context.store.readState();
      if (policyVersion === null || policyVersion !== app.policies.version()) {
        return refuseCall('policy_unavailable', 'the policy of this process is not in force');
      }
      const clock = await judgeClock(context);
      if (!clock.ok) return refusedWith(clock.refusal);
      const anchored = await passAnchor(context);
      if (!anchored.ok) return refusedWith(anchored.refusal);
      return json({ status: 'ready', policy_version: policyVersion });
    },
  }),
  route({
    method: 'GET',
    path: '/metrics',
    id: 'getMetrics',
    tag: 'operating',
    summary: 'Counters and timings for Prometheus',
    access: ['anyone'],
    purpose: 'health',
    problems: ['not_authenticated'],
    answers: { 200: 'text/plain' },
    handle: async (app, { headers, caller }) => {
      const { metrics_token } = app.settings;
      const isLocal = ['localhost', '127.0.0.1'].includes(new URL(app.origin).hostname);
      const isOperator = caller.kind === 'person' && caller.roles.includes('operator');
      const permitted =
        isOperator ||
        (metrics_token === null ? isLocal : isBearer(headers['authorization'], metrics_token));
      if (!permitted) return refuseCall('not_authenticated', 'expected the token for metrics');
      const { metrics } = app;
      return {
        kind: 'text',
        status: 200,
        mediaType: metrics.mediaType,
        text: await metrics.text(),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/v1/dead-letters',
    id: 'listDeadLetters',
    tag: 'operating',
    summary: 'Undelivered messages, newest first',
    access: ['operator'],
    query: DeadLetterQuery,
    answers: { 200: DeadLetterList },
    handle: async (_app, { context, query }) =>
      json({ rows: await context.store.listDeadLetters(query.limit) }),
  }),
  route({
    method: 'POST',
    path: '/v1/dead-letters/:id/retry',
    id: 'retryDeadLetter',
    stored: 'repeats',
    outside: true,
    tag: 'operating',
    summary: 'Queue an undelivered message again',
    access: ['operator'],
    problems: ['dead_letter_not_found'],
    params: DeadLetterParams,
    answers: { 200: DeadLetterRetried },
    handle: async (_app, { context, params }) =>
      (await context.store.retryDeadLetter(params.id))
        ? json({ id: params.id })
        : refuseCall('dead_letter_not_found', 'there is no such message'),
  }),
];

function isBearer(header: string | readonly string[] | undefined, token: string): boolean {
  const expected = Buffer.from(`Bearer ${token}`);
  const found = Buffer.from(typeof header === 'string' ? header : '');
  return found.length === expected.length && timingSafeEqual(found, expected);
}
