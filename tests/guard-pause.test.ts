// Goal: a pause takes a passkey in a browser, skips only what its person could approve alone, is recorded, and ends by itself.
// Method: a real server with a clock of its own, hooks as an agent sends them, and a passkey in software.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import {
  type SignedIn,
  type SoftwareAuthenticator,
  type StartedServer,
  softwareAuthenticator,
  startedServer,
} from '@countersign/server/testing';
import { betweenLooks } from '@countersign/testing';
import type { GuardFacts } from '@countersign/wire/guards';

/** The clock of the machine, some seconds ahead. */
const clock = {
  ahead: 0,
  now: () => timestampFromMilliseconds(Date.now() + clock.ahead * 1000),
  pause: (milliseconds: number, signal: AbortSignal) =>
    wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
  move(seconds: number): void {
    clock.ahead += seconds;
  },
};

const agent = 'codex.laptop';
const policy = `version: "1"
default: require_approval
fatigue: { requests: 10000, window: 1m }
default_chain: mine
chain_by_risk: { low: mine, medium: mine, high: mine, critical: mine }
chains:
  - id: mine
    stages:
      - name: you
        approvers: { roles: [developer] }
        separation: self_confirm
  - id: two
    stages:
      - name: first
        approvers: { roles: [developer] }
        separation: self_confirm
      - name: second
        approvers: { roles: [reviewer] }
rules:
  - id: never
    match: { tool: shell.exec }
    when: has(parameters.command) && parameters.command.startsWith("touch denied")
    outcome: deny
  - id: both
    match: { tool: shell.exec }
    when: has(parameters.command) && parameters.command.startsWith("touch both")
    outcome: require_approval
    chain: two
`;

