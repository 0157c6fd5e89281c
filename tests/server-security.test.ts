// Goal: a caller with a real credential who exceeds its purpose changes nothing and sees nothing. Each test is an
// attack that was once possible, or one that must never become possible.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, changeDirectory } from '@countersign/coordinator';
import { systemActor, timestampFromMilliseconds } from '@countersign/protocol/value';
import {
  decide,
  entryFor,
  grantOf,
  propose,
  provenHeaders,
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
  testBrowser,
} from '@countersign/server/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type Headers = Readonly<Record<string, string>>;

interface Problem {
  readonly code: string;
  readonly detail: string;
}

const agent = { agent_ids: ['billing-bot'], verbs: ['propose', 'observe'] } as const;
const executor = { executor: 'billing-executor', verbs: ['consume'] } as const;

let server: StartedServer;
let bot: Headers;
let runner: Headers;
let reviewer: SignedIn;
let operator: SignedIn;

const issuer = 'https://issuer.example';
const keys = await generateKeyPair('EdDSA', { extractable: true });
const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'EdDSA' }] };

/** Milliseconds by which a test sets the clock ahead. */
let ahead = 0;
const clock: Clock = {
  now: () => timestampFromMilliseconds(Date.now() + ahead),
  pause: (milliseconds, signal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined),
};

before(async () => {
  const agent_tokens = { issuer, audience: 'countersign', jwks };
  server = await startedServer({ clock, settings: { connections_max: 40, agent_tokens } });
  operator = await server.person(['operator']);
  reviewer = await server.person(['reviewer']);
  bot = await server.apiKey(agent);
  runner = await server.apiKey(executor);
});

after(() => server.remove());

async function allowed(): Promise<{ id: string; consumption: object }> {
  const action = sampleAction();
  const { approval_request_id: id } = await propose(server, bot, action);
  await decide(server, reviewer.headers, id, 'allow');
  const grant = await grantOf(server, runner, id);
  return { id, consumption: { action, grant, attempt: randomUUID() } };
}

function refusalOf({ body }: { readonly body: never }): string {
  return (body as Problem).code;
}

describe('a consume that the outside mark does not cover', () => {
  function consume(id: string, body: object, key: string) {
    const headers = { ...runner, 'idempotency-key': key };
    return server.call('POST', `/v1/requests/${id}/consume`, { headers, body });
  }

  function breakAnchor(context: TestContext): () => void {
    const { anchor } = server.app.context;
    assert.ok(anchor !== null);
    const broken = context.mock.method(anchor, 'advance', async () => {
      throw new Error('the disk is full');
    });
    return () => broken.mock.restore();
  }

  test('[EV-10] an uncovered consume is not answered by its idempotency key either, until the mark covers it', async context => {
    const { id, consumption } = await allowed();
    const mend = breakAnchor(context);
    const first = await consume(id, consumption, 'start');
    assert.notEqual(first.status, 200, 'the executor must not start');
    const again = await consume(id, consumption, 'start');
    assert.notEqual(again.status, 200, 'nor must it at the second try');
    mend();
    const before = await server.app.context.anchor?.read();
    const covered = await consume(id, consumption, 'start');
    assert.equal(covered.status, 200);
    assert.equal(covered.headers.get('idempotent-replayed'), 'true');
    const mark = await server.app.context.anchor?.read();
    assert.equal(mark?.consumed_count, (before?.consumed_count ?? 0) + 1);
  });

  test('[SU-2] an uncovered consume is consumed once, whatever its key says', async () => {
    const { id, consumption } = await allowed();
    assert.equal((await consume(id, consumption, 'one')).status, 200);
    const other = await consume(id, consumption, 'two');
    assert.equal(refusalOf(other), 'grant_already_consumed');
  });
});

