import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileCheckpoints } from '@countersign/outside';
import { decide, grantOf, propose, sampleAction } from '../testing/sample-call.ts';
import { type StartedServer, startedServer } from '../testing/started-server.ts';
import { examinationText } from './examine.ts';
import {
  clockOff,
  examinedFolder,
  findingsOf,
  levelsOf,
  listing,
  systemClock,
  wrongsOf,
} from './testing/examined-folder.ts';

async function consumeOnce(server: StartedServer): Promise<void> {
  const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
  const executor = await server.apiKey({ verbs: ['consume'], executor: 'billing-executor' });
  const reviewer = await server.person(['reviewer']);
  const action = sampleAction();
  const { approval_request_id } = await propose(server, agent, action);
  await decide(server, reviewer.headers, approval_request_id, 'allow');
  const grant = await grantOf(server, executor, approval_request_id);
  const consumed = await server.call('POST', `/v1/requests/${approval_request_id}/consume`, {
    headers: executor,
    body: { action, grant, attempt: 'first' },
  });
  assert.equal(consumed.status, 200);
}

async function untilLogged(server: StartedServer): Promise<void> {
  const { store, clock } = server.app.context;
  for (;;) {
    const [waiting, unpublished] = [await store.listUnsequenced(1), await store.listUnpublished(1)];
    if (waiting.length + unpublished.length === 0) return;
    await clock.pause(20, new AbortController().signal);
  }
}

