import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { CommandRefused } from '../command.ts';
import { configFolder } from './config-folder.ts';
import { forgetSignIn, keepSignIn, readSignIns, signInFile } from './stored-sign-ins.ts';
import { defaultServer, whichServer } from './which-server.ts';

describe('stored sign-ins', () => {
  let homeFolder: string;
  beforeEach(() => {
    homeFolder = mkdtempSync(join(tmpdir(), 'countersign-sign-ins-'));
  });
  afterEach(() => rmSync(homeFolder, { recursive: true, force: true }));
  const place = () => ({ env: {}, homeFolder });
  const signIn = { token: 'cst_1', name: 'Ada', expires_at: '2027-01-01T00:00:00.000Z' };

  test('stored sign-ins are readable by their owner alone, and are replaced whole', () => {
    keepSignIn(place(), 'http://a', signIn);
    keepSignIn(place(), 'http://b', { ...signIn, token: 'cst_2' });
    assert.equal(statSync(signInFile(place())).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(configFolder(place())), ['sign-ins.json']);
    assert.deepEqual(Object.keys(readSignIns(place()).servers), ['http://a', 'http://b']);
    assert.equal(readSignIns(place()).current, 'http://b');
    forgetSignIn(place(), 'http://b');
    assert.equal(readSignIns(place()).current, 'http://a');
  });

  test('a file that is not a sign-in file is refused without quoting it', () => {
    keepSignIn(place(), 'http://a', signIn);
    for (const wrong of ['', '{}', '{"version":1,"current":null,"servers":{},"more":"cst_x"}']) {
      writeFileSync(signInFile(place()), wrong);
      assert.throws(
        () => readSignIns(place()),
        (error: Error) =>
          /expected the sign-ins/.test(error.message) && !error.message.includes('cst_'),
      );
    }
  });

  test('sign-ins are stored in the folder that the environment names', () => {
    assert.equal(configFolder(place()), join(homeFolder, '.config', 'countersign'));
    assert.equal(
      configFolder({ env: { XDG_CONFIG_HOME: '/x' }, homeFolder }),
      join('/x', 'countersign'),
    );
    const own = { XDG_CONFIG_HOME: '/x', COUNTERSIGN_CONFIG: '/own' };
    assert.equal(configFolder({ env: own, homeFolder }), '/own');
  });

  test('[TR-6] a command never talks to another machine over plain http, however the address was given', () => {
    const refused = (error: unknown) =>
      error instanceof CommandRefused && error.exit === 'not_permitted';
    for (const url of ['http://given:1', 'http://127.0.0.1.evil', 'http://[::ffff:10.0.0.1]']) {
      assert.throws(() => whichServer(place(), { url }), refused, url);
      const env = { COUNTERSIGN_URL: url };
      assert.throws(() => whichServer({ env, homeFolder }, {}), refused, url);
      keepSignIn(place(), url, signIn);
      assert.throws(() => whichServer(place(), {}), refused, url);
      forgetSignIn(place(), url);
    }
  });

  test('the stored sign-in chooses the server when the caller names none', () => {
    assert.equal(whichServer(place(), {}), defaultServer);
    keepSignIn(place(), 'https://signed.example', signIn);
    assert.equal(whichServer(place(), {}), 'https://signed.example');
    const env = { COUNTERSIGN_URL: 'https://set.example/' };
    assert.equal(whichServer({ env, homeFolder }, {}), 'https://set.example');
    assert.equal(whichServer({ env, homeFolder }, { url: 'https://given:1' }), 'https://given:1');
    for (const url of ['nonsense', 'file:///x', 'https://user:word@host']) {
      assert.throws(() => whichServer(place(), { url }), /--url: expected the address/);
    }
  });
});