describe('a pause of a guard', { timeout: 120_000 }, () => {
  let server: StartedServer;
  let person: SignedIn;
  let other: SignedIn;
  let passkey: SoftwareAuthenticator;
  let key = '';
  before(async () => {
    server = await startedServer({ policy, clock });
    person = await server.person(['developer', 'operator']);
    other = await server.person(['developer']);
    passkey = await addPasskey(person);
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: [agent],
      executor: agent,
      owner: person.person_id,
    });
    key = authorization;
  });
  after(() => server.remove());

  async function addPasskey({ headers }: SignedIn): Promise<SoftwareAuthenticator> {
    const authenticator = softwareAuthenticator();
    const asked = await server.call('POST', '/v1/credentials/passkeys/options', { headers });
    const { challenge, options } = asked.body as { challenge: string; options: unknown };
    const response = authenticator.create(options, server.origin);
    const body = { challenge, response, label: 'laptop' };
    const made = await server.call('POST', '/v1/credentials/passkeys', { headers, body });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return authenticator;
  }

  let calls = 0;
  async function hook(command: string): Promise<string> {
    const response = await fetch(`${server.origin}/hooks/claude-code/1`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: key,
        'countersign-agent': agent,
        'countersign-hold': '0',
      },
      body: JSON.stringify({
        session_id: 's1',
        cwd: '/projects/shop',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command },
        tool_use_id: `toolu_${++calls}`,
      }),
    });
    const { hookSpecificOutput, systemMessage = '' } = (await response.json()) as {
      hookSpecificOutput: { permissionDecision: string };
      systemMessage?: string;
    };
    return `${hookSpecificOutput.permissionDecision} ${systemMessage}`.trim();
  }
  const at = `/v1/guards/${agent}`;
  const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code ?? 'ok';
  async function report(more: object = {}): Promise<string> {
    const body = {
      agent_id: agent,
      agent: 'codex',
      agent_version: '0.166.0',
      machine: 'laptop',
      state: 'guarded',
      why: [],
      proof: 'canary',
      ...more,
    };
    return codeOf(
      await server.call('POST', '/v1/guards/report', { headers: { authorization: key }, body }),
    );
  }
  async function pause(
    { headers }: SignedIn,
    authenticator: SoftwareAuthenticator | null,
    more: object = {},
  ): Promise<string> {
    const asked = await server.call('POST', `${at}/pause/options`, { headers });
    if (asked.status !== 200) return codeOf(asked);
    const { challenge, options } = asked.body as { challenge: string; options: unknown };
    const proof = authenticator && {
      passkey: { challenge, response: authenticator.get(options, server.origin) },
    };
    const body = { reason: 'Bisecting, 40 rebuilds.', seconds: 600, ...proof, ...more };
    return codeOf(await server.call('POST', `${at}/pause`, { headers, body }));
  }
  async function guard({ headers }: SignedIn = person): Promise<GuardFacts> {
    const { body } = await server.call('GET', '/v1/guards', { headers });
    const [first] = (body as { guards: GuardFacts[] }).guards;
    return first ?? assert.fail('expected a guard');
  }

  test('[PA-1] a guard that never reported cannot be paused, and a pause needs a passkey', async () => {
    assert.equal(await pause(person, passkey), 'guard_not_found');
    assert.equal(await report(), 'ok');
    assert.equal(await pause(person, null), 'object_malformed');
    // Another developer has no passkey, and the agent is not theirs.
    assert.equal(await pause(other, passkey), 'credential_not_found');
    const theirs = await addPasskey(other);
    assert.equal(await pause(other, theirs), 'actor_not_permitted');
    assert.equal(await pause(person, passkey, { reason: ' ' }), 'object_malformed');
    assert.equal(await pause(person, passkey, { seconds: 3601 }), 'object_malformed');
    const { status } = await server.call('POST', `${at}/pause`, {
      headers: { authorization: key },
      body: { reason: 'now', seconds: 600 },
    });
    assert.equal(status, 403);
  });

  test('[PA-1] a machine reports about its own agent alone', async () => {
    assert.equal(await report({ agent_id: 'another' }), 'not_permitted');
    const seen = (agent_id: string) =>
      server.call('POST', '/v1/guards/seen', {
        headers: { authorization: key },
        body: { agent_id, agent: 'codex' },
      });
    assert.equal(codeOf(await seen('another')), 'not_permitted');
    assert.equal(codeOf(await seen(agent)), 'ok');
    const own = await server.call('GET', at, { headers: { authorization: key } });
    assert.equal((own.body as GuardFacts).machine, 'laptop');
    const others = await server.call('GET', '/v1/guards/another', {
      headers: { authorization: key },
    });
    assert.equal(codeOf(others), 'guard_not_found');
    assert.equal((await guard()).state, 'guarded');
    await report({ proof: 'settings' });
    assert.equal((await guard()).state, 'guarded_with_a_gap');
    await report({ state: 'not_guarded', why: ['the hook is not trusted'] });
    assert.deepEqual((await guard()).why, ['the hook is not trusted']);
    await report();
  });

  test('[PA-2] while the guard is paused, calls that its person could approve alone run, and the terminal says so', async () => {
    assert.equal(await hook('touch one'), 'deny');
    assert.equal(await pause(person, passkey), 'ok');
    assert.match(await hook('touch two'), /^allow Countersign is paused until /);
    assert.equal(await hook('touch denied'), 'deny');
    assert.equal(await hook('touch both'), 'deny');
    assert.equal(await hook('rm -rf /'), 'deny');
    const { state, pause: facts } = await guard();
    assert.equal(state, 'paused');
    assert.equal(facts?.reason, 'Bisecting, 40 rebuilds.');
    // What ran is in the log, with the reason.
    const passed = async () => {
      const { body } = await server.call('GET', `/v1/unasked?agent_id=${agent}`, {
        headers: person.headers,
      });
      const { rows } = body as { rows: { verdict: string; reasons: string[] }[] };
      return rows.find(({ verdict }) => verdict === 'allow');
    };
    // The log is written after the answer.
    let row = await passed();
    while (row === undefined) {
      await betweenLooks();
      row = await passed();
    }
    assert.equal((await guard()).pause?.calls, 1);
    assert.match(row.reasons.join(), /paused until .*, so that no one was asked/);
  });

  test('[PA-2] a person who lost the role no longer answers by a pause', async () => {
    const path = `/v1/people/${person.person_id}`;
    const change = (roles: string[]) =>
      server.call('PATCH', path, { headers: person.headers, body: { roles } });
    assert.equal((await change(['operator'])).status, 200);
    assert.equal(await hook('touch three'), 'deny');
    assert.equal((await change(['developer', 'operator'])).status, 200);
    assert.match(await hook('touch four'), /^allow/);
  });

  test('[PA-3] a pause ends by itself, and a person ends it at once without a passkey', async () => {
    clock.move(601);
    assert.equal(await hook('touch five'), 'deny');
    assert.equal((await guard()).pause, null);
    assert.equal(await pause(person, passkey), 'ok');
    assert.match(await hook('touch six'), /^allow/);
    const { headers } = person;
    assert.equal(codeOf(await server.call('POST', `${at}/resume`, { headers })), 'ok');
    assert.equal(await hook('touch seven'), 'deny');
  });

  test('[PA-3] a lock on the agent ends what a pause would let pass', async () => {
    assert.equal(await pause(person, passkey), 'ok');
    const target = { kind: 'agent', agent_id: agent };
    const { headers } = person;
    const placed = await server.call('POST', '/v1/locks', {
      headers,
      body: { target, reason: 'drill' },
    });
    assert.equal(placed.status, 201);
    assert.equal(await hook('touch eight'), 'deny');
    assert.equal(await pause(person, passkey), 'locked');
  });

  test('a guard that is silent for a week is not called guarded, and can be forgotten', async () => {
    clock.move(8 * 86_400);
    person = await server.person(['developer', 'operator']);
    assert.equal((await guard()).state, 'not_seen');
    const { headers } = person;
    assert.equal(codeOf(await server.call('POST', `${at}/forget`, { headers })), 'locked');
    const { body } = await server.call('GET', '/v1/locks', { headers });
    const [lock] = (body as { locks: { lock_id: string }[] }).locks;
    const lift = `/v1/locks/${lock?.lock_id}/lift`;
    passkey = await addPasskey(person);
    const asked = await server.call('POST', `${lift}/options`, { headers });
    const { challenge, options } = asked.body as { challenge: string; options: unknown };
    const proof = { challenge, response: passkey.get(options, server.origin) };
    const lifted = await server.call('POST', lift, {
      headers,
      body: { reason: 'over', passkey: proof },
    });
    assert.equal(lifted.status, 200, JSON.stringify(lifted.body));
    assert.equal(codeOf(await server.call('POST', `${at}/forget`, { headers })), 'ok');
    const left = await server.call('GET', '/v1/guards', { headers });
    assert.deepEqual((left.body as { guards: unknown[] }).guards, []);
  });
});
