import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Refusal } from '@countersign/protocol/reason';
import { problemMediaType } from '@countersign/wire/problem';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { startCallSpan } from '../observability/call-span.ts';
import { answerNowhere } from '../pages/answer-file.ts';
import { hostsOf } from './allowed-origin.ts';
import { type Answer, refuseCall } from './answer.ts';
import { answerMalformed } from './answer-malformed.ts';
import { createCallLimit } from './call-limit.ts';
import { createCallTurn } from './call-turn.ts';
import { callerName } from './caller.ts';
import { proxyRules } from './client-address.ts';
import { capConnections } from './connection-caps.ts';
import { createLargeTurn } from './large-turn.ts';
import { problemOf } from './problem.ts';
import type { Route } from './route.ts';
import { securityHeaders } from './security-headers.ts';
import { type CallSurroundings, serveCall } from './serve-call.ts';
import { createUnderway } from './underway.ts';

const headersTimeoutMilliseconds = 10_000;
const requestTimeoutMilliseconds = 30_000;
/** How often these times are checked; no call is ended before the next check. */
const checkMilliseconds = 2000;
const headerBytesMax = 16_384;
/** How long calls that were begun may take to finish once the server stops. */
const finishMilliseconds = 30_000;

/** Our own schemas judge calls and answers. Without this, fastify loads two compilers that are never used. */
const noCompilers = {
  buildValidator: () => refuseSchema,
  buildSerializer: () => refuseSchema,
};

function refuseSchema(): never {
  throw new Error('expected a route without a schema of fastify');
}

/** Answers calls past the routes. */
interface RawHandler {
  handle(call: IncomingMessage, answer: ServerResponse): Promise<void>;
}

/** What answers past the routes, with the name under which the log knows it. */
interface RawHandlers {
  readonly mcp: RawHandler | null;
  readonly hooks: RawHandler | null;
}

/** The MCP gateway, with where it says who issues tokens for it (RFC 9728), and the hooks of coding agents. */
function handlerNameOf(url: string): keyof RawHandlers | null {
  if (url.startsWith('/hooks/')) return 'hooks';
  const isGateway =
    url.startsWith('/mcp/') || url.startsWith('/.well-known/oauth-protected-resource/mcp/');
  return isGateway ? 'mcp' : null;
}

/** The routes on the network. Nothing is decided here but how a call arrives and how its answer leaves. */
export function createHttpServer(
  app: App,
  routes: readonly Route[],
  handlers: () => RawHandlers = () => ({ mcp: null, hooks: null }),
): FastifyInstance {
  const { settings, context } = app;
  const fixed = securityHeaders(app.origin);
  const server = fastify({
    bodyLimit: settings.body_limit_bytes,
    requestTimeout: requestTimeoutMilliseconds,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: {
      maxHeaderSize: headerBytesMax,
      headersTimeout: headersTimeoutMilliseconds,
      connectionsCheckingInterval: checkMilliseconds,
    },
    genReqId: () => context.ids.uuid(),
    logger: false,
    trustProxy: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 512, caseSensitive: true, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: noCompilers },
    // Finishing what was begun counts as the work of a plugin.
    pluginTimeout: 2 * finishMilliseconds,
    return503OnClosing: false,
    // An address that cannot be decoded never gets as far as a hook or a handler.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(fixed).header('x-call-id', request.id);
      send(reply, request, refuseCall('parameter_malformed', 'the path is not well-formed'));
    },
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, context.ids.uuid()),
  });
  const proxies = proxyRules(settings);
  capConnections(server.server, {
    most: settings.connections_max,
    mostPerAddress: settings.connections_per_address_max,
    proxies,
  });
  const surroundings: CallSurroundings = {
    hosts: hostsOf(app.origin, settings.hosts),
    limit: createCallLimit(),
    proxies,
    turn: createCallTurn(),
    largeTurn: createLargeTurn(),
  };
  const underway = createUnderway();
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed).header('x-call-id', request.id);
    // New calls are refused. Otherwise there would always be calls underway.
    if (app.stopping.aborted) {
      send(reply, request, refuseCall('server_stopping', 'the server is about to stop'));
      return;
    }
    underway.begin();
    // Also where the caller has gone before the answer came.
    reply.raw.once('close', underway.end);
    const name = handlerNameOf(request.url);
    const handler = name === null ? null : handlers()[name];
    if (handler === null) {
      done();
      return;
    }
    // The gateway and the hooks read and answer by themselves: messages pass unchanged, and agents need answers in
    // their own form.
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.raw.once('close', () => {
      const { statusCode: status } = reply.raw;
      app.log.info({ call_id: request.id, route: name, status }, 'call');
    });
    void handler.handle(request.raw, reply.raw);
  });
  // A connection that was busy when the server began to stop would otherwise be kept for whatever comes next on it.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.stopping.aborted) reply.header('connection', 'close');
    done();
  });
  server.addHook('onResponse', (_request, _reply, done) => {
    if (app.stopping.aborted) setImmediate(() => server.server.closeIdleConnections());
    done();
  });
  // Begun calls are finished; an idle connection is not awaited.
  server.addHook('preClose', async () => {
    const over = new AbortController();
    await Promise.race([underway.none(), context.clock.pause(finishMilliseconds, over.signal)]);
    over.abort();
    server.server.closeAllConnections();
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  for (const route of routes) {
    server.route({
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url: route.path,
      ...(route.bodyLimitBytes === undefined ? {} : { bodyLimit: route.bodyLimitBytes }),
      handler: (request, reply) => serve(app, surroundings, route, request, reply),
    });
  }
  server.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(server, request.url);
    if (methods.length === 0) {
      const page = answerNowhere(app.site, request);
      return send(reply, request, page ?? refuseCall('route_not_found', 'no such path'));
    }
    const answer = refuseCall('method_not_allowed', `expected ${methods.join(' or ')}`);
    return send(reply, request, { ...answer, headers: { allow: methods.join(', ') } });
  });
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, settings.body_limit_bytes);
    if (refusal.code === 'internal_error') {
      app.log.error({ err: error, call_id: request.id }, 'a call failed');
    }
    return send(reply, request, { kind: 'refused', refusal });
  });
  return server;
}

