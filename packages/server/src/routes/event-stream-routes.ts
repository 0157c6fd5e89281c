import { readRequest, requestStream } from '@countersign/coordinator';
import { parseStrict } from '@countersign/protocol/json';
import type { StreamEvent } from '@countersign/protocol/stream';
import { millisecondsOf } from '@countersign/protocol/value';
import { EventsQuery, FeedQuery, RequestParams } from '@countersign/wire/requests';
import type { App } from '../app.ts';
import { type Answer, answerTo, refuseCall } from '../http/answer.ts';
import { createRecheck, holdConnection } from '../http/long-call.ts';
import { ofRequest } from '../http/problem-codes.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { readVisible, speaksFor } from './reach.ts';
import { everythingChanged, feedOf } from './request-feed.ts';
import { representRequest } from './request-representation.ts';
import { serverSentEvent } from './server-sent-event.ts';
import { noteWaiting } from './waiting-agents.ts';

const eventStreamType = 'text/event-stream; charset=utf-8';
const heartbeatMilliseconds = 15_000;
const stillHere = ': still here\n\n';
/** How many hints wait for one listener. */
const unreadMax = 16;

/**
 * Changes as they happen. The stream of one request has its versions as event ids. So a client that comes back with the
 * last id misses nothing, on whichever replica. The feed of all requests carries hints only: a client reads again what
 * a hint names.
 */
export const eventStreamRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id/events',
    id: 'streamRequest',
    tag: 'requests',
    summary: 'The events of a request as they happen, from the one after Last-Event-ID',
    access: ['person', 'propose', 'consume', 'observe', 'service', 'host'],
    problems: ofRequest,
    params: RequestParams,
    query: EventsQuery,
    answers: { 200: eventStreamType },
    handle: async (app, call) => {
      const { context, caller, params, query } = call;
      const after = lastSeen(call) ?? query.after ?? 0;
      if (after === 'malformed') {
        return refuseCall('parameter_malformed', 'last-event-id: expected a version');
      }
      const read = await readVisible(context, caller, params.approval_request_id);
      return answerTo(read, () =>
        stream(app, call, watch => {
          noteWaiting(app, caller, params.approval_request_id, watch.ended);
          return requestEvents(app, params.approval_request_id, after, watch);
        }),
      );
    },
  }),
  route({
    method: 'GET',
    path: '/v1/events',
    id: 'streamFeed',
    tag: 'requests',
    summary: 'Hints which requests have changed; read again what they name',
    access: ['person', 'propose', 'observe'],
    query: FeedQuery,
    answers: { 200: eventStreamType },
    handle: (app, call) => {
      const { caller, query } = call;
      const { agent_id } = query;
      if (caller.kind === 'agent' && (agent_id === undefined || !speaksFor(caller, agent_id))) {
        return refuseCall('not_permitted', 'name an agent that the credential covers');
      }
      return stream(app, call, watch => hints(app, agent_id ?? null, watch));
    },
  }),
];

/** For how long a stream goes on: until the call has ended, or its caller is no longer let in. */
interface Watch {
  readonly ended: AbortSignal;
  isKnown(atOnce?: boolean): Promise<boolean>;
}

function stream(
  app: App,
  call: Pick<Call, 'caller' | 'headers' | 'ended'>,
  chunksOf: (watch: Watch) => AsyncIterable<string>,
): Answer {
  const ended = call.ended();
  const refused = holdConnection(app, call, ended);
  if (refused !== null) return refused;
  return {
    kind: 'stream',
    mediaType: eventStreamType,
    chunks: chunksOf({ ended, isKnown: createRecheck(app, call) }),
    headers: { 'x-accel-buffering': 'no' },
  };
}

function lastSeen({ headers }: Pick<Call, 'headers'>): number | null | 'malformed' {
  const header = headers['last-event-id'];
  if (header === undefined) return null;
  return typeof header === 'string' && /^[0-9]{1,9}$/.test(header) ? Number(header) : 'malformed';
}

async function* requestEvents(
  app: App,
  approvalRequestId: string,
  after: number,
  watch: Watch,
): AsyncGenerator<string> {
  const { context } = app;
  const name = requestStream(approvalRequestId);
  yield 'retry: 1000\n\n';
  let seen = after;
  const listen = (wake: () => void): (() => void) =>
    // An empty name hints at any stream.
    context.store.onChange(changed => {
      if (changed === name || changed === '') wake();
    });
  for await (const _ of changes(app, listen, watch)) {
    const rows = await context.store.readStream(name, seen);
    for (const { text, version } of rows) {
      seen = version;
      const { type } = parseStrict(text) as unknown as Pick<StreamEvent, 'type'>;
      yield serverSentEvent({ id: version, event: type, data: text });
    }
    if (rows.length === 0) {
      yield stillHere;
      continue;
    }
    const read = await readRequest(context, approvalRequestId);
    if (!read.ok) return;
    const { state, version } = read.value;
    const representation = representRequest(app, state, version);
    yield serverSentEvent({ id: version, event: 'request', data: JSON.stringify(representation) });
  }
}

async function* hints(app: App, agentId: string | null, watch: Watch): AsyncGenerator<string> {
  yield 'retry: 1000\n\n';
  let waiting: string[] = [];
  const listen = (wake: () => void): (() => void) =>
    feedOf(app).listen({
      agentId,
      hear: hint => {
        // A listener that falls behind gets one hint to read everything again.
        waiting = waiting.length < unreadMax ? [...waiting, hint] : [everythingChanged];
        wake();
      },
    });
  for await (const _ of changes(app, listen, watch)) {
    const told = waiting;
    waiting = [];
    yield told.length === 0 ? stillHere : told.join('');
  }
}

/** Yields immediately, then after each hint, and at intervals without one. */
async function* changes(
  app: App,
  listen: (wake: () => void) => () => void,
  { ended, isKnown }: Watch,
): AsyncGenerator<undefined> {
  const { clock } = app.context;
  let pause = new AbortController();
  let atOnce = false;
  // With a reason of its own: without one, each abort builds an error with its stack.
  const wake = (): void => pause.abort('woken');
  const unlisten = listen(wake);
  const unsubscribe = feedOf(app).watchStore(() => {
    // A caller who was locked, revoked or deactivated loses the stream at once.
    atOnce = true;
    wake();
  });
  ended.addEventListener('abort', wake);
  try {
    while (!ended.aborted) {
      const begun = millisecondsOf(clock.now());
      yield undefined;
      const spent = millisecondsOf(clock.now()) - begun;
      const left = Math.max(1, heartbeatMilliseconds - Math.max(0, spent));
      if (!ended.aborted) await clock.pause(left, pause.signal);
      // Made before the next look, so that a hint that comes during it is not lost.
      pause = new AbortController();
      const asked = atOnce;
      atOnce = false;
      if (!(await isKnown(asked))) return;
    }
  } finally {
    ended.removeEventListener('abort', wake);
    unsubscribe();
    unlisten();
  }
}
