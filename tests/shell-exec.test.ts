// Goal: `countersign exec` puts any command of a terminal behind the gate. Method: the real program as a process of its
// own, against a real server, and in a real terminal where the person is asked right there.

import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import {
  decide,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { childEnvironment, programFile } from '@countersign/testing';
import { CliPlace } from './testing/cli-program.ts';
import { type Lie, startLyingServer } from './testing/lying-server.ts';
import { shellPolicy } from './testing/shell-world.ts';
import { keys, TerminalScreen } from './testing/terminal-screen.ts';

const program = programFile(new URL('../packages/cli/src/main.ts', import.meta.url));
const node = [process.execPath, '--conditions=source', program, 'exec'] as const;
const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-exec-')));
const place = new CliPlace({ HOME: root });
after(() => {
  TerminalScreen.endAll();
  place.remove();
  rmSync(root, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Started {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly ended: Promise<number | null>;
}

/** The program under way: what it has said, and its end. */
class Running {
  readonly #started: Started;
  out = '';
  err = '';
  readonly ended: Promise<Ended>;

  constructor(started: Started) {
    this.#started = started;
    started.stdout.on('data', bytes => {
      this.out += bytes;
    });
    started.stderr.on('data', bytes => {
      this.err += bytes;
    });
    const { stdout, stderr, ended } = started;
    this.ended = Promise.all([ended, once(stdout, 'end'), once(stderr, 'end')]).then(([code]) => ({
      code,
      out: this.out,
      err: this.err,
    }));
  }

  async said(pattern: RegExp): Promise<string> {
    const ended = this.ended.then(() => assert.fail(`it ended; ${this.out}${this.err}`));
    ended.catch(() => undefined);
    for (;;) {
      const [found] = pattern.exec(`${this.out}${this.err}`) ?? [];
      if (found !== undefined) return found;
      const { stdout, stderr } = this.#started;
      await Promise.race([once(stdout, 'data'), once(stderr, 'data'), ended]);
    }
  }
}

/** Most cases run the command in this process: a start costs more than the rest of them. */
function exec(args: readonly string[], env: Record<string, string> = {}): Running {
  return new Running(place.begin(['exec', ...args], { env, cwd: root }));
}

/** The real program, for signals, exit codes and what a process inherits. */
function execProcess(
  args: readonly string[],
  env: Record<string, string> = {},
): { readonly running: Running; readonly child: ChildProcessWithoutNullStreams } {
  const [command, ...first] = node;
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: root, ...childEnvironment(), ...env },
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { running: new Running({ stdout: child.stdout, stderr: child.stderr, ended }), child };
}

describe('exec against a server', { timeout: 120_000 }, () => {
  let server: StartedServer;
  let reviewer: SignedIn;
  let env: Record<string, string>;
  before(async () => {
    server = await startedServer({
      policy: shellPolicy.replace('min_assurance: conversation', 'min_assurance: session'),
    });
    reviewer = await server.person(['owner']);
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume'],
      agent_ids: ['terminal'],
      executor: 'terminal',
    });
    env = {
      COUNTERSIGN_URL: server.origin,
      COUNTERSIGN_KEY: authorization.slice('Bearer '.length),
      COUNTERSIGN_AGENT: 'terminal',
    };
  });
  after(() => server.remove());
  const asked = async (running: Running): Promise<string> => {
    await running.said(/Code {5}[0-9A-Z]{4}-[0-9A-Z]{4}/);
    return running.said(/ar_[0-9a-f]{32}/);
  };

  test('exec says whom it waits for, passes the output through and ends with the exit code of the command', async () => {
    const { running } = execProcess(
      ['--', 'sh', '-c', 'printf "\\033[1mraw\\033[0m"; echo err >&2; exit 7'],
      env,
    );
    const id = await asked(running);
    assert.match(running.err, new RegExp(`Decide {3}${server.origin}/requests/${id}`));
    const view = await server.call('GET', `/v1/requests/${id}/view`, { headers: reviewer.headers });
    const { short_code } = view.body as { short_code: string };
    assert.ok(running.err.includes(short_code), 'the code that the reviewer sees');
    assert.equal(running.out, '');
    await decide(server, reviewer.headers, id, 'allow');
    const { code, out, err } = await running.ended;
    assert.deepEqual([code, out], [7, '\u001b[1mraw\u001b[0m']);
    assert.match(err, /err\n$/);
  });

  test('exec ends with 125 and the words of document 003 when a person says no', async () => {
    const running = exec(['--', 'touch', 'denied'], env);
    await decide(server, reviewer.headers, await asked(running), 'deny');
    const { code, out, err } = await running.ended;
    assert.deepEqual([code, out], [125, '']);
    assert.match(err, /User cancelled operation: not this time \(request_denied\)\n$/);
    assert.equal(existsSync(join(root, 'denied')), false);
  });

  test('exec prints one JSON document for programs', async () => {
    const running = exec(['--json', '--shell', '--', 'echo "$1$0"; echo "\u202E" >&2'], env);
    await decide(server, reviewer.headers, await asked(running), 'allow');
    const { code, out } = await running.ended;
    const { status, exit_code, stderr, request_id } = JSON.parse(out);
    assert.deepEqual([code, status, exit_code, stderr], [0, 'completed', 0, '\u202E\n']);
    assert.match(request_id, /^ar_/);
    assert.doesNotMatch(out, /\u202E/);
  });

  test('exec binds its input and the variables that it passes on', async () => {
    const { running, child } = execProcess(
      ['--env', 'TOKEN', '--stdin', '--', 'sh', '-c', 'cat; echo "$TOKEN"'],
      {
        ...env,
        TOKEN: 'tok-1234567',
        OTHER: 'unseen',
      },
    );
    child.stdin.end('from the pipe\n');
    const id = await asked(running);
    const view = await server.call('GET', `/v1/requests/${id}/view`, { headers: reviewer.headers });
    const { action_text } = view.body as { action_text: string };
    const { parameters } = JSON.parse(action_text);
    assert.ok(parameters.env.names.includes('TOKEN') && !parameters.env.names.includes('OTHER'));
    assert.equal(parameters.stdin.bytes, 14);
    assert.doesNotMatch(action_text, /tok-1234567|from the pipe|COUNTERSIGN_KEY/);
    await decide(server, reviewer.headers, id, 'allow');
    assert.equal((await running.ended).out, 'from the pipe\ntok-1234567\n');
  });

  test('exec withdraws its question when it gives up waiting, or is interrupted', async () => {
    const late = exec(['--wait', '0.2', '--', 'touch', 'late'], env);
    const first = await asked(late);
    const { code, err } = await late.ended;
    assert.equal(code, 125);
    assert.match(err, /No decision yet/);
    const { running: interrupted, child } = execProcess(['--', 'touch', 'late'], env);
    const second = await asked(interrupted);
    child.kill('SIGINT');
    assert.equal((await interrupted.ended).code, 130);
    for (const id of [first, second]) {
      const read = await server.call('GET', `/v1/requests/${id}`, { headers: reviewer.headers });
      assert.equal((read.body as { status: string }).status, 'cancelled');
    }
    assert.equal(existsSync(join(root, 'late')), false);
  });

  test('exec with a key finds its question again, and runs it once', async () => {
    const args = ['--key', 'nightly', '--', 'sh', '-c', 'echo ran >> nightly'];
    const first = exec(['--wait', '0.2', ...args], env);
    const id = await asked(first);
    assert.equal((await first.ended).code, 125);
    await decide(server, reviewer.headers, id, 'allow');
    assert.equal((await exec(args, env).ended).code, 0);
    const third = await exec(args, env).ended;
    assert.equal(third.code, 125);
    assert.match(third.err, /used before/);
    assert.equal(readFileSync(join(root, 'nightly'), 'utf8'), 'ran\n');
  });

  test('exec stops the running command when it is interrupted, and says so', async () => {
    const { running, child } = execProcess(['--shell', '--', 'echo begun; sleep 300'], env);
    await decide(server, reviewer.headers, await asked(running), 'allow');
    await running.said(/begun/);
    child.kill('SIGINT');
    const { code, err } = await running.ended;
    assert.equal(code, 143);
    assert.match(err, /Stopped: interrupted/);
  });

  test('exec stops a command that exceeds its time, and says so', async () => {
    const args = ['--timeout', '1', '--shell', '--', 'echo begun; sleep 300'];
    const running = exec(args, env);
    await decide(server, reviewer.headers, await asked(running), 'allow');
    const { code, out, err } = await running.ended;
    assert.deepEqual([code, out], [143, 'begun\n']);
    assert.match(err, /Stopped: its time ran out/);
  });

  test('exec runs nothing on a grant that was altered, or belongs to another command or server', async context => {
    const args = ['--key', 'lied', '--', 'sh', '-c', 'echo ran >> lied'];
    const grantOf = async (id: string): Promise<string> => {
      const headers = { authorization: `Bearer ${env['COUNTERSIGN_KEY']}` };
      return JSON.stringify(
        (await server.call('GET', `/v1/requests/${id}/grant`, { headers })).body,
      );
    };
    const allowed = async (more: readonly string[]): Promise<string> => {
      const asking = exec(['--wait', '0.2', ...more], env);
      const id = await asked(asking);
      assert.equal((await asking.ended).code, 125);
      await decide(server, reviewer.headers, id, 'allow');
      return id;
    };
    await allowed(args);
    const another = await grantOf(await allowed(['--key', 'other', '--', 'touch', 'other']));
    const stranger = await startedServer();
    const { body: strange } = await stranger.call('GET', '/.well-known/jwks.json');
    await stranger.remove();
    const lying = await startLyingServer(server.origin);
    context.after(() => lying.close());
    const through = { ...env, COUNTERSIGN_URL: lying.origin };
    const lies: readonly (readonly [string, Lie])[] = [
      ['grant_binding_mismatch', (path, body) => (path.endsWith('/grant') ? another : body)],
      [
        'jws_signature_mismatch',
        (path, body) => (path.endsWith('/grant') ? body.replace(/.{8}"\}$/, 'AAAAAAAA"}') : body),
      ],
      [
        'jws_key_unknown',
        (path, body) => (path.endsWith('/jwks.json') ? JSON.stringify(strange) : body),
      ],
    ];
    for (const [code, lie] of lies) {
      lying.lie = lie;
      const ended = await exec(args, through).ended;
      assert.equal(ended.code, 125, ended.err);
      assert.match(ended.err, new RegExp(`it has not run \\(${code}\\)`));
    }
    assert.equal(existsSync(join(root, 'lied')), false);
    lying.lie = (_, body) => body;
    assert.equal((await exec(args, through).ended).code, 0, 'the approval was not used up');
    assert.equal(readFileSync(join(root, 'lied'), 'utf8'), 'ran\n');
  });

  test('exec runs as the executor that its key names, and says so before anyone is asked', async () => {
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume'],
      agent_ids: ['terminal'],
      executor: 'build-machine',
    });
    const other = { ...env, COUNTERSIGN_KEY: authorization.slice('Bearer '.length) };
    const unnamed = await exec(['--', 'touch', 'unnamed'], other).ended;
    assert.equal(unnamed.code, 125);
    assert.match(unnamed.err, /found build-machine.*--executor/s);
    assert.doesNotMatch(unnamed.err, /Approval needed/);
    const running = exec(
      ['--executor', 'build-machine', '--', 'sh', '-c', 'echo named; exit 3'],
      other,
    );
    await decide(server, reviewer.headers, await asked(running), 'allow');
    const { code, out } = await running.ended;
    assert.deepEqual([code, out], [3, 'named\n']);
    const here = ['--policy', 'x.yaml', '--data', 'x', '--executor', 'x', '--', 'true'];
    assert.equal((await exec(here, other).ended).code, 2);
  });

  test('exec runs nothing and says why when it cannot ask', async () => {
    for (const [change, words] of [
      [{ COUNTERSIGN_KEY: '' }, /COUNTERSIGN_KEY is not set/],
      [{ COUNTERSIGN_KEY: 'csk_wrong' }, /Check COUNTERSIGN_KEY/],
      [{ COUNTERSIGN_URL: 'http://127.0.0.1:1' }, /Check the address/],
      [{ COUNTERSIGN_AGENT: 'somebody-else' }, /Check COUNTERSIGN_AGENT/],
    ] as const) {
      const { code, err } = await exec(['--', 'touch', 'unasked'], { ...env, ...change }).ended;
      assert.equal(code, 125, err);
      assert.match(err, words);
    }
    assert.equal((await exec(['--', 'no-such-program'], env).ended).code, 125);
    assert.equal((await exec(['--shell', '--', 'echo', 'two'], env).ended).code, 2);
    assert.equal((await exec(['--policy', 'x.yaml', '--', 'true'], env).ended).code, 2);
    assert.equal(existsSync(join(root, 'unasked')), false);
  });
});

