// Goal: an operator who has just started a server gets something to decide with one press, decides it with their
// passkey, and sees that it ran once. Method: the real program and real servers, on SQLite and on Postgres, restarts
// included.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  decide,
  entryFor,
  firstRunLink,
  freePort,
  type RequestRepresentation,
  sampleAction,
  samplePolicy,
  softwareAuthenticator,
  startedServer,
  startPostgres,
} from '@countersign/server/testing';
import { passkeyEntry } from './testing/passkey-decision.ts';
import { type CallableServer, enter, ServerProgram, serverAt } from './testing/server-program.ts';

type Headers = Readonly<Record<string, string>>;

const timeout = 180_000;
const starter = fileURLToPath(
  import.meta.resolve('@countersign/policy/starters/first-minute.yaml'),
);
const policy = readFileSync(starter, 'utf8');
const settings = { sample_agent: true };
const folder = mkdtempSync(join(tmpdir(), 'countersign-sample-'));
after(async () => {
  await ServerProgram.endAll();
  rmSync(folder, { recursive: true, force: true });
});

const press = (server: CallableServer, headers: Headers) =>
  server.call('POST', '/v1/sample-actions', { headers });
const codeOf = ({ body }: { body: never }): string => (body as { code: string }).code;

async function pressed(server: CallableServer, headers: Headers): Promise<RequestRepresentation> {
  const answer = await press(server, headers);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

async function approve(
  server: CallableServer,
  headers: Headers,
  passkey: ReturnType<typeof softwareAuthenticator>,
  id: string,
): Promise<RequestRepresentation> {
  const body = await passkeyEntry(server, headers, passkey, id, 'allow');
  const decided = await server.call('POST', `/v1/requests/${id}/entries`, { headers, body });
  assert.equal(decided.status, 200, JSON.stringify(decided.body));
  return decided.body;
}

/** The request once it holds; every change is waited for. */
async function until(
  server: CallableServer,
  headers: Headers,
  id: string,
  holds: (request: RequestRepresentation) => boolean,
): Promise<RequestRepresentation> {
  let after = 0;
  for (let tries = 0; tries < 30; tries++) {
    const path = `/v1/requests/${id}?wait=10&after=${after}`;
    const now = (await server.call('GET', path, { headers })).body as RequestRepresentation;
    if (holds(now)) return now;
    after = now.version;
  }
  assert.fail('waited in vain');
}

const isReported = ({ receipts }: RequestRepresentation) => receipts.length === 2;

describe('the first minute', () => {
  test('one press leads to one approval with the passkey, one execution, and a receipt', {
    timeout,
  }, async () => {
    const cwd = join(folder, 'first');
    mkdirSync(cwd);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const start = () =>
      new ServerProgram(['serve', '--port', String(port), '--policy', starter], {
        cwd,
        env: { HOME: cwd },
      });
    const program = start();
    await program.said(/Stop with Ctrl-C/);
    assert.match(program.output, /\/join#\S+\nOpen it, then press Send a sample action\.\n/);
    const [link = ''] = /http:\/\/localhost:\d+\/join#\S+/.exec(program.output) ?? [];
    const passkey = softwareAuthenticator();
    const headers = await enter(link, passkey);
    const server = serverAt(origin);

    const asked = await pressed(server, headers);
    const { approval_request_id: id, request, policy_decision, chain } = asked;
    assert.equal(asked.status, 'pending');
    assert.equal(request.agent_id, 'demo-agent');
    assert.equal(request.audience, 'sample-executor');
    assert.equal(policy_decision.policy_rule_id, 'wire-over-1000');
    assert.match(request.reason, /Wires above 1,000 need Finance/);
    assert.match(request.agent_reasoning ?? '', /^Invoice INV-20931 is due today\./);
    assert.equal(chain.stages[0]?.min_assurance, 'webauthn');
    const { body: view } = await server.call('GET', `/v1/requests/${id}/view`, { headers });
    const { action_text } = view as { action_text: string };
    assert.match(action_text, /"amount":"4200\.00".+"name":"Nordvik Paper AB"/);

    const { body: listed } = await server.call('GET', '/v1/requests?status=pending', { headers });
    const { rows } = listed as { rows: { title: string; eligible: boolean }[] };
    assert.equal(rows[0]?.title, 'Wire 4,200.00 USD to Nordvik Paper AB');
    assert.equal(rows[0]?.eligible, true);

    const weak = await entryFor(server, headers, id, 'allow');
    const refused = await server.call('POST', `/v1/requests/${id}/entries`, {
      headers,
      body: weak,
    });
    assert.equal(refused.status, 403, JSON.stringify(refused.body));

    assert.notEqual((await approve(server, headers, passkey, id)).status, 'pending');
    const ran = await until(server, headers, id, isReported);
    assert.equal(ran.status, 'consumed');
    const [started, reported] = ran.receipts;
    assert.equal(started?.executor, 'sample-executor');
    assert.equal(started?.attempt, reported?.attempt);
    assert.equal(reported?.outcome, 'succeeded');

    const history = await server.call('GET', `/v1/requests/${id}/history`, { headers });
    const events = (history.body as { events: { type: string }[] }).events.map(({ type }) => type);
    assert.equal(events.filter(type => type === 'grant.consumed').length, 1);
    assert.equal(events.filter(type => type === 'execution.reported').length, 1);
    await program.stop();

    const again = start();
    await again.said(/Stop with Ctrl-C/);
    assert.match(again.output, new RegExp(`Open ${origin}, then press Send a sample action`));
    await again.stop();
  });

  test('an approval from before a restart is used after it, once', { timeout }, async () => {
    const port = await freePort();
    const place = join(folder, 'restarted');
    const open = (sample_agent: boolean) =>
      startedServer({ folder: place, port, policy, settings: { sample_agent } });
    const first = await open(true);
    const link = await firstRunLink(first.app);
    assert.ok(link.ok && link.value !== null);
    const passkey = softwareAuthenticator();
    const headers = await enter(link.value, passkey);
    const { approval_request_id: id } = await pressed(first, headers);
    await first.close();

    const without = await open(false);
    assert.equal(codeOf(await press(without, headers)), 'route_not_found');
    assert.equal((await approve(without, headers, passkey, id)).status, 'allowed');
    await without.close();

    const last = await open(true);
    const ran = await until(last, headers, id, isReported);
    assert.deepEqual(
      ran.receipts.map(({ outcome }) => outcome),
      ['started', 'succeeded'],
    );
    await last.remove();
  });
});

describe('the sample agent', () => {
  test('the sample agent exists only when the configuration says so, and others cannot reach it', {
    timeout,
  }, async () => {
    const started = async (args: readonly string[], name: string): Promise<string> => {
      const cwd = join(folder, name);
      mkdirSync(cwd);
      writeFileSync(join(cwd, 'policy.yaml'), policy);
      const port = await freePort();
      writeFileSync(join(cwd, 'bare.yaml'), `port: ${port}\n`);
      writeFileSync(join(cwd, 'with.yaml'), `port: ${port}\nsettings:\n  sample_agent: true\n`);
      const more = args.includes('--config') ? [] : ['--port', String(port)];
      const program = new ServerProgram(['serve', ...args, ...more], { cwd, env: { HOME: cwd } });
      await program.said(/Stop with Ctrl-C/);
      await program.stop();
      return program.output;
    };
    const offered = /Send a sample action/;
    assert.match(await started(['--config', 'with.yaml'], 'with'), offered);
    assert.doesNotMatch(await started(['--config', 'bare.yaml'], 'bare'), offered);
    const elsewhere = ['--origin', 'https://approve.example.com'];
    assert.doesNotMatch(await started(elsewhere, 'elsewhere'), offered);
  });

  test('the sample agent asks a few times at once, each for its own invoice, and a repeated key adds none', async () => {
    const server = await startedServer({ policy: samplePolicy, settings });
    const { headers } = await server.person(['reviewer']);
    const keyed = { ...headers, 'idempotency-key': 'one-press' };
    const first = await pressed(server, keyed);
    const repeated = await press(server, keyed);
    assert.equal(repeated.status, 200);
    const same = repeated.body as RequestRepresentation;
    assert.equal(same.approval_request_id, first.approval_request_id);

    const answers = await Promise.all(Array.from({ length: 12 }, () => press(server, headers)));
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 4);
    for (const answer of answers) {
      if (answer.status !== 201) assert.equal(codeOf(answer), 'samples_waiting');
    }
    const digests = made.map(({ body }) => (body as RequestRepresentation).request.action_digest);
    assert.equal(new Set([...digests, first.request.action_digest]).size, 5);

    await decide(server, headers, first.approval_request_id, 'deny');
    assert.equal((await press(server, headers)).status, 201, 'a decision makes room');
    await server.remove();
  });

  test('the sample agent says so when the policy does not ask', async () => {
    const denying = `${samplePolicy}  - id: wires\n    match: { tool: payments.wire }\n    outcome: deny\n`;
    const server = await startedServer({ policy: denying, settings });
    const { headers } = await server.person(['reviewer']);
    const refused = await press(server, headers);
    assert.equal(refused.status, 409);
    assert.equal(codeOf(refused), 'sample_without_approval');
    await server.remove();
  });

  test('the executor of the sample agent runs only its own proposals', async () => {
    const server = await startedServer({ policy: samplePolicy, settings });
    const { headers } = await server.person(['reviewer']);
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['demo-agent'] });
    const body = { action: sampleAction('demo-agent'), audience: 'sample-executor' };
    const foreign = await server.call('POST', '/v1/requests', { headers: agent, body });
    const { approval_request_id } = foreign.body as RequestRepresentation;
    await decide(server, headers, approval_request_id, 'allow');
    const own = await pressed(server, headers);
    await decide(server, headers, own.approval_request_id, 'allow');
    await until(server, headers, own.approval_request_id, isReported);
    const path = `/v1/requests/${approval_request_id}`;
    const left = (await server.call('GET', path, { headers })).body as RequestRepresentation;
    assert.equal(left.status, 'allowed');
    await server.remove();
  });

  test('on Postgres, with an executor in each of two replicas, each action runs once', {
    timeout,
  }, async () => {
    const postgres = await startPostgres();
    const { url: database } = await postgres.createDatabase();
    const one = await startedServer({ database, policy: samplePolicy, settings });
    const two = await startedServer({
      database,
      policy: samplePolicy,
      settings,
      folder: one.folder,
    });
    const { headers } = await one.person(['reviewer']);
    for (let round = 0; round < 4; round++) {
      const { approval_request_id: id } = await pressed(one, headers);
      await decide(one, headers, id, 'allow');
      const ran = await until(one, headers, id, isReported);
      assert.deepEqual(
        ran.receipts.map(({ outcome }) => outcome),
        ['started', 'succeeded'],
      );
    }
    await two.close();
    await one.remove();
    await postgres.close();
  });
});
