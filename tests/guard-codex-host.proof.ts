// Goal: a host that drives Codex through its app server is guarded by the same hook, whatever the host approves. Method: the real
// Codex with a model on loopback, and a host that allows everything. What ran is read from the disk.

import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { freePort } from '@countersign/server/testing';
import { childEnvironment, effort, programFile } from '@countersign/testing';
import { linkPrograms } from './agents/guarded-agents.ts';
import { fakeModel, skipWithoutAgents } from './agents/real-agents.ts';
import { GuardedSite } from './testing/guarded-site.ts';

interface HostedTurn {
  /** What the host tells Codex to ask it about. */
  readonly policy: 'never' | 'untrusted';
  readonly file: string;
  readonly runs: boolean;
}

const turns: readonly HostedTurn[] = [
  { policy: 'never', file: 'denied', runs: false },
  { policy: 'untrusted', file: 'denied', runs: false },
  { policy: 'never', file: 'allowed', runs: true },
];
const count = effort({ fast: 0, full: turns.length, of: 'runs' });

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly thread?: { readonly id: string } };
}

/** A host: it starts one turn, and accepts whatever Codex asks it. */
function hostTurn(
  codex: ChildProcessWithoutNullStreams,
  cwd: string,
  approvalPolicy: HostedTurn['policy'],
): Promise<void> {
  const send = (message: object) =>
    codex.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return new Promise((done, fail) => {
    codex.once('close', () => fail(new Error('Codex ended before its turn')));
    createInterface({ input: codex.stdout }).on('line', line => {
      const { id, method, result } = JSON.parse(line) as Message;
      if (method === 'turn/completed') done();
      else if (method !== undefined && id !== undefined)
        send({ id, result: { decision: 'accept' } });
      else if (id === 1) {
        send({ method: 'initialized' });
        const sandbox = 'danger-full-access';
        send({ id: 2, method: 'thread/start', params: { cwd, approvalPolicy, sandbox } });
      } else if (id === 2) {
        const input = [{ type: 'text', text: 'go' }];
        send({ id: 3, method: 'turn/start', params: { threadId: result?.thread?.id, input } });
      }
    });
    const clientInfo = { name: 'host', title: null, version: '1' };
    send({ id: 1, method: 'initialize', params: { clientInfo, capabilities: null } });
  });
}

async function playTurn({ policy, file }: HostedTurn): Promise<{ ran: boolean; told: string }> {
  const site = await GuardedSite.start('codex.test');
  const home = mkdtempSync(join(tmpdir(), 'hosted-'));
  const project = join(home, 'shop');
  mkdirSync(project);
  writeFileSync(join(home, 'key'), site.key);
  const path = `${linkPrograms(home)}:${process.env['PATH'] ?? ''}`;
  const env = { ...childEnvironment(), PATH: path, HOME: home, TERM: 'dumb', CI: '1' };
  const log = join(home, 'model.log');
  const port = await freePort();
  const call = JSON.stringify({ tool: 'exec_command', args: { cmd: `touch ${file}` } });
  const model = spawn(process.execPath, [fakeModel, String(port), call, log]);
  const main = programFile(new URL('../packages/cli/src/main.ts', import.meta.url));
  try {
    const install = spawn(
      process.execPath,
      [
        ...['--conditions=source', main, 'guard', 'codex', '--write', '--name', 'codex.test'],
        ...['--url', site.server.origin, '--key-file', join(home, 'key')],
      ],
      { cwd: project, env, stdio: 'ignore' },
    );
    assert.deepEqual(await once(install, 'exit'), [0, null]);
    const provider = `{name="fake",base_url="http://127.0.0.1:${port}/v1",wire_api="responses",requires_openai_auth=false,supports_websockets=false}`;
    const words = ['-c', 'model="m"', '-c', 'model_provider="fake"'];
    const codex = spawn(
      'codex',
      ['app-server', ...words, '-c', `model_providers.fake=${provider}`],
      {
        cwd: project,
        env,
      },
    );
    await hostTurn(codex, project, policy);
    codex.kill('SIGKILL');
    return { ran: existsSync(join(project, file)), told: readFileSync(log, 'utf8') };
  } finally {
    model.kill();
    await site.server.remove();
    rmSync(home, { recursive: true, force: true });
  }
}

describe('Codex behind a host', { timeout: 600_000, concurrency: 1 }, () => {
  const missing = count === 0 ? false : skipWithoutAgents();
  for (const turn of turns.slice(0, count)) {
    const what = turn.runs ? 'runs what is allowed' : 'does not run what is denied';
    test(`a host that approves everything (${turn.policy}) ${what}`, {
      skip: missing,
    }, async () => {
      const { ran, told } = await playTurn(turn);
      assert.equal(ran, turn.runs);
      if (!turn.runs) assert.match(told, /This file is not yours/);
    });
  }
});
