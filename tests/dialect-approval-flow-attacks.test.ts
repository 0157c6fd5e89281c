// Goal: what upstream's implementation of document 001 lets through is refused. Method: each weakness is tried on the
// execution manager over a SQLite store.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { evaluateAndOpen, issueGrant, recordEntry } from '@countersign/coordinator';
import {
  signApprovedIntentArtifact,
  toAction,
  toFlowId,
  toGrantArtifact,
} from '@countersign/dialects/approval-flow';
import { parseEntrySubmission } from '@countersign/protocol/chain';
import { inputDigest } from '@countersign/protocol/request';
import { ChainEntryId, idFromUuid } from '@countersign/protocol/value';
import { agent, flowWorld, secrets } from './testing/approval-flow-world.ts';

const timeout = 60_000;

describe('attacks on document 001', () => {
  const world = flowWorld();
  const {
    approved,
    clock,
    context,
    decided,
    manager,
    opened,
    principal,
    restart,
    signed,
    snapshotOf,
    stateOf,
    trust,
  } = world;
  before(world.start);
  after(world.remove);
  // A high limit, so that the requests of one test do not slow down another.
  beforeEach(() => world.clock.advance(601_000));

  test('[D1-13] of many concurrent calls one runs, since the nonce is recorded before', {
    timeout,
  }, async () => {
    const { intent, artifact, hmac } = await approved();
    let ran = 0;
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        manager().execute({
          intent,
          artifact: index % 2 === 0 ? artifact : hmac,
          run: async () => {
            ran++;
            await new Promise(done => setImmediate(done));
          },
        }),
      ),
    );
    assert.equal(ran, 1);
    assert.equal(tries.filter(told => told.ran).length, 1);
    for (const told of tries) {
      if (!told.ran) assert.equal(told.refusal?.flow_code, 'ARTIFACT_ALREADY_CONSUMED');
    }
  });

  test('[D1-13] a used approval stays used after a restart, even when the tool failed', {
    timeout,
  }, async () => {
    const { intent, artifact, hmac } = await approved();
    const failing = manager().execute({
      intent,
      artifact,
      run: () => {
        throw new Error('the tool broke');
      },
    });
    await assert.rejects(failing, /the tool broke/);
    await restart();
    for (const again of [artifact, hmac]) {
      const told = await manager().execute({ intent, artifact: again, run: () => 'ran' });
      assert.ok(!told.ran);
      assert.equal(told.refusal?.flow_code, 'ARTIFACT_ALREADY_CONSUMED');
      assert.equal(told.refusal?.code, 'grant_already_consumed');
    }
  });

  test('a dry run checks the approval and does not use it up', { timeout }, async () => {
    const { id, intent, artifact } = await approved();
    const dry = { intent, artifact, run: () => 'ran', dryRun: true };
    assert.deepEqual(await manager().execute(dry), { ran: false, refusal: null });
    assert.equal((await stateOf(id)).status, 'allowed');
    assert.ok((await manager().execute({ ...dry, dryRun: false })).ran);
    const late = await manager().execute(dry);
    assert.ok(!late.ran && late.refusal?.flow_code === 'ARTIFACT_ALREADY_CONSUMED');
  });

  test('the same intent finds the same request, and its key is refused for another intent', {
    timeout,
  }, async () => {
    const { id, intent, artifact } = await approved();
    assert.equal(await opened(intent), id);
    const other = signed(snapshotOf({ idempotencyKey: intent.snapshot.idempotencyKey }));
    const asked = await manager().open(other);
    assert.equal(asked.ok ? '' : asked.refusal.code, 'idempotency_key_reused');
    assert.ok((await manager().execute({ intent, artifact, run: () => 1 })).ran);
    assert.equal(await opened(intent), id);
  });

  test('[D1-11] an approved request under another key than its intent’s does not run', {
    timeout,
  }, async () => {
    const first = await approved();
    const second = signed(snapshotOf({ idempotencyKey: first.intent.snapshot.idempotencyKey }));
    const asked = await evaluateAndOpen(context(), {
      action: toAction(second),
      principal,
      audience: agent,
      idempotencyKey: randomUUID(),
    });
    assert.ok(asked.ok && asked.value.verdict === 'require_approval');
    const { approval_request_id } = asked.value.state.request;
    await decided(approval_request_id, 'allow');
    const jws = await issueGrant(context(), approval_request_id);
    assert.ok(jws.ok);
    const artifact = toGrantArtifact(second, jws.value, trust());
    assert.ok(artifact.ok);
    const told = await manager().execute({
      intent: second,
      artifact: artifact.value,
      run: () => 'ran',
    });
    assert.ok(!told.ran);
    assert.equal(told.refusal?.code, 'idempotency_key_reused');
  });

  test('[D1-11] an intent that was planned again after its approval does not run on that approval', {
    timeout,
  }, async () => {
    const { intent, artifact } = await approved();
    const again = signed({
      ...intent.snapshot,
      createdAt: new Date(clock.now() + 1).toISOString(),
      idempotencyKey: `idem:${randomUUID()}`,
    });
    const { intentId, payloadHash: intentPayloadHash } = again;
    for (const [tried, code] of [
      [artifact, 'INTENT_ARTIFACT_MISMATCH'],
      [{ ...artifact, intentId }, 'ARTIFACT_PAYLOAD_HASH_MISMATCH'],
      [{ ...artifact, intentId, intentPayloadHash }, 'ARTIFACT_SIGNATURE_INVALID'],
    ] as const) {
      const told = await manager().execute({ intent: again, artifact: tried, run: () => 'ran' });
      assert.ok(!told.ran && told.refusal?.flow_code === code, told.ran ? 'ran' : code);
    }
  });

  test('[D1-10] members that upstream’s HMAC leaves out cannot be replaced', {
    timeout,
  }, async () => {
    const { id, intent, hmac } = await approved();
    const other = await approved();
    for (const changes of [
      { artifactId: `approved-artifact:${randomUUID()}` },
      { approvalRequestId: other.artifact.approvalRequestId },
      { approvalRequestId: `approval-request:${randomUUID()}` },
      { approvalRecordId: other.artifact.approvalRecordId },
      { issuedAt: new Date(clock.now() + 1).toISOString() },
      { issuedByService: 'somebody' },
    ]) {
      const artifact = { ...hmac, ...changes };
      const told = await manager().execute({ intent, artifact, run: () => 'ran' });
      assert.ok(!told.ran && told.refusal !== null, JSON.stringify(changes));
    }
    assert.equal((await stateOf(id)).status, 'allowed');
    assert.ok((await manager().execute({ intent, artifact: hmac, run: () => 'ran' })).ran);
  });

  test('[D1-10] a holder of the shared secret can forge an HMAC, and nothing runs on it', {
    timeout,
  }, async () => {
    const intent = signed(snapshotOf());
    const id = await opened(intent);
    const uuid = randomUUID();
    const minted = signApprovedIntentArtifact(
      {
        schemaVersion: '1.0',
        artifactId: `approved-artifact:${uuid}`,
        intentId: intent.intentId,
        intentVersion: '1.0',
        intentPayloadHash: intent.payloadHash,
        approvalState: 'approved',
        issuedAt: new Date(clock.now()).toISOString(),
        expiresAt: intent.snapshot.expiresAt,
        issuedByService: 'countersign',
        approvalRequestId: toFlowId('request', id),
        approvalRecordId: `approval-record:${randomUUID()}`,
        policyDecisionId: intent.snapshot.policy.decisionId,
        nonce: `approval-nonce:${uuid}`,
        trace: intent.snapshot.trace,
        tokenVersion: '1.0',
      },
      { keyId: 'approval-k1', secret: secrets['approval-k1'] },
    );
    const told = await manager().execute({ intent, artifact: minted, run: () => 'ran' });
    assert.ok(!told.ran);
    assert.equal(told.refusal?.flow_code, 'INTENT_APPROVAL_NOT_GRANTED');
  });

  test('[D1-3] a typed yes decides nothing, and a name in a body identifies no person', {
    timeout,
  }, async () => {
    const intent = signed(snapshotOf());
    const id = await opened(intent);
    for (const words of ['yes', 'approve', 'ok, go ahead']) {
      const told = await manager().execute({ intent, artifact: words, run: () => 'ran' });
      assert.ok(!told.ran);
    }
    const { request } = await stateOf(id);
    const submission = {
      chain_entry_id: idFromUuid(ChainEntryId, 'ace', randomUUID()),
      stage_index: 0,
      decision: 'allow',
      reason_code: 'reviewed',
      input_digest: inputDigest(request),
    };
    const named = { ...submission, decidedBy: { principalId: 'user:admin' } };
    assert.throws(() => parseEntrySubmission(named), /unknown member/);
    const self = await recordEntry(context(), {
      approvalRequestId: id,
      principal,
      submission: parseEntrySubmission(submission),
    });
    assert.equal(self.ok ? 'the agent approved itself' : self.refusal.code, 'approver_is_agent');
    assert.equal((await stateOf(id)).status, 'pending');
  });

  test('an intent that claims to be allowed by policy runs only on a grant', {
    timeout,
  }, async () => {
    const { policy } = snapshotOf();
    const easy = snapshotOf({ policy: { ...policy, decision: 'ALLOW', approvalRequired: false } });
    const { intent, hmac } = await approved(signed(easy));
    const { signature: _signature, approvalRequestId: _request, ...members } = hmac;
    const system = signApprovedIntentArtifact(members, {
      keyId: 'approval-k1',
      secret: secrets['approval-k1'],
    });
    const told = await manager().execute({ intent, artifact: system, run: () => 'ran' });
    assert.ok(!told.ran && told.refusal?.flow_code === 'INTENT_ARTIFACT_MISMATCH');
    assert.ok((await manager().execute({ intent, artifact: hmac, run: () => 'ran' })).ran);
  });

  test('[D1-12] an intent that ends while its approval is consumed is not started', {
    timeout,
  }, async () => {
    const { id, intent, artifact } = await approved();
    const times = [context().clock.now(), intent.snapshot.expiresAt];
    const late = manager({ now: () => times.shift() });
    const told = await late.execute({ intent, artifact, run: () => assert.fail('it ran') });
    assert.ok(!told.ran);
    assert.equal(told.refusal?.flow_code, 'INTENT_EXPIRED');
    const { status, receipts } = await stateOf(id);
    assert.deepEqual([status, receipts.at(-1)?.outcome], ['consumed', 'failed']);
  });

  test('nothing runs when the store is unreachable', { timeout }, async () => {
    const { intent, artifact } = await approved();
    for (const ports of [
      { grant: () => Promise.reject(new Error('down')) },
      { propose: () => Promise.reject(new Error('down')) },
    ]) {
      const told = await manager(ports).execute({ intent, artifact, run: () => 'ran' });
      assert.ok(!told.ran && told.refusal?.code === 'store_unavailable');
    }
    const unsigned = { ...intent, integrity: { ...intent.integrity, keyId: 'nobody' } };
    const asked = await manager().open(unsigned);
    assert.equal(asked.ok ? '' : asked.refusal.flow_code, 'INTENT_SIGNING_KEY_UNKNOWN');
  });
});
