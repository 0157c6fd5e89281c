// Disproved here: "something that is locked still proposes, decides, signs in, listens or consumes, through some door, on
// some replica, after a restart or in a race", and "a lock is lifted by whom it was placed against".
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  changeDirectory,
  changePlan,
  endAllLocked,
  loadDirectory,
  type People,
  readRequest,
} from '@countersign/coordinator';
import {
  credentialsOf,
  type DirectoryChange,
  findApiKey,
  secretDigest,
} from '@countersign/protocol/directory';
import { HoldId, idFromUuid, LockId, systemActor } from '@countersign/protocol/value';
import {
  entryFor,
  everyCaller,
  grantOf,
  propose,
  type SignedIn,
  type SoftwareAuthenticator,
  type StartedServer,
  sampleAction,
  softwareAuthenticator,
  startedServer,
  startPostgres,
  testBrowser,
} from '@countersign/server/testing';
import type { LockFacts, LockPreview } from '@countersign/wire/locks';

type Headers = Readonly<Record<string, string>>;
type Target = LockFacts['target'];

const policy = `version: "1"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    stages:
      - name: reviewer
        approvers: { roles: [reviewer] }
rules:
  - id: reading
    match: { tool: "read.*" }
    outcome: allow
`;

/** Everyone of one story. Each test has its own agent, so that a lock of one test does not reach into another. */
interface Cast {
  readonly server: StartedServer;
  readonly operator: SignedIn;
  readonly owner: SignedIn;
  readonly subject: SignedIn;
  readonly reviewer: SignedIn;
  readonly agent: string;
  readonly bot: Headers;
  readonly runner: Headers;
}

async function cast(server: StartedServer): Promise<Cast> {
  const operator = await server.person(['operator']);
  const owner = await server.person([]);
  const subject = await server.person([]);
  const reviewer = await server.person(['reviewer']);
  const agent = `bot-${randomUUID()}`;
  const bot = await server.apiKey({
    agent_ids: [agent],
    verbs: ['propose', 'observe'],
    owner: owner.person_id,
    subject_ids: [subject.person_id],
  });
  const runner = await server.apiKey({ executor: 'billing-executor', verbs: ['consume'] });
  return { server, operator, owner, subject, reviewer, agent, bot, runner };
}

const secretOf = ({ authorization = '' }: Headers): string => authorization.replace('Bearer ', '');

async function keyOf({ server }: Pick<Cast, 'server'>, headers: Headers): Promise<string> {
  const { context } = server.app;
  const { state } = await loadDirectory(context);
  const key = findApiKey(state, secretDigest(secretOf(headers)), context.clock.now());
  assert.ok(key !== null);
  return key.credential_id;
}

