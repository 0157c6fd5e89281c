// Goal: nothing that the server acknowledged is lost when a process ends, in any way, and waiting callers hear of
// it, from a replica that is left.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Called,
  type RequestRepresentation,
  type ServerProcess,
  sampleAction,
} from '@countersign/server/testing';
import { listen } from './testing/event-source.ts';
import { actionOn, Cast, codeOf } from './testing/server-cast.ts';
import { postgresSite, type Site, sqliteSite } from './testing/server-site.ts';

const policy = `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
fatigue: { requests: 10000, window: 10m }
chains:
  - id: reviewer
    stages:
      - { name: reviewer, approvers: { roles: [reviewer] } }
  - id: both
    stages:
      - { name: reviewer, approvers: { roles: [reviewer] } }
      - { name: manager, approvers: { roles: [manager] } }
rules:
  - { id: twice, match: { tool: "twice.*" }, outcome: require_approval, chain: both }
`;

describe('a process that ends', () => {
  let site: Site;
  let cast: Cast;
  before(async () => {
    site = await sqliteSite({ policy });
    cast = await Cast.at(site);
  });
  after(() => site.close());

  test('[SU-2] a request that is pending when the process is killed is later decided and consumed once', async () => {
    const action = sampleAction();
    const id = await cast.ask(action);
    const { version } = await cast.read(id);
    await site.crash();
    const { status, version: found } = await cast.read(id);
    assert.deepEqual({ status, found }, { status: 'pending', found: version });
    assert.equal((await cast.allow(id)).status, 'allowed');
    const grant = await cast.grant(id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => cast.consume({ id, grant }, action)),
    );
    assert.equal(answers.filter(answer => answer.status === 200).length, 1);
  });

  test('[SU-6] after a kill during many calls every answered call is stored, and nothing started twice', async () => {
    const action = sampleAction();
    const allowed = await cast.allowed(action);
    const asking = flood(site.agents(), cast);
    const consuming = Array.from({ length: 8 }, () =>
      cast.consume(allowed, action).catch(() => null),
    );
    await Promise.race([asking.answered(10), ...consuming]);
    await site.crash();
    const consumed = (await Promise.all(consuming)).filter(answer => answer?.status === 200);
    for (const id of await asking.stop()) assert.equal((await cast.read(id)).status, 'pending');
    const late = await cast.consume(allowed, action);
    const started = consumed.length + (late.status === 200 ? 1 : 0);
    assert.ok(started <= 1, `${started} started`);
    const { receipts, status } = await cast.read(allowed.id);
    assert.equal(status, 'consumed');
    assert.equal(receipts.length, 1);
  });

  test('a process that is asked to stop finishes its work and loses nothing it acknowledged', async () => {
    const server = site.agents();
    const waited = await cast.ask();
    const { version } = await cast.read(waited);
    const headers = cast.players.agent;
    const waiters = Array.from({ length: 4 }, () =>
      server.call('GET', `/v1/requests/${waited}?wait=60&after=${version}`, { headers }),
    );
    const url = `${server.origin}/v1/requests/${waited}/events`;
    const listening = listen(url, headers, () => false);
    const asking = flood(server, cast);
    await asking.answered(20);
    const begun = performance.now();
    assert.equal(await server.stop(), 0);
    // The waiters would keep it for 60 s.
    assert.ok(performance.now() - begun < 55_000, 'no connection that was left open is waited for');
    for (const { status, ...answer } of await Promise.all(waiters)) {
      assert.ok(status === 200 || codeOf({ status, ...answer }) === 'server_stopping', `${status}`);
    }
    assert.equal((await listening).length, version, 'a listener is let go after what it was told');
    const acknowledged = await asking.stop();
    assert.deepEqual(asking.failures, []);
    await site.crash();
    for (const id of acknowledged) assert.equal((await cast.read(id)).status, 'pending');
  });
});

