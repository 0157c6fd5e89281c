// Goal: a restored backup never lets an approval be used a second time. Method: `countersign serve` in a terminal;
// one approval is consumed before the backup and one after it; the copy is restored with `restore`, and both are
// tried again at the server that starts on it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { type Called, decide, grantOf, propose, sampleAction } from '@countersign/server/testing';
import { openSqliteStore } from '@countersign/store-sqlite';
import { ServedPlace } from './testing/served-place.ts';
import { serverAt } from './testing/server-program.ts';
import { keys, TerminalScreen } from './testing/terminal-screen.ts';

const policy = `version: "1"
default: require_approval
default_chain: owner
chain_by_risk: { low: owner, medium: owner, high: owner, critical: owner }
chains:
  - id: owner
    stages:
      - name: owner
        approvers: { roles: [operator] }
        separation: self_confirm
rules: []
`;

let served: ServedPlace;
before(async () => {
  served = await ServedPlace.start(policy);
});
after(() => {
  TerminalScreen.endAll();
  served?.place.remove();
});

interface Approved {
  readonly id: string;
  readonly grant: string;
  readonly action: Record<string, unknown>;
}

test('a used approval stays used, from before or after the backup', async () => {
  const { place, url, browser } = served;
  const server = serverAt(url);
  const port = new URL(url).port;
  await served.signIn();
  const made = await place.runProcess(
    'keys make billing --agent billing-bot --executor billing-executor --json'.split(' '),
  );
  const { secret } = JSON.parse(made.output) as { secret: string };
  const agent = { authorization: `Bearer ${secret}` };
  const approve = async (): Promise<Approved> => {
    const action = { ...sampleAction(), parameters: { amount: 4200, note: randomUUID() } };
    const { approval_request_id: id } = await propose(server, agent, action);
    assert.equal((await decide(server, browser, id, 'allow')).status, 'allowed');
    return { id, action, grant: await grantOf(server, agent, id) };
  };
  const consume = ({ id, grant, action }: Approved): Promise<Called> =>
    server.call('POST', `/v1/requests/${id}/consume`, {
      headers: agent,
      body: { action, grant, attempt: randomUUID() },
    });
  const earlier = await approve();
  const later = await approve();
  const open = await approve();
  assert.equal((await consume(earlier)).status, 200);

  const copied = place.screen(['backup', 'copy.db', '--port', port]);
  assert.equal(await copied.ended, 0, copied.text());
  assert.match(copied.text(), /copy\.db {2}3 requests, epoch 1\n.*keys.*countersign-data-keys/);
  assert.equal((await consume(later)).status, 200);
  const again = await place.runProcess(['backup', 'copy.db', '--port', port]);
  assert.equal(again.code, 1);
  assert.match(again.errors, /copy\.db already exists/);

  const restore = (...more: string[]) =>
    place.runProcess(['restore', 'copy.db', '--port', port, '--reason', 'a test', ...more]);
  const running = await restore('--replace');
  assert.equal(running.code, 1);
  assert.match(running.errors, /Something listens on .*Stop every server/);
  served.server.type(keys.interrupt);
  assert.equal(await served.server.ended, 0);

  const occupied = await restore();
  assert.equal(occupied.code, 1);
  assert.match(occupied.errors, /countersign\.db already exists\.\n.*--replace/);
  const screen = place.screen([
    'restore',
    'copy.db',
    '--replace',
    '--port',
    port,
    '--reason',
    'the disk died',
  ]);
  assert.equal(await screen.ended, 0, screen.text());
  assert.match(screen.text(), /Epoch 2 has started; epoch 1 has ended/);
  assert.match(screen.text(), /2 open approvals were voided/);
  assert.match(screen.text(), /The former store is at .*replaced-/);

  const second = place.screen(['serve', '--port', port, '--log-level', 'warn']);
  await second.shows(/Stop with Ctrl-C/);
  assert.doesNotMatch(second.text(), /WARNING/);
  const codeOf = async (approved: Approved) => (await consume(approved)).body as { code?: string };
  assert.equal((await codeOf(earlier)).code, 'grant_already_consumed');
  for (const each of [later, open]) {
    const { code = '' } = await codeOf(each);
    assert.match(code, /^(epoch_changed|request_cancelled|grant_revoked|request_expired)$/);
  }
  const fresh = await approve();
  assert.equal((await consume(fresh)).status, 200);
  second.type(keys.interrupt);
  assert.equal(await second.ended, 0);
});

test('a file that is not a backup, and an anchor of another store, change nothing', async () => {
  const { place } = served;
  const files = (): string[] => readdirSync(place.path('countersign-data')).sort();
  const before = files();
  writeFileSync(place.path('nonsense.db'), 'not a store'.repeat(1000));
  const port = new URL(served.url).port;
  const restore = (file: string) =>
    place.runProcess(['restore', file, '--replace', '--port', port, '--reason', 'a test']);
  for (const file of ['nonsense.db', 'missing.db']) {
    const { code, errors } = await restore(file);
    assert.equal(code, 1);
    assert.match(errors, new RegExp(`${file.replace('.', '\\.')}: expected`));
    assert.doesNotMatch(errors, /\n\s+at /);
  }
  assert.deepEqual(files(), before);

  const clock = {
    now: () => timestampFromMilliseconds(Date.now()),
    pause: () => Promise.resolve(),
  };
  const path = place.path('other.db');
  await (await openSqliteStore({ path, clock, ids: { uuid: () => randomUUID() } })).close();
  const other = await restore('other.db');
  assert.equal(other.code, 1);
  assert.match(other.errors, /No new epoch was started: .*\(anchor_mismatch\)/);
  assert.deepEqual(files(), before);
  const examined = await place.runProcess(['doctor', '--port', port]);
  assert.equal(examined.code, 0, examined.output);

  const postgres = await place.runProcess([
    'backup',
    'x.db',
    '--database',
    'postgres://localhost/x',
  ]);
  assert.equal(postgres.code, 1);
  assert.match(postgres.errors, /in Postgres.*\n.*pg_dump/);
  assert.ok(!existsSync(place.path('x.db')));
});

test('a backup can be restored into an empty folder, and the new epoch begins an anchor there', async () => {
  const { place } = served;
  const port = new URL(served.url).port;
  const args = ['restore', 'copy.db', '--data', 'elsewhere', '--port', port];
  // The keys come from their own backup; without them nothing of the old life could be verified.
  const { code, output, errors } = await place.runProcess([
    ...args,
    '--reason',
    'a new machine',
    '--json',
  ]);
  assert.equal(code, 0, errors);
  const { restored, set_aside, said } = JSON.parse(output) as Record<string, unknown>;
  assert.match(String(restored), /elsewhere\/countersign\.db$/);
  assert.equal(set_aside, null);
  assert.match(String(said), /Epoch 2 has started/);
  assert.match(errors, /no keys at .*elsewhere-keys/);
  rmSync(place.path('elsewhere'), { recursive: true });
});
