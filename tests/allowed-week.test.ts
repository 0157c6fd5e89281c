// Goal: allowances remove most questions of a week, but cover no risky action. Method: five agents ask in one week,
// under a policy that asks about everything they do. An author who sees only the first half signs allowances with a
// passkey; the second half is asked afterwards. The server, the policy, the assessment of risk and the signatures are
// real.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { evaluateAndOpen } from '@countersign/coordinator';
import type { AllowanceChoice } from '@countersign/protocol/allowance';
import { authenticated } from '@countersign/protocol/value';
import {
  carryOutHouse,
  decide,
  type SignedIn,
  type StartedServer,
  softwareAuthenticator,
  startedServer,
} from '@countersign/server/testing';
import { effort, randomFrom, seed } from '@countersign/testing';
import { type Answered, authorAllowances } from './allowed-week/author.ts';
import { type WeekAction, weekOf } from './allowed-week/week.ts';
import { addPasskey, passkeyEntry } from './testing/passkey-decision.ts';

const count = effort({ fast: 400, full: 1500, of: 'actions' });
const byHand = JSON.parse(
  readFileSync(join(import.meta.dirname, 'allowed-week', 'allowances-by-hand.json'), 'utf8'),
) as readonly { from: number; because: string; choice: AllowanceChoice }[];
const open = ['/order', '/invoice', '/version', '/week'];
const limits = { any: open, real_paths: ['/path'], lifetime_max_seconds: 7 * 86_400 };
const policy = `version: "1"
default: deny
default_chain: desk
chain_by_risk: { low: desk, medium: desk, high: desk, critical: desk }
fatigue: { requests: 10000, window: 10m }
chains:
  - id: desk
    stages: [{ name: desk, approvers: { roles: [desk] } }]
rules:
  - id: work
    match: { tool: ["refunds.create", "invoices.pay", "deploy.service", "mail.send", "files.delete"] }
    outcome: require_approval
    expires_in: 7d
    allowances:
      lifetime: 7d
      any: [${open.join(', ')}]
      real_paths: [/path]
`;

describe('a week of five agents', () => {
  let server: StartedServer;
  let desk: SignedIn;
  const passkey = softwareAuthenticator();

  before(async () => {
    server = await startedServer({ policy });
    desk = await server.person(['desk']);
    await addPasskey(server, desk.headers, passkey);
  });
  after(() => server?.remove());

  async function ask({ agent, tool, resource, parameters }: WeekAction) {
    const asked = await evaluateAndOpen(server.app.context, {
      action: {
        schema_version: '1.0',
        operation: 'tool.invoke',
        agent_id: agent,
        subject_id: null,
        target: { tool_name: tool, tool_schema_version: '1', resource },
        parameters,
      },
      principal: authenticated({ kind: 'agent', principal_id: `key-${agent}`, roles: [] }),
      audience: agent,
    });
    // The very action that was rejected is not asked again so soon.
    if (!asked.ok && asked.refusal.code === 'action_denied_recently') {
      return { id: '', status: 'refused' };
    }
    assert.ok(asked.ok && asked.value.verdict === 'require_approval', JSON.stringify(asked));
    const { request, status } = asked.value.state;
    return { id: request.approval_request_id, status };
  }

  /** Asks for an allowance and signs it, as the form does. Returns the code of a refusal. */
  async function sign({ from, choice }: ReturnType<typeof authorAllowances>[number]) {
    const { headers } = desk;
    const path = `/v1/requests/${from}/allowances`;
    const asked = await server.call('POST', path, { headers, body: choice });
    if (asked.status !== 202) return (asked.body as { code: string }).code;
    const { house_request } = asked.body as { house_request: { approval_request_id: string } };
    const id = house_request.approval_request_id;
    const body = await passkeyEntry(server, headers, passkey, id, 'allow');
    const signed = await server.call('POST', `/v1/requests/${id}/entries`, { headers, body });
    assert.equal(signed.status, 200, JSON.stringify(signed.body));
    await carryOutHouse(server.app).run(new AbortController().signal);
    return 'signed';
  }

  test('[AL-2] allowances from the first half remove most questions of the second half, and cover nothing risky', {
    timeout: 600_000,
  }, async context => {
    const week = weekOf(count, randomFrom(seed));
    const seen: Answered[] = [];
    for (const action of week.slice(0, count / 2)) {
      const { id, status } = await ask(action);
      if (status === 'refused') continue;
      assert.equal(status, 'pending');
      seen.push({ ...action, id, approved: action.risky === null });
      if (action.risky !== null) await decide(server, desk.headers, id, 'deny');
    }
    const authored = authorAllowances(seen, limits);
    const codes: string[] = [];
    for (const each of authored) codes.push(await sign(each));
    assert.deepEqual([...new Set(codes)], ['signed']);

    const covered: string[] = [];
    const left = { daily: 0, risky: 0 };
    const rest = week.slice(count / 2);
    for (const action of rest) {
      const { status } = await ask(action);
      if (status !== 'allowed') left[action.risky === null ? 'daily' : 'risky']++;
      else if (action.risky !== null) covered.push(`${action.tool}: ${action.risky}`);
    }
    const risky = rest.filter(action => action.risky !== null).length;
    context.diagnostic(
      `${authored.length} allowances; of ${rest.length} questions ${left.daily + left.risky} are left, ${left.risky} of them about ${risky} risky actions`,
    );
    assert.deepEqual(covered, []);
    assert.equal(left.risky, risky);
    assert.ok(risky >= rest.length / 40, `${risky} risky actions`);
    assert.ok(left.daily * 3 <= rest.length - risky, `${left.daily} daily questions are left`);
  });

  // An author read the first half of this week, and the answers, and nothing else: not the program that makes the week, and not
  // its second half. The file says why each allowance was written. Who changes the program has to ask an author again.
  test('[AL-2] allowances that were written by hand after the first half cover nothing risky in the second', {
    timeout: 600_000,
  }, async context => {
    const week = weekOf(1500, randomFrom(20261119)).map(action => ({
      ...action,
      agent: `${action.agent}-2`,
    }));
    for (const { from, choice } of byHand) {
      const start = week[from];
      assert.ok(start !== undefined && start.risky === null);
      const { id, status } = await ask(start);
      assert.equal(status, 'pending');
      assert.equal(await sign({ from: id, choice }), 'signed');
    }
    const half = week.slice(750);
    const daily = half.filter(action => action.risky === null);
    const risky = half.filter(action => action.risky !== null);
    let left = 0;
    const asked = daily.slice(0, effort({ fast: 150, full: 750 }));
    for (const action of asked) if ((await ask(action)).status !== 'allowed') left++;
    const covered: string[] = [];
    for (const action of risky) {
      if ((await ask(action)).status === 'allowed') covered.push(`${action.tool}: ${action.risky}`);
    }
    context.diagnostic(
      `${byHand.length} allowances by hand; of ${asked.length} daily questions ${left} are left, and all ${risky.length} about risky actions`,
    );
    assert.deepEqual(covered, []);
    assert.ok(risky.length >= 40, `${risky.length} risky actions`);
    assert.ok(left * 3 <= asked.length, `${left} daily questions are left`);
  });
});