describe('a plan that waits for an answer', () => {
  test('[GT-3] an agent cannot release its own waiting plan, under any name', async () => {
    const plan_id = `plan-${randomUUID()}`;
    const scope = { plan_id, step_id: 'pay' };
    const plan = { steps: [{ step_id: 'pay' }, { step_id: 'tell', depends_on: ['pay'] }] };
    const body = { action: sampleAction(), audience: 'billing-executor', scope, plan };
    const asked = await server.call('POST', '/v1/requests', { headers: bot, body });
    assert.equal(asked.status, 201);
    const { approval_request_id } = asked.body as RequestRepresentation;
    const reading = {
      action: { ...sampleAction(), target: { ...readTool } },
      audience: 'billing-executor',
      scope: { plan_id, step_id: 'tell' },
      plan: { depends_on: ['pay'] },
    };
    const tell = () => server.call('POST', '/v1/requests', { headers: bot, body: reading });
    assert.equal(refusalOf(await tell()), 'plan_blocked');
    for (const change of [
      { type: 'recover', reason: 'let us go on', steps: ['pay', 'tell'] },
      { type: 'resume', blocker: approval_request_id },
      { type: 'complete' },
    ]) {
      const changed = await server.call('POST', `/v1/plans/${plan_id}`, {
        headers: bot,
        body: change,
      });
      assert.notEqual(changed.status, 200, change.type);
    }
    assert.equal(refusalOf(await tell()), 'plan_blocked');
  });

  test('[GT-3] an agent cannot resume a plan that a person stopped by hand', async () => {
    const path = `/v1/plans/plan-${randomUUID()}?agent_id=billing-bot`;
    const change = (headers: Headers, body: object) => server.call('POST', path, { headers, body });
    const stop = { type: 'block', blocker: 'wait for me' };
    assert.equal((await change(reviewer.headers, stop)).status, 200);
    const resume = { type: 'resume', blocker: 'wait for me' };
    assert.equal(refusalOf(await change(bot, resume)), 'not_permitted');
    assert.equal((await change(reviewer.headers, resume)).status, 200);
  });

  const readTool = { tool_name: 'read.ledger', tool_schema_version: '1', resource: null };
});

describe('an agent', () => {
  test('an agent cannot open a round of another agent’s case, even as its executor', async () => {
    const { approval_request_id: id } = await propose(server, bot, sampleAction());
    await decide(server, reviewer.headers, id, 'deny');
    const other = await server.apiKey({
      agent_ids: ['other-bot'],
      executor: 'billing-executor',
      verbs: ['propose', 'consume'],
    });
    const body = {
      action: sampleAction('other-bot'),
      audience: 'billing-executor',
      change: 'another agent asks',
    };
    const path = `/v1/requests/${id}/rounds`;
    const opened = await server.call('POST', path, { headers: other, body });
    assert.equal(refusalOf(opened), 'not_permitted');
    const own = { ...body, action: sampleAction() };
    assert.equal((await server.call('POST', path, { headers: bot, body: own })).status, 201);
  });

  test('an agent does not learn the rules from a bundle, and people do', async () => {
    const { approval_request_id: id } = await propose(server, bot, sampleAction());
    const documents = async (headers: Headers): Promise<unknown> => {
      const { status, body } = await server.call('GET', `/v1/requests/${id}/bundle`, { headers });
      assert.equal(status, 200);
      return (body as { policy: { documents: unknown } }).policy.documents;
    };
    assert.equal(await documents(bot), null);
    assert.equal(((await documents(reviewer.headers)) as unknown[]).length, 1);
  });

  test('an agent cannot bury a question under advice', async () => {
    const { approval_request_id: id } = await propose(server, bot, sampleAction());
    const body = {
      model: 'm',
      prompt_version: '1',
      recommendation: 'allow',
      explanation: 'it is fine',
    };
    const advise = () => server.call('POST', `/v1/requests/${id}/advice`, { headers: bot, body });
    let last = await advise();
    for (let count = 1; count < 200 && last.status === 200; count++) last = await advise();
    assert.equal(last.status, 429);
    await decide(server, reviewer.headers, id, 'deny');
  });
});

describe('an answer that was given before', () => {
  test('an earlier answer is not shown to a caller who may no longer see its subject', async () => {
    const token = async (agentId: string): Promise<Headers> => {
      const claims = { scope: 'countersign:propose', agent_ids: [agentId] };
      const jwt = new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', kid: 'one' })
        .setIssuer(issuer)
        .setAudience('countersign')
        .setSubject('a workload')
        .setIssuedAt()
        .setExpirationTime('5m');
      return { authorization: `Bearer ${await jwt.sign(keys.privateKey)}` };
    };
    const { approval_request_id: id } = await propose(
      server,
      await token('billing-bot'),
      sampleAction(),
    );
    const cancel = async (agentId: string) =>
      server.call('POST', `/v1/requests/${id}/cancel`, {
        headers: { ...(await token(agentId)), 'idempotency-key': 'cancel' },
        body: { reason: 'not needed' },
      });
    assert.equal((await cancel('billing-bot')).status, 200);
    assert.equal((await cancel('billing-bot')).headers.get('idempotent-replayed'), 'true');
    assert.equal(refusalOf(await cancel('other-bot')), 'request_not_found');
  });
});

