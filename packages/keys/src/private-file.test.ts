import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openFileSigner } from './file-signer.ts';
import { preparePrivateFolder } from './private-file.ts';
import { SignerUnusable } from './signer-error.ts';
import { clock, fresh, refusal } from './testing/fresh-folder.ts';
import { secretsIn } from './testing/opened-signers.ts';
import { issuer } from './testing/sample-artifacts.ts';

describe('files that others could read or replace are refused, with a remedy', () => {
  for (const mode of [0o640, 0o604, 0o620, 0o601, 0o644, 0o777]) {
    test(`a key of mode ${mode.toString(8)} is refused`, async context => {
      const { file, open, keys } = fresh(context);
      await open();
      const secrets = await secretsIn(keys);
      chmodSync(file, mode);
      assert.match(await refusal(open(), secrets), /expected mode 600, found .*chmod 600/);
      chmodSync(file, 0o600);
      await open();
    });
  }

  for (const mode of [0o750, 0o705, 0o770, 0o777]) {
    test(`a folder of mode ${mode.toString(8)} is refused`, async context => {
      const { keys, open } = fresh(context);
      await open();
      chmodSync(keys, mode);
      assert.match(await refusal(open()), /expected mode 700, found .*chmod 700/);
    });
  }

  test('a symbolic link in place of a key is refused', async context => {
    const { path, file, open } = fresh(context);
    await open();
    renameSync(file, join(path, 'elsewhere'));
    symlinkSync(join(path, 'elsewhere'), file);
    assert.match(await refusal(open()), /found a symbolic link/);
  });

  test('a symbolic link in place of the folder is refused, with or without a trailing slash', async context => {
    const { path, keys, open } = fresh(context);
    await open();
    const link = join(path, 'link');
    symlinkSync(keys, link);
    for (const folder of [link, `${link}/`]) {
      const attempt = openFileSigner({ issuer, folder, clock });
      assert.match(await refusal(attempt), /found a symbolic link/);
    }
  });

  const asRoot = process.geteuid?.() === 0 ? false : 'only root can give files away';
  test('a key or a folder of another user is refused', { skip: asRoot }, async context => {
    const { keys, file, open } = fresh(context);
    await open();
    chownSync(file, 4711, 4711);
    assert.match(await refusal(open()), /belong to user 0.*found user 4711; chown/);
    chownSync(file, 0, 0);
    chownSync(keys, 4711, 4711);
    assert.match(await refusal(open()), /belong to user 0.*found user 4711; chown/);
  });

  test('a folder or a pipe in place of a key, a file in place of the folder, and unknown files in the folder are refused', async context => {
    const { path, keys, file, open } = fresh(context);
    await open();
    writeFileSync(join(keys, 'notes.txt'), '', { mode: 0o600 });
    assert.match(await refusal(open()), /notes\.txt: expected only files of keys/);
    rmSync(join(keys, 'notes.txt'));
    rmSync(file);
    mkdirSync(file, { mode: 0o700 });
    assert.match(await refusal(open()), /expected a file/);
    rmSync(file, { recursive: true });
    assert.equal(spawnSync('mkfifo', ['-m', '600', file]).status, 0);
    assert.match(await refusal(open()), /expected a file/, 'and a pipe is not waited for');
    writeFileSync(join(path, 'plain'), '');
    const attempt = openFileSigner({ issuer, folder: join(path, 'plain'), clock });
    await refusal(attempt);
  });
});

test('keys in a place where no folder can be made are refused, and not tried without end', {
  skip: process.platform !== 'linux',
}, () => {
  for (const place of ['/proc/none', '/proc/none/keys', '/dev/null/keys']) {
    assert.throws(() => preparePrivateFolder(place), SignerUnusable);
  }
});
