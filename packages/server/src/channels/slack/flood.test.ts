// Goal: an agent that asks a thousand times does not drown the people who decide, and loses no decision.
// Method: a real server whose clock can be moved on, Slack's own client against a loopback of its API.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Clock,
  changeDirectory,
  evaluateAndOpen,
  readRequest,
} from '@countersign/coordinator';
import { accountDigest } from '@countersign/protocol/directory';
import { inputDigest } from '@countersign/protocol/request';
import { authenticated, systemActor, timestampFromMilliseconds } from '@countersign/protocol/value';
import { sampleAction } from '../../testing/sample-call.ts';
import { type StartedServer, startedServer } from '../../testing/started-server.ts';
import { burstMax, createSlackBudget, intervalMilliseconds } from './budget.ts';
import { channelName } from './link.ts';
import { type LoopbackSlack, slackHeaders, startLoopbackSlack } from './testing/loopback-slack.ts';

const requests = 1000;
const secret = 'a signing secret';
const team = 'T0TEAM';
const user = 'U0REVIEWER';

const policy = `version: "1"
default: require_approval
default_chain: chat
chain_by_risk: { low: chat, medium: chat, high: chat, critical: chat }
chains:
  - id: chat
    stages:
      - name: chat
        approvers: { roles: [reviewer] }
        min_assurance: channel
`;

let ahead = 0;
const clock: Clock = {
  now: () => timestampFromMilliseconds(Date.now() + ahead),
  pause: (milliseconds, signal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined),
};

let slack: LoopbackSlack;
let server: StartedServer;

before(async () => {
  slack = await startLoopbackSlack();
  server = await startedServer({
    clock,
    policy,
    settings: {
      slack: {
        bot_token: 'xoxb-bot',
        signing_secret: secret,
        channel: 'C0CHANNEL',
        team_id: team,
        api_url: slack.apiUrl,
      },
    },
  });
  const { person_id } = await server.person(['reviewer']);
  const credential = {
    kind: 'account',
    channel: channelName,
    credential_id: 'slack-of-reviewer',
    person_id,
    public_key: null,
    account_digest: accountDigest({ team_id: team, user_id: user }),
  } as const;
  const linked = { type: 'register_credential', credential } as const;
  assert.ok((await changeDirectory(server.app.context, linked, systemActor)).ok);
});

after(async () => {
  await server?.remove();
  await slack?.close();
});

test('[GT-8] a thousand requests of one agent cause a handful of messages, and every decision goes through', async () => {
  const { context } = server.app;
  // The limit on asking is proven elsewhere; here it is out of the way.
  const unlimited = { ...context, settings: { ...context.settings, requestsPerWindow: 2000 } };
  const principal = authenticated({ kind: 'agent', principal_id: 'flood', roles: [] });
  const start = Date.now();
  const ids: string[] = [];
  while (ids.length < requests) {
    // So few at once that they fit where a busy machine evaluates each of them in a thread.
    const opened = await Promise.all(
      Array.from({ length: 10 }, () =>
        evaluateAndOpen(unlimited, {
          action: sampleAction('flood-bot'),
          principal,
          audience: 'billing-executor',
        }),
      ),
    );
    for (const each of opened) {
      assert.ok(each.ok && each.value.verdict === 'require_approval', JSON.stringify(each));
      ids.push(each.value.state.request.approval_request_id);
    }
  }
  const told = (): number =>
    slack
      .callsOf('chat.postMessage')
      .map(({ text }) => Number(/^(\d+) approvals needed/.exec(text)?.[1] ?? 1))
      .reduce((sum, each) => sum + each, 0);
  for (let minutes = 0; told() < requests; minutes++) {
    assert.ok(minutes < requests, `only ${told()} of ${requests} were told of`);
    await steady(told);
    ahead += intervalMilliseconds;
  }
  const elapsed = Date.now() + ahead - start;
  const messages = slack.callsOf('chat.postMessage').length;
  assert.equal(told(), requests);
  assert.ok(messages <= burstMax + Math.ceil(elapsed / intervalMilliseconds), `${messages}`);

  // More at once would be told to call again on a busy machine, because each decision moves the same log.
  for (let index = 0; index < ids.length; index += 5) {
    await Promise.all(ids.slice(index, index + 5).map(reject));
  }
  const statuses = await Promise.all(
    ids.map(async id => {
      const read = await readRequest(context, id);
      return read.ok ? read.value.status : 'lost';
    }),
  );
  assert.deepEqual(new Set(statuses), new Set(['denied']));
  assert.equal(slack.callsOf('chat.postMessage').length, messages, 'a decision sends no message');
});