async function serve(
  app: App,
  surroundings: CallSurroundings,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const observed = app.metrics.callStarted(route.id);
  const begin = () => startCallSpan({ ...route, call_id: request.id }, traceparentOf(request));
  // A waiting call gets its span when the waiting is over: none is held open until then.
  const span = waits(request) ? null : begin();
  const trace = span === null ? null : span.trace;
  await surroundings.turn();
  const ended = () => endOf(app.stopping, request, reply);
  const { answer, caller } = await serveCall(app, surroundings, route, request, ended, trace);
  const status = statusOf(answer);
  observed(status);
  (span ?? begin()).end(status, answer);
  app.log.info(
    {
      call_id: request.id,
      route: route.id,
      status,
      caller: callerName(caller),
      ...(answer.kind === 'refused' ? { code: answer.refusal.code } : {}),
    },
    'call',
  );
  return send(reply, request, answer);
}

/**
 * Aborts when the caller has gone or the server stops. The request itself says nothing about that: it is closed as
 * soon as its body was read.
 */
function endOf(stopping: AbortSignal, request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const { socket } = request.raw;
  const gone = new AbortController();
  const leave = () => gone.abort();
  if (socket.destroyed || reply.raw.closed) leave();
  socket.once('close', leave);
  reply.raw.once('close', () => {
    socket.off('close', leave);
    leave();
  });
  return AbortSignal.any([gone.signal, stopping]);
}

function waits({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && 'wait' in query;
}

function traceparentOf({ headers }: FastifyRequest): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? traceparent : undefined;
}

function statusOf(answer: Answer): number {
  switch (answer.kind) {
    case 'json':
    case 'text':
    case 'bytes':
      return answer.status;
    case 'redirect':
      return answer.status ?? 303;
    case 'stream':
      return 200;
    case 'refused':
      return problemOf(answer.refusal, '').status;
  }
}

function send(reply: FastifyReply, request: FastifyRequest, answer: Answer): FastifyReply {
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    reply.header(name, typeof value === 'string' ? value : [...value]);
  }
  reply.code(statusOf(answer));
  switch (answer.kind) {
    case 'json':
      return answer.status === 204
        ? reply.send()
        : reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
    case 'text':
      return reply.type(answer.mediaType).send(answer.text);
    case 'bytes':
      return answer.bytes === null ? reply.send() : reply.type(answer.mediaType).send(answer.bytes);
    case 'redirect':
      return reply.header('location', answer.location).send();
    case 'stream':
      // A caller that asks for the headers only would otherwise wait for the end of an endless stream.
      return request.method === 'HEAD'
        ? reply.type(answer.mediaType).send()
        : reply.type(answer.mediaType).send(Readable.from(answer.chunks));
    case 'refused':
      return reply
        .type(problemMediaType)
        .send(JSON.stringify(problemOf(answer.refusal, request.id)));
  }
}

function methodsAt(server: FastifyInstance, url: string): string[] {
  return ['GET', 'POST', 'PATCH', 'DELETE'].filter(
    method => server.findRoute({ method, url: url.split('?')[0] ?? url }) !== null,
  );
}

/** What the network layer found wrong before a route was asked. */
function refusalOf(error: unknown, limit: number): Refusal {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return { code: 'body_too_large', detail: `expected at most ${limit} bytes` };
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_CTP_EMPTY_TYPE') {
    return { code: 'content_type_unsupported', detail: 'expected application/json' };
  }
  if (statusCode === 408) return { code: 'call_too_slow', detail: 'the body did not arrive' };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { code: 'parameter_malformed', detail: 'the call is not well-formed HTTP' };
  }
  return {
    code: 'internal_error',
    detail: 'the call failed; the log of the server has the cause',
  };
}
