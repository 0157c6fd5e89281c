// Goal: AGT's handlers from before its ADR 0030 decide nothing by themselves. Method: a real server where a stage lists the
// service that runs the adapter, and handlers that answer well, badly and not at all.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { strictMode } from '@countersign/dialects/agt';
import { legacyCallback, legacyWebhook } from '@countersign/dialects/runtime';
import type { ReasonCode, Result } from '@countersign/protocol/reason';
import { type ApprovalRequest, parseApprovalRequest } from '@countersign/protocol/request';
import type { RequestRepresentation } from '@countersign/server/testing';
import { AgtSite } from './testing/agt-site.ts';

const timeout = 60_000;

/** Real time, through a port as the product has it. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

describe('legacy handlers', () => {
  let site: AgtSite;
  let service: Readonly<Record<string, string>>;
  const terms = {
    mode: strictMode({ floor: false, wanted: false }),
    accept: 'unverified_approver_names',
    on_timeout: 'deny',
    timeout_seconds: 30,
  } as const;
  before(async () => {
    site = await AgtSite.open();
    const made = await site.call(site.operator.headers, 'POST', '/v1/credentials/services', {
      label: 'legacy',
      service_id: 'legacy-handler',
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    service = { authorization: `Bearer ${(made.body as { secret: string }).secret}` };
  });
  after(() => site?.server.remove());

  const ports = () => ({
    submit: async (id: string, submission: object): Promise<Result<unknown>> => {
      const path = `/v1/requests/${id}/entries`;
      const called = await site.call(service, 'POST', path, submission);
      if (called.status === 200) return { ok: true, value: called.body };
      const { code, detail } = called.body as { code: ReasonCode; detail: string };
      return { ok: false, refusal: { code, detail } };
    },
    pause,
    elapsed: () => performance.now(),
  });
  const question = async (tool = 'handled.pay') => {
    const asked: RequestRepresentation = await site.ask(site.action(tool));
    const request: ApprovalRequest = parseApprovalRequest(asked.request);
    return { request, view_digest: null, stage_index: 0, policy_rule_id: 'handled' };
  };

  test('[D2-62] a callback gets the bound request, and its yes becomes a decision entry of the service that ran the callback', {
    timeout,
  }, async () => {
    const asked = await question();
    let seen: unknown;
    const adapter = legacyCallback(terms, ports(), request => {
      seen = request;
      return { approved: true, approver: 'the CEO' };
    });
    const outcome = await adapter.ask(asked);
    assert.ok(outcome.recorded, JSON.stringify(outcome));
    assert.equal((seen as { action_digest: string }).action_digest, asked.request.action_digest);
    const read = await site.read(asked.request.approval_request_id);
    assert.equal(read.status, 'allowed');
    const [entry] = read.entries;
    assert.deepEqual(
      [entry?.approver_kind, entry?.approver_identity],
      ['service', 'legacy-handler'],
    );
    assert.match(entry?.summary ?? '', /"the CEO", which is not verified/);
    assert.equal((await adapter.ask(asked)).recorded, true);
    assert.equal((await site.read(asked.request.approval_request_id)).entries.length, 1);
  });

  test('[D2-63] only the legacy webhook sends the old payload, and its no is a deny', {
    timeout,
  }, async () => {
    const asked = await question();
    let sent = '';
    const adapter = legacyWebhook(terms, ports(), async body => {
      sent = body;
      return JSON.stringify({ approved: false, approver: 'bob', reason: 'too much' });
    });
    assert.equal((await adapter.ask(asked)).recorded, true);
    assert.deepEqual(Object.keys(JSON.parse(sent)).sort(), [
      'action',
      'agent_id',
      'approvers',
      'policy_name',
      'requested_at',
      'rule_name',
      'type',
    ]);
    assert.equal((await site.read(asked.request.approval_request_id)).status, 'denied');
  });

  test('[D2-37] [D2-70] a handler that is late, throws or answers nonsense changes nothing', {
    timeout,
  }, async () => {
    const asked = await question();
    const handlers: readonly (() => unknown)[] = [
      () => {
        throw new Error('broken');
      },
      () => Promise.reject(new Error('broken')),
      () => undefined,
      () => true,
      () => ({ approved: 'true' }),
      () => ({ approved: true, more: 1 }),
    ];
    for (const handler of handlers) {
      const outcome = await legacyCallback(terms, ports(), handler).ask(asked);
      assert.ok(!outcome.recorded);
      assert.deepEqual([outcome.mark, outcome.refusal.code], ['system:error', 'answer_malformed']);
    }
    const never = legacyCallback(
      { ...terms, timeout_seconds: 0.05 },
      ports(),
      () => new Promise(() => undefined),
    );
    const late = await never.ask(asked);
    assert.ok(!late.recorded);
    assert.equal(late.mark, 'system:timeout');
    const huge = legacyWebhook(
      terms,
      ports(),
      async () => `{"approved":true,"reason":"${'x'.repeat(70_000)}"}`,
    );
    assert.equal((await huge.ask(asked)).recorded, false);
    assert.equal((await site.read(asked.request.approval_request_id)).status, 'pending');
  });

  test('[D2-37] an answer after the deadline counts for nothing, also where the handler blocked the timer', {
    timeout,
  }, async () => {
    const asked = await question();
    const yes = { approved: true };
    let time = 0;
    // A handler that blocks its thread: no timer fires before its answer is there.
    const blocked = { ...ports(), pause: () => new Promise<void>(() => undefined) };
    const clocked = { ...blocked, elapsed: () => time };
    const late = (milliseconds: number) => () => {
      time += milliseconds;
      return yes;
    };
    const limits = { ...terms, timeout_seconds: 0.05 };
    for (const milliseconds of [50, 51, 3000, Number.NaN]) {
      const outcome = await legacyCallback(limits, clocked, late(milliseconds)).ask(asked);
      assert.ok(!outcome.recorded, `${milliseconds} ms`);
      assert.equal(outcome.mark, 'system:timeout');
      const post = async () => JSON.stringify(late(milliseconds)());
      assert.equal((await legacyWebhook(limits, clocked, post).ask(asked)).recorded, false);
      time = 0;
    }
    assert.equal((await site.read(asked.request.approval_request_id)).status, 'pending');
    const { elapsed: _, ...clockless } = ports();
    assert.throws(() => legacyCallback(limits, clockless as never, () => yes), /a late answer/);
    assert.equal((await legacyCallback(limits, clocked, late(49)).ask(asked)).recorded, true);
    assert.equal((await site.read(asked.request.approval_request_id)).status, 'allowed');
  });

  test('[D2-29] [D2-32] [D2-33] a handler without its own credential, or that no stage lists, decides nothing', {
    timeout,
  }, async () => {
    const elsewhere = await question('wire_transfer');
    const outcome = await legacyCallback(terms, ports(), () => ({ approved: true })).ask(elsewhere);
    assert.ok(!outcome.recorded);
    assert.match(
      outcome.refusal.code,
      /request_not_found|approver_kind_not_permitted|approver_not_eligible/,
    );
    const asked = await question();
    const id = asked.request.approval_request_id;
    for (const headers of [{}, { authorization: 'Bearer css_unknown' }]) {
      assert.equal(
        (await site.call(headers, 'POST', `/v1/requests/${id}/entries`, {})).status,
        401,
      );
    }
  });

  test('[D2-64] strict mode refuses every legacy handler, and no setting turns a timeout into an allow', () => {
    const callback = () => ({ approved: true });
    for (const mode of [strictMode({ floor: true, wanted: false }), strictMode({ floor: false })]) {
      assert.throws(
        () => legacyCallback({ ...terms, mode }, ports(), callback),
        /strict mode refuses/,
      );
      assert.throws(
        () => legacyWebhook({ ...terms, mode }, ports(), async () => ''),
        /strict mode refuses/,
      );
    }
    const allowing = { ...terms, on_timeout: 'allow' as never };
    assert.throws(() => legacyCallback(allowing, ports(), callback), /no timeout allows/);
    const silent = { ...terms, accept: undefined as never };
    assert.throws(() => legacyCallback(silent, ports(), callback), /unverified_approver_names/);
    for (const timeout_seconds of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(
        () => legacyCallback({ ...terms, timeout_seconds }, ports(), callback),
        /timeout_seconds/,
      );
    }
  });
});
