// Goal: the server answers every input, soon, as described, never with a failure of its own, and a refused call has
// changed nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { liftLock, loadDirectory } from '@countersign/coordinator';
import { locksInForce } from '@countersign/protocol/directory';
import { systemActor } from '@countersign/protocol/value';
import {
  decide,
  entryFor,
  everyCaller,
  grantOf,
  propose,
  routes,
  type StartedServer,
  sampleAction,
  samplePolicy,
  startedServer,
  startPostgres,
} from '@countersign/server/testing';
import { effort, proving, seed } from '@countersign/testing';
import { answerChecker } from './testing/answer-checker.ts';
import { type FuzzedCall, type FuzzSurroundings, fuzzedCall } from './testing/fuzzed-call.ts';
import { HttpCaller, type RawAnswer } from './testing/http-call.ts';
import { RandomChoice } from './testing/random-choice.ts';
import { type Sent, sendRaw } from './testing/raw-socket.ts';
import { makeSamples } from './testing/route-samples.ts';
import { dumpOf, type StoreDump } from './testing/store-dump.ts';

const concurrency = 16;
const callsOfCallers = 2000;
/** Records that something was refused are the only trace that it leaves. */
const refusals = [
  'entry.refused',
  'execution.refused',
  'session.change_proven',
  'edge.batch_refused',
];

const policy = `fatigue: { requests: 10000, window: 10m }\n${samplePolicy}`;
/** No caller waits here, since every answer is awaited. */
const settings = { wait_seconds_max: 0 };

/** Sends that many calls; returns every fault of an answer, or of the state of the store. */
async function fuzz(
  server: StartedServer,
  calls: number,
  store: StoreDump | null,
): Promise<string[]> {
  const { description, check } = answerChecker(routes);
  const random = new RandomChoice(seed);
  const http = new HttpCaller(server.port, { sockets: concurrency });
  const seen = new Set<number>();
  const wrong: string[] = [];
  let surroundings = await surroundingsOf(server, description);
  for (let made = 0; made < calls && wrong.length < 20; made += concurrency) {
    // A lock ends sessions for good, so everyone signs in again after one.
    const hadLock = await liftAll(server);
    if (hadLock || made % callsOfCallers < concurrency) {
      surroundings = await surroundingsOf(server, description);
    }
    const before = store?.size(refusals);
    const batch = Array.from({ length: concurrency }, () => fuzzedCall(surroundings, random));
    const answers = await Promise.all(
      batch.map(async call => ({ call, ...(await http.call(call)) })),
    );
    for (const { call, ...answer } of answers) {
      seen.add(answer.status);
      const problem = check(call.route, call.method, answer);
      if (problem !== null) wrong.push(report(call, answer, problem));
    }
    const changing = answers.some(({ call, status }) => status < 400 && call.method !== 'GET');
    if (!changing && store?.size(refusals) !== before) {
      wrong.push(`refused, but something changed:\n${before}\n${store?.size(refusals)}`);
    }
  }
  http.close();
  for (const status of [200, 201, 400, 401, 403, 404, 409]) {
    if (!seen.has(status))
      wrong.push(`${status} was never answered: the calls are not what they should be`);
  }
  return wrong;
}

/** Whatever failed in the server without being an answer. */
const failures: unknown[] = [];
const onFailure = (reason: unknown) => failures.push(reason);
const logTo = (line: string) => /"level":[56]0/.test(line) && failures.push(line);
before(() => process.on('unhandledRejection', onFailure));
after(() => process.off('unhandledRejection', onFailure));

