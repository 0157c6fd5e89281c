// The door must not lie: a failing test fails the command, and the closing lines are the ones that
// programs read.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { root } from './repository.ts';

/** With these, a test runner that is started by a test would take itself for a part of the run around it. */
const { NODE_TEST_CONTEXT: _context, COUNTERSIGN_TEST_RUN: _run, ...env } = process.env;

function run(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the commands', () => {
  const house = (...args: string[]) => run(root, 'tools/house.mjs', ...args);

  test('an unknown verb is answered with the list of verbs, and exit code 2', () => {
    const { status, stderr } = house('nonsense');
    assert.equal(status, 2);
    assert.match(stderr, /no verb "nonsense"/);
    for (const verb of ['start', 'test', 'demo', 'check', 'fix', 'build', 'bench', 'prove']) {
      assert.match(stderr, new RegExp(`^  ${verb} `, 'm'));
    }
  });

  test('a verb is not found on the prototype of the table', () => {
    assert.equal(house('constructor').status, 2);
  });

  test('a word that matches no test file is an error, not an empty success', () => {
    const { status, stderr } = house('test', 'no-such-file');
    assert.equal(status, 1);
    assert.match(stderr, /None of the \d+ test files has "no-such-file" in its path/);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : assert.fail();
}

describe('npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-start-'));
  after(() => rmSync(folder, { recursive: true }));

  const start = (...args: string[]) => {
    const child = spawn(process.execPath, ['tools/house.mjs', 'start', ...args], {
      cwd: root,
      env: { ...env, HOME: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    return { child, ended };
  };

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    test(`npm start runs a server until ${signal}, which is not a failure`, {
      timeout: 120_000,
    }, async () => {
      const port = await freePort();
      const { child, ended } = start('--port', String(port), '--data', join(folder, 'data'));
      let said = '';
      for await (const text of child.stdout.setEncoding('utf8')) {
        said += text;
        if (said.includes('Stop with Ctrl-C')) break;
      }
      assert.match(said, new RegExp(`^Countersign is at http://localhost:${port}\n`, 'm'));
      child.kill(signal);
      assert.deepEqual(await ended, [0, null]);
    });
  }

  test('npm start ends together with the npm that started it', { timeout: 120_000 }, async () => {
    const port = await freePort();
    const command = `"$0" tools/house.mjs start --port ${port} --data "$1"; exit`;
    const shell = spawn('sh', ['-c', command, process.execPath, join(folder, 'data')], {
      cwd: root,
      env: { ...env, HOME: folder, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    // The output ends when the last of them has.
    for await (const text of shell.stdout.setEncoding('utf8')) {
      said += text;
      if (said.endsWith('Stop with Ctrl-C.\n')) shell.kill('SIGTERM');
    }
    assert.match(said, /Stop with Ctrl-C\.\nStopping …\n$/);
  });

  test('a failing npm start says why, and fails', { timeout: 120_000 }, async () => {
    const { ended } = start('--port', 'nonsense');
    assert.deepEqual(await ended, [1, null]);
  });
});

describe('the reporter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-reporter-'));
  after(() => rmSync(folder, { recursive: true }));

  const report = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const reporter = `--test-reporter=${join(root, 'tools/calm-reporter.ts')}`;
    const options = ['--test', reporter, '--test-reporter-destination=stdout'];
    return run(folder, ...options, ...Object.keys(files));
  };
  const passing = `import { test } from 'node:test'; test('fine', () => {}); test('also fine', () => {});`;
  const failing = `import { describe, test } from 'node:test';
    describe('group', () => test('not fine', () => { throw new Error('the reason'); }));
    test('left out', { skip: 'no such data here' }, () => {});`;

  test('a passing file is one line, and the summary is last', () => {
    const { status, stdout } = report({ 'a.test.mjs': passing });
    assert.equal(status, 0);
    const lines = stdout.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^✔ a\.test\.mjs {2}2 passed, [\d.]+ s$/);
    const summary =
      /^ℹ tests 2\nℹ suites 0\nℹ pass 2\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms [\d.]+$/;
    assert.match(lines.slice(1).join('\n'), summary);
  });

  test('a failure is printed with name, place and error before the summary, and fails the run', () => {
    const { status, stdout } = report({ 'a.test.mjs': passing, 'b.test.mjs': failing });
    assert.equal(status, 1);
    assert.match(stdout, /✖ b\.test\.mjs {2}1 failed, 1 skipped/);
    assert.match(stdout, /﹣ 1 skipped: no such data here/);
    assert.match(stdout, /✖ not fine\n {4}at b\.test\.mjs:2\n {4}Error: the reason/);
    assert.ok(stdout.indexOf('the reason') < stdout.indexOf('ℹ tests 4'));
    assert.match(stdout, /ℹ fail 1\n(.+\n)*ℹ duration_ms [\d.]+\n$/);
  });

  test('a file that cannot start fails the run and says why', () => {
    const { status, stdout } = report({ 'c.test.mjs': `import './nowhere.mjs';` });
    assert.equal(status, 1);
    assert.match(stdout, /ERR_MODULE_NOT_FOUND/);
    assert.match(stdout, /ℹ fail 1\n/);
  });
});
