// Goal: AGT's ADR 0030 on a real server, seen through its own records: what upstream lets pass is refused here, and what
// is exported in AGT's form is sound. Method: a server with SQLite, and a credential for each participant.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  agtActionDigest,
  fromAgtRecords,
  outcomeOf,
  parseAgtPolicyResult,
  toAgtCode,
  toAgtEvents,
  toAgtPolicyResult,
} from '@countersign/dialects/agt';
import type { PolicyDecision } from '@countersign/protocol/request';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import { entryFor, startedServer } from '@countersign/server/testing';
import { AgtSite, agtCodeOf, agtPolicy, codeOf } from './testing/agt-site.ts';

const timeout = 60_000;

/** Real time, through a port as the product has it. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

describe('ADR 0030 of AGT on a server', () => {
  let site: AgtSite;
  before(async () => {
    site = await AgtSite.open();
  });
  after(() => site?.server.remove());

  test('[D2-1] [D2-4] [D2-8] [D2-60] [D2-76] the records of an executed approval are valid for AGT, from decision to execution', {
    timeout,
  }, async () => {
    const action = site.action('twice.pay');
    const { approval_request_id: id } = await site.ask(action);
    await site.vote(site.reviewer, id, 'allow');
    await site.vote(site.manager, id, 'allow', 1);
    const consumed = await site.consume(id, action, await site.grant(id));
    assert.equal(consumed.status, 200, JSON.stringify(consumed.body));
    const records = await site.records(id);
    assert.equal(records.approval_request.action_digest, agtActionDigest(action));
    assert.equal(records.policy_decision.action_digest, agtActionDigest(action));
    assert.equal(records.approval_request.status, 'consumed');
    assert.deepEqual(
      records.chain_entries.map(({ stage_index }) => stage_index),
      [0, 1],
    );
    const imported = fromAgtRecords(JSON.parse(JSON.stringify(records)));
    assert.ok(imported.ok, imported.ok ? '' : imported.refusal.detail);
    assert.deepEqual(imported.value.events, await site.events(id));
    const told = toAgtEvents(await site.events(id));
    assert.deepEqual(
      told.map(({ event_type }) => event_type),
      [
        'policy_decision',
        'approval_requested',
        'approval_chain_entry',
        'approval_chain_entry',
        'approval_resolved',
        'approval_consumed',
        'execution_allowed',
      ],
    );
    assert.ok(told.slice(1).every(({ trace_id }) => trace_id === 'run-7'));
  });

  test('[D2-67] a genuine grant of the same action runs nothing under a request that is still open', {
    timeout,
  }, async () => {
    const action = site.action();
    const { approval_request_id: used } = await site.ask(action);
    await site.vote(site.reviewer, used, 'allow');
    const grant = await site.grant(used);
    assert.equal((await site.consume(used, action, grant)).status, 200);
    const { approval_request_id: open } = await site.ask(action);
    const early = await site.consume(open, action, grant);
    assert.equal(agtCodeOf(early), 'no_resolution');
    assert.equal((await site.read(open)).status, 'pending');
    await site.vote(site.reviewer, open, 'allow');
    assert.equal((await site.consume(open, action, await site.grant(open))).status, 200);
  });

  test('[D2-2] [D2-61] [D2-67] a suspended action is neither allowed nor denied, and does not run', {
    timeout,
  }, async () => {
    const asked = await site.ask();
    const result = parseAgtPolicyResult(toAgtPolicyResult(asked.policy_decision));
    assert.deepEqual([result.allowed, result.outcome], [false, outcomeOf('escalate')]);
    const id = asked.approval_request_id;
    const none = await site.call(site.agent, 'GET', `/v1/requests/${id}/grant`);
    assert.equal(agtCodeOf(none), 'no_resolution');
    for (const [tool, allowed] of [
      ['read.rows', true],
      ['never.ever', false],
    ] as const) {
      const body = { action: site.action(tool), audience: 'billing-executor' };
      const decided = await site.call(site.agent, 'POST', '/v1/requests', body);
      const { decision } = decided.body as { decision: PolicyDecision };
      assert.equal(toAgtPolicyResult(decision).allowed, allowed);
    }
  });

  test('[D2-22] [D2-24] [D2-73] stages out of order are refused, and an allow needs all of them', {
    timeout,
  }, async () => {
    const { approval_request_id: id } = await site.ask(site.action('twice.pay'));
    assert.equal(codeOf(await site.vote(site.manager, id, 'allow', 1)), 'stage_not_open');
    await site.vote(site.reviewer, id, 'allow');
    const half = await site.records(id);
    assert.deepEqual([half.approval_request.status, half.resolution], ['pending', null]);
    await site.vote(site.manager, id, 'allow', 1);
    assert.equal((await site.records(id)).resolution?.outcome, 'allow');
  });

  test('[D2-28] one person for every stage is refused, even with both roles', {
    timeout,
  }, async () => {
    const both = await site.server.person(['reviewer', 'manager']);
    const { approval_request_id: id } = await site.ask(site.action('twice.pay'));
    await site.vote(both, id, 'allow');
    assert.equal(codeOf(await site.vote(both, id, 'allow', 1)), 'approver_already_decided');
    assert.equal((await site.read(id)).status, 'pending');
  });

  test('[D2-35] [D2-71] a name or role in the body is refused, and so is the agent itself', {
    timeout,
  }, async () => {
    const { approval_request_id: id } = await site.ask();
    const path = `/v1/requests/${id}/entries`;
    const stranger = await site.server.person(['auditor']);
    const entry = await entryFor(site.server, stranger.headers, id, 'allow');
    for (const claim of [
      { approver_identity: site.reviewer.person_id },
      { approver_roles: ['reviewer'] },
      { identity_assurance: 'oidc' },
    ]) {
      const forged = await site.call(stranger.headers, 'POST', path, { ...entry, ...claim });
      assert.equal(forged.status, 400);
    }
    assert.equal(
      codeOf(await site.call(stranger.headers, 'POST', path, entry)),
      'approver_not_eligible',
    );
    assert.ok([401, 403].includes((await site.call(site.agent, 'POST', path, entry)).status));
    assert.equal((await site.read(id)).status, 'pending');
    // The same decision of a known person satisfies the stage.
    assert.equal((await site.vote(site.reviewer, id, 'allow')).status, 200);
    assert.equal((await site.read(id)).status, 'allowed');
  });

  test('[D2-23] [D2-72] one deny ends the chain, and later votes are refused', {
    timeout,
  }, async () => {
    const { approval_request_id: id } = await site.ask(site.action('twice.pay'));
    await site.vote(site.reviewer, id, 'deny');
    assert.equal(codeOf(await site.vote(site.manager, id, 'allow', 1)), 'request_denied');
    const records = await site.records(id);
    assert.deepEqual([records.resolution?.outcome, records.chain_entries.length], ['deny', 1]);
  });

  test('[D2-25] [D2-26] [D2-36] the same entry again changes nothing, and another one under its id is a recorded conflict', {
    timeout,
  }, async () => {
    const { approval_request_id: id } = await site.ask(site.action('twice.pay'));
    const { headers } = site.reviewer;
    const path = `/v1/requests/${id}/entries`;
    const entry = await entryFor(site.server, headers, id, 'allow');
    for (let i = 0; i < 3; i++) {
      assert.equal((await site.call(headers, 'POST', path, entry)).status, 200);
    }
    const other = { ...entry, decision: 'deny', reason: 'changed my mind' };
    assert.equal(codeOf(await site.call(headers, 'POST', path, other)), 'entry_conflict');
    const moved = { ...other, stage_index: 1 };
    assert.equal(codeOf(await site.call(headers, 'POST', path, moved)), 'entry_conflict');
    const events = await site.events(id);
    assert.equal(events.filter(({ type }) => type === 'entry.recorded').length, 1);
    assert.equal(events.filter(({ type }) => type === 'entry.refused').length, 2);
  });

  test('[D2-26] [D2-28] a second allow of an allowed stage is refused and recorded, and adds to no quorum', {
    timeout,
  }, async () => {
    const { approval_request_id: id } = await site.ask(site.action('twice.pay'));
    await site.vote(site.reviewer, id, 'allow');
    const second = await site.server.person(['reviewer']);
    assert.equal(codeOf(await site.vote(second, id, 'allow')), 'stage_satisfied');
    const { chain_entries, resolution } = await site.records(id);
    assert.deepEqual([chain_entries.length, resolution], [1, null]);
    const refused = (await site.events(id)).filter(({ type }) => type === 'entry.refused');
    assert.equal(refused.length, 1);
  });

  test('[D2-10] [D2-43] [D2-48] [D2-49] [D2-68] [D2-69] an approval of one digest runs no other action, which needs its own request', {
    timeout,
  }, async () => {
    const action = site.action();
    const { approval_request_id: id } = await site.ask(action);
    await site.vote(site.reviewer, id, 'allow');
    const grant = await site.grant(id);
    const changed = { ...action, parameters: { amount: 1_000_000 } };
    const target = { tool_name: 'wire_transfer', tool_schema_version: '2', resource: 'acct-43' };
    for (const other of [changed, { ...action, target }]) {
      const refused = await site.consume(id, other, grant);
      assert.equal(agtCodeOf(refused), 'action_digest_mismatch');
    }
    const again = await site.ask(changed);
    assert.notEqual(again.approval_request_id, id);
    assert.notEqual(
      again.request.policy_decision_id,
      (await site.read(id)).request.policy_decision_id,
    );
    assert.equal((await site.consume(id, action, grant)).status, 200);
  });

  test('[D2-42] [D2-47] [D2-50] [D2-75] of many consumers one starts, and no later one', {
    timeout,
  }, async () => {
    const action = site.action();
    const { approval_request_id: id } = await site.ask(action);
    await site.vote(site.reviewer, id, 'allow');
    const grant = await site.grant(id);
    const tried = await Promise.all(
      Array.from({ length: 8 }, () => site.consume(id, action, grant)),
    );
    assert.equal(tried.filter(({ status }) => status === 200).length, 1);
    const late = await site.consume(id, action, grant);
    assert.equal(agtCodeOf(late), 'already_consumed');
    // Consumption and the start of the execution are events of one commit.
    const types = (await site.events(id)).map(({ type }) => type);
    assert.equal(types.indexOf('execution.allowed'), types.indexOf('grant.consumed') + 1);
  });

  test('[D2-56] [D2-57] [D2-58] [D2-59] [D2-77] [D2-80] advice names its model and prompt, is separate and resolves nothing', {
    timeout,
  }, async () => {
    const { approval_request_id: id } = await site.ask();
    const path = `/v1/requests/${id}/advice`;
    const advice = {
      recommendation: 'allow',
      explanation: 'it looks fine',
      risk_annotations: ['a new account'],
    };
    const nameless = await site.call(site.adviser, 'POST', path, advice);
    assert.equal(nameless.status, 400);
    const named = await site.call(site.adviser, 'POST', path, {
      ...advice,
      model: 'm',
      prompt_version: '7',
    });
    assert.equal(named.status, 200);
    const records = await site.records(id);
    assert.deepEqual([records.chain_entries, records.resolution], [[], null]);
    const read = await site.read(id);
    assert.deepEqual([read.status, read.advice.length, read.entries.length], ['pending', 1, 0]);
    const [given] = read.advice;
    assert.deepEqual(
      [given?.recommendation, given?.explanation, given?.risk_annotations],
      Object.values(advice),
    );
    // A person resolves what the advice did not.
    await site.vote(site.reviewer, id, 'allow');
    const resolved = await site.records(id);
    assert.deepEqual([resolved.chain_entries.length, resolved.resolution?.outcome], [1, 'allow']);
  });

  test('[D2-66] a request authorises one binding under one policy and chain, and its intent authorises nothing', {
    timeout,
  }, async () => {
    const action = site.action();
    const { request } = await site.ask(action);
    const { approval_request_id: id, intent_id } = request;
    assert.notEqual(intent_id.split('_')[1], id.split('_')[1]);
    await site.vote(site.reviewer, id, 'allow');
    const records = await site.records(id);
    assert.ok(!JSON.stringify({ ...records, countersign: null }).includes(intent_id));
    const grant = await site.grant(id);
    for (const name of [intent_id, intent_id.replace('intent_', 'ar_')]) {
      assert.ok([400, 404].includes((await site.consume(name, action, grant)).status), name);
    }
    assert.equal((await site.consume(id, action, grant)).status, 200);
  });
});

describe('time, restarts and changes', () => {
  test('[D2-27] [D2-70] an unanswered request expires, and no later answer counts', {
    timeout,
  }, async () => {
    let now = '2026-06-11T12:00:00.000Z' as Timestamp;
    const site = await AgtSite.open({ clock: { now: () => now, pause } });
    try {
      const { approval_request_id: id } = await site.ask();
      const { approval_request_id: answered } = await site.ask();
      now = addSeconds(now, 899);
      assert.equal((await site.vote(site.reviewer, answered, 'allow')).status, 200);
      now = addSeconds(now, 1);
      assert.equal(codeOf(await site.vote(site.reviewer, id, 'allow')), 'request_expired');
      assert.equal((await site.read(id)).status, 'expired');
      assert.equal(toAgtCode('request_expired'), 'expired');
    } finally {
      await site.server.remove();
    }
  });

  test('[D2-38] [D2-39] [D2-40] a pending request outlives its process, and is decided and used once by the next', {
    timeout,
  }, async () => {
    const site = await AgtSite.open();
    const action = site.action();
    const { approval_request_id: id } = await site.ask(action);
    const { folder, port } = site.server;
    await site.server.close();
    const next = site.at(await startedServer({ policy: agtPolicy, folder, port }));
    try {
      assert.equal((await next.read(id)).status, 'pending');
      assert.equal((await next.vote(site.reviewer, id, 'allow')).status, 200);
      assert.equal((await next.consume(id, action, await next.grant(id))).status, 200);
    } finally {
      await next.server.remove();
    }
  });

  test('[D2-45] [D2-69] a chain that changes alone is refused as a change of chain', {
    timeout,
  }, async () => {
    const site = await AgtSite.open();
    const action = site.action();
    const { approval_request_id: allowed } = await site.ask(action);
    await site.vote(site.reviewer, allowed, 'allow');
    const grant = await site.grant(allowed);
    const { approval_request_id: pending } = await site.ask();
    const { folder, port } = site.server;
    await site.server.close();
    const policy = agtPolicy.replace('roles: [reviewer]', 'roles: [reviewer, manager]');
    const next = site.at(await startedServer({ policy, folder, port }));
    try {
      const refused = await next.consume(allowed, action, grant);
      assert.equal(codeOf(refused), 'chain_changed');
      assert.equal(agtCodeOf(refused), 'chain_version_mismatch');
      assert.notEqual((await next.vote(site.reviewer, pending, 'allow')).status, 200);
      const { status, cancelled } = await next.read(pending);
      assert.deepEqual([status, cancelled?.cause], ['cancelled', 'chain_changed']);
      assert.match(cancelled?.reason ?? '', /another approval chain/);
      const { port: again } = next.server;
      await next.server.close();
      const back = site.at(await startedServer({ policy: agtPolicy, folder, port: again }));
      assert.equal((await back.consume(allowed, action, grant)).status, 200);
      await back.server.close();
    } finally {
      await next.server.remove();
    }
  });

  test('[D2-42] with strict_adr0030 an approval ends with its request, and otherwise has its own window', {
    timeout,
  }, async () => {
    for (const strict_adr0030 of [true, false]) {
      let now = '2026-06-11T12:00:00.000Z' as Timestamp;
      const site = await AgtSite.open({
        clock: { now: () => now, pause },
        settings: { strict_adr0030 },
      });
      try {
        const action = site.action();
        const { approval_request_id: id } = await site.ask(action);
        now = addSeconds(now, 899);
        await site.vote(site.reviewer, id, 'allow');
        const grant = await site.grant(id);
        now = addSeconds(now, 1);
        const used = await site.consume(id, action, grant);
        if (strict_adr0030) {
          assert.equal(agtCodeOf(used), 'expired');
          assert.equal((await site.read(id)).status, 'expired');
        } else assert.equal(used.status, 200);
      } finally {
        await site.server.remove();
      }
    }
  });

  test('[D2-20] [D2-44] [D2-45] [D2-69] changing the policy or chain ends a pending or allowed request', {
    timeout,
  }, async () => {
    const site = await AgtSite.open();
    const action = site.action();
    const { approval_request_id: allowed } = await site.ask(action);
    await site.vote(site.reviewer, allowed, 'allow');
    const grant = await site.grant(allowed);
    const { approval_request_id: pending } = await site.ask();
    const { folder, port } = site.server;
    await site.server.close();
    const policy = agtPolicy
      .replace('2026.06.11', '2026.06.12')
      .replace(
        '{ name: reviewer, approvers: { roles: [reviewer] } }',
        '{ name: other, approvers: { roles: [manager] } }',
      );
    const next = site.at(await startedServer({ policy, folder, port }));
    try {
      const refused = await next.consume(allowed, action, grant);
      assert.equal(agtCodeOf(refused), 'policy_version_mismatch');
      const voted = await next.vote(site.manager, pending, 'allow');
      assert.notEqual(voted.status, 200);
      const read = await next.read(pending);
      assert.deepEqual([read.status, read.entries], ['cancelled', []]);
      const records = await next.records(pending);
      assert.deepEqual([records.approval_request.status, records.resolution], ['cancelled', null]);
    } finally {
      await next.server.remove();
    }
  });
});