describe(`a server that is sent anything (seed ${seed})`, () => {
  let server: StartedServer;
  let store: StoreDump;
  const unfinished: Promise<Sent>[] = [];
  before(async () => {
    server = await startedServer({ policy, settings, logTo });
    store = dumpOf(server);
    const host = `host: localhost:${server.port}\r\n`;
    const post = `POST /v1/requests HTTP/1.1\r\n${host}content-type: application/json\r\n`;
    const begun = ['', `GET /healthz HTTP/1.1\r\n${host}`];
    // A body may take longer than its headers, and longer than a fast run.
    if (proving) begun.push(`${post}content-length: 100\r\n\r\n{"a":`);
    for (const text of begun) {
      unfinished.push(sendRaw(server.port, [text], { halfClose: false, milliseconds: 90_000 }));
    }
  });
  after(async () => {
    store.close();
    await server.remove();
  });

  test('the server answers every call as described, and a refused call changes nothing', async () => {
    const heap = process.memoryUsage().heapUsed;
    assert.deepEqual(
      await fuzz(server, effort({ fast: 4_000, full: 1_000_000, of: 'calls' }), store),
      [],
    );
    assert.deepEqual(failures.splice(0), []);
    const grown = (process.memoryUsage().heapUsed - heap) / 2 ** 20;
    assert.ok(grown < 512, `the heap has grown by ${grown} MiB`);
  });

  test('the server survives input that is not HTTP, arrives in pieces or stops in the middle', async () => {
    const before = store.digest();
    const { port } = server;
    const random = new RandomChoice(seed);
    const host = `host: localhost:${port}\r\n`;
    const post = `POST /v1/requests HTTP/1.1\r\n${host}content-type: application/json\r\n`;
    const get = `GET /healthz HTTP/1.1\r\n${host}\r\n`;
    const close = `GET /healthz HTTP/1.1\r\n${host}connection: close\r\n\r\n`;
    const noise = () => Uint8Array.from({ length: 400 }, () => random.integer(256));
    const cases: readonly (readonly (string | Uint8Array)[])[] = [
      [noise()],
      [get, noise()],
      [get.repeat(50), close],
      [`${get}${get}GARBAGE\r\n\r\n`],
      ['GET / HTTP/9.9\r\n\r\n'],
      ['GET /healthz HTTP/1.1\r\n\r\n'],
      [`GET /healthz HTTP/1.1\r\n${host}${host}\r\n`],
      [`GET /healthz HTTP/1.1\r\n${host}x: ${'y'.repeat(40_000)}\r\n\r\n`],
      [`${post}content-length: 10\r\n\r\n{"a"`],
      [`${post}content-length: -1\r\n\r\n{}`],
      [`${post}content-length: 99999999999\r\n\r\n{}`],
      [`${post}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
      [`${post}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
      [`${post}transfer-encoding: chunked\r\n\r\n5\r\n{"a"`],
      [...`${post}content-length: 2\r\nconnection: close\r\n\r\n{}`],
      ['CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n'],
      [`GET /v1/events HTTP/1.1\r\n${host}upgrade: websocket\r\nconnection: upgrade\r\n\r\n`],
      ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      [Buffer.from('16030100aa010000a60303', 'hex')],
      ['\r\n'.repeat(1000)],
      [],
    ];
    const rounds = effort({ fast: 3, full: 300 });
    for (let round = 0; round < rounds; round++) {
      const results = await Promise.all([
        ...cases.map(pieces => sendRaw(port, pieces)),
        ...cases.map(pieces => sendRaw(port, pieces, { leave: true })),
      ]);
      for (const { text } of results) assert.doesNotMatch(text, /HTTP\/1\.1 5\d\d/);
    }
    assert.equal((await server.call('GET', '/healthz')).status, 200);
    assert.equal(store.digest(), before);
    assert.deepEqual(failures.splice(0), []);
  });

  test('the server ends a call that never finishes', async () => {
    for (const { text } of await Promise.all(unfinished)) {
      assert.match(text, /^HTTP\/1\.1 408 .*"code":"call_too_slow"/s);
    }
  });
});

test('no input makes the server fail on Postgres either', async () => {
  const postgres = await startPostgres();
  const { url: database } = await postgres.createDatabase();
  const server = await startedServer({ database, policy, settings, logTo });
  try {
    assert.deepEqual(await fuzz(server, effort({ fast: 300, full: 100_000 }), null), []);
    assert.deepEqual(failures.splice(0), []);
  } finally {
    await server.remove();
    await postgres.close();
  }
});

function report(call: FuzzedCall, { status, text }: RawAnswer, problem: string): string {
  const { method, path, caller, headers, body = '' } = call;
  const { authorization: _, cookie: __, ...shown } = headers ?? {};
  const sent = Buffer.from(body).toString().slice(0, 500);
  return [
    `${problem}: ${method} ${path.slice(0, 300)} by ${caller} ${JSON.stringify(shown)}`,
    `  sent ${sent}`,
    `  got ${status} ${text.slice(0, 700)}`,
  ].join('\n');
}

/** Whether anything was locked. A server that stays locked would refuse the rest of the calls. */
async function liftAll({ app: { context } }: StartedServer): Promise<boolean> {
  const locks = locksInForce((await loadDirectory(context)).state);
  for (const { lock_id } of locks) {
    const lift = { lock_id, reason: 'the next calls', credential_id: null };
    assert.ok((await liftLock(context, lift, systemActor)).ok);
  }
  return locks.length > 0;
}

/** Fresh callers, since some of what they do ends their own sessions, and things for them to name. */
async function surroundingsOf(
  server: StartedServer,
  description: FuzzSurroundings['description'],
): Promise<FuzzSurroundings> {
  const callers = await everyCaller(server);
  const headersOf = (name: string) => callers.find(each => each.name === name)?.headers() ?? {};
  const agent = headersOf('a propose key');
  const executor = headersOf('a consume key');
  const reviewer = headersOf('a reviewer');
  const samples = await makeSamples(server, { propose: agent });
  // The calls must not name the real signing key. If they revoked it, the log would stop.
  const { approval_request_id: pending = '', kid: _kid, ...others } = samples;
  const action = sampleAction();
  // In a session of its own: a call that was made up may have halted the agent, and with it calls without a session.
  const scope = { session_id: randomUUID() };
  const { approval_request_id: allowed, request } = await propose(server, agent, action, scope);
  await decide(server, reviewer, allowed, 'allow');
  const grant = await grantOf(server, executor, allowed);
  const known = [
    ...Object.values(others),
    pending,
    allowed,
    request.action_digest,
    request.intent_id,
    request.requested_at,
    request.policy_version,
    'billing-bot',
    'billing-executor',
    'a name',
    '2026-01-01T00:00:00.000Z',
  ];
  return {
    routes,
    description,
    callers,
    known,
    origin: server.origin,
    bodies: {
      proposeAction: [{ action: sampleAction(), audience: 'billing-executor' }],
      openRound: [{ action, audience: 'billing-executor', change: 'another amount' }],
      recordEntry: [await entryFor(server, reviewer, pending, 'deny')],
      consumeGrant: [{ action, grant, attempt: 'one' }],
      observeMessage: [{ agent_id: 'billing-bot', session_id: 's', text: 'Shall I proceed?' }],
      explainPolicy: [{ action }],
    },
  };
}
