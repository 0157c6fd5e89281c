import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sha256 } from '@countersign/protocol/crypto';
import { canonicalize } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { grantType } from '@countersign/protocol/request';
import { effort, proving } from '@countersign/testing';
import { openFileSigner } from './file-signer.ts';
import { describeSigner } from './testing/describe-signer.ts';
import { firstKey as first, fresh, refusal } from './testing/fresh-folder.ts';
import { createManualClock } from './testing/manual-clock.ts';
import {
  openFile,
  plantedPassphrase,
  programCommand,
  secretsIn,
} from './testing/opened-signers.ts';
import { issuer, judgeJws } from './testing/sample-artifacts.ts';
import { assertHidden } from './testing/signer-cases-leaks.ts';

describeSigner({ name: 'a signer in a folder', open: () => openFile() });
// Each case derives a key for about half a second, and only the reading and writing of files differs.
if (proving) {
  describeSigner({
    name: 'a signer in a folder with a passphrase',
    open: () => openFile(plantedPassphrase),
  });
}

describe('the first start', () => {
  test('the first start makes a folder and a key that only their owner can read, and nothing else', async context => {
    const { keys, file, open } = fresh(context);
    await open();
    assert.equal(statSync(keys).mode & 0o777, 0o700);
    assert.equal(lstatSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(keys), [first]);
    assert.equal(lstatSync(file).nlink, 1);
  });

  test('processes that start and rotate at the same time end with one key and one successor', async context => {
    const { keys, open } = fresh(context);
    const count = effort({ fast: 6, full: 24 });
    const command = programCommand('starting-program', keys);
    const children = Array.from({ length: count }, () => startProcess(command));
    await Promise.all(children.map(({ ready }) => ready));
    for (const { child } of children) child.stdin?.write('go\n');
    const answers = await Promise.all(children.map(({ answer }) => answer));
    assert.equal(new Set(answers).size, 1, answers.join(' | '));
    assert.match(answers[0] ?? '', /^\S{43} \S{43}$/);
    assert.deepEqual(readdirSync(keys), [first, 'key-000002.json']);
    const kids = (await open()).records().map(({ kid }) => kid);
    assert.equal(kids.join(' '), answers[0]);
  });

  test('a start ignores files that a crash left incomplete', async context => {
    const { keys, open } = fresh(context);
    mkdirSync(keys, { mode: 0o700 });
    writeFileSync(join(keys, '.new-0011223344'), '{"half', { mode: 0o600 });
    assert.equal((await open()).records().length, 1);
  });
});

/** A process that says it is ready, and answers one line once it is told to go. */
function startProcess([program, ...args]: [string, ...string[]]) {
  const child: ChildProcess = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  let wake: () => void = () => undefined;
  const ready = new Promise<void>(resolve => {
    wake = resolve;
  });
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (text.startsWith('ready\n')) wake();
  });
  const answer = new Promise<string>(resolve => {
    child.on('close', () => resolve(text.slice('ready\n'.length).trim()));
  });
  return { child, ready, answer };
}

