import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, placeHold } from '@countersign/coordinator';
import { sha256, sha256OfText } from '@countersign/protocol/crypto';
import {
  addSeconds,
  HoldId,
  idFromUuid,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import type { PolicyFacts } from '@countersign/wire/policy';
import type { RequestRepresentation } from '@countersign/wire/requests';
import { decide, grantOf, propose, sampleAction } from '../testing/sample-call.ts';
import { samplePolicy, startedServer } from '../testing/started-server.ts';

/** The time of the machine, which can be put forward. */
function movableClock(): Clock & { move(seconds: number): void } {
  let ahead = 0;
  return {
    now: () => timestampFromMilliseconds(Date.now() + ahead),
    pause: (milliseconds, signal) =>
      sleep(milliseconds, undefined, { signal }).catch(() => undefined),
    move: seconds => {
      ahead += seconds * 1000;
    },
  };
}

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await sleep(50);
  }
}

describe('background work of a server', { timeout: 60_000 }, () => {
  test('[SU-6] an execution without a report is recorded as unknown, once', async context => {
    const clock = movableClock();
    const server = await startedServer({ clock });
    context.after(() => server.remove());
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const executor = await server.apiKey({ verbs: ['consume'], executor: 'billing-executor' });
    const reviewer = await server.person(['reviewer']);
    const action = sampleAction();
    const { approval_request_id } = await propose(server, agent, action);
    await decide(server, reviewer.headers, approval_request_id, 'allow');
    const grant = await grantOf(server, executor, approval_request_id);
    const path = `/v1/requests/${approval_request_id}`;
    const body = { action, grant, attempt: 'first' };
    await server.call('POST', `${path}/consume`, { headers: executor, body });
    clock.move(86_400);
    const read = async () =>
      (await server.call('GET', path, { headers: agent })).body as RequestRepresentation;
    const outcomes = await until(async () => {
      const { receipts } = await read();
      return receipts.length > 1 ? receipts.map(({ outcome }) => outcome) : null;
    });
    assert.deepEqual(outcomes, ['started', 'unknown']);
    assert.deepEqual(await server.app.context.store.listSilent(10), []);
  });

  test('[GT-9] an unanswered hold releases its session after its time', async context => {
    const clock = movableClock();
    const server = await startedServer({ clock });
    context.after(() => server.remove());
    const { store } = server.app.context;
    const placed_at = clock.now();
    const placed = await placeHold(server.app.context, {
      hold_id: idFromUuid(HoldId, 'hold', randomUUID()),
      agent_id: 'billing-bot',
      session_id: 'session-1',
      message_digest: sha256OfText('Should I proceed?'),
      intent: {
        confirmation_required: true,
        risk_level: 'high',
        action_type: 'delete',
        scope: {},
      },
      placed_at,
      expires_at: addSeconds(placed_at, 300),
    });
    assert.ok(placed.ok, JSON.stringify(placed));
    const key = sha256({ agent_id: 'billing-bot', session_id: 'session-1' });
    const held = () => store.findClaim({ scope: 'hold', key });
    assert.notEqual(await held(), null);
    clock.move(301);
    await until(async () => ((await held()) === null ? true : null));
  });

  test('a policy file that breaks leaves the rules in force, is logged in one line, and is whole again', async context => {
    let text = samplePolicy;
    const lines: string[] = [];
    let readings = 0;
    const policy = () => {
      readings++;
      return text;
    };
    // Rounds follow each other at once.
    const pause: Clock['pause'] = (_, signal) =>
      sleep(20, undefined, { signal }).catch(() => undefined);
    const clock = { ...movableClock(), pause };
    const server = await startedServer({ clock, policy, logTo: line => lines.push(line) });
    context.after(() => server.remove());
    const { headers } = await server.person(['operator']);
    const read = async () =>
      (await server.call('GET', '/v1/policy', { headers })).body as PolicyFacts;
    const { version } = await read();
    const about = () => lines.filter(line => line.includes('the policy files'));

    text = `${samplePolicy}  - id: broken\n    match: { tool: x }\n    outcome: maybe\n`;
    const { pending, version: kept } = await until(async () => {
      const facts = await read();
      return facts.pending === null || about().length === 0 ? null : facts;
    });
    assert.equal(kept, version);
    const broken = text.split('\n').indexOf('    outcome: maybe') + 1;
    assert.match(pending?.problems[0] ?? '', new RegExp(`^policy\\.yaml:${broken}:14: .*maybe`));
    const seen = readings;
    await until(async () => (readings > seen + 3 ? true : null));
    assert.equal(about().length, 1);
    const [first = ''] = about();
    assert.match(first, /"level":40,.*the rules in force stay: policy\.yaml:\d+:14: /);
    assert.doesNotMatch(lines.join(''), /"stack"|\n\s+at /);

    text = samplePolicy;
    await until(async () => ((await read()).pending === null ? true : null));
    await until(async () => about().find(line => line.includes('whole again')) ?? null);
    assert.equal(about().length, 2);
  });
});