describe('two replicas', () => {
  let site: Site;
  let cast: Cast;
  before(async () => {
    site = await postgresSite({ policy });
    cast = await Cast.at(site);
  });
  after(() => site.close());

  test('a waiter at one replica wakes when a person decides at the other', async () => {
    const id = await cast.ask();
    const { version } = await cast.read(id);
    const other = await cast.ask();
    const unchanged = await cast.read(other);
    // This one waits as long, and nothing wakes it before its time is up.
    const waitingInVain = cast.read(other, `?wait=60&after=${unchanged.version}`);
    const waiting = cast.read(id, `?wait=60&after=${version}`);
    assert.equal((await cast.vote(cast.players.reviewer, id, 'deny')).status, 200);
    const woken = await Promise.race([waiting, waitingInVain]);
    assert.equal(woken.approval_request_id, id, 'before its time is up');
    assert.equal(woken.outcome, 'denied');
    assert.equal((await cast.vote(cast.players.reviewer, other, 'deny')).status, 200);
    await waitingInVain;
  });

  test('a listener continues at the other replica where it was, and misses nothing', async () => {
    const { agent, reviewer, manager } = cast.players;
    const id = await cast.ask(actionOn('twice.transfer'));
    const path = `/v1/requests/${id}/events`;
    const first = await listen(`${site.agents().origin}${path}`, agent, heard => heard.length > 0);
    await site.agents().kill();
    assert.equal((await cast.vote(reviewer, id, 'allow')).status, 200);
    const last = first.at(-1)?.id ?? 0;
    const listening = listen(
      `${site.people().origin}${path}`,
      { ...agent, 'last-event-id': String(last) },
      heard => heard.some(({ event }) => event === 'request.allowed'),
    );
    assert.equal((await cast.vote(manager, id, 'allow', 1)).status, 200);
    const all = [...first, ...(await listening)];
    const { headers } = reviewer;
    const history = await site.people().call('GET', `/v1/requests/${id}/history`, { headers });
    const { events } = history.body as { events: { type: string }[] };
    assert.deepEqual(
      all.map(({ event }) => event),
      events.map(({ type }) => type),
    );
    assert.deepEqual(
      all.map(each => each.id),
      all.map((_, index) => index + 1),
    );
    await site.crash();
  });

  test('[SU-1] [SU-2] when one replica is killed between the allow and its use, the other starts it once', async () => {
    const action = sampleAction();
    const allowed = await cast.allowed(action);
    await site.agents().kill();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => cast.consume(allowed, action, site.people())),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    await site.crash();
    assert.equal(codeOf(await cast.consume(allowed, action)), 'grant_already_consumed');
  });
});

interface Flood {
  /** Resolves once so many calls were answered. */
  answered(calls: number): Promise<void>;
  /** Ends it; the ids of all requests that were acknowledged. */
  stop(): Promise<readonly string[]>;
  /** Answers that are neither an acknowledgement nor the word that the server stops. */
  readonly failures: readonly string[];
}

/** Proposes as fast as eight connections can, until the server is gone. */
function flood(server: ServerProcess, { players }: Cast): Flood {
  const acknowledged: string[] = [];
  const failures: string[] = [];
  let over = false;
  let wake = () => {};
  const one = async (): Promise<void> => {
    while (!over) {
      const body = { action: sampleAction(), audience: 'billing-executor' };
      const asked: Called | null = await server
        .call('POST', '/v1/requests', { headers: players.agent, body })
        .catch(() => null);
      // No answer came: the server is gone, and nothing was promised.
      if (asked === null) return;
      if (asked.status === 201) {
        acknowledged.push((asked.body as RequestRepresentation).approval_request_id);
      } else if (codeOf(asked) !== 'server_stopping') {
        failures.push(`${asked.status} ${JSON.stringify(asked.body)}`);
      }
      wake();
    }
  };
  const all = Promise.all(Array.from({ length: 8 }, one));
  return {
    failures,
    answered: async calls => {
      while (acknowledged.length < calls && failures.length === 0) {
        await new Promise<void>(done => {
          wake = done;
        });
      }
    },
    stop: async () => {
      over = true;
      await all;
      return acknowledged;
    },
  };
}
