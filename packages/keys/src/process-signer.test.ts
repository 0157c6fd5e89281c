import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { canonicalize } from '@countersign/protocol/json';
import { grantType } from '@countersign/protocol/request';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { childEnvironment } from '@countersign/testing';
import { openProcessSigner, type ProcessSigner } from './process-signer.ts';
import { serveSigner } from './serve-signer.ts';
import { SignerUnavailable, SignerUnusable } from './signer-error.ts';
import { describeSigner } from './testing/describe-signer.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { createMemorySigner } from './testing/memory-signer.ts';
import {
  openProcess,
  plantedPassphrase,
  programCommand,
  secretsIn,
} from './testing/opened-signers.ts';
import { issuer, judgeJws, sampleGrant } from './testing/sample-artifacts.ts';
import { assertHidden } from './testing/signer-cases-leaks.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

describeSigner({ name: 'a signer in another process', open: openProcess });

/** Opens the program that misbehaves in this way. */
async function openFaulty(context: TestContext, fault: string) {
  const { path, remove } = temporaryFolder();
  const clock = createManualClock();
  context.after(remove);
  const command = programCommand('faulty-signer-program', fault, join(path, 'life'));
  const opening = openProcessSigner({ issuer, command, clock, env: childEnvironment() });
  const closing = async (): Promise<void> => {
    await opening.then(
      signer => signer.close(),
      () => undefined,
    );
  };
  context.after(closing);
  return { opening, clock };
}

describe('a process that misbehaves never gets an artifact accepted', () => {
  const deadly: readonly string[] = [
    'a crash',
    'a kill',
    'garbage',
    'half an answer and a crash',
    'an endless line',
    'an answer to no call',
    'a refusal in its own words',
    'an answer without content',
    'a signature of another key',
    'another payload',
    'another type',
    'an earlier artifact',
    'a damaged signature',
  ];
  for (const fault of deadly) {
    test(`an artifact of a process with ${fault} is not accepted`, async context => {
      const { opening, clock } = await openFaulty(context, fault);
      const signer = await opening;
      const attempts = Array.from({ length: 5 }, () =>
        signer.sign(grantType, sampleGrant(clock.now())),
      );
      for (const { status, ...outcome } of await Promise.allSettled(attempts)) {
        assert.equal(status, 'rejected');
        assert.ok('reason' in outcome && outcome.reason instanceof SignerUnavailable);
      }
    });
  }

  test('a silent process is given up when its time is over', async context => {
    const { opening, clock } = await openFaulty(context, 'silence');
    const signer = await opening;
    const attempt = signer.sign(grantType, sampleGrant(clock.now()));
    const outcome = assert.rejects(attempt, /did not answer within 5000 ms/);
    await new Promise(resolve => setImmediate(resolve));
    clock.advance(5);
    await outcome;
  });

  test('a signed note of another text is not accepted', async context => {
    const { opening } = await openFaulty(context, 'a note of another text');
    const noteSigner = (await opening).noteSigner('log');
    await assert.rejects(noteSigner.sign('a line\n'), /does not fit/);
  });

  test('a refusal is passed on, and the process keeps running', async context => {
    const { opening, clock } = await openFaulty(context, 'a refusal');
    const signer = await opening;
    const before = signer.records();
    for (let times = 0; times < 2; times++) {
      await assert.rejects(signer.sign(grantType, sampleGrant(clock.now())), SignerUnavailable);
    }
    assert.deepEqual(signer.records(), before);
  });

  for (const fault of ['another issuer', 'a weak key', 'a key id of its choice']) {
    test(`a process with ${fault} from the start is not accepted`, async context => {
      const { opening } = await openFaulty(context, fault);
      await assert.rejects(opening, /does not fit/);
    });
  }

  test('a process that refuses to start is not accepted', async context => {
    const { opening } = await openFaulty(context, 'a refusal to start');
    await assert.rejects(opening, /cannot be used/);
  });

  test('a process with other keys after a restart is not accepted', async context => {
    const { opening, clock } = await openFaulty(context, 'a crash in its first life');
    const signer = await opening;
    const before = signer.records();
    const grant = sampleGrant(clock.now());
    await assert.rejects(signer.sign(grantType, grant), SignerUnavailable);
    await assert.rejects(signer.sign(grantType, grant), SignerUnusable);
    assert.deepEqual(signer.records(), before);
  });
});

