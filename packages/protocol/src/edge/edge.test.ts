import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { parseActionBinding } from '../action/action-binding.ts';
import { sha256 } from '../crypto/digest.ts';
import { assembleJws, jwsSigningInput } from '../crypto/jws.ts';
import { importArtifactKey } from '../crypto/public-key.ts';
import type { Result } from '../reason/refusal.ts';
import { noon } from '../testing/samples.ts';
import { addSeconds, millisecondsOf } from '../value/timestamp.ts';
import { decideBatch, decideSnapshot } from './decide-edge.ts';
import { edgeBatchType, verifyEdgeBatch } from './edge-batch.ts';
import { absentEdge, type EdgeState, evolveEdge, overdueSnapshots } from './edge-state.ts';
import { judgeEdgeCall, judgeEdgeVerdict, rejectionKey } from './judge-edge-call.ts';
import {
  judgeSnapshotTime,
  type PolicySnapshot,
  parsePolicySnapshot,
  snapshotType,
  verifySnapshot,
} from './policy-snapshot.ts';

const store_id = 'store_00000000000040008000000000000001';
const owner = 'person_00000000000040008000000000000007';
const subject = 'person_00000000000040008000000000000008';

function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const seal = (kid: string, typ: string, payload: object): string => {
    const input = jwsSigningInput({ kid, typ, payload: payload as never });
    return assembleJws(input, sign(null, Buffer.from(input), privateKey));
  };
  return { key: importArtifactKey({ kty, crv, x }), seal };
}

const store = keyPair();
const edge = keyPair();
const stranger = keyPair();

const snapshot: PolicySnapshot = parsePolicySnapshot({
  version: '1',
  issuer: 'countersign',
  store_id,
  epoch: 2,
  edge_id: 'key_1',
  run: 'run-1',
  nonce: 'nonce-1',
  serial: 7,
  issued_at: noon,
  expires_at: addSeconds(noon, 30),
  policy_version: 'policy-1',
  policy_text: sha256('documents'),
  evaluator: '1/abc',
  own: null,
  tool_server: null,
  agents: [{ agent_id: 'billing-bot', owner, may_decide: true, rejected: [] }],
  subject_ids: [subject],
  locks: [],
});

const action = parseActionBinding({
  schema_version: '1.0',
  operation: 'tool.invoke',
  agent_id: 'billing-bot',
  subject_id: null,
  target: { tool_name: 'read_invoice', tool_schema_version: '1', resource: null },
  parameters: { id: 1 },
});

function codeOf(result: Result<unknown> | { ok: boolean; refusal?: { code: string } }): string {
  return result.ok ? 'ok' : ('refusal' in result && result.refusal?.code) || 'refused';
}

