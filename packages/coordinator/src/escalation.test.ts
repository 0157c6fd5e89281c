import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Chain, parseChain } from '@countersign/protocol/chain';
import type { Result } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { addSeconds } from '@countersign/protocol/value';
import {
  activatePolicy,
  amendRequest,
  type Context,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  expireDue,
  issueGrant,
  type Proposal,
  recordEntry,
} from './index.ts';
import { createModelStore } from './testing/model-store.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  sampleAction,
  submission,
} from './testing/sample-ports.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

const chain: Chain = parseChain({
  chain_id: 'finance',
  version: '1',
  stages: [
    {
      name: 'reviewer',
      approvers: { roles: ['finance'] },
      escalation: [{ after_seconds: 300, approvers: { roles: ['controller'] } }],
    },
  ],
});

/** The clock of the store, and that of a process which may be ahead of it. */
async function createWorld(aheadSeconds = 0) {
  const clock = createVirtualClock();
  const ahead = { ...clock, now: () => addSeconds(clock.now(), aheadSeconds) };
  const ids = createSeededIds('escalation');
  const store = createModelStore({ clock, ids });
  const ports = createSamplePorts(store, clock, ids);
  ports.policies.set({
    chain,
    amend: { mode: 'narrow', lower: ['/amount'], subset: [], becomes: [] },
  });
  const context = createContext(ports);
  value(await activatePolicy(context));
  const fast = createContext({ ...ports, clock: ahead });
  return { context, fast, clock };
}

function value<T>(outcome: Result<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

function codeOf(outcome: Result<unknown>): string {
  return outcome.ok ? 'done' : outcome.refusal.code;
}

async function open(context: Context, change: Partial<Proposal> = {}): Promise<OpenedRequest> {
  const proposed = value(
    await evaluateAndOpen(context, {
      action: sampleAction(),
      principal: principals.agent,
      audience: 'billing-executor',
      amendable: true,
      ...change,
    }),
  );
  return proposed.verdict === 'require_approval' ? proposed.state : assert.fail();
}

function decide(context: Context, state: OpenedRequest, who: 'alice' | 'carol', change = {}) {
  return recordEntry(context, {
    approvalRequestId: state.request.approval_request_id,
    submission: submission(state, context.ids, change),
    principal: principals[who],
  });
}

describe('escalation of a stage', () => {
  test("[ES-1] the store's clock decides when an approver joins, not that of the process", async () => {
    const { context, fast, clock } = await createWorld(10);
    const state = await open(context);
    clock.advance(290);
    assert.equal(codeOf(await decide(context, state, 'carol')), 'approver_joins_later');
    // The process believes that the time has come. The store does not.
    assert.equal(codeOf(await decide(fast, state, 'carol')), 'approver_joins_later');
    clock.advance(9.999);
    assert.equal(codeOf(await decide(fast, state, 'carol')), 'approver_joins_later');
    clock.advance(0.001);
    assert.equal(codeOf(await decide(fast, state, 'carol')), 'done');
  });

  test('[ES-1] the first list need not wait, and an escalated approval is consumed once', async () => {
    const { context, clock } = await createWorld();
    assert.equal(codeOf(await decide(context, await open(context), 'alice')), 'done');
    const state = await open(context, { action: sampleAction({ parameters: { amount: 4300 } }) });
    clock.advance(300);
    value(await decide(context, state, 'carol'));
    const approvalRequestId = state.request.approval_request_id;
    const grant = value(await issueGrant(context, approvalRequestId));
    const consumption = {
      approvalRequestId,
      action: sampleAction({ parameters: { amount: 4300 } }),
      grant,
      executor: 'billing-executor',
      attempt: 'one',
    };
    assert.equal(codeOf(await consumeGrant(context, consumption)), 'done');
    assert.equal(codeOf(await consumeGrant(context, consumption)), 'grant_already_consumed');
  });

  test('[ES-1] a further round of a case keeps the beginning of the first one', async () => {
    const { context, clock } = await createWorld();
    const first = await open(context);
    clock.advance(901);
    value(await expireDue(context));
    const again = await open(context, {
      nextRoundOf: {
        approvalRequestId: first.request.approval_request_id,
        change: 'no one answered',
      },
    });
    assert.equal(again.request.round, 2);
    assert.equal(again.request.asked_since, first.request.requested_at);
    assert.equal(codeOf(await decide(context, again, 'carol')), 'done');
  });

  test('[ES-1] [AM-9] an amended request keeps it too, and an author who has not joined changes nothing', async () => {
    const { context, clock } = await createWorld();
    const state = await open(context);
    const amend = (principal: typeof principals.alice) =>
      amendRequest(context, {
        approvalRequestId: state.request.approval_request_id,
        principal,
        actionDigest: state.request.action_digest,
        parameters: { ...sampleAction().parameters, amount: 4000 },
        reason: 'less is enough',
      });
    clock.advance(60);
    assert.equal(codeOf(await amend(principals.carol)), 'approver_not_eligible');
    const amended = value(await amend(principals.alice)).state;
    assert.equal(amended.request.asked_since, state.request.requested_at);
    clock.advance(240);
    assert.equal(codeOf(await decide(context, amended, 'carol')), 'done');
  });
});
