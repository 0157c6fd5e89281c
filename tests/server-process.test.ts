// Goal: the program does what docs/operating says, from the first start to a restored store, and tells people who
// made a mistake what to do. Method: the real program as a process of its own, in its own folder, with real signals;
// the test reads what it prints.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import {
  decide,
  freePort,
  grantOf,
  propose,
  sampleAction,
  samplePolicy,
  softwareAuthenticator,
  startPostgres,
  testBrowser,
} from '@countersign/server/testing';
import {
  type CallableServer,
  enter,
  type ProgramPlace,
  runProgram,
  ServerProgram,
  serverAt,
} from './testing/server-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-program-'));
after(async () => {
  await ServerProgram.endAll();
  rmSync(folder, { recursive: true, force: true });
});
const timeout = 180_000;

/** A folder with a policy, and the home of the user who starts the program. */
function newPlace(name: string): ProgramPlace & { readonly home: string } {
  const cwd = join(folder, name);
  const home = join(folder, `${name}-home`);
  mkdirSync(cwd);
  mkdirSync(home);
  writeFileSync(join(cwd, 'policy.yaml'), samplePolicy);
  return { cwd, home, env: { HOME: home } };
}

const linkIn = /http:\/\/localhost:\d+\/join#\S+/;
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const codeOf = ({ body }: { body: never }): string => (body as { code: string }).code;

