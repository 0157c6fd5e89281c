// The sentence to disprove: "I am another user of this machine, and I can read the parameters of every action from the
// store, from a backup or from an export." This file needs its own process, because it sets the umask.

import assert from 'node:assert/strict';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gatePolicy } from '@countersign/client/testing';
import { embed } from '@countersign/embedded';
import { backUp, findLooseFiles, makeDataFolder, openSqliteStore } from '@countersign/store-sqlite';

const clock = {
  now: () => '2026-11-16T12:00:00.000Z' as never,
  pause: async () => undefined,
};
let last = 0;
const ids = { uuid: () => `00000000-0000-4000-8000-${String(++last).padStart(12, '0')}` };

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a store under the widest umask', { skip: process.platform === 'win32' }, () => {
  let folder: string;
  let umask: number;
  before(() => {
    umask = process.umask(0);
    folder = mkdtempSync(join(tmpdir(), 'countersign-loose-'));
  });
  after(() => {
    process.umask(umask);
    rmSync(folder, { recursive: true, force: true });
  });

  const place = (name: string) => join(folder, name);
  const open = (path: string) => openSqliteStore({ path, clock, ids });
  const modesIn = (path: string) =>
    Object.fromEntries(readdirSync(path).map(name => [name, modeOf(join(path, name))]));

  test('a new store and its log are readable by their owner only', async () => {
    const data = place('new');
    makeDataFolder(data);
    const store = await open(join(data, 'countersign.db'));
    try {
      assert.equal(modeOf(data), '700');
      const modes = modesIn(data);
      assert.ok('countersign.db-wal' in modes);
      assert.deepEqual([...new Set(Object.values(modes))], ['600']);
    } finally {
      await store.close();
    }
  });

  for (const mode of [0o644, 0o640, 0o604, 0o666]) {
    test(`an existing store with mode ${mode.toString(8)} is closed to others, with the files beside it`, async () => {
      const data = place(`old-${mode.toString(8)}`);
      const path = join(data, 'countersign.db');
      makeDataFolder(data);
      const first = await open(path);
      chmodSync(data, 0o777);
      for (const name of readdirSync(data)) chmodSync(join(data, name), mode);
      assert.deepEqual(
        findLooseFiles(data, path).map(({ mode: found, wanted }) => `${found} ${wanted}`),
        ['777 700', ...['', '-wal', '-shm'].map(() => `${mode.toString(8)} 600`)],
      );
      makeDataFolder(data);
      const second = await open(path);
      assert.deepEqual(findLooseFiles(data, path), []);
      await second.close();
      await first.close();
    });
  }

  test('a backup and a restored backup are readable by their owner only', async () => {
    const path = place('backed-up.db');
    await (await open(path)).close();
    await backUp(path, place('monday.db'), clock);
    assert.equal(modeOf(place('monday.db')), '600');
    chmodSync(place('monday.db'), 0o644);
    await backUp(place('monday.db'), place('restored.db'), clock);
    assert.equal(modeOf(place('restored.db')), '600');
    copyFileSync(place('restored.db'), place('copied.db'));
    chmodSync(place('copied.db'), 0o664);
    await (await open(place('copied.db'))).close();
    assert.equal(modeOf(place('copied.db')), '600');
  });

  test('a folder that all users share is refused, and stays as it is', () => {
    const shared = place('shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    assert.throws(() => makeDataFolder(shared), /expected a folder of its own for the store/);
    assert.equal(statSync(shared).mode & 0o7777, 0o1777);
  });

  test('a file that is no store of ours keeps its mode', async () => {
    const path = place('letter.txt');
    writeFileSync(path, 'Dear reader, this text is no database and stays as it is.', {
      mode: 0o644,
    });
    await assert.rejects(open(path), /no database/);
    assert.equal(modeOf(path), '644');
  });

  test('an embedded gate closes its folder, its store and its keys', async () => {
    const data = place('embedded');
    mkdirSync(data, { mode: 0o755 });
    const policy = [
      { name: 'policy.yaml', text: gatePolicy('conversation'), layer: 'operator' as const },
    ];
    const gate = await embed({ data, policy, agent: 'bot', anchor: null });
    try {
      assert.equal(modeOf(data), '700');
      assert.deepEqual([...new Set(Object.values(modesIn(data)))], ['600']);
      assert.equal(modeOf(`${data}-keys`), '700');
      assert.deepEqual([...new Set(Object.values(modesIn(`${data}-keys`)))], ['600']);
    } finally {
      await gate.close();
    }
  });
});
