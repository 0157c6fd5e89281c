import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { type CommandIo, CommandRefused, output } from '../command.ts';
import { signIn } from './sign-in.ts';
import { readSignIns } from './stored-sign-ins.ts';

const until = '2027-01-01T00:00:00.000Z';

const session = {
  session_id: 'session',
  person_id: 'person',
  name: 'Ada',
  email: null,
  roles: [],
  credential_id: 'passkey',
  assurance: 'session',
  proven_at: until,
  recent_until: until,
  is_recent: true,
  expires_at: until,
  lives: 'terminal',
  browser_key_id: null,
};

describe('signing in at a server', () => {
  let homeFolder: string;
  let server: Server;
  let origin: string;
  let page = '';
  let asked: string[] = [];
  before(async () => {
    homeFolder = mkdtempSync(join(tmpdir(), 'countersign-sign-in-'));
    server = createServer((request, response) => {
      const path = request.url ?? '';
      asked.push(path);
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          path.endsWith('/token')
            ? {
                status: 'signed_in',
                token: 'cst_1',
                session,
              }
            : {
                device_code: 'd',
                user_code: 'BCDF-GHJK',
                verification_url: page,
                expires_at: until,
                interval_seconds: 1,
              },
        ),
      );
    });
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await new Promise(closed => server.close(closed));
    rmSync(homeFolder, { recursive: true, force: true });
  });

  async function attempt(at: string): Promise<string> {
    const stderr = new PassThrough();
    const io: CommandIo = {
      stdout: new PassThrough(),
      stderr,
      stdin: new PassThrough(),
      env: {},
      cwd: homeFolder,
      homeFolder,
      isTty: false,
      columns: 80,
      rows: 24,
      colours: { stdout: false, stderr: false },
      now: () => new Date(),
      signal: new AbortController().signal,
      endWith: () => undefined,
    };
    asked = [];
    await signIn(io, output(io, false), at, { browser: true });
    return String(stderr.read());
  }
  const isRefused = (error: unknown) =>
    error instanceof CommandRefused && error.exit === 'not_permitted';
  const kept = () => Object.keys(readSignIns({ env: {}, homeFolder }).servers);

  test('nothing is shown when a server sends the person to another server to confirm', async () => {
    for (const elsewhere of [
      'https://approvals.example/terminal?code=BCDF-GHJK',
      `${origin.replace('http:', 'https:')}/terminal?code=BCDF-GHJK`,
      `${origin}.example/terminal?code=BCDF-GHJK`,
      'file:///etc/passwd',
      'nothing',
    ]) {
      page = elsewhere;
      await assert.rejects(attempt(origin), isRefused, elsewhere);
      assert.deepEqual(asked, ['/v1/terminal-sign-ins'], 'no token is waited for');
    }
    assert.deepEqual(kept(), []);
  });

  test('no token is requested over a connection that the network can read', async () => {
    for (const open of ['http://approvals.example', 'http://10.0.0.7:7319']) {
      await assert.rejects(attempt(open), isRefused, open);
    }
    assert.deepEqual(kept(), []);
  });

  test('the confirmation page belongs to the server, and the token is stored for that server alone', async () => {
    page = `${origin}/terminal?code=BCDF-GHJK`;
    assert.match(await attempt(origin), /BCDF-GHJK/);
    assert.deepEqual(kept(), [origin]);
  });
});