describe('a server that is started', () => {
  test('a started server creates what it needs, admits the first person once, and stops in order', {
    timeout,
  }, async () => {
    const place = newPlace('first');
    const port = await freePort();
    const start = () => new ServerProgram(['serve', '--port', String(port)], place);
    const origin = `http://localhost:${port}`;

    const first = start();
    await first.said(/Stop with Ctrl-C/);
    const lines = first.output.split('\n');
    assert.equal(lines[0], `Countersign is at ${origin}`);
    assert.equal(lines[1], `API reference: ${origin}/v1/reference`);
    assert.equal(lines[2], `Data: ${join(place.cwd, 'countersign-data')}`);
    const [link = ''] = linkIn.exec(first.output) ?? [];
    await enter(link, softwareAuthenticator());
    assert.deepEqual(await first.stop('SIGINT'), { code: 0, signal: null });
    assert.match(first.output, /Stopping …\n$/);
    assert.doesNotMatch(first.errors, new RegExp(link.split('#')[1] ?? ''));
    const data = join(place.cwd, 'countersign-data');
    const anchors = join(place.home, '.countersign');
    for (const made of [data, `${data}-keys`, anchors]) assert.equal(modeOf(made), '700', made);
    for (const made of ['server-secret', 'webhook-key']) {
      assert.equal(modeOf(`${data}-keys-${made}`), '600', made);
    }

    const second = start();
    await second.said(/Stop with Ctrl-C/);
    assert.doesNotMatch(second.output, linkIn);
    assert.doesNotMatch(second.output, /WARNING/);
    assert.deepEqual(await second.stop('SIGTERM'), { code: 0, signal: null });

    rmSync(data, { recursive: true });
    const third = start();
    await third.said(/Stop with Ctrl-C/);
    assert.match(third.output, /releases nothing\. The anchor \S+ belongs to another store/);
    assert.match(third.output, /removed the data on purpose.+remove the anchor/);
    assert.doesNotMatch(third.output, linkIn);
    assert.equal((await serverAt(origin).call('GET', '/readyz')).status, 503);
    await third.stop();

    rmSync(anchors, { recursive: true });
    const fourth = start();
    await fourth.said(linkIn);
    assert.doesNotMatch(fourth.output, /WARNING/);
    await fourth.stop();
  });

  test('a server reads paths relative to its configuration, and secrets from where it says', {
    timeout,
  }, async () => {
    const place = newPlace('configured');
    const home = join(place.cwd, 'etc');
    mkdirSync(home);
    const port = await freePort();
    const secret = 'a-secret-of-many-words-that-nobody-sees';
    const token = 'the-token-of-the-metrics';
    writeFileSync(join(home, 'token'), `${token}\n`);
    writeFileSync(
      join(home, 'countersign.yaml'),
      `port: ${port}
host: 0.0.0.0
data: store
keys: signing
anchor: elsewhere/mark
policy: [../policy.yaml]
secret: { env: SHARED_SECRET }
log_level: debug
settings:
  metrics_token: { file: token }
`,
    );
    const server = new ServerProgram(['serve', '--config', 'etc/countersign.yaml'], {
      cwd: place.cwd,
      env: { HOME: place.home, SHARED_SECRET: secret },
    });
    await server.said(/Stop with Ctrl-C/);
    assert.match(server.output, /WARNING: the server listens on 0\.0\.0\.0:\d+ WITHOUT TLS/);
    const metrics = (authorization: string) =>
      serverAt(`http://localhost:${port}`).call('GET', '/metrics', { headers: { authorization } });
    assert.equal((await metrics('Bearer nonsense')).status, 401);
    assert.equal((await metrics(`Bearer ${token}`)).status, 200);
    assert.deepEqual(await server.stop('SIGHUP'), { code: 0, signal: null });
    assert.deepEqual(readdirSync(home).sort(), [
      'countersign.yaml',
      'elsewhere',
      'signing',
      'signing-webhook-key',
      'store',
      'token',
    ]);
    assert.deepEqual(readdirSync(place.cwd).sort(), ['etc', 'policy.yaml']);
    for (const hidden of [secret, token]) {
      assert.ok(!`${server.output}${server.errors}`.includes(hidden));
    }
  });

  test('a server with an impossible configuration says why, and starts and creates nothing', {
    timeout,
  }, async context => {
    const place = newPlace('wrong');
    const secret = 'hunter2';
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    context.after(() => taken.close());
    const address = taken.address();
    const busy = typeof address === 'object' ? String(address?.port) : '';
    const port = String(await freePort());
    const write = (name: string, text: string) => writeFileSync(join(place.cwd, name), text);
    write('file', '');
    write('broken.yaml', 'version: "1"\nnonsense: 1\nrules: [{ id: a }]\n');
    write('types.yaml', `port: soon\nnonsense: ${secret}\nsettings:\n  issuer: [${secret}]\n`);
    write('env.yaml', 'secret: { env: NOT_THERE }\nkey_passphrase: { file: not-there }\n');
    write('syntax.yaml', `port: 1\nsecret: ${secret}: ${secret}\n`);
    write('alias.yaml', 'data: &a x\nkeys: *a\n');
    write('both.yaml', 'data: x\ndatabase: postgres://x/y\n');
    write('slash.yaml', 'origin: https://approve.example.com/path\n');
    write('network.yaml', `port: ${port}\nsettings: { allow_addresses: [nonsense] }\n`);
    const before = readdirSync(place.cwd).sort();
    const cases: readonly (readonly [string, RegExp, number?])[] = [
      ['', /^countersign-server <command>/, 2],
      ['nonsense', /There is no command "nonsense"/, 2],
      ['serve --nonsense', /Unknown option '--nonsense'\.\n\ncountersign-server/, 2],
      ['serve --port 0', /^--port: expected a whole number from 1 to 65535$/],
      ['serve --port 80x', /^--port: expected a whole number from 1 to 65535$/],
      ['serve --log-level loud', /^--log-level: .+debug/],
      ['serve --config nowhere.yaml', /^nowhere\.yaml does not exist\.$/],
      ['serve --config .', /^\. is a folder|^A file is a folder/],
      [
        'serve --config types.yaml',
        /^types\.yaml:1:1: port: .+\n(.+\n)*types\.yaml:2:1: nonsense: there is no such member/,
      ],
      ['serve --config types.yaml', /types\.yaml:4:3: settings\.issuer: .*expected string/],
      [
        'serve --config env.yaml',
        /^env\.yaml:1:1: secret: .+ NOT_THERE, found none\nenv\.yaml:2:1: key_passphrase: .+ not-there, found none$/,
      ],
      ['serve --config syntax.yaml', /^syntax\.yaml:2:\d+: /],
      ['serve --config alias.yaml', /^alias\.yaml:2:7: expected a value, found an alias$/],
      [
        'serve --config both.yaml',
        /^both\.yaml:2:1: database: expected data or database, found both$/,
      ],
      [
        'serve --config slash.yaml',
        /^slash\.yaml:1:1: origin: expected http or https, a host and a port/,
      ],
      [`serve --port ${busy}`, /^Port \d+ is in use/],
      ['serve --host 192.0.2.1', /^192\.0\.2\.1 is not an address of this machine/],
      [
        `serve --port ${port} --policy nowhere.yaml`,
        /^There is no policy at nowhere\.yaml\..+--policy/,
      ],
      [
        `serve --port ${port} --policy broken.yaml`,
        /broken\.yaml:1:1: expected default.+\n(.+\n)*broken\.yaml:2:1: unknown key/,
      ],
      [
        `serve --port ${port} --data file/below`,
        /file.* cannot be created: a part of its path is a file/,
      ],
      [
        `serve --port ${port} --database postgres://me:${secret}@127.0.0.1:1/x`,
        /^Postgres could not be reached/,
      ],
      ['serve --config network.yaml', /^settings\.allow_addresses: /],
      ['new-epoch', /^--reason: expected the reason/],
      [
        `new-epoch --reason x --port ${port} --data nowhere`,
        /nowhere: expected the data of a server, found none$/,
      ],
    ];
    const wrong: string[] = [];
    const remaining = [...cases];
    const work = async (): Promise<void> => {
      for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
        const [command, expected, code = 1] = next;
        const ran = await runProgram(command.split(' ').filter(Boolean), place);
        const told = ran.errors.trimEnd();
        const isFine = ran.code === code && expected.test(told) && ran.output === '';
        const leaks = told.includes(secret) || /\n\s+at /.test(told);
        if (!isFine || leaks) wrong.push(`${command} -> ${ran.code}\n${told}\n${ran.output}`);
      }
    };
    await Promise.all([work(), work(), work()]);
    assert.deepEqual(wrong, []);
    const made = ['countersign-data', 'countersign-data-keys'];
    const left = readdirSync(place.cwd).filter(name => !before.includes(name));
    // The server makes its keys before it connects to Postgres. The next start uses them.
    assert.deepEqual(
      left.filter(name => !made.some(each => name.startsWith(each))),
      [],
    );
    assert.ok(!existsSync(join(place.cwd, 'countersign-data', 'countersign.db')));
  });
});