describe('the doctor', () => {
  test('the doctor finds no fault in a sound server, running or stopped, and changes nothing', async context => {
    const folder = examinedFolder(context);
    const sink = fileCheckpoints({ file: folder.checkpoints });
    const server = await startedServer({ folder: folder.path, sink });
    await server.person(['operator', 'reviewer']);
    await consumeOnce(server);
    await untilLogged(server);
    const config = { port: server.port, checkpoint_file: folder.checkpoints };
    const running = await folder.examine(config);
    await server.close();
    const before = listing(folder.path);
    const stopped = await folder.examine(config);
    assert.deepEqual(listing(folder.path), before);
    for (const examination of [running, stopped]) {
      assert.deepEqual(wrongsOf(examination), []);
      assert.deepEqual(
        [...new Set(examination.findings.map(({ check }) => check))],
        [
          'store',
          'durability',
          'clock',
          'keys',
          'policy',
          'channels',
          'anchor',
          'log',
          'address',
          'people',
          'locks',
        ],
      );
    }
    assert.match(findingsOf(stopped, 'anchor')[0]?.found ?? '', /approvals used: 1/);
    assert.match(findingsOf(stopped, 'log')[1]?.found ?? '', /match; the last was added/);
  });

  test('the doctor makes every check in an empty place, and creates nothing', async context => {
    const folder = examinedFolder(context);
    const before = listing(folder.path);
    const examination = await folder.examine();
    assert.deepEqual(listing(folder.path), before);
    assert.match(findingsOf(examination, 'store')[0]?.found ?? '', /data is missing/);
    assert.match(findingsOf(examination, 'keys')[0]?.found ?? '', /keys is missing/);
    assert.deepEqual(levelsOf(examination, 'policy'), ['fine']);
    for (const check of ['clock', 'log', 'people']) {
      assert.match(findingsOf(examination, check)[0]?.found ?? '', /not checked/);
    }
    const text = examinationText(examination);
    assert.match(text, /✗ wrong {4}store +the folder .*\n +→ name the right folder/);
    assert.match(text, /\n2 to fix, \d+ warnings\.\n$/);
  });

  test('the doctor does not take a database of another program for the store', async context => {
    const folder = examinedFolder(context);
    mkdirSync(folder.data);
    writeFileSync(join(folder.data, 'countersign.db'), 'this is not a database, but a letter');
    const examination = await folder.examine();
    assert.deepEqual(levelsOf(examination, 'store'), ['wrong']);
    assert.deepEqual(readdirSync(folder.data), ['countersign.db']);
  });

  test('the doctor reports a key folder that is empty or open to others, and makes no key', async context => {
    const folder = examinedFolder(context);
    const server = await startedServer({ folder: folder.path });
    await server.close();
    assert.deepEqual(levelsOf(await folder.examine(), 'keys'), ['fine']);
    writeFileSync(`${folder.keys}-server-secret`, 'x', { mode: 0o644 });
    chmodSync(`${folder.keys}-server-secret`, 0o644);
    assert.match(wrongsOf(await folder.examine()).join(), /server-secret has mode 644/);
    rmSync(`${folder.keys}-server-secret`);
    chmodSync(join(folder.keys, 'key-000001.json'), 0o644);
    assert.match(wrongsOf(await folder.examine()).join(), /expected mode 600, found 644/);
    chmodSync(join(folder.keys, 'key-000001.json'), 0o600);
    chmodSync(folder.keys, 0o755);
    assert.match(wrongsOf(await folder.examine()).join(), /expected mode 700, found 755/);
    rmSync(folder.keys, { recursive: true });
    mkdirSync(folder.keys, { mode: 0o700 });
    assert.match(wrongsOf(await folder.examine()).join(), /has no key in it/);
    assert.deepEqual(readdirSync(folder.keys), []);
  });

  test('the doctor reports a data folder and a store that other users can read', async context => {
    const folder = examinedFolder(context);
    const server = await startedServer({ folder: folder.path });
    await server.close();
    const store = join(folder.data, 'countersign.db');
    chmodSync(folder.data, 0o700);
    assert.deepEqual(findingsOf(await folder.examine(), 'files'), []);
    chmodSync(folder.data, 0o755);
    chmodSync(store, 0o640);
    const found = findingsOf(await folder.examine(), 'files').map(each => each.found);
    assert.equal(found.length, 2);
    assert.match(found.join(), /data has mode 755.*countersign\.db has mode 640/);
    const again = await startedServer({ folder: folder.path });
    await again.close();
    assert.equal((statSync(store).mode & 0o777).toString(8), '600');
  });

  test('the doctor shows the problems of a policy with their places', async context => {
    const folder = examinedFolder(context);
    writeFileSync(join(folder.path, 'policy', 'policy.yaml'), 'version: "1"\nrules: 7\n');
    assert.match(wrongsOf(await folder.examine()).join('\n'), /policy\.yaml:2:\d+: /);
    const missing = await folder.examine({ policy: [join(folder.path, 'none.yaml')] });
    assert.deepEqual(levelsOf(missing, 'policy'), ['wrong']);
  });

  test('[ID-11] the doctor names chains that cannot be completed, and routes that lead nowhere', async context => {
    const folder = examinedFolder(context);
    const server = await startedServer({ folder: folder.path });
    await server.person(['operator']);
    await server.close();
    const policy = `version: "1"
default: require_approval
default_chain: two
chain_by_risk: { low: two, medium: two, high: two, critical: two }
chains:
  - id: two
    stages:
      - name: treasurer
        approvers: { roles: [treasurer] }
routes:
  - risk: high
    route: { kind: webhook, name: tickets }
`;
    writeFileSync(join(folder.path, 'policy', 'policy.yaml'), policy);
    const found = wrongsOf(await folder.examine()).join('\n');
    assert.match(found, /chain two: stage "treasurer" lacks eligible approvers/);
    assert.match(found, /a route leads to the webhook "tickets"/);
  });

  test('the doctor wants the anchor outside the data folder, and explains the risk of having none', async context => {
    const folder = examinedFolder(context);
    mkdirSync(folder.data);
    const inside = await folder.examine({ anchor: join(folder.data, 'anchor') });
    assert.match(wrongsOf(inside).join(), /inside the data folder/);
    const copied = await folder.examine({
      anchor: join(folder.path, 'copied', 'anchor'),
      backups: [join(folder.path, 'copied')],
    });
    assert.match(wrongsOf(copied).join(), /backed up/);
    const none = await folder.examine({ anchor: null });
    assert.match(findingsOf(none, 'anchor')[0]?.found ?? '', /could be used again/);
    assert.deepEqual(levelsOf(none, 'anchor'), ['warning']);
  });

  test('[EV-10] the doctor recognises a restored store, by the anchor and by the log', async context => {
    const folder = examinedFolder(context);
    const sink = fileCheckpoints({ file: folder.checkpoints });
    const first = await startedServer({ folder: folder.path, sink });
    await untilLogged(first);
    await first.close();
    const backup = join(folder.path, 'backup');
    cpSync(folder.data, backup, { recursive: true });
    const second = await startedServer({ folder: folder.path, sink });
    await consumeOnce(second);
    await untilLogged(second);
    await second.close();
    rmSync(folder.data, { recursive: true });
    cpSync(backup, folder.data, { recursive: true });
    const before = listing(folder.path);
    const examination = await folder.examine({ checkpoint_file: folder.checkpoints });
    const found = wrongsOf(examination).join('\n');
    assert.match(found, /store_rolled_back: .*0 approvals are used up in it, and 1 were/);
    assert.match(found, /log_rolled_back/);
    assert.deepEqual(listing(folder.path), before, 'the anchor is as it was');
  });

  test('[TM-7] the doctor notices clocks that differ, and a clock that was set back', async context => {
    const folder = examinedFolder(context);
    const server = await startedServer({ folder: folder.path, clock: clockOff(3600) });
    await server.close();
    const examination = await folder.examine({}, systemClock);
    assert.match(
      wrongsOf(examination).join(),
      /the clock of the store was turned back: .* 3\d\d\d\.\d s/,
    );
    assert.equal(existsSync(`${folder.data}/countersign.db-wal`), false);
  });

  test('the doctor says whether any person can sign in', async context => {
    const folder = examinedFolder(context);
    const server = await startedServer({ folder: folder.path });
    const look = async () => findingsOf(await folder.examine(), 'people')[0];
    assert.equal((await look())?.level, 'warning');
    await server.person(['reviewer']);
    assert.match((await look())?.found ?? '', /none with the role operator can sign in/);
    await server.person(['operator']);
    assert.equal((await look())?.level, 'fine');
    await server.close();
  });
});