describe('a snapshot', () => {
  const expected = {
    keys: new Map([['key-1', store.key]]),
    issuer: 'countersign',
    store_id,
    edge_id: 'key_1',
    run: 'run-1',
    nonce: 'nonce-1',
    newest: { epoch: 2, serial: 6 },
  };
  const judge = (change: object = {}, wanted: object = {}, by = store, typ = snapshotType) =>
    codeOf(
      verifySnapshot({
        ...expected,
        ...wanted,
        jws: by.seal('key-1', typ, { ...snapshot, ...change }),
      }),
    );

  test('[EG-2] a forged, foreign, replayed or malformed snapshot is refused with its code', () => {
    assert.equal(judge(), 'ok');
    assert.equal(judge({}, {}, stranger), 'jws_signature_mismatch');
    assert.equal(judge({}, {}, store, edgeBatchType), 'jws_header_mismatch');
    assert.equal(judge({ agents: [] }), 'edge_snapshot_malformed');
    assert.equal(judge({ more: 1 }), 'edge_snapshot_malformed');
    assert.equal(judge({ issuer: 'other' }), 'store_mismatch');
    assert.equal(judge({}, { store_id: store_id.replace('1', '2') }), 'store_mismatch');
    assert.equal(judge({ edge_id: 'key_2' }), 'edge_snapshot_replayed');
    assert.equal(judge({ run: 'run-0' }), 'edge_snapshot_replayed');
    assert.equal(judge({ nonce: 'nonce-0' }), 'edge_snapshot_replayed');
    assert.equal(judge({ serial: 6 }), 'edge_snapshot_replayed');
    assert.equal(judge({ epoch: 1 }), 'edge_snapshot_replayed');
  });

  test('[EG-2] a text that is cut anywhere is no snapshot', () => {
    const jws = store.seal('key-1', snapshotType, snapshot);
    for (let end = 0; end < jws.length; end += 7) {
      assert.notEqual(codeOf(verifySnapshot({ ...expected, jws: jws.slice(0, end) })), 'ok');
    }
  });

  test('[EG-3] a snapshot never lives longer than 300 seconds', () => {
    assert.equal(judge({ expires_at: addSeconds(noon, 300) }), 'ok');
    assert.equal(judge({ expires_at: addSeconds(noon, 301) }), 'edge_snapshot_malformed');
    assert.equal(judge({ expires_at: noon }), 'edge_snapshot_malformed');
  });

  test('[EG-3] its life is counted from before the question, and a clock that disagrees or jumps ends it', () => {
    const at = millisecondsOf(noon);
    const asked = { wall: at, elapsed: 1000 };
    const judgeAt = (wall: number, elapsed: number, from = asked) =>
      codeOf(judgeSnapshotTime(snapshot, from, { wall: at + wall, elapsed: 1000 + elapsed }));
    assert.equal(judgeAt(0, 0), 'ok');
    assert.equal(judgeAt(29_999, 29_999), 'ok');
    assert.equal(judgeAt(30_000, 30_000), 'edge_snapshot_expired');
    // A machine that slept, and one whose clock was set.
    assert.equal(judgeAt(20_000, 1000), 'edge_clock_wrong');
    assert.equal(judgeAt(-20_000, 1000), 'edge_clock_wrong');
    assert.equal(judgeAt(1000, -1), 'edge_clock_wrong');
    assert.equal(judgeAt(Number.NaN, 1000), 'edge_clock_wrong');
    // Clocks that were wrong from the beginning.
    assert.equal(judgeAt(6000, 0, { wall: at + 6000, elapsed: 1000 }), 'edge_clock_wrong');
    assert.equal(judgeAt(-6000, 0, { wall: at - 6000, elapsed: 1000 }), 'edge_clock_wrong');
    assert.equal(judgeAt(4000, 0, { wall: at + 4000, elapsed: 1000 }), 'ok');
  });
});

describe('a call at the edge', () => {
  const judge = (change: object = {}, call: object = {}, of: object = {}) => {
    const bound = parseActionBinding({ ...action, ...of });
    const told = { action: bound, action_digest: sha256(bound), context: {} };
    return codeOf(
      judgeEdgeCall({ ...snapshot, ...change } as PolicySnapshot, {
        ...told,
        isBound: false,
        bytes: 100,
        ...call,
      }),
    );
  };
  const agent = { agent_id: 'billing-bot', owner, may_decide: true, rejected: [] };

  test('[EG-1] what the snapshot does not say is asked of the server', () => {
    assert.equal(judge(), 'ok');
    assert.equal(judge({}, {}, { agent_id: 'other-bot' }), 'edge_not_covered');
    assert.equal(judge({}, {}, { operation: 'Countersign.policy' }), 'edge_not_covered');
    assert.equal(judge({}, { isBound: true }), 'edge_not_covered');
    assert.equal(judge({}, { bytes: 32_769 }), 'edge_not_covered');
    assert.equal(judge({}, { context: { attested_tool_server: 'x' } }), 'edge_not_covered');
    assert.equal(judge({}, { context: { advised_findings: {} } }), 'edge_not_covered');
    assert.equal(judge({ agents: [{ ...agent, may_decide: false }] }), 'edge_not_covered');
    assert.equal(judge({}, {}, { subject_id: subject }), 'ok');
    assert.equal(judge({}, {}, { subject_id: owner }), 'edge_not_covered');
    assert.equal(judge({}, {}, { subject_id: 'customer 9' }), 'ok');
    const key = rejectionKey({ ...action, action_digest: sha256(action) });
    assert.equal(judge({ agents: [{ ...agent, rejected: [key] }] }), 'edge_not_covered');
  });

  test('[EG-1] an edge decides nothing but a plain allow', () => {
    const judgeVerdict = (verdict: 'allow' | 'deny' | 'require_approval', more: object = {}) =>
      codeOf(
        judgeEdgeVerdict(
          { verdict, audit_sync: false, policy_version: 'policy-1', ...more },
          snapshot,
        ),
      );
    assert.equal(judgeVerdict('allow'), 'ok');
    assert.equal(judgeVerdict('deny'), 'edge_not_covered');
    assert.equal(judgeVerdict('require_approval'), 'edge_not_covered');
    assert.equal(judgeVerdict('allow', { audit_sync: true }), 'edge_not_covered');
    assert.equal(judgeVerdict('allow', { policy_version: 'policy-2' }), 'edge_not_covered');
  });

  test('[EG-3] each lock of the snapshot closes what it covers, and nothing else', () => {
    const locked = (lock: object, of: object = {}) => judge({ locks: [lock] }, {}, of);
    assert.equal(locked({ kind: 'everything' }), 'edge_not_covered');
    assert.equal(locked({ kind: 'agent', agent_id: 'billing-bot' }), 'edge_not_covered');
    assert.equal(locked({ kind: 'person', person_id: owner }), 'edge_not_covered');
    assert.equal(locked({ kind: 'key', credential_id: 'key_1' }), 'edge_not_covered');
    const lock = { kind: 'person', person_id: subject };
    assert.equal(locked(lock, { subject_id: subject }), 'edge_not_covered');
    assert.equal(locked(lock), 'ok');
    assert.equal(locked({ kind: 'agent', agent_id: 'other-bot' }), 'ok');
  });
});