/** What an agent, its executor and a reviewer are called by. */
interface Cast {
  readonly agent: Readonly<Record<string, string>>;
  readonly executor: Readonly<Record<string, string>>;
  readonly reviewer: Readonly<Record<string, string>>;
}

async function makeKey(
  server: CallableServer,
  operator: Readonly<Record<string, string>>,
  facts: object,
): Promise<Readonly<Record<string, string>>> {
  const made = await server.call('POST', '/v1/credentials/api-keys', {
    headers: operator,
    body: { label: 'a test', owner: null, ...facts },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return { authorization: `Bearer ${(made.body as { secret: string }).secret}` };
}

async function makeCast(server: CallableServer, link: string): Promise<Cast> {
  const reviewer = await enter(link, softwareAuthenticator());
  return {
    reviewer,
    agent: await makeKey(server, reviewer, { verbs: ['propose'], agent_ids: ['billing-bot'] }),
    executor: await makeKey(server, reviewer, { verbs: ['consume'], executor: 'billing-executor' }),
  };
}

async function allow(server: CallableServer, { agent, executor, reviewer }: Cast) {
  const action = sampleAction();
  const { approval_request_id: id } = await propose(server, agent, action);
  await decide(server, reviewer, id, 'allow');
  return { id, action, grant: await grantOf(server, executor, id) };
}

type Allowed = Awaited<ReturnType<typeof allow>>;

function consume(server: CallableServer, { executor }: Cast, { id, action, grant }: Allowed) {
  return server.call('POST', `/v1/requests/${id}/consume`, {
    headers: executor,
    body: { action, grant, attempt: 'the-only-one' },
  });
}

describe('restored data', () => {
  test('[EV-10] restored data release nothing until a new epoch, and then nothing from before', {
    timeout,
  }, async () => {
    const place = newPlace('restored');
    const port = await freePort();
    const server = serverAt(`http://localhost:${port}`);
    const options = ['--port', String(port), '--log-level', 'warn'];
    const start = async (): Promise<ServerProgram> => {
      const program = new ServerProgram(['serve', ...options], place);
      await program.said(/Stop with Ctrl-C/);
      return program;
    };
    const newEpoch = () =>
      runProgram(['new-epoch', '--reason', 'the disk was replaced', ...options], place);
    const data = join(place.cwd, 'countersign-data');

    const first = await start();
    const cast = await makeCast(server, linkIn.exec(first.output)?.[0] ?? '');
    const used = await allow(server, cast);
    const unused = await allow(server, cast);
    await propose(server, cast.agent, sampleAction());
    await first.stop();
    cpSync(data, `${data}-copy`, { recursive: true });

    const second = await start();
    assert.equal((await consume(server, cast, used)).status, 200);
    await second.stop();
    rmSync(data, { recursive: true });
    cpSync(`${data}-copy`, data, { recursive: true });

    const third = await start();
    assert.match(third.output, /releases nothing\. store_rolled_back: 0 approvals .+ and 1 were/);
    assert.match(third.output, /new-epoch --reason/);
    assert.match(third.output, /Do not change the anchor: \S+\.anchor/);
    assert.equal(codeOf(await server.call('GET', '/readyz')), 'store_rolled_back');
    for (const each of [used, unused]) {
      assert.equal(codeOf(await consume(server, cast, each)), 'store_rolled_back');
    }
    const early = await newEpoch();
    assert.equal(early.code, 1);
    assert.match(early.errors, /Stop every server of this store first/);
    assert.deepEqual(await third.stop(), { code: 0, signal: null });

    const begun = await newEpoch();
    assert.equal(begun.code, 0, begun.errors);
    assert.match(
      begun.output,
      /^Epoch 2 has started; epoch 1 has ended\.\n3 open approvals were voided\./,
    );
    assert.match(begun.output, /The log continues as store_[0-9a-f]{32}\/2\.\n$/);

    const fourth = await start();
    assert.doesNotMatch(fourth.output, /WARNING/);
    assert.equal((await server.call('GET', '/readyz')).status, 200);
    for (const each of [used, unused]) {
      assert.equal(codeOf(await consume(server, cast, each)), 'grant_revoked');
    }
    assert.equal((await consume(server, cast, await allow(server, cast))).status, 200);
    await fourth.stop();

    rmSync(join(place.home, '.countersign'), { recursive: true });
    const fifth = await start();
    assert.match(fifth.output, /there was no anchor at \S+, although one approval was used/);
    assert.equal((await server.call('GET', '/readyz')).status, 200);
    await fifth.stop();
  });
});

describe('two replicas', () => {
  test('replicas with one database, secret and key folder accept what the other issued', {
    timeout,
  }, async context => {
    const postgres = await startPostgres();
    context.after(() => postgres.close());
    const { url } = await postgres.createDatabase();
    const place = newPlace('replicas');
    const ports = [await freePort(), await freePort()];
    const origin = `http://localhost:${ports[0]}`;
    const start = async (port: number): Promise<ServerProgram> => {
      const file = `replica-${port}.yaml`;
      writeFileSync(
        join(place.cwd, file),
        `database: { env: DATABASE }
secret: { env: SHARED_SECRET }
keys: keys
anchor: anchors/${port}
port: ${port}
origin: ${origin}/
log_level: warn
settings: { hosts: ["localhost:${ports[1]}"] }
`,
      );
      const env = { HOME: place.home, DATABASE: url, SHARED_SECRET: 'shared'.repeat(8) };
      const program = new ServerProgram(['serve', '--config', file], { cwd: place.cwd, env });
      await program.said(/Stop with Ctrl-C/);
      return program;
    };
    const first = await start(ports[0] ?? 0);
    const second = await start(ports[1] ?? 0);
    assert.match(first.output, /\nData: Postgres\n/);
    const [one, other] = ports.map(port => serverAt(`http://localhost:${port}`));
    assert.ok(one !== undefined && other !== undefined);
    const [link = ''] = linkIn.exec(first.output) ?? [];

    const passkey = softwareAuthenticator();
    const headers = await enter(link, passkey, { asked: one, answered: other });
    assert.equal((await one.call('GET', '/v1/session', { headers })).status, 200);
    const { key_digest, browser_key } = testBrowser;
    const started = await other.call('POST', '/v1/session/options', {
      headers: { origin },
      body: { key_digest },
    });
    const { challenge, options } = started.body as { challenge: string; options: unknown };
    const body = { challenge, response: passkey.get(options, origin), browser_key };
    const signedIn = await one.call('POST', '/v1/session', { headers: { origin }, body });
    assert.equal(signedIn.status, 201, JSON.stringify(signedIn.body));
    const again = await other.call('POST', '/v1/session', { headers: { origin }, body });
    assert.notEqual(again.status, 201, 'what one has taken, the other does not take again');

    const agent = await makeKey(one, headers, { verbs: ['propose'], agent_ids: ['billing-bot'] });
    const facts = { verbs: ['consume'], executor: 'billing-executor' };
    const executor = await makeKey(other, headers, facts);
    const cast = { agent, executor, reviewer: headers };
    const allowed = await allow(other, cast);
    assert.equal((await consume(one, cast, allowed)).status, 200);
    for (const program of [first, second]) {
      assert.deepEqual(await program.stop(), { code: 0, signal: null });
    }
  });
});
