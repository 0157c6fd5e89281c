import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifyBundle } from '../bundle/verify-bundle.ts';
import { decideRequest } from '../request/decide-request.ts';
import { aloneReason } from '../request/judge-batch.ts';
import { absentRequest } from '../request/request-state.ts';
import { verifyForExecution } from '../request/verify-for-execution.ts';
import {
  batchedRequest,
  batchPasskey,
  batchTrust,
  signedInBatch,
} from '../testing/batch-samples.ts';
import { change, type Edit, statementAfter } from '../testing/bundle-edits.ts';
import { type BundleStory, bundleOf } from '../testing/bundle-samples.ts';
import {
  alice,
  consumeCommand,
  entryCommand,
  idOf,
  later,
  noon,
  opened,
  play,
  sampleRequest,
} from '../testing/samples.ts';
import { batchTree } from './batch.ts';
import { entryDigest } from './chain-entry.ts';

const story: BundleStory = {
  steps: [
    () => [batchedRequest(), noon],
    state => [entryCommand(state, alice, signedInBatch(state, 3, 7), batchTrust), later(60)],
    state => [consumeCommand(state, { passkeys: batchTrust.passkeys }), later(120)],
  ],
  passkeys: () => [{ ...batchPasskey.registered, source: { from: 'configuration' } }],
};

/** Alters what the entry says about its batch, and seals everything again. */
const alterBatch = (revision: object): Edit => {
  let digest = '';
  return events =>
    events.map(event => {
      if (event.type === 'entry.recorded') {
        const { assertion } = event.data.entry;
        const batch = { ...assertion?.batch, ...revision };
        const entry = { ...event.data.entry, assertion: { ...assertion, batch } as never };
        digest = entryDigest(entry);
        return { ...event, data: { entry: { ...entry, entry_digest: digest as never } } };
      }
      if (event.type !== 'request.allowed') return event;
      const resolution = { ...event.data.resolution, final_entry_digest: digest as never };
      return { ...event, data: { resolution } };
    });
};

describe('[BA-1] an entry of a batch', () => {
  test('[BA-1] proves at execution and offline what an entry alone proves', () => {
    const { bundle, trust, state } = bundleOf(story);
    assert.equal(state.status, 'consumed');
    assert.equal(state.entries[0]?.identity_assurance, 'webauthn');
    const report = verifyBundle(bundle, { ...trust, required: ['log'] });
    assert.equal(report.verdict, 'accepted', report.code ?? '');
  });

  test('[BA-1] is refused with another place, count, root, proof or table, offline and at execution', () => {
    const other = 'f'.repeat(64);
    const alterations: Record<string, object> = {
      'another place': { leaf_index: 2 },
      'another count': { count: 8 },
      'another root': { root: other },
      'another proof': { proof: [other, other, other] },
      'a shorter proof': { proof: [] },
      'another table': { batch_view_digest: `sha256:${other}` },
    };
    const before = play(absentRequest, batchedRequest());
    const signed = entryCommand(before, alice, signedInBatch(before, 3, 7), batchTrust);
    const allowed = opened(play(before, signed, later(60)));
    for (const [what, revision] of Object.entries(alterations)) {
      const code = statementAfter(story, alterBatch(revision), 'passkeys');
      assert.match(String(code), /assertion_challenge_mismatch|assertion_signature/, what);
      const forged = opened({
        ...allowed,
        entries: allowed.entries.map(entry => {
          const { assertion } = entry;
          const altered = {
            ...entry,
            assertion: { ...assertion, batch: { ...assertion?.batch, ...revision } } as never,
          };
          return { ...altered, entry_digest: entryDigest(altered) };
        }),
      });
      const verdict = verifyForExecution(
        forged,
        consumeCommand(forged, { passkeys: batchTrust.passkeys }),
        later(120),
      );
      assert.equal(verdict.ok, false, what);
    }
  });

  test('[BA-1] other words, another answer or another stage than those in the tree are refused', () => {
    const before = play(absentRequest, batchedRequest());
    const signed = signedInBatch(before, 0, 2);
    for (const other of [
      { reason: 'other' },
      { summary: 'other' },
      { chain_entry_id: idOf('ace', 9) },
    ]) {
      const command = entryCommand(before, alice, { ...signed, ...(other as object) }, batchTrust);
      const decided = decideRequest(before, command, later(60));
      assert.equal(decided.ok ? '' : decided.refusal.code, 'assertion_challenge_mismatch');
    }
  });

  test('[BA-2] counts for nothing where it is sent alone', () => {
    const before = play(absentRequest, batchedRequest());
    const alone = { ...batchTrust, in_batch: false };
    const decided = decideRequest(
      before,
      entryCommand(before, alice, signedInBatch(before, 0, 2), alone),
      later(60),
    );
    assert.equal(decided.ok ? '' : decided.refusal.code, 'batch_incomplete');
  });

  test('[BA-4] critical risk and house requests are never approved in one, also offline', () => {
    const before = play(absentRequest, batchedRequest('critical'));
    const decided = decideRequest(
      before,
      entryCommand(before, alice, signedInBatch(before, 0, 2), batchTrust),
      later(60),
    );
    assert.equal(decided.ok ? '' : decided.refusal.code, 'batch_row_alone');
    assert.equal(aloneReason(sampleRequest()), null);
    assert.match(
      String(aloneReason({ ...sampleRequest(), operation: 'countersign.policy' })),
      /itself/,
    );
    const raised = change('request.opened', data => ({
      ...data,
      request: { ...data.request, risk: { ...data.request.risk, level: 'critical' } },
    }));
    assert.equal(statementAfter(story, raised, 'passkeys'), 'batch_row_alone');
  });
});

test('[BA-2] every decision has its own place in the tree, and a batch without one of them another root', () => {
  const state = play(absentRequest, batchedRequest());
  const { request } = opened(state);
  const decisions = Array.from({ length: 50 }, (_, index) => ({
    store_id: idOf('store', 1) as never,
    epoch: 1,
    approval_request_id: idOf('ar', index + 1) as never,
    input_digest: request.action_digest,
    view_digest: request.action_digest,
    stage_index: 0,
    chain_entry_id: idOf('ace', index + 1) as never,
    approver_identity: 'person',
    decision: 'allow' as const,
    reason_digest: request.action_digest,
    execute_within_seconds: 900,
  }));
  const { root, places } = batchTree(decisions);
  assert.equal(new Set(places.map(({ proof }) => proof.join())).size, 50);
  assert.ok(places.every(({ proof }) => proof.length <= 6));
  const less = batchTree(decisions.toSpliced(17, 1));
  assert.notEqual(less.root, root);
});