/** An edge that was given one snapshot at noon. */
function begun(seconds = 30): EdgeState {
  const decision = decideSnapshot(absentEdge, { ...asked, seconds }, noon);
  assert.ok(decision.ok);
  return decision.events.reduce(evolveEdge, absentEdge);
}

const asked = {
  edge_id: 'key_1',
  run: 'run-1',
  epoch: 2,
  policy_version: 'policy-1',
  policy_text: sha256('documents'),
  seconds: 30,
};
const place = { store_id, epoch: 2, contradicted: 0, segment: null };

const decided = {
  serial: 1,
  policy_decision_id: 'pd_00000000000040008000000000000001',
  decided_at: addSeconds(noon, 5),
  action,
  context: {},
  trace: null,
};

const firstBatch = {
  version: '1',
  store_id,
  epoch: 2,
  edge_id: 'key_1',
  run: 'run-1',
  sequence: 1,
  previous_batch_digest: null,
  closed_through: 0,
  resumed: false,
  decisions: [decided],
};

function verified(change: object = {}, by = edge, kid = 'key_1') {
  const jws = by.seal(kid, edgeBatchType, { ...firstBatch, ...change });
  return verifyEdgeBatch({ jws, edge_id: 'key_1', key: edge.key });
}

function record(state: EdgeState, change: object = {}, seconds = 6) {
  const batch = verified(change);
  assert.ok(batch.ok, codeOf(batch));
  const decision = decideBatch(state, batch.value, place, addSeconds(noon, seconds));
  return { decision, state: decision.events.reduce(evolveEdge, state), batch: batch.value };
}

describe('a batch of an edge', () => {
  test('[EG-6] a forged, foreign or malformed batch is refused', () => {
    assert.equal(codeOf(verified()), 'ok');
    assert.equal(codeOf(verified({}, stranger)), 'jws_signature_mismatch');
    assert.equal(codeOf(verified({}, edge, 'key_2')), 'jws_key_unknown');
    assert.equal(codeOf(verified({ edge_id: 'key_2' })), 'edge_batch_malformed');
    assert.equal(codeOf(verified({ verdict: 'allow' })), 'edge_batch_malformed');
    assert.equal(
      codeOf(verified({ decisions: [{ ...decided, verdict: 'deny' }] })),
      'edge_batch_malformed',
    );
  });

  test('[EG-6] batches are recorded once, in their order, and a gap or a change is refused and recorded', () => {
    const one = record(begun());
    assert.ok(one.decision.ok);
    const repeated = record(one.state);
    assert.deepEqual(repeated.decision, { ok: true, events: [] });
    const next = {
      sequence: 2,
      previous_batch_digest: one.batch.digest,
      decisions: [{ ...decided, decided_at: addSeconds(noon, 6) }],
    };
    assert.equal(codeOf(record(one.state, next).decision), 'ok');
    const refused = (state: EdgeState, change: object) => {
      const { decision } = record(state, change);
      assert.deepEqual(
        decision.events.map(({ type }) => type),
        ['edge.batch_refused'],
      );
      return codeOf(decision);
    };
    assert.equal(refused(one.state, { resumed: true }), 'edge_batch_conflict');
    assert.equal(refused(one.state, { ...next, sequence: 3 }), 'edge_batch_gap');
    const other = { ...next, previous_batch_digest: sha256('other') };
    assert.equal(refused(one.state, other), 'edge_batch_conflict');
    assert.equal(refused(begun(), { store_id: store_id.replace('1', '2') }), 'store_mismatch');
    assert.equal(refused(begun(), { epoch: 1 }), 'epoch_changed');
    assert.equal(refused(begun(), { run: 'run-0' }), 'edge_run_ended');
    assert.equal(refused(begun(), { closed_through: 2 }), 'edge_batch_out_of_time');
  });

  test('[EG-6] a decision outside of its snapshot, in the future or out of order is refused', () => {
    const refused = (change: object, seconds = 6) =>
      codeOf(record(begun(), { decisions: [{ ...decided, ...change }] }, seconds).decision);
    assert.equal(refused({ serial: 2 }), 'edge_batch_out_of_time');
    assert.equal(refused({ decided_at: addSeconds(noon, -6) }), 'edge_batch_out_of_time');
    assert.equal(refused({ decided_at: addSeconds(noon, 35) }, 60), 'edge_batch_out_of_time');
    assert.equal(refused({ decided_at: addSeconds(noon, 12) }), 'edge_batch_out_of_time');
    assert.equal(refused({ decided_at: addSeconds(noon, 29) }, 60), 'ok');
    const earlier = { ...decided, decided_at: addSeconds(noon, 4) };
    const { decision } = record(begun(), { decisions: [decided, earlier] });
    assert.equal(codeOf(decision), 'edge_batch_out_of_time');
  });

  test('[EG-6] refused batches stop being recorded, and begin again after one that is accepted', () => {
    let state = begun();
    const refuse = () => {
      const { decision, state: after } = record(state, { run: 'run-0' });
      state = after;
      return decision.events.length;
    };
    const events = Array.from({ length: 20 }, refuse);
    assert.equal(events.filter(count => count === 1).length, 16);
    state = record(state).state;
    assert.equal(refuse(), 1);
  });
});

