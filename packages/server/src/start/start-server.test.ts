import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { RequestRepresentation } from '@countersign/wire/requests';
import { decide, entryFor, grantOf, propose, sampleAction } from '../testing/sample-call.ts';
import { type SignedIn, type StartedServer, startedServer } from '../testing/started-server.ts';

type Headers = Readonly<Record<string, string>>;
const codeOf = ({ body }: { body: never }): string => (body as { code: string }).code;

describe('a server on loopback', () => {
  let server: StartedServer;
  let agent: Headers;
  let executor: Headers;
  let reviewer: SignedIn;
  before(async () => {
    server = await startedServer();
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    executor = await server.apiKey({ verbs: ['consume'], executor: 'billing-executor' });
    reviewer = await server.person(['reviewer']);
  });
  after(() => server.remove());

  const allowed = async (action: Record<string, unknown>) => {
    const { approval_request_id } = await propose(server, agent, action);
    const decided = await decide(server, reviewer.headers, approval_request_id, 'allow');
    assert.equal(decided.status, 'allowed');
    const grant = await grantOf(server, executor, approval_request_id);
    return { path: `/v1/requests/${approval_request_id}`, grant };
  };

  test('a server takes an action from proposal to report', async () => {
    const action = sampleAction();
    const { path, grant } = await allowed(action);
    const consume = (attempt: string) =>
      server.call('POST', `${path}/consume`, {
        headers: executor,
        body: { action, grant, attempt },
      });
    assert.equal((await consume('first')).status, 200);
    const again = await consume('second');
    assert.equal(again.status, 409);
    assert.equal(codeOf(again), 'grant_already_consumed');
    const body = { attempt: 'first', outcome: 'succeeded' };
    const reported = await server.call('POST', `${path}/report`, { headers: executor, body });
    assert.equal((reported.body as RequestRepresentation).receipts.at(-1)?.outcome, 'succeeded');
  });

  test('an action that policy allows or denies is answered at once, and opens no request', async () => {
    for (const [tool_name, verdict] of [
      ['read.file', 'allow'],
      ['forbidden.thing', 'deny'],
    ]) {
      const target = { tool_name, tool_schema_version: '1', resource: null };
      const body = { action: { ...sampleAction(), parameters: {}, target }, audience: 'x' };
      const answer = await server.call('POST', '/v1/requests', { headers: agent, body });
      assert.equal(answer.status, 200);
      assert.equal((answer.body as { verdict: string }).verdict, verdict);
    }
  });

  test('[SU-5] a key with the same action finds the same request, and with another action is refused', async () => {
    const headers = { ...agent, 'idempotency-key': 'invoice-7' };
    const action = sampleAction();
    const body = { action, audience: 'billing-executor' };
    const first = await server.call('POST', '/v1/requests', { headers, body });
    const second = await server.call('POST', '/v1/requests', { headers, body });
    const id = (answer: { body: never }) =>
      (answer.body as RequestRepresentation).approval_request_id;
    assert.equal(id(first), id(second));
    const other = { action: sampleAction(), audience: 'billing-executor' };
    const refused = await server.call('POST', '/v1/requests', { headers, body: other });
    assert.equal(codeOf(refused), 'idempotency_key_reused');
  });

  test('a repeated call with its key takes effect once, and with another body not at all', async () => {
    const action = sampleAction();
    const { path, grant } = await allowed(action);
    const headers = { ...executor, 'idempotency-key': 'start-1' };
    const consume = (attempt: string) =>
      server.call('POST', `${path}/consume`, { headers, body: { action, grant, attempt } });
    const first = await consume('only');
    const [second, third] = await Promise.all([consume('only'), consume('only')]);
    for (const answer of [second, third]) {
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.equal(answer.headers.get('idempotent-replayed'), 'true');
      assert.deepEqual(answer.body, { ...(first.body as object), replayed: true });
    }
    const other = await consume('another');
    assert.equal(codeOf(other), 'idempotency_key_reused');
    const cancel = await server.call('POST', `${path}/cancel`, {
      headers: { ...agent, 'idempotency-key': 'start-1' },
      body: { reason: 'changed my mind' },
    });
    assert.notEqual(codeOf(cancel), 'idempotency_key_reused', 'keys are those of a caller');
  });

  test('of repeated calls that arrive together, one takes effect', async () => {
    const action = sampleAction();
    const { path, grant } = await allowed(action);
    const consumption = { headers: executor, body: { action, grant, attempt: 'only' } };
    assert.equal((await server.call('POST', `${path}/consume`, consumption)).status, 200);
    const headers = { ...executor, 'idempotency-key': 'report-1' };
    const body = { attempt: 'only', outcome: 'failed', error: 'the bank said no' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.call('POST', `${path}/report`, { headers, body })),
    );
    for (const answer of answers) {
      assert.equal(answer.status, 200);
      assert.equal((answer.body as RequestRepresentation).receipts.length, 2);
    }
  });

  test('a refused call does not use its key up', async () => {
    const action = sampleAction();
    const { approval_request_id } = await propose(server, agent, action);
    const path = `/v1/requests/${approval_request_id}/entries`;
    const stranger = await server.person(['auditor']);
    const headers = { ...stranger.headers, 'idempotency-key': 'decision-1' };
    const body = await entryFor(server, stranger.headers, approval_request_id, 'allow');
    for (let round = 0; round < 2; round++) {
      const refused = await server.call('POST', path, { headers, body });
      assert.equal(codeOf(refused), 'approver_not_eligible');
    }
  });

  test('a waiting call ends with the change it waits for', async () => {
    const { approval_request_id, version } = await propose(server, agent, sampleAction());
    const path = `/v1/requests/${approval_request_id}?wait=30&after=${version}`;
    const waiting = server.call('GET', path, { headers: agent });
    await decide(server, reviewer.headers, approval_request_id, 'deny');
    const { body } = await waiting;
    assert.equal((body as RequestRepresentation).outcome, 'denied');
  });

  test('the event stream of a request continues after the last seen event', async () => {
    const { approval_request_id, version } = await propose(server, agent, sampleAction());
    const stop = new AbortController();
    const response = await fetch(`${server.origin}/v1/requests/${approval_request_id}/events`, {
      headers: { ...agent, 'last-event-id': String(version) },
      signal: stop.signal,
    });
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    await decide(server, reviewer.headers, approval_request_id, 'deny');
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('event: request.denied') && text.includes('event: request\n')) break;
    }
    stop.abort();
    assert.match(text, new RegExp(`id: ${version + 1}\\nevent: entry.recorded`));
    assert.doesNotMatch(text, /event: request.opened/);
  });

  test('a key cannot see the request of another agent', async () => {
    const { approval_request_id } = await propose(server, agent, sampleAction());
    const other = await server.apiKey({ verbs: ['propose'], agent_ids: ['other-bot'] });
    for (const suffix of ['', '/history', '/grant', '/bundle', '/events']) {
      const path = `/v1/requests/${approval_request_id}${suffix}`;
      const answer = await server.call('GET', path, { headers: other });
      assert.equal(codeOf(answer), 'request_not_found', suffix);
    }
    const body = { action: sampleAction(), audience: 'x' };
    const spoken = await server.call('POST', '/v1/requests', { headers: other, body });
    assert.equal(codeOf(spoken), 'not_permitted');
  });

  test('malformed input gives a problem with a code, and nothing more', async () => {
    const post = (body: string, headers: Headers = {}) =>
      server.call('POST', '/v1/requests', {
        headers: { ...agent, 'content-type': 'application/json', ...headers },
        body,
      });
    const expected: readonly (readonly [string, Promise<{ body: never; status: number }>])[] = [
      ['json_malformed', post('{"a":')],
      ['json_key_duplicate', post('{"action":{},"action":{}}')],
      ['json_number_inexact', post('{"action":{"n":0.1000000000000000055511151231257827}}')],
      ['object_malformed', post('[]')],
      ['object_malformed', post('{"action":{},"audience":"x","extra":1}')],
      ['content_type_unsupported', post('{}', { 'content-type': 'text/plain' })],
      ['body_too_large', post(`{"a":"${'x'.repeat(1_100_000)}"}`)],
      ['parameter_malformed', server.call('GET', '/v1/requests/nothing', { headers: agent })],
      ['parameter_malformed', server.call('GET', '/v1/requests?limit=0', reviewer)],
      ['route_not_found', server.call('GET', '/v1/nowhere')],
      ['method_not_allowed', server.call('DELETE', '/v1/requests')],
      ['not_authenticated', server.call('GET', '/v1/requests')],
      [
        'not_authenticated',
        server.call('GET', '/v1/requests', { headers: { authorization: 'Bearer cs_wrong' } }),
      ],
      ['not_permitted', server.call('GET', '/v1/requests', { headers: executor })],
    ];
    for (const [code, answer] of expected) {
      const { body, status } = await answer;
      assert.equal((body as { code: string }).code, code, JSON.stringify(body));
      assert.ok(status >= 400 && status < 500);
    }
  });

  test('a page of another origin and another host name reach nothing', async () => {
    const body = { reason: 'from elsewhere' };
    const { approval_request_id } = await propose(server, agent, sampleAction());
    const path = `/v1/requests/${approval_request_id}/cancel`;
    const { cookie = '' } = reviewer.headers;
    for (const headers of [
      { cookie },
      { cookie, origin: 'https://elsewhere.example' },
      { cookie, origin: server.origin, 'sec-fetch-site': 'cross-site' },
    ]) {
      assert.equal(
        codeOf(await server.call('POST', path, { headers, body })),
        'origin_not_allowed',
      );
    }
    const rebound = await fetch(`http://127.0.0.1:${server.port}/healthz`);
    assert.equal(rebound.status, 421);
  });

  test('every answer has the same strict headers', async () => {
    for (const path of ['/healthz', '/v1/reference', '/v1/nowhere']) {
      const { headers } = await server.call('GET', path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
    }
  });

  test('the server reports readiness, metrics and its API description', async () => {
    assert.equal((await server.call('GET', '/readyz')).status, 200);
    const metrics = await server.call('GET', '/metrics');
    assert.match(metrics.body as string, /countersign_events_total\{type="request.opened"\} [1-9]/);
    const { body } = await server.call('GET', '/v1/openapi.json');
    assert.equal((body as { openapi: string }).openapi, '3.1.0');
  });
});

