// Goal: a command runs exactly as it was approved or not at all, and its outcome is on the record. Method: real
// commands through an embedded gate on a real store, with a person who may change the world while they are asked.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gate, RequestFacts } from '@countersign/client';
import { ProtocolError } from '@countersign/protocol/reason';
import { sealKey } from '@countersign/protocol/sealed';
import {
  type ShellCompleted,
  type ShellOptions,
  type ShellRefused,
  type ShellResult,
  shellExecute,
} from '@countersign/shell';
import { type ShellWorld, shellWorld } from './testing/shell-world.ts';

describe('a command', { timeout: 120_000 }, () => {
  let world: ShellWorld;
  let occasion = 0;
  before(async () => {
    world = await shellWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    occasion++;
  });
  const execute = (
    command: readonly string[] | string,
    more: Partial<ShellOptions> = {},
  ): Promise<ShellResult> =>
    shellExecute(command, {
      gate: world.gate,
      cwd: world.folder,
      key: `occasion-${occasion}`,
      ...more,
    });

  test('[D3-16] a command that a person allows runs, and its receipt says so', async () => {
    const asked: RequestFacts[] = [];
    const ran = completed(
      await execute(['printf', '%s|', 'a b', '$HOME', '*', "'"], { onAsked: f => asked.push(f) }),
    );
    assert.deepEqual([ran.exit_code, ran.stdout, ran.stderr], [0, "a b|$HOME|*|'|", '']);
    assert.equal(ran.request_id, asked[0]?.approval_request_id);
    const [, receipt] = await world.receipts(ran.request_id);
    assert.equal(receipt?.outcome, 'succeeded');
    assert.match(receipt.result_digest ?? '', /^sha256:/);
    assert.equal(receipt.final_action_digest, asked[0]?.request.action_digest);
  });

  test('a command as one text is run by the shell unchanged', async () => {
    const text = `printf '%s\\n' "two  spaces" 'a"b' # not a comment to cut\nexit 0`;
    const ran = completed(await execute(text));
    assert.equal(ran.stdout, 'two  spaces\na"b\n');
  });

  test('a command that policy allows runs without a person, and one that policy denies does not run', async () => {
    const before = world.asked;
    const ran = completed(await execute(['true']));
    assert.deepEqual([ran.exit_code, ran.request_id], [0, null]);
    world.program('forbidden', '#!/bin/sh\ntouch reached\n');
    const denied = refused(await execute(['forbidden'], { env: { set: { PATH: world.folder } } }));
    assert.deepEqual(
      [denied.status, denied.outcome, denied.code, denied.text],
      ['refused', 'denied', 'policy_denied', 'Policy denies this command; no person was asked'],
    );
    assert.equal(existsSync(join(world.folder, 'reached')), false);
    assert.equal(world.asked, before);
  });

  test('[D3-16] a command that a person denies gives a result with the words of document 003, and does not run', async () => {
    world.decideNext(() => 'deny');
    const denied = refused(await execute(['touch', 'denied-file']));
    assert.deepEqual(
      [denied.status, denied.outcome, denied.text, denied.reason],
      ['refused', 'denied', 'User cancelled operation', 'not on a Friday'],
    );
    assert.match(denied.for_model, /was denied and has not run/);
    assert.match(denied.request_id ?? '', /^ar_/);
    assert.equal(existsSync(join(world.folder, 'denied-file')), false);
  });

  test('a command that is withdrawn while it waits gives the same words', async () => {
    world.decideNext(() => new Promise(() => undefined));
    let withdrawing: Promise<void> | undefined;
    const told = refused(
      await execute(['touch', 'withdrawn-file'], {
        onAsked: ({ approval_request_id }) => {
          withdrawing = world.gate.cancel(world.gate.ticket(approval_request_id), 'not needed');
        },
      }),
    );
    await withdrawing;
    assert.deepEqual([told.outcome, told.text], ['cancelled', 'User cancelled operation']);
    assert.equal(existsSync(join(world.folder, 'withdrawn-file')), false);
  });

  test('a command without a decision in time, or whose caller gives up, does not run', async () => {
    world.decideNext(() => new Promise(() => undefined));
    const late = refused(await execute(['touch', 'late-file'], { waitTimeout: 50 }));
    assert.deepEqual([late.status, late.outcome, late.retry], ['refused', 'pending', 'same_call']);
    const stop = new AbortController();
    const waiting = execute(['touch', 'late-file'], {
      signal: stop.signal,
      onAsked: () => stop.abort(new Error('enough')),
    });
    await assert.rejects(waiting, /enough/);
    const stopped = AbortSignal.abort(new Error('before'));
    await assert.rejects(execute(['touch', 'late-file'], { signal: stopped }), /before/);
    assert.equal(existsSync(join(world.folder, 'late-file')), false);
  });

  test('a command with an exit code other than 0 is completed for the caller and failed in the record', async () => {
    const ran = completed(await execute('echo no >&2; exit 3'));
    assert.deepEqual([ran.exit_code, ran.stderr], [3, 'no\n']);
    const [, receipt] = await world.receipts(ran.request_id);
    assert.deepEqual([receipt?.outcome, receipt?.error], ['failed', 'exit 3']);
    assert.match(receipt?.result_digest ?? '', /^sha256:/);
  });

  test('a command that a signal ends is failed in the record, with the name of the signal', async () => {
    const ran = completed(await execute('kill -9 $$'));
    assert.deepEqual([ran.exit_code, ran.signal, ran.stopped], [null, 'SIGKILL', null]);
    const [, receipt] = await world.receipts(ran.request_id);
    assert.equal(receipt?.error, 'ended by SIGKILL');
  });

  test('a command that takes too long is stopped with all processes it started', async () => {
    const ran = completed(
      await execute('trap "" TERM; (sleep 300; touch survived) & echo $!; sleep 300', {
        timeout: 300,
      }),
    );
    assert.deepEqual([ran.stopped, ran.exit_code, ran.signal], ['timeout', null, 'SIGKILL']);
    assert.equal(isRunning(ran.stdout), false, 'its background process is gone');
    const [, receipt] = await world.receipts(ran.request_id);
    assert.deepEqual(
      [receipt?.outcome, receipt?.error],
      ['failed', 'stopped, because its time ran out'],
    );
  });

  test('a command that is aborted while it runs is stopped, and that is reported', async () => {
    const stop = new AbortController();
    const ran = completed(
      await execute('echo begun; sleep 300', {
        signal: stop.signal,
        onOutput: () => stop.abort(),
      }),
    );
    assert.deepEqual([ran.stopped, ran.stdout], ['aborted', 'begun\n']);
    const [, receipt] = await world.receipts(ran.request_id);
    assert.equal(receipt?.outcome, 'failed');
  });

  test('a command that the gate gives up is stopped, and is reported and recorded as unknown', async () => {
    const impatient: Gate = {
      ...world.gate,
      run: (action, run, more) => world.gate.run(action, run, { ...more, timeout: 200 }),
    };
    let pid = '';
    const told = refused(
      await execute('echo $$; sleep 300', {
        gate: impatient,
        onOutput: (_, bytes) => {
          pid = Buffer.from(bytes).toString();
        },
      }),
    );
    assert.deepEqual([told.status, told.outcome], ['unknown', 'unknown']);
    assert.equal(isRunning(pid), false);
    assert.equal((await world.receipts(told.request_id))[1]?.outcome, 'unknown');
  });

  test('a slow listener hears all output, also after the command has ended', async () => {
    const heard: number[] = [];
    const ran = completed(
      await execute(['sh', '-c', 'head -c 200000 /dev/zero'], {
        onOutput: async (_, bytes) => {
          await sleep(600);
          heard.push(bytes.length);
        },
      }),
    );
    assert.equal(ran.stdout_bytes, 200_000);
    assert.equal(
      heard.reduce((sum, count) => sum + count, 0),
      200_000,
    );
  });

  test('a command whose listener never answers ends when its time is over', async () => {
    const ran = completed(
      await execute(['echo', 'hello there'], {
        timeout: 1500,
        onOutput: () => new Promise(() => undefined),
      }),
    );
    assert.deepEqual([ran.exit_code, ran.stopped, ran.stdout], [0, null, 'hello there\n']);
  });

  test('a command leaves no background process behind', async () => {
    const ran = completed(await execute('sleep 300 & echo $!'));
    assert.equal(ran.exit_code, 0);
    assert.equal(isRunning(ran.stdout), false);
  });

  test('excess output is drained, counted and cut between characters', async () => {
    const ran = completed(
      await execute(['sh', '-c', 'yes ä | head -c 300000'], { outputMax: 1001 }),
    );
    assert.deepEqual([ran.stdout_bytes, ran.truncated], [300_000, true]);
    assert.ok(Buffer.byteLength(ran.stdout) <= 1001);
    assert.doesNotMatch(ran.stdout, /\uFFFD/);
  });

  test('a command gets its input, or none', async () => {
    const input = 'line\n'.repeat(50_000);
    const ran = completed(await execute(['wc', '-c'], { stdin: input }));
    assert.equal(ran.stdout.trim(), '250000');
    assert.equal(completed(await execute(['cat'])).stdout, '');
    // A program that does not read what it is given is no fault.
    assert.equal(completed(await execute(['true'], { stdin: input })).exit_code, 0);
  });

  test('a command gets the listed variables and those the caller names, and secrets are never shown', async () => {
    process.env['SHELL_TEST_SECRET'] = 'hunter2-secret';
    const bare = completed(await execute(['env']));
    assert.doesNotMatch(bare.stdout, /SHELL_TEST_SECRET/);
    assert.match(bare.stdout, /^PATH=/m);
    let facts: RequestFacts | undefined;
    const named = completed(
      await execute(['env'], {
        env: { inherit: ['SHELL_TEST_SECRET'], set: { GREETING: 'hello there' } },
        onAsked: asked => {
          facts = asked;
        },
      }),
    );
    assert.match(named.stdout, /^SHELL_TEST_SECRET=hunter2-secret$/m);
    assert.match(named.stdout, /^GREETING=hello there$/m);
    const kept = await world.actionText(facts);
    assert.match(kept, /"SHELL_TEST_SECRET"/);
    assert.doesNotMatch(kept, /hunter2|hello there/);
    delete process.env['SHELL_TEST_SECRET'];
  });

  test('the question binds program, bytes, directory, environment and input', async () => {
    let facts: RequestFacts | undefined;
    await execute(['cat', '-u'], {
      stdin: 'secret input',
      onAsked: asked => {
        facts = asked;
      },
    });
    const kept = await world.actionText(facts);
    const { target, parameters } = JSON.parse(kept);
    assert.equal(target.resource, world.folder);
    assert.deepEqual(Object.keys(parameters).sort(), [
      'argv',
      'cwd',
      'env',
      'executable',
      'search_path',
      'stdin',
    ]);
    assert.match(parameters.executable.path, /^\/.*cat$|coreutils|busybox/);
    assert.match(parameters.executable.digest, /^sha256:/);
    assert.equal(parameters.stdin.bytes, 12);
    assert.doesNotMatch(kept, /secret input/);
    assert.deepEqual(
      facts?.request.preconditions.map(({ name }) => name),
      ['executable', 'directory', 'environment'],
    );
  });

  test('a command whose input or variables could be a program is asked as risky', async () => {
    const levels: string[] = [];
    const onAsked = ({ request }: RequestFacts) => levels.push(request.risk.level);
    await execute(['cat'], { onAsked });
    await execute(['cat'], { onAsked, stdin: 'import shutil' });
    await execute(['cat'], { onAsked, env: { set: { LD_PRELOAD: '' } } });
    assert.deepEqual(levels, ['low', 'high', 'high']);
  });

  test('output is heard while the command runs, also with a listener that stops listening', async () => {
    const heard: string[] = [];
    const ran = completed(
      await execute('echo out; echo err >&2', {
        onOutput: (stream, bytes) => {
          heard.push(`${stream} ${Buffer.from(bytes)}`);
        },
      }),
    );
    assert.deepEqual(heard.sort(), ['stderr err\n', 'stdout out\n']);
    assert.equal(ran.stdout, 'out\n');
    const deaf = completed(
      await execute('echo out; echo more', {
        key: 'deaf',
        onOutput: () => {
          throw new Error('the terminal is gone');
        },
      }),
    );
    assert.deepEqual([deaf.exit_code, deaf.stdout], [0, 'out\nmore\n']);
  });

  test('a missing command is refused before any question is asked', async () => {
    const before = world.asked;
    writeFileSync(join(world.folder, 'not-executable'), 'x');
    for (const [command, more] of [
      [['no-such-program-anywhere'], {}],
      [['./not-executable'], {}],
      [['.'], {}],
      [['true'], { cwd: join(world.folder, 'nowhere') }],
      ['true', { shell: '/no/such/shell' }],
    ] as const) {
      const told = refused(await execute(command, more));
      assert.deepEqual([told.outcome, told.code], ['unavailable', 'command_not_found']);
      assert.match(told.for_model, /no such program/);
    }
    assert.equal(world.asked, before);
  });

  test('a command that cannot be written exactly is bad input', async () => {
    for (const command of [[], [''], ['echo', 'a\0b'], 'echo \0', '  ', ['echo', '\ud800']]) {
      await assert.rejects(execute(command), ProtocolError);
    }
    await assert.rejects(execute([7] as unknown as string[]), ProtocolError);
    await assert.rejects(execute(['true'], { env: { set: { A: 'x\0y' } } }), ProtocolError);
  });

  test('[GT-6] [D3-15] under document 003 a command below high risk runs without the gate, and a riskier one asks', async () => {
    const before = world.asked;
    const quiet = completed(await execute(['echo', 'hi'], { ask: 'when_high' }));
    assert.deepEqual([quiet.stdout, quiet.risk, quiet.request_id], ['hi\n', 'low', null]);
    assert.equal(world.asked, before);
    world.decideNext(() => 'deny');
    // A program of our own by that name, in case it is run after all.
    world.program('rm', '#!/bin/sh\n');
    const env = { set: { PATH: world.folder } };
    const loud = refused(await execute(['rm', '-rf', '/'], { ask: 'when_high', env }));
    assert.deepEqual([loud.text, loud.risk], ['User cancelled operation', 'critical']);
    assert.equal(world.asked, before + 1);
  });

  test('a command with a sealed argument is approved without it and run with it', async () => {
    const seal = { paths: ['/argv/1'], key: sealKey(new Uint8Array(32).fill(7)) };
    let facts: RequestFacts | undefined;
    const ran = completed(
      await execute(['echo', 'token-12345'], {
        seal,
        onAsked: asked => {
          facts = asked;
        },
      }),
    );
    assert.equal(ran.stdout, 'token-12345\n');
    const kept = await world.actionText(facts);
    assert.doesNotMatch(kept, /token-12345/);
  });

  test('a program that depends on the name it is called by runs correctly', async () => {
    const script = world.program('named', '#!/bin/sh\necho "$0"\n');
    const ran = completed(await execute(['./named']));
    assert.equal(ran.stdout, `${script}\n`);
    assert.ok(readFileSync(script, 'utf8').startsWith('#!'));
  });
});

/** Whether a process still runs. One that has ended, and was not reaped yet, does not. */
function isRunning(pid: string): boolean {
  try {
    process.kill(Number(pid.trim()), 0);
    const stat = `/proc/${pid.trim()}/stat`;
    return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
  } catch {
    return false;
  }
}

function completed(result: ShellResult): ShellCompleted {
  assert.equal(result.status, 'completed', JSON.stringify(result));
  return result as ShellCompleted;
}

function refused(result: ShellResult): ShellRefused {
  assert.notEqual(result.status, 'completed', JSON.stringify(result));
  return result as ShellRefused;
}
