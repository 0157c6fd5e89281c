// The sentence to disprove: "I can set the clock of the machine ahead for one moment, and after the next commit the store
// refuses everything, while the server says that it is ready and no command repairs it."

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Clock, watchTime } from '@countersign/coordinator';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import { propose, sampleAction, startedServer } from '@countersign/server/testing';
import { openSqliteStore } from '@countersign/store-sqlite';
import { CliPlace } from '../testing/cli-program.ts';

const day = 86_400;
const noon = '2026-11-16T12:00:00.000Z' as Timestamp;

/** A clock that an attacker sets, and the time that really passed. */
function attackedClock() {
  const time = { ahead: 0, passed: 0 };
  const clock: Clock = {
    now: () => timestampFromMilliseconds(Date.now() + time.ahead * 1000),
    // Background work runs only when the test wakes it, and never because time passed.
    pause: (_, signal) =>
      new Promise(done => {
        if (signal.aborted) done();
        signal.addEventListener('abort', () => done(), { once: true });
      }),
  };
  return { time, clock, elapsedSeconds: () => performance.now() / 1000 + time.passed };
}

describe('[TM-8] a clock is judged by the time that passed', () => {
  const watched = () => {
    const time = { now: noon, elapsed: 0 };
    const watch = watchTime({ clock: { now: () => time.now }, elapsedSeconds: () => time.elapsed });
    return { time, watch };
  };

  test('the latest plausible time moves with the time that passed, sleep included', () => {
    const { time, watch } = watched();
    assert.equal(watch.latest(), addSeconds(noon, 300));
    Object.assign(time, { elapsed: 8 * 3600, now: addSeconds(noon, 8 * 3600) });
    assert.equal(watch.latest(), addSeconds(noon, 8 * 3600 + 300));
  });

  test('a clock that is set ahead changes nothing, however often the server reads it', () => {
    const { time, watch } = watched();
    for (const ahead of [301, day, 365 * day]) {
      Object.assign(time, { elapsed: 7200, now: addSeconds(noon, 7200 + ahead) });
      for (let asked = 0; asked < 3; asked++) {
        assert.equal(watch.latest(), addSeconds(noon, 7200 + 300));
      }
    }
  });

  test('small corrections do not add up to a jump', () => {
    const { time, watch } = watched();
    for (let hour = 1; hour <= 48; hour++) {
      Object.assign(time, { elapsed: hour * 3600, now: addSeconds(noon, hour * 3620) });
      assert.ok(time.now < watch.latest(), `hour ${hour}`);
    }
  });
});

describe('a server whose clock jumps', () => {
  for (const ahead of [600, day, 365 * day]) {
    test(`[TM-8] refuses at ${ahead} seconds ahead, says so, and works again at the right time`, async () => {
      const { time, clock, elapsedSeconds } = attackedClock();
      const server = await startedServer({ clock, elapsedSeconds });
      try {
        await server.person(['reviewer']);
        const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
        await propose(server, agent, sampleAction());
        const ready = async () => (await server.call('GET', '/readyz')).status;
        assert.equal(await ready(), 200);
        time.ahead = ahead;
        const body = { action: sampleAction(), audience: 'billing-executor' };
        const refused = await server.call('POST', '/v1/requests', { headers: agent, body });
        assert.equal(refused.status, 503, JSON.stringify(refused.body));
        assert.match(JSON.stringify(refused.body), /clock_ahead/);
        const { store } = server.app.context;
        await assert.rejects(store.eraseActions(1), { code: 'clock_ahead' });
        await assert.rejects(store.leaseOutbox({ owner: 'x', seconds: 1, limit: 1 }), {
          code: 'clock_ahead',
        });
        const unready = await server.call('GET', '/readyz');
        assert.equal(unready.status, 503);
        assert.match(JSON.stringify(unready.body), /clock_ahead/);
        time.ahead = 0;
        assert.equal(await ready(), 200);
        await propose(server, agent, sampleAction());
      } finally {
        await server.remove();
      }
    });
  }

  test('a store that was unused for a month opens, also after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-month-'));
    const { time, clock, elapsedSeconds } = attackedClock();
    try {
      for (const ahead of [0, 30 * day]) {
        time.ahead = ahead;
        const server = await startedServer({ folder, clock, elapsedSeconds });
        await server.person(['reviewer']);
        const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
        await propose(server, agent, sampleAction());
        await server.close();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('[TM-9] a store that has recorded a time in the future is repaired at the console, with a reason', async () => {
    const place = new CliPlace();
    const { time, clock } = attackedClock();
    const folder = place.folder;
    try {
      time.ahead = 365 * day;
      const first = await startedServer({ folder, clock });
      await first.close();
      time.ahead = 0;
      const poisoned = await startedServer({ folder, clock });
      const unready = await poisoned.call('GET', '/readyz');
      await poisoned.close();
      assert.equal(unready.status, 503);
      assert.match(JSON.stringify(unready.body), /clock_regressed/);
      const config = { data: 'data', keys: 'keys', anchor: 'anchor/one.mark', port: 1 };
      writeFileSync(place.path('server.yaml'), JSON.stringify(config));
      const reason = ['--reason', 'NTP was a year ahead'];
      const command = ['repair-clock', '--config', 'server.yaml', ...reason];
      const repaired = await place.runProcess(command);
      assert.equal(repaired.code, 0, repaired.errors);
      assert.match(repaired.output, /Epoch 2 has started/);
      assert.match(repaired.output, /The store had recorded/);
      const store = await openSqliteStore({
        path: join(folder, 'data', 'countersign.db'),
        clock,
        ids: { uuid: () => '00000000-0000-4000-8000-000000000001' },
      });
      const rows = await store.readStream('store');
      assert.match(rows.at(-1)?.text ?? '', /The clock mark was set back from.*epoch\.started/);
      await store.close();
      const again = await startedServer({ folder, clock });
      assert.equal((await again.call('GET', '/readyz')).status, 200);
      await again.close();
      const needless = await place.runProcess(command);
      assert.notEqual(needless.code, 0);
      assert.match(needless.errors, /nothing to repair/);
    } finally {
      place.remove();
    }
  });
});
