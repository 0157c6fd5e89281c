import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { type StartedServer, startedServer } from '../testing/started-server.ts';
import { feedOf } from './request-feed.ts';

let server: StartedServer;
before(async () => {
  server = await startedServer();
  await server.person(['reviewer']);
});
after(() => server.remove());

type Headers = Readonly<Record<string, string>>;

async function propose(headers: Headers, agent: string, amount: number): Promise<string> {
  const action = {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: agent,
    subject_id: null,
    target: { tool_name: 'payments.refund', tool_schema_version: '1', resource: null },
    parameters: { amount },
  };
  const { body } = await server.call('POST', '/v1/requests', {
    headers,
    body: { action, audience: 'runner' },
  });
  return (body as { approval_request_id: string }).approval_request_id;
}

/** Opens the feed of an agent. `heard` resolves with all that was heard once a text is among it. */
async function listen(headers: Headers, agent: string) {
  const stop = new AbortController();
  const response = await fetch(`${server.origin}/v1/events?agent_id=${agent}`, {
    headers,
    signal: stop.signal,
  });
  assert.equal(response.status, 200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    heard: async (wanted: string): Promise<string> => {
      while (!text.includes(wanted)) text += (await reader?.read())?.value ?? '';
      return text;
    },
    close: () => stop.abort(),
  };
}

test('twenty listeners of two agents hear what concerns their agent, and each request is read once for all', async context => {
  const keys = { one: ['one', 'last'], two: ['two', 'last'] };
  const of = async (agents: readonly string[]) =>
    server.apiKey({ verbs: ['propose'], agent_ids: agents });
  const [one, two] = [await of(keys.one), await of(keys.two)];
  const listeners = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? listen(one, 'one') : listen(two, 'two'),
    ),
  );
  context.after(() => {
    for (const each of listeners) each.close();
  });
  const { store } = server.app.context;
  const reads: string[] = [];
  const { readStream } = store;
  context.mock.method(store, 'readStream', (name: string, ...rest: [number?]) => {
    reads.push(name);
    return readStream.call(store, name, ...rest);
  });

  const first = await propose(one, 'one', 1);
  const [loud] = listeners;
  await loud?.heard(first);
  const readsOfOne = reads.filter(name => name === `request/${first}`).length;
  const second = await propose(two, 'two', 2);
  const [, other] = listeners;
  await other?.heard(second);
  const third = await propose(one, 'one', 3);
  for (const [index, listener] of listeners.entries()) {
    if (index % 2 === 1) continue;
    const text = await listener.heard(third);
    assert.equal(text.split(first).length, 2, 'a listener hears of a change once');
    assert.ok(!text.includes(second), 'a listener of one agent hears nothing of another');
  }
  assert.ok(readsOfOne < 10, `${readsOfOne} reads for ten listeners`);
});

test('four hundred people hear of many changes in few hints, and of the first change at once', async () => {
  const { app } = server;
  const listeners = new Set<(stream: string) => void>();
  const onChange = (listener: (stream: string) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  // The pauses of this feed end when the test says so, and its time goes on with them.
  let now = Date.UTC(2026, 10, 19);
  const pauses: (() => void)[] = [];
  const clock = {
    now: () => timestampFromMilliseconds(now),
    pause: () => new Promise<void>(end => pauses.push(end)),
  };
  const store = { ...app.context.store, onChange };
  const feed = feedOf({ ...app, context: { ...app.context, clock, store } });
  const hints: string[] = [];
  for (let number = 0; number < 400; number++) {
    feed.listen({ agentId: null, hear: hint => number === 0 && hints.push(hint) });
  }
  const [note] = listeners;
  const step = async (): Promise<void> => {
    now += 50;
    pauses.shift()?.();
    await new Promise(resolve => setImmediate(resolve));
  };
  note?.('request/ar_first');
  await step();
  assert.equal(hints.length, 1, 'the first change is told after one pause');
  for (let change = 0; change < 20; change++) {
    note?.(`request/ar_${change}`);
    await step();
  }
  for (let rest = 0; rest < 40 && pauses.length > 0; rest++) await step();
  assert.equal(hints.length, 3, 'a second of changes is told in two more hints');
  const told = hints.join('');
  for (let change = 0; change < 20; change++) assert.ok(told.includes(`"ar_${change}"`));
  assert.equal(pauses.length, 0, 'nothing waits once everything is told');
});