async function reject(id: string): Promise<void> {
  const read = await readRequest(server.app.context, id);
  assert.ok(read.ok);
  const value = JSON.stringify({
    approval_request_id: id,
    input_digest: inputDigest(read.value.state.request),
    stage_index: 0,
  });
  const payload = {
    type: 'view_submission',
    team: { id: team },
    user: { id: user },
    view: {
      id: randomUUID(),
      callback_id: 'reject',
      private_metadata: JSON.stringify({ value, channel: 'C0CHANNEL', ts: '1.1' }),
      state: { values: { reason: { text: { value: 'too many' } } } },
    },
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const at = String(Math.floor((Date.now() + ahead) / 1000));
  const response = await fetch(`${server.origin}/v1/slack/interactions`, {
    method: 'POST',
    headers: slackHeaders(secret, body, at),
    body,
  });
  assert.deepEqual(await response.json(), {});
}

/** Waits until a number has not grown for a while. Where that comes too early, another minute of the test passes. */
async function steady(read: () => number): Promise<void> {
  for (let last = -1, same = 0; same < 30; ) {
    const now = read();
    same = now === last ? same + 1 : 0;
    last = now;
    await sleep(50);
  }
}

test('the budget of one agent does not limit other agents', async () => {
  const digests: [string, number][] = [];
  const cards: string[] = [];
  const budget = createSlackBudget(clock, async (agentId, waiting) => {
    digests.push([agentId, waiting.length]);
  });
  const put = (agentId: string, id: string) =>
    budget.put({
      agentId,
      approval_request_id: id,
      sentence: 'x',
      risk: 'low',
      postCard: async () => {
        cards.push(id);
        return { channel: 'C', ts: id };
      },
    });
  const noisy = await Promise.all(Array.from({ length: 10 }, (_, n) => put('noisy', `n${n}`)));
  assert.ok(noisy.every(({ outcome }) => outcome === 'delivered'));
  assert.deepEqual(digests, [['noisy', 10]]);
  assert.equal(budget.find('n1'), null);
  await put('quiet', 'q1');
  assert.deepEqual(cards, ['q1']);
  assert.deepEqual(budget.find('q1'), { channel: 'C', ts: 'q1' });
  assert.equal(budget.find('unknown'), undefined);
  await put('quiet', 'q1');
  assert.deepEqual(cards, ['q1'], 'what was put is not put again');
});

test('a message that could not be posted counts as undelivered, and is posted with the next one', async () => {
  let isDown = true;
  const digests: number[] = [];
  const budget = createSlackBudget(clock, async (_, waiting) => {
    if (isDown) throw new Error('down');
    digests.push(waiting.length);
  });
  const put = (id: string) =>
    budget.put({
      agentId: 'a',
      approval_request_id: id,
      sentence: 'x',
      risk: 'low',
      postCard: async () => ({ channel: 'C', ts: id }),
    });
  const ids = ['1', '2', '3', '4', '5'];
  const first = await Promise.all(ids.map(put));
  assert.deepEqual(
    first.map(({ outcome }) => outcome),
    ids.map(() => 'retry'),
  );
  isDown = false;
  const second = await Promise.all(ids.map(put));
  assert.deepEqual(
    second.map(({ outcome }) => outcome),
    ids.map(() => 'delivered'),
  );
  assert.deepEqual(digests, [5]);
  budget.forget('5');
});