describe('a damaged key is refused and never repaired', () => {
  for (const passphrase of [undefined, plantedPassphrase]) {
    const kind = passphrase === undefined ? 'plain' : 'encrypted';
    test(`a truncated or changed file that is ${kind} is refused`, async context => {
      const { keys, file, open } = fresh(context);
      await open(passphrase);
      const secrets = await secretsIn(keys, passphrase);
      const whole = readFileSync(file);
      const stride = effort({ fast: 13, full: 1 });
      let damaged = 0;
      for (let at = 0; at < whole.length; at += stride) {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
        for (const bytes of [whole.subarray(0, at), changed]) {
          writeFileSync(file, bytes);
          const message = await refusal(open(passphrase), secrets);
          assert.match(message, /key-000001\.json: expected a whole file of a key/);
          damaged++;
        }
      }
      for (const bytes of [Buffer.concat([whole, Buffer.from('\n')]), Buffer.alloc(20_000, 32)]) {
        writeFileSync(file, bytes);
        await refusal(open(passphrase), secrets);
      }
      assert.deepEqual(readdirSync(keys), [first]);
      writeFileSync(file, whole);
      await open(passphrase);
      context.diagnostic(`${damaged} damaged files`);
    });
  }

  test('a private key beside the public key of another key is refused', async context => {
    const one = fresh(context);
    const two = fresh(context);
    await one.open();
    await two.open();
    const members = JSON.parse(readFileSync(one.file, 'utf8'));
    members.public_key = JSON.parse(readFileSync(two.file, 'utf8')).public_key;
    const { digest: _, ...rest } = members;
    writeFileSync(one.file, `${canonicalize({ ...rest, digest: sha256(rest) })}\n`);
    assert.match(await refusal(one.open()), /public half of the private key/);
  });

  test('rewritten terms of a key are refused when there is a passphrase', async context => {
    const { file, open } = fresh(context);
    await open(plantedPassphrase);
    const { digest: _, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    const changed = { ...rest, overlap_seconds: 1 };
    writeFileSync(file, `${canonicalize({ ...changed, digest: sha256(changed) })}\n`);
    assert.match(await refusal(open(plantedPassphrase)), /does not open/);
  });

  test('a gap in the key numbers, and a revocation of another key, are refused', async context => {
    const { keys, file, open } = fresh(context);
    const signer = await open();
    await signer.rotate({ publishSeconds: 0 });
    await signer.revoke(signer.records()[0]?.kid ?? '', 'lost');
    renameSync(join(keys, 'key-000001.revoked.json'), join(keys, 'key-000002.revoked.json'));
    assert.match(await refusal(open()), /key-000002\.revoked\.json.*damaged/);
    rmSync(join(keys, 'key-000002.revoked.json'));
    rmSync(file);
    assert.match(await refusal(open()), /key-000002\.json: expected only .* without a gap/);
    renameSync(join(keys, 'key-000002.json'), file);
    await open();
    writeFileSync(join(keys, 'key-000007.revoked.json'), '', { mode: 0o600 });
    assert.match(await refusal(open()), /key-000007\.revoked\.json: expected only/);
  });

  test('keys or revocations that disappear while the signer runs are noticed', async context => {
    const { keys, open } = fresh(context);
    const signer = await open();
    const [old] = signer.records();
    await signer.revoke(old?.kid ?? '', 'lost');
    rmSync(join(keys, 'key-000001.revoked.json'));
    assert.match(await refusal(signer.reload()), /its revocation to be there still/);
    assert.equal(signer.keys().has(old?.kid ?? ''), false);
    rmSync(keys, { recursive: true });
    await refusal(signer.reload());
    assert.equal(judgeJws(signer, await signer.sign(grantType, {})), 'ok');
  });
});

describe('a passphrase', () => {
  test('an encrypted key needs its exact passphrase, and never becomes a plain key', async context => {
    const { keys, open } = fresh(context);
    const { records } = await open(plantedPassphrase);
    const secrets = await secretsIn(keys, plantedPassphrase);
    assert.match(await refusal(open('wrong'), secrets), /passphrase does not open this key/);
    assert.match(await refusal(open(), secrets), /give its passphrase/);
    assert.match(await refusal(open(''), secrets), /an empty one/);
    assert.deepEqual((await open(plantedPassphrase)).records(), records());
    assert.deepEqual(readdirSync(keys), [first]);
  });

  test('neither the passphrase nor a private key is readable on the disk, also after a rotation', async context => {
    const { keys, open } = fresh(context);
    const signer = await open(plantedPassphrase);
    await signer.rotate({ publishSeconds: 0 });
    await signer.revoke(signer.records()[0]?.kid ?? '', 'lost');
    const secrets = await secretsIn(keys, plantedPassphrase);
    const names = readdirSync(keys);
    assert.equal(names.length, 3);
    for (const name of names) assertHidden(secrets, readFileSync(join(keys, name), 'latin1'));
  });

  test('a passphrase is refused for plain keys', async context => {
    const { keys, open } = fresh(context);
    await open();
    const secrets = [...(await secretsIn(keys)), plantedPassphrase];
    assert.match(await refusal(open(plantedPassphrase), secrets), /give no passphrase for plain/);
  });
});

describe('rotating and revoking', () => {
  test('concurrent rotations from several handles give one successor', async context => {
    const { open } = fresh(context);
    const handles = await Promise.all(Array.from({ length: 8 }, () => open()));
    const made = await Promise.all(handles.map(signer => signer.rotate({ publishSeconds: 5 })));
    assert.equal(new Set(made.map(({ kid }) => kid)).size, 1);
    assert.equal((await open()).records().length, 2);
  });

  test('concurrent rotations and revocations always leave a key that signs', async context => {
    const { open } = fresh(context);
    const handles = await Promise.all(Array.from({ length: 8 }, () => open()));
    const kid = handles[0]?.records()[0]?.kid ?? '';
    await Promise.all(
      handles.map((signer, index) =>
        index % 2 === 0 ? signer.revoke(kid, `handle ${index}`) : signer.rotate(),
      ),
    );
    const signer = await open();
    assert.notEqual(signer.records()[0]?.revoked_at, null);
    assert.equal(judgeJws(signer, await signer.sign(grantType, {})), 'ok');
  });

  test('invalid terms and reasons are refused', async context => {
    const { keys, open } = fresh(context);
    const signer = await open();
    const kid = signer.records()[0]?.kid ?? '';
    for (const seconds of [-1, 0.5, Number.NaN, '5' as never]) {
      await assert.rejects(signer.rotate({ publishSeconds: seconds }), ProtocolError);
      await assert.rejects(signer.rotate({ overlapSeconds: seconds }), ProtocolError);
    }
    for (const reason of ['', 'x'.repeat(513), 7 as never]) {
      await assert.rejects(signer.revoke(kid, reason), ProtocolError);
    }
    assert.deepEqual(readdirSync(keys), [first]);
  });

  test('a clock before the first key signs nothing, and a rotation helps at once', async context => {
    const { keys, open } = fresh(context);
    await open();
    const behind = createManualClock();
    behind.advance(-60);
    const signer = await openFileSigner({ issuer, folder: keys, clock: behind });
    await assert.rejects(signer.sign(grantType, {}), /check the clock/);
    assert.equal(signer.keys().size, 0);
  });
});
