// Goal: document 001's lifecycle where it is real. Method: the execution manager on a SQLite store.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { issueArtifact, issueGrant } from '@countersign/coordinator';
import {
  fromDecisionInput,
  toAgentNotice,
  toSignedFlowRequest,
  verifySignedFlowRequest,
} from '@countersign/dialects/approval-flow';
import { flowWorld } from './testing/approval-flow-world.ts';

const timeout = 60_000;

describe('document 001 on a store', () => {
  const world = flowWorld();
  const {
    approved,
    caller,
    clock,
    context,
    decided,
    manager,
    opened,
    people,
    signed,
    snapshotOf,
    stateOf,
  } = world;
  before(world.start);
  after(world.remove);
  // A high limit, so that the requests of one test do not slow down another.
  beforeEach(() => world.clock.advance(601_000));

  test('[D1-1] [D1-2] [D1-3] [D1-4] [D1-14] [D1-25] [D2-83] an approved intent runs once, as it was approved, and not before', {
    timeout,
  }, async () => {
    const intent = signed(snapshotOf());
    const id = await opened(intent);
    assert.equal((await stateOf(id)).status, 'pending');
    const early = await manager().execute({ intent, artifact: null, run: () => 'ran' });
    assert.ok(!early.ran && early.refusal?.flow_code === 'ARTIFACT_SCHEMA_INVALID');
    const { artifact } = await approved(intent);
    let given: unknown = null;
    const done = await manager().execute({
      intent,
      artifact,
      run: ({ snapshot }) => {
        given = snapshot.action.parameters;
        return 'ran';
      },
    });
    assert.deepEqual(done, { ran: true, value: 'ran' });
    assert.deepEqual({ ...(given as object) }, { ...intent.snapshot.action.parameters });
    const { status, receipts } = await stateOf(id);
    assert.equal(status, 'consumed');
    assert.equal(receipts.at(-1)?.outcome, 'succeeded');
  });

  test('[D1-5] [D1-7] [D1-9] [D1-17] an outside system verifies the signed request with public keys and answers it', {
    timeout,
  }, async () => {
    const base = snapshotOf();
    const id = await opened(
      signed(snapshotOf({ action: { ...base.action, toolRef: 'notify_team' } })),
    );
    const jws = await issueArtifact(context(), id);
    assert.ok(jws.ok);
    const made = toSignedFlowRequest(jws.value, context().signer.keys());
    assert.ok(made.ok);
    const received: unknown = JSON.parse(JSON.stringify(made.value));
    const read = verifySignedFlowRequest(received, context().signer.keys());
    assert.ok(read.ok);
    assert.equal((await stateOf(id)).request.route.kind, 'webhook');
    const answer = fromDecisionInput({
      decision: 'rejected',
      decidedBy: { principalId: 'service:change-board', principalType: 'service' },
      decidedAt: new Date(clock.now()).toISOString(),
      reason: 'frozen',
      trace: read.value.trace,
    });
    assert.ok(answer.ok);
    await decided(id, answer.value.decision);
    assert.equal((await stateOf(id)).status, 'denied');
  });

  test('[D1-15] [D1-16] [D1-18] a command goes to the admin channel, and a file read may be asked inline', {
    timeout,
  }, async () => {
    const { alice: actor } = await people();
    const { action } = snapshotOf();
    const shell = await stateOf(await opened(signed(snapshotOf({ actor, caller }))));
    assert.equal(shell.request.route.kind, 'admin_channel');
    assert.equal(shell.chain.stages[0]?.separation, 'other_person');
    const reading = snapshotOf({
      actor,
      caller,
      action: {
        ...action,
        actionClass: 'read',
        toolRef: 'read_file',
        parameters: { path: 'a.txt' },
      },
    });
    const inline = await stateOf(await opened(signed(reading)));
    assert.equal(inline.request.route.kind, 'same_conversation');
    assert.equal(inline.chain.stages[0]?.separation, 'self_confirm');
  });

  test('[D1-16] the subject of an action cannot approve it in the admin channel', {
    timeout,
  }, async () => {
    const { bob: actor } = await people();
    const id = await opened(signed(snapshotOf({ actor, caller })));
    await decided(id, 'allow');
    const { status, entries } = await stateOf(id);
    assert.equal(status, 'pending');
    assert.equal(entries.length, 0);
  });

  test('[D1-21] [D1-22] [D1-23] a rejection is recorded with its reason, sent to the agent, and runs nothing', {
    timeout,
  }, async () => {
    const intent = signed(snapshotOf());
    const id = await opened(intent);
    await decided(id, 'deny');
    const state = await stateOf(id);
    assert.deepEqual([state.status, state.resolution?.outcome], ['denied', 'deny']);
    assert.equal(state.entries.at(-1)?.reason, 'it drops a table');
    assert.equal(toAgentNotice(state).reason, 'it drops a table');
    assert.equal((await issueGrant(context(), id)).ok, false);
  });

  test('[D1-8] [D1-12] [D1-19] [D1-20] [D1-21] an unanswered request and an unused approval are over after 15 minutes', {
    timeout,
  }, async () => {
    const waiting = signed(snapshotOf());
    const id = await opened(waiting);
    const { request } = await stateOf(id);
    const window = Date.parse(request.expires_at) - Date.parse(request.requested_at);
    assert.equal(window, 900_000);
    const { intent, artifact } = await approved();
    await clock.advance(900_000);
    const state = await stateOf(id);
    assert.equal(state.status, 'expired');
    const notice = toAgentNotice(state);
    assert.ok(notice.timedOut && !notice.executed);
    const told = await manager().execute({ intent, artifact, run: () => 'ran' });
    assert.ok(!told.ran && told.refusal?.flow_code === 'APPROVAL_ARTIFACT_EXPIRED');
  });
});
