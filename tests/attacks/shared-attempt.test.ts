// Disproved here: "several workers that share one attempt and one idempotency key are all told that they may start".
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { connect } from '@countersign/client';
import { mayStart, type Receipt } from '@countersign/protocol/request';
import {
  type Called,
  decide,
  grantOf,
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

interface Consumed {
  readonly replayed: boolean;
  readonly receipts: readonly Receipt[];
}

const workers = 8;

describe('workers that share an attempt', () => {
  let server: StartedServer;
  let bot: Headers;
  let runner: Headers;
  let reviewer: SignedIn;

  before(async () => {
    server = await startedServer();
    await server.person(['operator']);
    reviewer = await server.person(['reviewer']);
    bot = await server.apiKey({ agent_ids: ['billing-bot'], verbs: ['propose'] });
    runner = await server.apiKey({ executor: 'billing-executor', verbs: ['consume'] });
  });
  after(() => server.remove());

  async function allowed(): Promise<{ id: string; body: Record<string, unknown> }> {
    const action = sampleAction();
    const { approval_request_id: id } = await propose(server, bot, action);
    await decide(server, reviewer.headers, id, 'allow');
    const grant = await grantOf(server, runner, id);
    return { id, body: { action, grant, attempt: randomUUID() } };
  }

  function consume(id: string, body: object, key: string | null): Promise<Called> {
    const headers = key === null ? runner : { ...runner, 'idempotency-key': key };
    return server.call('POST', `/v1/requests/${id}/consume`, { headers, body });
  }

  test('[SU-8] [SU-1] of workers that race with one key and one attempt, one is told that it consumed', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, body } = await allowed();
      const key = `job-${round}`;
      const racing = Array.from({ length: workers }, () => consume(id, body, key));
      const answers = [...(await Promise.all(racing)), await consume(id, body, key)];
      assert.deepEqual(
        answers.map(({ status }) => status),
        answers.map(() => 200),
      );
      const consumed = answers.map(answer => answer.body as Consumed);
      assert.equal(consumed.filter(({ replayed }) => !replayed).length, 1);
      const starts = consumed.filter(({ replayed, receipts: [receipt] }) => {
        assert.ok(receipt !== undefined);
        const heard = { attempt: String(body['attempt']), replayed, made_here: false };
        return mayStart(receipt, heard, receipt.consumed_at).ok;
      });
      assert.equal(starts.length, 1, 'one worker starts');
      for (const [index, answer] of answers.entries()) {
        const marked = answer.headers.get('idempotent-replayed') === 'true';
        assert.equal(marked, consumed[index]?.replayed, 'the header says the same');
      }
    }
  });

  test('[SU-8] a shared attempt under other keys, or without one, is refused', async () => {
    const { id, body } = await allowed();
    const racing = Array.from({ length: workers }, (_, index) =>
      consume(id, body, index % 2 === 0 ? `other-${index}` : null),
    );
    const answers = await Promise.all(racing);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { body: problem } of refused) {
      assert.equal((problem as { code: string }).code, 'grant_already_consumed');
    }
  });

  test('[SU-8] a gate whose answer was lost starts once, on the repeated answer', async () => {
    const key = await server.apiKey({
      agent_ids: ['billing-bot'],
      executor: 'billing-executor',
      verbs: ['propose', 'consume'],
    });
    let lost = 0;
    const gate = await connect({
      url: server.origin,
      key: (key['authorization'] ?? '').slice('Bearer '.length),
      agent: 'billing-bot',
      executor: 'billing-executor',
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (!url.endsWith('/consume') || lost > 0) return response;
        await response.text();
        lost++;
        throw new TypeError('the connection broke');
      },
    });
    const action = sampleAction();
    let ran = 0;
    const running = gate.run(
      action as never,
      () => {
        ran++;
        return 'done';
      },
      { onAsked: ({ approval_request_id }) => void decideSoon(approval_request_id) },
    );
    assert.equal(await running, 'done');
    assert.deepEqual({ lost, ran }, { lost: 1, ran: 1 });
  });

  async function decideSoon(id: string): Promise<void> {
    await decide(server, reviewer.headers, id, 'allow');
  }
});

test('[SU-8] a repeated answer is a start only for the process that made the attempt', () => {
  const receipt = {
    attempt: 'try-1',
    start_by: '2026-06-01T00:00:30.000Z',
  } as Receipt;
  const now = '2026-06-01T00:00:00.000Z' as never;
  const told = (attempt: string, replayed: boolean, made_here: boolean): string => {
    const start = mayStart(receipt, { attempt, replayed, made_here }, now);
    return start.ok ? 'start' : start.refusal.code;
  };
  assert.equal(told('try-1', false, true), 'start');
  assert.equal(
    told('try-1', false, false),
    'start',
    'a name from elsewhere that won is the winner',
  );
  assert.equal(told('try-1', true, true), 'start', 'its own answer was lost');
  assert.equal(told('try-1', true, false), 'consume_replayed');
  assert.equal(told('try-2', false, true), 'grant_already_consumed');
  assert.equal(told('try-2', true, true), 'grant_already_consumed');
});