test('an idle connection does not delay the shutdown', async () => {
  const server = await startedServer();
  const silent = connect(server.port, '127.0.0.1');
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  await server.remove();
  await ended;
});

test('the log continues after the key that signed it was revoked', async () => {
  const server = await startedServer();
  try {
    const operator = await server.person(['operator']);
    const { headers } = operator;
    const grown = async (than: number): Promise<number> => {
      for (;;) {
        const { status, body } = await server.call('GET', '/v1/log/checkpoint');
        const { size } = body as { size: number };
        if (status === 200 && size > than) return size;
      }
    };
    const size = await grown(0);
    const keys = await server.call('GET', '/v1/keys');
    const [{ kid }] = (keys.body as { keys: [{ kid: string }] }).keys;
    const body = { reason: 'a test' };
    const revoked = await server.call('POST', `/v1/keys/${kid}/revoke`, { headers, body });
    assert.equal(revoked.status, 200, JSON.stringify(revoked.body));
    assert.ok((await grown(size)) > size);
  } finally {
    await server.remove();
  }
});

test('pending requests survive a restart, and are decided and consumed once', async () => {
  const first = await startedServer();
  const agent = await first.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
  const executor = await first.apiKey({ verbs: ['consume'], executor: 'billing-executor' });
  const reviewer = await first.person(['reviewer']);
  const action = sampleAction();
  const { approval_request_id } = await propose(first, agent, action);
  await first.close();
  const second = await startedServer({ folder: first.folder, port: first.port });
  try {
    await decide(second, reviewer.headers, approval_request_id, 'allow');
    const grant = await grantOf(second, executor, approval_request_id);
    const path = `/v1/requests/${approval_request_id}/consume`;
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map(attempt =>
        second.call('POST', path, { headers: executor, body: { action, grant, attempt } }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  } finally {
    await second.remove();
  }
});