describe('a stream of events', () => {
  interface OpenStream {
    readonly status: number;
    close(): void;
    readonly ended: Promise<void>;
    text(): string;
    /** Resolves once the server has said the word. */
    heard(word: string): Promise<void>;
  }

  /** Opens a stream; answers its status, and resolves `ended` when the server ends it. */
  function open(path: string, headers: Headers) {
    return new Promise<OpenStream>((resolve, reject) => {
      const call = { origin: server.origin, method: 'GET', path };
      const proven = provenHeaders(call, headers, Date.now() + ahead);
      const options = { headers: proven, agent: false };
      const request = get(`${server.origin}${path}`, options, response => {
        let text = '';
        let told = (): void => undefined;
        response.on('data', chunk => {
          text += String(chunk);
          told();
        });
        const ended = new Promise<void>(done => response.on('close', () => done()));
        resolve({
          status: response.statusCode ?? 0,
          close: () => request.destroy(),
          ended,
          text: () => text,
          heard: word =>
            new Promise(done => {
              told = () => text.includes(word) && done();
              told();
            }),
        });
      });
      request.on('error', reject);
    });
  }

  test('a stream of events ends when the person is deactivated', async () => {
    const leaving = await server.person(['reviewer']);
    const { approval_request_id: id } = await propose(server, bot, sampleAction());
    const stream = await open(`/v1/requests/${id}/events`, leaving.headers);
    const feed = await open('/v1/events', leaving.headers);
    assert.deepEqual([stream.status, feed.status], [200, 200]);
    const gone = { type: 'change_person', person_id: leaving.person_id, active: false } as const;
    assert.ok((await changeDirectory(server.app.context, gone, systemActor)).ok);
    ahead += 1000;
    await decide(server, reviewer.headers, id, 'deny');
    await Promise.all([stream.ended, feed.ended]);
    assert.ok(!stream.text().includes('request.denied'), 'no event after the end of the right');
    assert.ok(!feed.text().includes(id), 'no hint after the end of the right');
  });

  test('[DR-4] a stream and a waiting call end when the person loses the role by which they see the request', async () => {
    const leaving = await server.person(['reviewer']);
    const { approval_request_id: id } = await propose(server, bot, sampleAction());
    const stream = await open(`/v1/requests/${id}/events`, leaving.headers);
    const waiting = open(`/v1/requests/${id}?wait=30`, leaving.headers);
    assert.equal(stream.status, 200);
    await stream.heard('event: request');
    const less = { type: 'change_person', person_id: leaving.person_id, roles: [] } as const;
    assert.ok((await changeDirectory(server.app.context, less, systemActor)).ok);
    ahead += 1000;
    await decide(server, reviewer.headers, id, 'deny');
    await stream.ended;
    assert.ok(!stream.text().includes('request.denied'), 'no event after the end of the right');
    const answered = await waiting;
    await answered.ended;
    assert.equal(answered.status, 403, answered.text());
  });

  test('[SS-5] a stream of events outlives its proof, and ends when the person signs out', async () => {
    const leaving = await server.person(['reviewer']);
    const [first, second] = [
      await propose(server, bot, sampleAction()),
      await propose(server, bot, sampleAction()),
    ];
    const [one, two] = [first, second].map(each => each.approval_request_id);
    const stream = await open(`/v1/requests/${one}/events`, leaving.headers);
    const other = await open(`/v1/requests/${two}/events`, leaving.headers);
    ahead += 61_000;
    await decide(server, reviewer.headers, one ?? '', 'deny');
    // A minute later it still tells.
    await stream.heard('request.denied');
    stream.close();
    const out = await server.call('DELETE', '/v1/session', { headers: leaving.headers });
    assert.equal(out.status, 200);
    ahead += 1000;
    await decide(server, reviewer.headers, two ?? '', 'deny');
    await other.ended;
    assert.ok(!other.text().includes('request.denied'), 'no event after signing out');
  });

  test('the number of streams is limited for each caller, so that no caller takes every connection', async () => {
    const greedy = await server.apiKey(agent);
    const path = '/v1/events?agent_id=billing-bot';
    const opened = [];
    for (let count = 0; count < 10; count++) opened.push(await open(path, greedy));
    const eleventh = await server.call('GET', path, { headers: greedy });
    assert.equal(eleventh.status, 429);
    const { approval_request_id: id } = await propose(server, bot, sampleAction());
    const waiting = `/v1/requests/${id}?wait=1`;
    assert.equal((await server.call('GET', waiting, { headers: greedy })).status, 429);
    assert.equal((await server.call('GET', `/v1/requests/${id}`, { headers: greedy })).status, 200);
    assert.equal((await server.call('GET', waiting, { headers: bot })).status, 200);
    for (const each of opened) each.close();
    let again = await open(path, greedy);
    for (let tries = 0; tries < 100 && again.status !== 200; tries++)
      again = await open(path, greedy);
    assert.equal(again.status, 200);
    again.close();
  });
});