describe('the snapshots of an edge', () => {
  test('[EG-8] decisions that are not told are overdue, and keep the edge from another snapshot', () => {
    const state = begun();
    assert.deepEqual(overdueSnapshots(state, addSeconds(noon, 89)), []);
    assert.equal(overdueSnapshots(state, addSeconds(noon, 90)).length, 1);
    const refused = decideSnapshot(state, asked, addSeconds(noon, 90));
    assert.equal(codeOf(refused), 'edge_batch_missing');
    const told = record(state, { closed_through: 1 }, 95);
    assert.ok(told.decision.ok);
    const [event] = told.decision.events;
    assert.ok(event?.type === 'edge.batch_recorded' && event.data.late);
    assert.deepEqual(overdueSnapshots(told.state, addSeconds(noon, 1000)), []);
    assert.equal(codeOf(decideSnapshot(told.state, asked, addSeconds(noon, 96))), 'ok');
    const all = record(state, { closed_through: null, decisions: [] }, 95);
    assert.deepEqual(all.state.open, []);
  });

  test('[EG-8] a run that ends with untold decisions leaves a gap, and so does a new epoch', () => {
    for (const [change, cause] of [
      [{ run: 'run-2' }, 'run_ended'],
      [{ epoch: 3 }, 'epoch_ended'],
    ] as const) {
      const decision = decideSnapshot(begun(), { ...asked, ...change }, addSeconds(noon, 20));
      assert.ok(decision.ok);
      const [gap, issued] = decision.events;
      assert.ok(gap?.type === 'edge.gap_recorded' && issued?.type === 'edge.snapshot_issued');
      assert.equal(gap.data.cause, cause);
      assert.equal(issued.data.serial, 2);
      const state = decision.events.reduce(evolveEdge, begun());
      assert.equal(state.gap_count, 1);
      assert.deepEqual(
        state.open.map(({ serial }) => serial),
        [2],
      );
      assert.equal(codeOf(record(state, {}, 21).decision) === 'ok', false);
    }
  });

  test('[EG-8] a snapshot is given once in a quarter of its life, and 16 at most are untold', () => {
    let state = begun();
    assert.equal(codeOf(decideSnapshot(state, asked, addSeconds(noon, 7))), 'rate_limited');
    const other = { ...asked, run: 'run-2' };
    assert.equal(codeOf(decideSnapshot(state, other, addSeconds(noon, 7))), 'rate_limited');
    const quick = { ...asked, seconds: 5 };
    for (let number = 2; number <= 16; number++) {
      const decision = decideSnapshot(state, quick, addSeconds(noon, 6 + number * 1.25));
      assert.ok(decision.ok, codeOf(decision));
      state = decision.events.reduce(evolveEdge, state);
    }
    assert.equal(codeOf(decideSnapshot(state, quick, addSeconds(noon, 30))), 'edge_batch_missing');
  });
});