async function code(
  server: StartedServer,
  method: string,
  path: string,
  headers: Headers,
  body?: unknown,
): Promise<string> {
  const answer = await server.call(method, path, {
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return answer.status < 300 ? 'ok' : (answer.body as { code: string }).code;
}

const actionOf = ({ agent, subject }: Cast) => ({
  ...sampleAction(agent),
  subject_id: subject.person_id,
});

interface Asked {
  readonly id: string;
  readonly action: Record<string, unknown>;
}

async function ask(story: Cast): Promise<Asked> {
  const action = actionOf(story);
  const { approval_request_id: id } = await propose(story.server, story.bot, action);
  return { id, action };
}

async function allowed(story: Cast): Promise<Asked & { grant: string }> {
  const asked = await ask(story);
  assert.equal(await decide(story, asked), 'ok');
  return { ...asked, grant: await grantOf(story.server, story.runner, asked.id) };
}

async function decide({ server, reviewer }: Cast, { id }: Asked, by = reviewer): Promise<string> {
  const body = await entryFor(server, by.headers, id, 'allow');
  return code(server, 'POST', `/v1/requests/${id}/entries`, by.headers, body);
}

async function consume(
  { server, runner }: Pick<Cast, 'server' | 'runner'>,
  { id, action, grant }: Asked & { grant: string },
): Promise<string> {
  const body = { action, grant, attempt: randomUUID() };
  return code(server, 'POST', `/v1/requests/${id}/consume`, runner, body);
}

async function proposing(story: Cast, tool = 'wire_transfer'): Promise<string> {
  const action = actionOf(story);
  const target = { ...(action as { target?: object }).target, tool_name: tool };
  const body = { action: { ...action, target }, audience: 'billing-executor' };
  return code(story.server, 'POST', '/v1/requests', story.bot, body);
}

async function statusOf({ server }: Cast, { id }: Asked): Promise<string> {
  return (await read(server, id)).state.status;
}

/** The same people with their browsers at another replica. */
function elsewhereIn(story: Cast, server: StartedServer): Cast {
  const { person_id, headers } = story.reviewer;
  return {
    ...story,
    server,
    reviewer: { person_id, headers: { ...headers, origin: server.origin } },
  };
}

async function read(server: StartedServer, id: string) {
  const found = await readRequest(server.app.context, id);
  assert.ok(found.ok);
  return found.value;
}

/** Placed by the operator, over HTTP. */
async function lock({ server, operator }: Cast, target: Target): Promise<LockFacts> {
  const body = { target, reason: 'it looks taken over' };
  const placed = await server.call('POST', '/v1/locks', { headers: operator.headers, body });
  assert.equal(placed.status, 201, JSON.stringify(placed.body));
  return placed.body;
}

async function lift(server: StartedServer, { lock_id }: Pick<LockFacts, 'lock_id'>): Promise<void> {
  const change = { type: 'lift_lock', lock_id, reason: 'a drill', credential_id: null } as const;
  const lifted = await changeDirectory(server.app.context, change, systemActor);
  assert.ok(lifted.ok, JSON.stringify(lifted));
}

/** The lock is placed without the routes. So nothing is ended, and only the refusal protects. */
async function lockSilently(server: StartedServer, target: Target): Promise<{ lock_id: LockId }> {
  const lock_id = idFromUuid(LockId, 'lock', randomUUID());
  const change: DirectoryChange = { type: 'place_lock', lock_id, target, reason: 'now' };
  const placed = await changeDirectory(server.app.context, change, systemActor);
  assert.ok(placed.ok, JSON.stringify(placed));
  return { lock_id };
}

const targets: Readonly<Record<string, (story: Cast) => Promise<Target> | Target>> = {
  'the agent': ({ agent }) => ({ kind: 'agent', agent_id: agent }),
  'the key that proposes': async story => ({
    kind: 'key',
    credential_id: await keyOf(story, story.bot),
  }),
  'the owner of the agent': ({ owner }) => ({ kind: 'person', person_id: owner.person_id }),
  'the subject of the action': ({ subject }) => ({ kind: 'person', person_id: subject.person_id }),
};

describe('what is locked', () => {
  let server: StartedServer;
  let replica: StartedServer;

  before(async () => {
    server = await startedServer({ policy });
    replica = await startedServer({ policy, folder: server.folder });
  });
  after(async () => {
    await replica.close();
    await server.remove();
  });

  for (const [name, targetOf] of Object.entries(targets)) {
    test(`[LK-2] a lock on ${name} refuses to propose, decide and consume, on every replica`, async () => {
      const story = await cast(server);
      const waiting = await ask(story);
      const approved = await allowed(story);
      const placed = await lockSilently(server, await targetOf(story));
      assert.equal(await proposing(story), 'locked');
      assert.equal(await proposing(story, 'read.file'), 'locked');
      const elsewhere = elsewhereIn(story, replica);
      assert.equal(await proposing(elsewhere), 'locked');
      assert.equal(await decide(elsewhere, waiting), 'locked');
      assert.match(await consume(elsewhere, approved), /^(?:locked|grant_revoked)$/);
      assert.match(await consume(story, approved), /^(?:locked|grant_revoked)$/);
      assert.equal(await statusOf(story, waiting), 'cancelled');
      assert.equal(await statusOf(story, approved), 'revoked');
      await lift(server, placed);
      assert.equal(await proposing(story), 'ok');
    });

    test(`[LK-4] what was open when ${name} was locked stays closed although no one looked at it`, async () => {
      const story = await cast(server);
      const waiting = await ask(story);
      const approved = await allowed(story);
      await lift(server, await lockSilently(server, await targetOf(story)));
      assert.match(await decide(story, waiting), /^(?:locked|request_cancelled)$/);
      assert.match(await consume(story, approved), /^(?:locked|grant_revoked)$/);
      assert.equal(await statusOf(story, waiting), 'cancelled');
      assert.equal(await statusOf(story, approved), 'revoked');
      const again = await allowed(story);
      assert.equal(await consume(story, again), 'ok');
    });

    test(`[LK-2] a lock on ${name} that comes between the check and the commit wins`, async context => {
      const story = await cast(server);
      const target = await targetOf(story);
      const waiting = await ask(story);
      const approved = await allowed(story);
      const people = server.app.context.people as Required<People>;
      const { locked } = people;
      let placed: { lock_id: LockId } | null = null;
      let readings = 0;
      /** The lock comes right after so many readings of it. */
      const after = async (count: number, call: () => Promise<string>): Promise<string> => {
        placed = null;
        readings = count;
        const said = await call();
        assert.ok(placed, 'the lock was placed');
        await lift(server, placed);
        return said;
      };
      const late = context.mock.method(people, 'locked', async (covered: never) => {
        const found = await locked(covered);
        readings -= 1;
        if (readings === 0) placed = await lockSilently(server, target);
        return found;
      });
      const closed = /^(?:locked|grant_revoked|request_cancelled)$/;
      assert.match(await after(1, () => consume(story, approved)), closed);
      assert.match(await after(1, () => decide(story, waiting)), closed);
      // The first reading is before the evaluation, the second one before the commit.
      assert.equal(await after(1, () => proposing(story)), 'locked');
      assert.equal(await after(2, () => proposing(story)), 'locked');
      late.mock.restore();
    });
  }

  test('[LK-2] an approval counts for nothing after the lock of its approver, also after the lift', async () => {
    const story = await cast(server);
    const approved = await allowed(story);
    const target = { kind: 'person', person_id: story.reviewer.person_id } as const;
    const placed = await lockSilently(server, target);
    assert.match(await consume(story, approved), /^(?:locked|grant_revoked)$/);
    await lift(server, placed);
    const second = await cast(server);
    const other = await allowed(second);
    const again = { kind: 'person', person_id: second.reviewer.person_id } as const;
    await lift(server, await lockSilently(server, again));
    assert.match(await consume(second, other), /^(?:locked|grant_revoked)$/);
  });

  test('[LK-2] the key of an executor is refused everywhere, and another executor still consumes', async () => {
    const story = await cast(server);
    const approved = await allowed(story);
    const credential_id = await keyOf(story, story.runner);
    await lockSilently(server, { kind: 'key', credential_id });
    assert.equal(await consume(story, approved), 'locked');
    const path = `/v1/requests/${approved.id}`;
    assert.equal(await code(server, 'GET', path, story.runner), 'locked');
    assert.equal(await code(server, 'GET', `${path}/grant`, story.runner), 'locked');
    const runner = await server.apiKey({ executor: 'billing-executor', verbs: ['consume'] });
    assert.equal(await consume({ server, runner }, approved), 'ok');
  });

  test('[LK-2] the key of an executor that is locked between its check and the commit consumes nothing', async context => {
    const story = await cast(server);
    const approved = await allowed(story);
    const credential_id = await keyOf(story, story.runner);
    const people = server.app.context.people as Required<People>;
    const { present } = people;
    let placed = false;
    context.mock.method(people, 'present', async (identities: readonly string[]) => {
      if (!placed) {
        placed = true;
        await lockSilently(server, { kind: 'key', credential_id });
      }
      return present(identities);
    });
    assert.equal(await consume(story, approved), 'locked');
  });

  test('[LK-2] a locked agent halts no session, and a key with another agent speaks for that one', async () => {
    const story = await cast(server);
    const other = `bot-${randomUUID()}`;
    const both = await server.apiKey({
      agent_ids: [story.agent, other],
      verbs: ['propose', 'observe'],
    });
    await lockSilently(server, { kind: 'agent', agent_id: story.agent });
    const say = (agent_id: string) =>
      code(server, 'POST', '/v1/messages', both, {
        agent_id,
        session_id: randomUUID(),
        text: 'I will now delete the production database. Shall I proceed?',
        metadata: {},
      });
    assert.equal(await say(story.agent), 'locked');
    const body = { action: sampleAction(other), audience: 'billing-executor' };
    assert.equal(await code(server, 'POST', '/v1/requests', both, body), 'ok');
    const mine = { action: sampleAction(story.agent), audience: 'billing-executor' };
    assert.equal(await code(server, 'POST', '/v1/requests', both, mine), 'locked');
  });

  test('[LK-3] an open stream ends when its key is locked', async () => {
    const story = await cast(server);
    const response = await fetch(`${server.origin}/v1/events?agent_id=${story.agent}`, {
      headers: story.bot,
    });
    assert.equal(response.status, 200);
    const reader = response.body?.getReader();
    assert.ok(reader);
    await reader.read();
    await lockSilently(server, { kind: 'key', credential_id: await keyOf(story, story.bot) });
    let last = await reader.read();
    while (!last.done) last = await reader.read();
    assert.ok(last.done);
  });

  test('[LK-3] a locked person is signed out, cannot sign in, and old sessions stay over after the lift', async () => {
    const story = await cast(server);
    const { reviewer } = story;
    const target = { kind: 'person', person_id: reviewer.person_id } as const;
    const placed = await lockSilently(server, target);
    assert.equal(await code(server, 'GET', '/v1/session', reviewer.headers), 'locked');
    const elsewhere = { ...reviewer.headers, origin: replica.origin };
    assert.equal(await code(replica, 'GET', '/v1/session', elsewhere), 'locked');
    await lift(server, placed);
    assert.equal(await code(server, 'GET', '/v1/session', reviewer.headers), 'session_expired');
  });

  test('[LK-1] a repeated lock answers with the one in force, and the list names it', async () => {
    const story = await cast(server);
    const target = { kind: 'agent', agent_id: story.agent } as const;
    const first = await lock(story, target);
    const second = await lock(story, target);
    assert.equal(second.lock_id, first.lock_id);
    const list = await server.call('GET', '/v1/locks', { headers: story.reviewer.headers });
    const found = (list.body as { locks: LockFacts[] }).locks.find(
      ({ lock_id }) => lock_id === first.lock_id,
    );
    assert.equal(found?.target_name, story.agent);
    assert.equal(found?.by_name, 'Test Person');
  });

  test('[LK-4] placing a lock ends what it covers and nothing else, as its preview said', async () => {
    const story = await cast(server);
    const other = await cast(server);
    const waiting = await ask(story);
    const approved = await allowed(story);
    const started = await allowed(story);
    assert.equal(await consume(story, started), 'ok');
    const kept = await ask(other);
    const query = `kind=agent&id=${story.agent}`;
    const preview = await server.call('GET', `/v1/locks/preview?${query}`, {
      headers: story.operator.headers,
    });
    const told = preview.body as LockPreview;
    assert.deepEqual([told.pending, told.allowed, told.keys], [1, 1, 0]);
    const { pending_requests, allowed_requests, started: running } = told;
    assert.deepEqual(
      [pending_requests, allowed_requests, running].map(list =>
        list.map(({ approval_request_id }) => approval_request_id),
      ),
      [[waiting.id], [approved.id], [started.id]],
    );
    await lock(story, { kind: 'agent', agent_id: story.agent });
    assert.equal(await statusOf(story, waiting), 'cancelled');
    assert.equal(await statusOf(story, approved), 'revoked');
    assert.equal(await statusOf(story, started), 'consumed');
    assert.equal(await statusOf(other, kept), 'pending');
    const { state } = await read(server, waiting.id);
    assert.equal(state.cancelled?.cause, 'locked');
    assert.match(state.cancelled?.reason ?? '', /it looks taken over/);
  });

  test('[LK-4] the report of what had started is taken', async () => {
    const story = await cast(server);
    const started = await allowed(story);
    const attempt = randomUUID();
    const body = { action: started.action, grant: started.grant, attempt };
    const path = `/v1/requests/${started.id}`;
    assert.equal(await code(server, 'POST', `${path}/consume`, story.runner, body), 'ok');
    await lockSilently(server, { kind: 'agent', agent_id: story.agent });
    const report = { attempt, outcome: 'succeeded' };
    assert.equal(await code(server, 'POST', `${path}/report`, story.runner, report), 'ok');
  });
});

describe('who places and lifts', () => {
  let server: StartedServer;
  before(async () => {
    server = await startedServer({ policy });
  });
  after(() => server.remove());

  async function addPasskey(person: SignedIn): Promise<SoftwareAuthenticator> {
    const authenticator = softwareAuthenticator();
    const asked = await server.call('POST', '/v1/credentials/passkeys/options', {
      headers: person.headers,
    });
    const { challenge, options } = asked.body as { challenge: string; options: unknown };
    const response = authenticator.create(options, server.origin);
    const body = { challenge, response, label: 'laptop' };
    const made = await server.call('POST', '/v1/credentials/passkeys', {
      headers: person.headers,
      body,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return authenticator;
  }

  async function liftWith(
    person: SignedIn,
    { lock_id }: Pick<LockFacts, 'lock_id'>,
    authenticator: SoftwareAuthenticator | null,
    askedFor = lock_id,
  ): Promise<string> {
    const body: Record<string, unknown> = { reason: 'it was a drill' };
    if (authenticator !== null) {
      const path = `/v1/locks/${askedFor}/lift/options`;
      const asked = await server.call('POST', path, { headers: person.headers });
      if (asked.status !== 200) return (asked.body as { code: string }).code;
      const { challenge, options } = asked.body as { challenge: string; options: unknown };
      body['passkey'] = { challenge, response: authenticator.get(options, server.origin) };
    }
    return code(server, 'POST', `/v1/locks/${lock_id}/lift`, person.headers, body);
  }

  test('[LK-1] no agent, no service and no stranger places or lifts a lock', async () => {
    const story = await cast(server);
    const target = { kind: 'agent', agent_id: story.agent };
    const body = { target, reason: 'now' };
    const { lock_id } = await lock(story, target as Target);
    const everyVerb = await server.apiKey({
      agent_ids: ['x'],
      executor: 'x',
      verbs: ['propose', 'observe', 'consume'],
    });
    for (const headers of [everyVerb, story.runner]) {
      assert.equal(await code(server, 'POST', '/v1/locks', headers, body), 'not_permitted');
      const path = `/v1/locks/${lock_id}/lift`;
      const reason = { reason: 'please' };
      assert.equal(await code(server, 'POST', path, headers, reason), 'not_permitted');
      assert.equal(await code(server, 'GET', '/v1/locks', headers), 'not_permitted');
    }
    assert.equal(await code(server, 'POST', '/v1/locks', {}, body), 'not_authenticated');
    const { headers } = story.reviewer;
    assert.equal(await code(server, 'POST', '/v1/locks', headers, body), 'actor_not_permitted');
    const all = { target: { kind: 'everything' }, reason: 'now' };
    assert.equal(await code(server, 'POST', '/v1/locks', headers, all), 'actor_not_permitted');
    const own = { target: { kind: 'person', person_id: story.reviewer.person_id }, reason: 'lost' };
    assert.equal(await code(server, 'POST', '/v1/locks', headers, own), 'ok');
    assert.equal(await code(server, 'GET', '/v1/session', headers), 'locked');
  });

  test('[LK-5] a lift takes an operator and a passkey over this very lift', async () => {
    const story = await cast(server);
    const { operator, reviewer } = story;
    const target = { kind: 'agent', agent_id: story.agent } as const;
    const placed = await lock(story, target);
    assert.equal(await liftWith(reviewer, placed, null), 'actor_not_permitted');
    const authenticator = await addPasskey(operator);
    const foreign = await addPasskey(reviewer);
    assert.equal(await liftWith(operator, placed, null), 'step_up_missing');
    assert.equal(await liftWith(reviewer, placed, foreign), 'actor_not_permitted');
    assert.equal(await liftWith(operator, placed, foreign), 'actor_not_permitted');
    const second = await lock(await cast(server).then(each => ({ ...each, operator })), {
      kind: 'agent',
      agent_id: `bot-${randomUUID()}`,
    });
    // What was signed for another lock does not lift this one.
    assert.equal(await liftWith(operator, placed, authenticator, second.lock_id), 'sign_in_failed');
    assert.equal(await proposing(story), 'locked');
    assert.equal(await liftWith(operator, placed, authenticator), 'ok');
    assert.equal(await proposing(story), 'ok');
    assert.equal(await liftWith(operator, placed, authenticator), 'ok', 'the same again');
  });

  test('[LK-5] a locked operator neither lifts the lock nor signs in with the passkey', async () => {
    const story = await cast(server);
    const { operator } = story;
    const authenticator = await addPasskey(operator);
    const placed = await lock(story, { kind: 'person', person_id: operator.person_id });
    assert.equal(await liftWith(operator, placed, authenticator), 'locked');
    const { key_digest, browser_key } = testBrowser;
    const asked = await server.call('POST', '/v1/session/options', { body: { key_digest } });
    const { challenge, options } = asked.body as { challenge: string; options: unknown };
    const response = authenticator.get(options, server.origin);
    const body = { challenge, response, browser_key };
    assert.equal(await code(server, 'POST', '/v1/session', {}, body), 'locked');
    await lift(server, placed);
  });

  test('[LK-5] a terminal lifts nothing, though it places locks', async () => {
    const terminal = (await everyCaller(server)).find(({ name }) => name === 'a terminal');
    assert.ok(terminal);
    const target = { kind: 'agent', agent_id: `bot-${randomUUID()}` };
    const body = { target, reason: 'now' };
    const placed = await server.call('POST', '/v1/locks', { headers: terminal.headers(), body });
    assert.equal(placed.status, 201);
    const path = `/v1/locks/${(placed.body as LockFacts).lock_id}/lift`;
    const reason = { reason: 'now' };
    assert.equal(await code(server, 'POST', path, terminal.headers(), reason), 'not_permitted');
  });

  test('[LK-6] a locked key is not rotated into a new one', async () => {
    const story = await cast(server);
    const credential_id = await keyOf(story, story.bot);
    await lock(story, { kind: 'key', credential_id });
    const path = `/v1/credentials/${credential_id}/rotate`;
    assert.equal(await code(server, 'POST', path, story.operator.headers, {}), 'locked');
  });
});

describe('everything', () => {
  let server: StartedServer;
  before(async () => {
    server = await startedServer({ policy });
  });
  after(() => server.remove());

  test('[LK-2] nothing is proposed, decided or consumed, and reading goes on', async () => {
    const story = await cast(server);
    const waiting = await ask(story);
    const approved = await allowed(story);
    const { lock_id } = await lockSilently(server, { kind: 'everything' });
    const { headers } = story.operator;
    assert.equal(await code(server, 'GET', '/v1/session', headers), 'session_expired');
    assert.equal(await proposing(story), 'locked');
    assert.equal(await proposing(story, 'read.file'), 'locked');
    assert.equal(await consume(story, approved), 'locked');
    assert.equal(await code(server, 'GET', `/v1/requests/${waiting.id}`, story.bot), 'ok');
    const { context } = server.app;
    const plan = await changePlan(
      context,
      { plan_id: randomUUID(), agent_id: story.agent },
      { type: 'complete' },
    );
    assert.equal(plan.ok ? 'ok' : plan.refusal.code, 'locked');
    assert.ok((await endAllLocked(context)).ok);
    assert.equal(await statusOf(story, waiting), 'cancelled');
    assert.equal(await statusOf(story, approved), 'revoked');
    await lift(server, { lock_id });
    assert.equal(await code(server, 'GET', '/v1/session', headers), 'session_expired');
    assert.equal(await proposing(story), 'ok');
  });

  test('[LK-3] under a lock on everything people sign in, read, answer no hold, and lift the lock', async () => {
    const story = await cast(server);
    const session_id = randomUUID();
    const told = await server.call('POST', '/v1/messages', {
      headers: story.bot,
      body: {
        agent_id: story.agent,
        session_id,
        text: 'I will now delete the production database. Shall I proceed?',
        metadata: {},
      },
    });
    const { hold } = told.body as { hold: { hold_id: string } };
    assert.ok(HoldId.safeParse(hold.hold_id).success);
    const placed = await lock(story, { kind: 'everything' });
    // A session of the same account that begins now.
    const { headers } = await signInAgain(server, story.operator);
    assert.equal(await code(server, 'GET', '/v1/requests', headers), 'ok');
    assert.equal(await code(server, 'GET', '/v1/locks', headers), 'ok');
    const answer = { choice: 'Proceed' };
    const path = `/v1/holds/${hold.hold_id}/answer`;
    assert.equal(await code(server, 'POST', path, headers, answer), 'locked');
    const person = { name: 'New', email: null, roles: ['operator'] };
    assert.equal(await code(server, 'POST', '/v1/people', headers, person), 'locked');
    const lifted = `/v1/locks/${placed.lock_id}/lift`;
    assert.equal(await code(server, 'POST', lifted, headers, { reason: 'a drill' }), 'ok');
    assert.equal(await code(server, 'POST', path, headers, answer), 'ok');
  });

  test('[LK-2] a lock outlives a restart', async () => {
    const first = await startedServer({ policy });
    const story = await cast(first);
    const approved = await allowed(story);
    await lockSilently(first, { kind: 'agent', agent_id: story.agent });
    await first.close();
    const second = await startedServer({ policy, folder: first.folder });
    assert.match(await consume({ ...story, server: second }, approved), /locked|grant_revoked/);
    assert.equal(await proposing({ ...story, server: second }), 'locked');
    await second.remove();
  });
});

async function signInAgain(server: StartedServer, { person_id }: SignedIn): Promise<SignedIn> {
  const { state } = await loadDirectory(server.app.context);
  const account = credentialsOf(state, person_id)[0];
  assert.ok(account);
  return server.signIn(person_id, account.credential_id);
}

describe('a lock that races with consumes', () => {
  async function race(one: StartedServer, two: StartedServer): Promise<void> {
    const story = await cast(one);
    const approved = await Promise.all(Array.from({ length: 6 }, () => allowed(story)));
    const consumes = approved.map((each, index) =>
      consume({ ...story, server: index % 2 === 0 ? one : two }, each),
    );
    await Promise.all([...consumes, lockSilently(two, { kind: 'agent', agent_id: story.agent })]);
    // By the order of the log, nothing was consumed after the lock.
    const log = await one.app.context.store.readStream('store');
    const placed = log.map(({ text }) => JSON.parse(text) as { type: string; at: string });
    assert.ok(placed.some(({ type }) => type === 'lock.placed'));
    for (const [index, each] of approved.entries()) {
      const said = await consumes[index];
      assert.match(said ?? '', /^(?:ok|locked|grant_revoked)$/);
      const status = await statusOf(story, each);
      assert.equal(said === 'ok', status === 'consumed');
      if (said !== 'ok') assert.notEqual(await consume(story, each), 'ok');
    }
  }

  test('[LK-2] on SQLite, with two processes on one file', async () => {
    const one = await startedServer({ policy });
    const two = await startedServer({ policy, folder: one.folder });
    await race(one, two);
    await two.close();
    await one.remove();
  });

  test('[LK-2] on Postgres, with two replicas', async context => {
    const postgres = await startPostgres();
    context.after(() => postgres.close());
    const { url: database } = await postgres.createDatabase();
    const one = await startedServer({ policy, database });
    const two = await startedServer({ policy, database, folder: one.folder });
    await race(one, two);
    await two.close();
    await one.remove();
  });
});