describe('exec with a person at the terminal', { timeout: 60_000 }, () => {
  const policyFile = join(root, 'policy.yaml');
  before(() =>
    writeFileSync(policyFile, shellPolicy.replace('roles: [owner]', 'roles: [operator]')),
  );
  const here = ['--policy', policyFile, '--data', join(root, 'approvals')];

  /** Types a command into a terminal of its own, answers its question with these keys, and reads the screen. */
  const inTerminal = async (command: readonly string[], typed: string) => {
    const [file, ...first] = node;
    const screen = new TerminalScreen(file, [...first, ...here, '--', ...command], {
      cwd: root,
      env: { HOME: root, ...childEnvironment() },
    });
    await screen.shows(/Run this command\?.*\n.*Cancel\n.*Proceed/);
    screen.type(typed);
    return { code: await screen.ended, screen: screen.text() };
  };

  test('exec shows what will run, and runs it after an explicit Proceed', async () => {
    const { code, screen } = await inTerminal(
      ['sh', '-c', 'echo it ran; exit 4'],
      keys.down + keys.enter,
    );
    assert.equal(code, 4, screen);
    assert.match(screen, /Approval needed/);
    assert.match(screen, /"echo it ran; exit 4"/);
    assert.match(screen, /executable/);
    assert.match(screen, /it ran$/m);
  });

  test('exec takes the preselected choice, Escape and Ctrl-C for a no', async () => {
    for (const [at, typed] of [keys.enter, keys.escape, keys.interrupt].entries()) {
      const { code, screen } = await inTerminal(['touch', 'unwanted', `${at}`], typed);
      assert.ok(code === 125 || code === 130, `${code}\n${screen}`);
      assert.equal(existsSync(join(root, 'unwanted')), false);
    }
  });

  test('exec cannot ask without a terminal, and runs nothing', async () => {
    const { code, err } = await exec([...here, '--', 'touch', 'unwanted']).ended;
    assert.equal(code, 125);
    assert.match(err, /no terminal to ask at/);
    assert.equal(existsSync(join(root, 'unwanted')), false);
  });

  test('exec spells out data that would control the terminal', async () => {
    const { screen } = await inTerminal(['echo', '\u001b[2Jcleared\u202E'], keys.enter);
    assert.match(screen, /Approval needed/);
    assert.match(screen, /U\+001B.*cleared.*U\+202E/);
  });
});