describe('the process', () => {
  test('a process that cannot be started is reported as such', async () => {
    const clock = createManualClock();
    const command = [join(import.meta.dirname, 'there-is-no-such-program')] as [string];
    await assert.rejects(openProcessSigner({ issuer, command, clock }), /could not be started/);
  });

  test('a closed process signs nothing more', async () => {
    const opened = await openProcess();
    await (opened.signer as ProcessSigner).close();
    await assert.rejects(opened.signer.sign(grantType, {}), /was closed/);
    await opened.close();
  });
});

describe('the program of this package', () => {
  const systemClock = {
    now: () => timestampFromMilliseconds(Date.now()),
    // However slow the machine is, the test waits for the answer.
    pause: (_: number, signal: AbortSignal) =>
      new Promise<void>(resolve => {
        signal.addEventListener('abort', () => resolve());
      }),
  };

  function prepare(context: TestContext) {
    const { path, keys, remove } = temporaryFolder();
    context.after(remove);
    const passphraseFile = join(path, 'passphrase');
    writeFileSync(passphraseFile, `${plantedPassphrase}\n`, { mode: 0o600 });
    const args = ['--issuer', issuer, '--folder', keys, '--passphrase-file', passphraseFile];
    return { keys, passphraseFile, command: programCommand('../signer-program', ...args) };
  }

  test('the program signs with encrypted keys, and has the same keys after a restart', async context => {
    const { keys, command } = prepare(context);
    const open = () => openProcessSigner({ issuer, command, clock: systemClock });
    const signer = await open();
    const jws = await signer.sign(grantType, sampleGrant(systemClock.now()));
    await signer.close();
    const again = await open();
    assert.deepEqual(again.records(), signer.records());
    assert.equal(judgeJws(again, jws), 'ok');
    await again.close();
    assertHidden(await secretsIn(keys, plantedPassphrase), [jws, again]);
  });

  test('the program ends with a sentence and no secret when it cannot start', async context => {
    const { keys, passphraseFile, command } = prepare(context);
    const [program, ...args] = command;
    const run = (...more: string[]) =>
      spawnSync(program, [...args, ...more], { encoding: 'utf8', input: '', env: {} });
    const { status, stderr, stdout } = run();
    assert.deepEqual([status, stderr, stdout], [0, '', ''], 'it ends when its input does');
    const secrets = await secretsIn(keys, plantedPassphrase);
    const failures = [run('--folder', passphraseFile), run('--unknown')];
    writeFileSync(passphraseFile, 'wrong');
    failures.push(run());
    writeFileSync(passphraseFile, '\n');
    failures.push(run());
    writeFileSync(passphraseFile, plantedPassphrase);
    chmodSync(passphraseFile, 0o644);
    failures.push(run());
    for (const { status, stderr, stdout } of failures) {
      assert.equal(status, 1);
      assert.equal(stdout, '');
      assert.match(stderr, /^[^\n]{10,300}\n$/);
      assertHidden(secrets, stderr);
    }
  });

  test('the program ends at a line that is not a request', async () => {
    const signer = createMemorySigner(issuer, createManualClock());
    for (const line of [
      'hello',
      '{}',
      '[]',
      'null',
      canonicalize({ id: 1, request: null }),
      canonicalize({ id: 1, request: { method: 'export' } }),
      canonicalize({ id: 0, request: { method: 'keys' } }),
      canonicalize({ id: 1, request: { method: 'sign', typ: 7, payload: {} } }),
      canonicalize({ id: 1, request: { method: 'keys', extra: 1 } }),
      'x'.repeat(2 * 1024 * 1024),
    ]) {
      const said: string[] = [];
      const input = (async function* () {
        yield Buffer.from(`${line}\n`);
      })();
      await assert.rejects(serveSigner(signer, input, text => said.push(text)));
      assert.deepEqual(said, []);
    }
  });
});