describe('an invitation', () => {
  test('an invitation of a former operator does not open', async () => {
    const former = await server.person(['operator']);
    const body = { name: 'A Friend', roles: ['operator'] };
    const made = await server.call('POST', '/v1/invitations', { headers: former.headers, body });
    assert.equal(made.status, 201);
    const { link } = made.body as { link: string };
    const [, token = ''] = link.split('#');
    const redeem = () =>
      server.call('POST', '/v1/invitations/redeem/options', {
        headers: { origin: server.origin },
        body: { token, key_digest: testBrowser.key_digest },
      });
    assert.equal((await redeem()).status, 200);
    const path = `/v1/people/${former.person_id}`;
    const change = { headers: operator.headers, body: { roles: ['reviewer'] } };
    assert.equal((await server.call('PATCH', path, change)).status, 200);
    assert.equal(refusalOf(await redeem()), 'invitation_not_valid');
  });
});

describe('restored data', () => {
  test('[EV-10] data restored to before a denial are not served, because the outside log was further', async () => {
    const place = mkdtempSync(join(tmpdir(), 'countersign-put-back-'));
    const checkpointFile = join(place, 'outside', 'checkpoints.jsonl');
    const folder = join(place, 'server');
    const start = () => startedServer({ folder, checkpointFile });
    const first = await start();
    const person = await first.person(['reviewer']);
    const key = await first.apiKey(agent);
    const { approval_request_id: id } = await propose(first, key, sampleAction());
    await published(first);
    await first.close();
    cpSync(join(folder, 'data'), join(place, 'copy'), { recursive: true });

    const second = await start();
    await decide(second, { ...person.headers, origin: second.origin }, id, 'deny');
    await published(second);
    await second.close();
    rmSync(join(folder, 'data'), { recursive: true });
    cpSync(join(place, 'copy'), join(folder, 'data'), { recursive: true });
    await assert.rejects(start(), /The log does not continue/);
    rmSync(place, { recursive: true });
  });

  /** Until everything that happened is in a checkpoint outside. */
  async function published({ app }: StartedServer): Promise<void> {
    const { store } = app.context;
    const isOutside = async () =>
      (await store.listUnsequenced(1)).length === 0 &&
      (await store.listUnpublished(1)).length === 0;
    while (!(await isOutside())) await sleep(20);
  }
});

describe('a person who loses a role', () => {
  test('[ID-3] a decision does not count when the person loses the role before it is written', async context => {
    for (const change of [{ roles: ['reader'] }, { active: false }]) {
      const losing = await server.person(['reviewer']);
      const { person_id } = losing;
      const { approval_request_id: id } = await propose(server, bot, sampleAction());
      const body = await entryFor(server, losing.headers, id, 'allow');
      const { store } = server.app.context;
      const commit = store.commit.bind(store);
      let isFirst = true;
      const late = context.mock.method(store, 'commit', async (...args: [never]) => {
        if (isFirst) {
          isFirst = false;
          const lost = { type: 'change_person', person_id, ...change } as const;
          assert.ok((await changeDirectory(server.app.context, lost, systemActor)).ok);
        }
        return commit(...args);
      });
      const path = `/v1/requests/${id}/entries`;
      const decided = await server.call('POST', path, { headers: losing.headers, body });
      late.mock.restore();
      assert.equal(refusalOf(decided), 'approver_not_eligible');
      const { status } = (await server.call('GET', `/v1/requests/${id}`, { headers: bot }))
        .body as RequestRepresentation;
      assert.equal(status, 'pending');
    }
  });
});
