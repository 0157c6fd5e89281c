import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import type { RequestRepresentation } from '@countersign/wire/requests';
import { processClock } from '../start/process-clock.ts';
import { decide, grantOf, propose, sampleAction } from '../testing/sample-call.ts';
import { type StartedServer, startedServer } from '../testing/started-server.ts';
import { provenHeaders } from '../testing/test-browser.ts';

describe('what the server says of the agent behind a request', { timeout: 60_000 }, () => {
  let server: StartedServer;
  let reviewer: Readonly<Record<string, string>>;
  let agent: Readonly<Record<string, string>>;
  let ahead = 0;
  const lines: string[] = [];
  before(async () => {
    const clock = {
      // The pauses of the server last a fiftieth of their time.
      pause: (milliseconds: number, signal: AbortSignal) =>
        processClock.pause(milliseconds / 50, signal),
      now: () => timestampFromMilliseconds(Date.now() + ahead),
    };
    server = await startedServer({ clock, logTo: line => lines.push(line) });
    reviewer = (await server.person(['reviewer'])).headers;
    agent = await server.apiKey({
      verbs: ['propose', 'consume'],
      agent_ids: ['billing-bot'],
      executor: 'billing-executor',
    });
  });
  after(() => server.remove());

  const read = async (id: string): Promise<RequestRepresentation> => {
    const { body } = await server.call('GET', `/v1/requests/${id}`, { headers: reviewer });
    return body as RequestRepresentation;
  };

  test('a request says whether its agent waits, and since when it no longer does', async () => {
    const { approval_request_id: id } = await propose(server, agent, sampleAction('billing-bot'));
    assert.equal((await read(id)).waiter, null);
    const leave = new AbortController();
    const stream = await fetch(`${server.origin}/v1/requests/${id}/events`, {
      headers: { ...agent },
      signal: leave.signal,
    });
    const reader = stream.body?.getReader();
    await reader?.read();
    assert.equal((await read(id)).waiter?.waiting, true);
    leave.abort();
    await reader?.closed.catch(() => undefined);
    // The server hears of it a moment later, and allows for a connection that follows.
    ahead = 6000;
    for (;;) {
      const { waiter } = await read(id);
      if (waiter?.waiting === false) break;
      ahead += 1000;
    }
  });

  test('a page is told when the agent of a request has gone, and when it is back', async () => {
    const { approval_request_id: id } = await propose(server, agent, sampleAction('billing-bot'));
    const end = new AbortController();
    const call = { origin: server.origin, method: 'GET', path: '/v1/events' };
    const page = await fetch(`${server.origin}${call.path}`, {
      headers: provenHeaders(call, reviewer, Date.now() + ahead),
      signal: end.signal,
    });
    assert.equal(page.status, 200);
    const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader();
    const hear = async (): Promise<void> => {
      let heard = '';
      while (!heard.includes(id)) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        assert.ok(!done, 'the server closed the feed');
        heard += value;
      }
    };
    const wait = async (): Promise<() => void> => {
      const leave = new AbortController();
      const url = `${server.origin}/v1/requests/${id}/events`;
      const stream = await fetch(url, { headers: { ...agent }, signal: leave.signal });
      await stream.body?.getReader().read();
      return () => leave.abort();
    };
    const leave = await wait();
    leave();
    // The page reads the request whenever it is told to, as the inbox does.
    const told = hear();
    while ((await read(id)).waiter?.waiting !== false) ahead += 1000;
    await told;
    const leaveAgain = await wait();
    do await hear();
    while ((await read(id)).waiter?.waiting !== true);
    leaveAgain();
    end.abort();
  });

  test('a report of another action than the approved one is logged and counted as an alarm', async () => {
    const action = sampleAction('billing-bot');
    const { approval_request_id: id } = await propose(server, agent, action);
    await decide(server, reviewer, id, 'allow');
    const grant = await grantOf(server, agent, id);
    const at = `/v1/requests/${id}`;
    const attempt = 'one';
    await server.call('POST', `${at}/consume`, {
      headers: agent,
      body: { action, grant, attempt },
    });
    const final_action_digest = `sha256:${'b'.repeat(64)}`;
    const body = { attempt, outcome: 'succeeded', final_action_digest };
    const reported = await server.call('POST', `${at}/report`, { headers: agent, body });
    assert.equal(reported.status, 200);
    const alarm = lines.find(line => line.includes('another action than the approved one'));
    assert.ok(alarm?.includes(id) && alarm.includes('"level":50'), alarm);
    const operator = (await server.person(['operator'])).headers;
    const metrics = await server.call('GET', '/metrics', { headers: operator });
    assert.match(JSON.stringify(metrics.body), /countersign_diverged_executions_total 1/);
  });
});
