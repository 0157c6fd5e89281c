import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  ApiProblem,
  type Change,
  createPersonApi,
  type FeedState,
  type PersonApi,
  pastCalls,
} from '@countersign/client/people';
import { parseEvidenceBundle } from '@countersign/protocol/bundle';
import { type EntrySubmission, parseEntrySubmission } from '@countersign/protocol/chain';
import { parseStrict } from '@countersign/protocol/json';
import { ApprovalRequestId, idFromUuid } from '@countersign/protocol/value';
import {
  browserKeyHeader,
  entryFor,
  freePort,
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
  testBrowser,
} from '@countersign/server/testing';

const agent_id = 'bot';
const unknownId = idFromUuid(ApprovalRequestId, 'ar', randomUUID());

/** As the browser of this person would send it. */
function asPerson({ headers }: SignedIn) {
  const { [browserKeyHeader]: browser_key_id = '', ...sent } = headers;
  return {
    fetch: (url: string, init: RequestInit): Promise<Response> =>
      fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...sent } }),
    browserKey: async () => ({
      browser_key_id,
      sign: async (bytes: Uint8Array) => testBrowser.sign(bytes),
    }),
  };
}

const refusedWith = (code: string, status: number) => (error: unknown) =>
  error instanceof ApiProblem && error.code === code && error.status === status;

describe('what a person does through the client', () => {
  let server: StartedServer;
  let reviewer: SignedIn;
  let api: PersonApi;
  let agent: Readonly<Record<string, string>>;

  before(async () => {
    server = await startedServer();
    reviewer = await server.person(['reviewer', 'operator']);
    api = createPersonApi({ url: server.origin, ...asPerson(reviewer) });
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: [agent_id] });
  });
  after(() => server.remove());

  const ask = async () =>
    (await propose(server, agent, sampleAction(agent_id))).approval_request_id;

  async function submission(id: string): Promise<EntrySubmission> {
    return parseEntrySubmission(await entryFor(server, reviewer.headers, id, 'allow'));
  }

  it('the client says who is signed in and what waits', async () => {
    const id = await ask();
    assert.equal((await api.session()).person_id, reviewer.person_id);
    const { rows } = await api.listRequests({ status: 'pending', limit: 1 });
    assert.deepEqual(
      rows.map(row => row.approval_request_id),
      [id],
    );
    assert.ok(((await api.counts()).pending ?? 0) >= 1);
  });

  it('the client decides once, however often the same call is sent', async () => {
    const id = await ask();
    const entry = await submission(id);
    const first = await api.decide(id, entry, { key: 'decide-once' });
    const again = await api.decide(id, entry, { key: 'decide-once' });
    assert.equal(first.status, 'allowed');
    assert.equal(again.version, first.version);
    await assert.rejects(
      api.decide(id, { ...entry, reason: 'another' }, { key: 'decide-once' }),
      refusedWith('idempotency_key_reused', 422),
    );
  });

  it('the client reports a refusal with its code, its remedy and the next step', async () => {
    await assert.rejects(api.getRequest(unknownId), error => {
      assert.ok(error instanceof ApiProblem);
      assert.equal(error.code, 'request_not_found');
      assert.equal(error.status, 404);
      assert.notEqual(error.remedy, null);
      assert.notEqual(error.callId, null);
      return true;
    });
    const signedOut = createPersonApi({ url: server.origin });
    await assert.rejects(signedOut.session(), refusedWith('not_authenticated', 401));
    const stranger = createPersonApi({ url: server.origin, token: 'cst_unknown' });
    await assert.rejects(stranger.session(), { status: 401 });
  });

  it('the client returns the evidence as the received bytes', async () => {
    const bytes = await api.getBundle(await ask());
    assert.ok(parseEvidenceBundle(parseStrict(bytes)));
  });

  it('the client reads the log line by line', async () => {
    const lines: string[] = [];
    for await (const line of api.with(pastCalls).exportLog({ epoch: 1 })) lines.push(line);
    assert.ok(lines.length > 0);
    assert.ok(lines.every(line => line.startsWith('{') && line.endsWith('}')));
  });

  it('the client hears which request changed, and reconnects by itself when the feed breaks', async () => {
    const open = asPerson(reviewer);
    const leave = new AbortController();
    const states: FeedState[] = [];
    let broken = new AbortController();
    const fragile = createPersonApi({
      url: server.origin,
      browserKey: open.browserKey,
      fetch: (url, init) =>
        open.fetch(url, {
          ...init,
          signal: AbortSignal.any([init.signal ?? leave.signal, broken.signal]),
        }),
    });
    const feed = fragile.changes({ signal: leave.signal, onState: state => states.push(state) });
    const next = async (): Promise<Change> => {
      const { value, done } = await feed.next();
      assert.ok(!done);
      return value;
    };
    const heard = async (id: string) => {
      while ((await next()).approval_request_id !== id);
    };
    assert.deepEqual(await next(), { approval_request_id: null });
    const waiting = heard(await ask());
    await waiting;
    broken.abort();
    broken = new AbortController();
    let change = await next();
    while (change.approval_request_id !== null) change = await next();
    assert.deepEqual(states, ['connecting', 'live', 'lost', 'live']);
    await heard(await ask());
    leave.abort();
    assert.ok((await feed.next()).done);
  });

  it('the feed ends with the refusal when the session is over', async () => {
    const person = await server.person(['reviewer']);
    const own = createPersonApi({ url: server.origin, ...asPerson(person) });
    await own.signOut();
    await assert.rejects(own.changes({ signal: AbortSignal.timeout(60_000) }).next(), {
      status: 401,
    });
  });
});

describe('a server that does not answer', () => {
  it('an absent server is a problem with a code that advises to call again', async () => {
    const gone = createPersonApi({ url: `http://127.0.0.1:${await freePort()}` });
    await assert.rejects(gone.session(), error => {
      assert.ok(error instanceof ApiProblem);
      assert.deepEqual(
        [error.code, error.status, error.retry],
        ['server_unreachable', 0, 'same_call'],
      );
      return true;
    });
  });

  it('the client waits no longer than the stated time', async () => {
    const silent = createPersonApi({
      url: 'http://localhost',
      timeout: 20,
      fetch: (_url, { signal }) =>
        new Promise((_, fail) => {
          signal?.addEventListener('abort', () => fail(signal.reason as Error));
        }),
    });
    await assert.rejects(silent.session(), refusedWith('server_unreachable', 0));
    const reason = new Error('the page was left');
    await assert.rejects(silent.session({ signal: AbortSignal.abort(reason) }), reason);
  });

  it('an answer of a proxy or with a duplicate key counts as an unreachable server', async () => {
    const html = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const proxied = createPersonApi({ url: 'http://localhost', fetch: async () => html() });
    await assert.rejects(proxied.session(), refusedWith('server_unreachable', 502));
    const twice = () =>
      new Response('{"a":1,"a":2}', { headers: { 'content-type': 'application/json' } });
    const odd = createPersonApi({ url: 'http://localhost', fetch: async () => twice() });
    await assert.rejects(odd.session(), refusedWith('server_unreachable', 200));
  });
});
