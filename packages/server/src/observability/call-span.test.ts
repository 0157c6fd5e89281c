import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { RequestRepresentation } from '@countersign/wire/requests';
import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { decide, grantOf, propose, sampleAction } from '../testing/sample-call.ts';
import { type SignedIn, type StartedServer, startedServer } from '../testing/started-server.ts';

type Headers = Readonly<Record<string, string>>;

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${spanId}-01`;

describe('tracing', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  let server: StartedServer;
  let receiver: Server;
  let heard: IncomingHttpHeaders[] = [];
  let agent: Headers;
  let executor: Headers;
  let reviewer: SignedIn;

  before(async () => {
    receiver = createServer((request, response) => {
      heard.push(request.headers);
      response.end();
    });
    await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done));
    const at = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const endpoint = {
      name: 'runs',
      kind: 'callback',
      url: `http://${at}/hook`,
      secrets: [`whsec_${Buffer.alloc(32, 3).toString('base64')}`],
      agent_ids: ['billing-bot'],
    };
    server = await startedServer({ settings: { endpoints: [endpoint], allow_addresses: [at] } });
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    executor = await server.apiKey({ verbs: ['consume'], executor: 'billing-executor' });
    reviewer = await server.person(['reviewer']);
  });
  after(async () => {
    await server.remove();
    await new Promise(done => receiver.close(done));
    trace.disable();
  });
  beforeEach(() => {
    exporter.reset();
    heard = [];
  });

  const spanNamed = (name: string) => {
    const found = exporter.getFinishedSpans().filter(span => span.name === name);
    assert.equal(found.length, 1, `${name} in ${exporter.getFinishedSpans().map(s => s.name)}`);
    return found[0] ?? assert.fail();
  };
  const linksOf = (name: string) =>
    spanNamed(name).links.map(({ context }) => [context.traceId, context.spanId]);
  const untilHeard = async (count: number) => {
    while (heard.length < count) {
      await server.app.context.clock.pause(20, new AbortController().signal);
    }
  };

  test('tracing does nothing without an SDK, and the caller’s trace is still kept and reported', async () => {
    const { request, approval_request_id } = await propose(
      server,
      { ...agent, traceparent },
      sampleAction(),
    );
    assert.deepEqual(
      [request.trace?.trace_id, request.trace?.span_id, request.trace?.parent_span_id],
      [traceId, spanId, null],
    );
    await decide(server, reviewer.headers, approval_request_id, 'deny');
    await untilHeard(1);
    assert.equal(heard[0]?.['traceparent'], traceparent);
    const untraced = await propose(server, agent, sampleAction());
    assert.equal(untraced.request.trace, null);
    assert.deepEqual(exporter.getFinishedSpans(), []);
  });

  test('each call has one span, which links to the span that opened the request', async () => {
    trace.setGlobalTracerProvider(provider);
    const action = sampleAction();
    const opened = await propose(server, { ...agent, traceparent }, action);
    const { approval_request_id, request } = opened;
    const asked = spanNamed('POST /v1/requests');
    assert.equal(asked.spanContext().traceId, traceId);
    assert.equal(asked.parentSpanContext?.spanId, spanId);
    assert.deepEqual(asked.links, [], 'not to itself');
    assert.equal(request.trace?.span_id, asked.spanContext().spanId);
    assert.equal(request.trace?.parent_span_id, spanId);
    assert.equal(asked.attributes['http.response.status_code'], 201);

    const opening = [traceId, asked.spanContext().spanId];
    await decide(server, reviewer.headers, approval_request_id, 'allow');
    const entry = 'POST /v1/requests/:approval_request_id/entries';
    assert.deepEqual(linksOf(entry), [opening]);
    assert.notEqual(spanNamed(entry).spanContext().traceId, traceId, 'another run');

    const grant = await grantOf(server, executor, approval_request_id);
    const path = `/v1/requests/${approval_request_id}`;
    const body = { action, grant, attempt: 'first' };
    const consumed = await server.call('POST', `${path}/consume`, { headers: executor, body });
    assert.equal(consumed.status, 200);
    assert.deepEqual(linksOf('POST /v1/requests/:approval_request_id/consume'), [opening]);

    await untilHeard(2);
    const told = heard.map(each => each['traceparent'] ?? '');
    const delivered = exporter.getFinishedSpans().filter(span => span.name === 'deliver webhook');
    for (const span of delivered) {
      const { traceId: id, spanId: at } = span.spanContext();
      assert.ok(told.includes(`00-${id}-${at}-01`));
      assert.deepEqual(
        span.links.map(({ context }) => [context.traceId, context.spanId]),
        [opening],
      );
    }
  });

  test('no span stays open while a call waits', async () => {
    trace.setGlobalTracerProvider(provider);
    const { approval_request_id, version } = await propose(server, agent, sampleAction());
    exporter.reset();
    const path = `/v1/requests/${approval_request_id}?wait=30&after=${version}`;
    const waiting = server.call('GET', path, { headers: agent });
    await decide(server, reviewer.headers, approval_request_id, 'deny');
    const answer = (await waiting).body as RequestRepresentation;
    assert.equal(answer.status, 'denied');
    const waited = spanNamed('GET /v1/requests/:approval_request_id');
    const decided = spanNamed('POST /v1/requests/:approval_request_id/entries');
    const at = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1e9 + nanoseconds;
    assert.ok(at(waited.startTime) > at(decided.startTime), 'it began after the decision came');
  });

  test('a span names the refusal, and a malformed parent counts as none', async () => {
    trace.setGlobalTracerProvider(provider);
    for (const bad of ['00-00000000000000000000000000000000-b7ad6b7169203331-01', 'x', 'a\u00e9']) {
      exporter.reset();
      const answer = await server.call('GET', '/v1/counts', { headers: { traceparent: bad } });
      assert.equal(answer.status, 401);
      const span = spanNamed('GET /v1/counts');
      assert.equal(span.parentSpanContext, undefined);
      assert.equal(span.attributes['error.type'], 'not_authenticated');
    }
  });

  test('time to decision is measured by outcome', async () => {
    const { approval_request_id } = await propose(server, agent, sampleAction());
    const count = async (outcome: string) => {
      const text = await server.app.metrics.text();
      const line = `countersign_time_to_decision_seconds_count{outcome="${outcome}"} `;
      return Number(
        text
          .split('\n')
          .find(each => each.startsWith(line))
          ?.slice(line.length) ?? 0,
      );
    };
    const [allowed, denied] = [await count('allowed'), await count('denied')];
    await decide(server, reviewer.headers, approval_request_id, 'allow');
    assert.equal(await count('allowed'), allowed + 1);
    assert.equal(await count('denied'), denied);
  });
});
