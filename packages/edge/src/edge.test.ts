import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sha256 } from '@countersign/protocol/crypto';
import { edgeBatchType, endsRun } from '@countersign/protocol/edge';
import { accept, type ReasonCode, type Result, reasonCodes } from '@countersign/protocol/reason';
import { Backlog, usualLimits } from './backlog.ts';
import { folderFiles } from './folder-files.ts';
import { allowAll, callOf, EdgeWorld, keyFrom, lifeSeconds, timeOf } from './testing/edge-world.ts';
import { memoryFiles } from './testing/memory-files.ts';

const reasonCodeNames = Object.keys(reasonCodes) as ReasonCode[];

function codeOf(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.refusal.code;
}

/** An edge that has a snapshot. */
async function opened(): Promise<EdgeWorld> {
  const world = await EdgeWorld.open();
  world.propose('alpha');
  await world.edge.sync();
  assert.equal(codeOf(world.propose('alpha')), 'ok');
  return world;
}

describe('an edge', () => {
  test('[EG-2] without a snapshot, and after its end, the edge decides nothing', async () => {
    const world = await EdgeWorld.open();
    world.fault = 'away';
    assert.equal(codeOf(world.propose('alpha')), 'edge_snapshot_expired');
    await world.edge.sync();
    assert.equal(codeOf(world.propose('alpha')), 'edge_snapshot_expired');
    world.fault = 'none';
    world.advance(2);
    await world.edge.sync();
    assert.equal(codeOf(world.propose('alpha')), 'ok');
    world.fault = 'away';
    world.advance(lifeSeconds - 0.001);
    assert.equal(codeOf(world.propose('alpha')), 'ok');
    world.advance(0.001);
    assert.equal(codeOf(world.propose('alpha')), 'edge_snapshot_expired');
  });

  test('[EG-1] denied calls, calls with a question and calls of a plan go to the server', async () => {
    const world = await opened();
    await world.activate({ alpha: 'deny', beta: 'require_approval', gamma: 'allow' });
    world.advance(lifeSeconds / 2);
    await world.edge.sync();
    assert.equal(codeOf(world.propose('alpha')), 'edge_not_covered');
    assert.equal(codeOf(world.propose('beta')), 'edge_not_covered');
    assert.equal(codeOf(world.propose('gamma')), 'ok');
    const scope = { plan_id: 'plan-1' };
    assert.equal(codeOf(world.propose('gamma', { scope })), 'edge_not_covered');
    const context = { note: 'x'.repeat(2048) };
    assert.equal(codeOf(world.propose('gamma', { context })), 'edge_not_covered');
  });

  test('[EG-3] a lock and a new policy reach the edge within the life of a snapshot', async () => {
    const world = await opened();
    await world.lock();
    world.advance(lifeSeconds / 2);
    await world.edge.sync();
    assert.equal(codeOf(world.propose('alpha')), 'edge_not_covered');
    await world.lift();
    world.advance(lifeSeconds / 2);
    await world.edge.sync();
    assert.equal(codeOf(world.propose('alpha')), 'ok');
  });

  test('[EG-2] an answer that was recorded, forged or cut is no snapshot', async () => {
    const world = await opened();
    const [recorded = ''] = world.snapshots;
    const own = world.snapshot.bind(world);
    const forge = keyFrom('stranger').seal('key-1', 'countersign-snapshot+jws', {});
    for (const [jws, code] of [
      [recorded, 'edge_snapshot_replayed'],
      [forge, 'jws_signature_mismatch'],
      [`${recorded.slice(0, 40)}.`, 'jws_malformed'],
    ] as const) {
      world.advance(lifeSeconds / 2);
      world.propose('alpha');
      const answer = accept({ jws, serial: 9, policy_text: sha256('none') });
      Object.assign(world, { snapshot: async () => answer });
      await world.edge.sync();
      assert.equal(world.faults.at(-1)?.code, code);
    }
    world.advance(1);
    assert.equal(codeOf(world.propose('alpha')), 'edge_snapshot_expired');
    Object.assign(world, { snapshot: own });
    world.advance(2);
    await world.edge.sync();
    assert.equal(codeOf(world.propose('alpha')), 'ok');
  });

  test('[EG-2] an edge whose clock is wrong or jumps decides nothing', async () => {
    const world = await opened();
    world.skew = 30;
    assert.equal(codeOf(world.propose('alpha')), 'edge_clock_wrong');
    await world.edge.sync();
    assert.equal(codeOf(world.propose('alpha')), 'edge_snapshot_expired');
    assert.ok(world.faults.some(({ code }) => code === 'edge_clock_wrong'));
  });

  test('[EG-5] a disk that is full, and a backlog at its bound, send calls to the server', async () => {
    const world = await opened();
    world.files.isFull = true;
    assert.equal(codeOf(world.propose('alpha')), 'edge_not_covered');
    assert.equal(codeOf(world.propose('alpha')), 'edge_backlog_full');
    const bound = new Backlog(memoryFiles(), { decisions: 2, bytes: 1000 }, () => 'run');
    bound.append('{}');
    assert.ok(bound.hasRoom);
    bound.append('{}');
    assert.ok(!bound.hasRoom);
    const heavy = new Backlog(memoryFiles(), { decisions: 9, bytes: 100 }, () => 'run');
    heavy.append('x'.repeat(100));
    assert.ok(!heavy.hasRoom);
  });

  test('[EG-5] a decision is in the file before the edge answers, and a restarted edge sends it', async () => {
    const world = await opened();
    const before = world.backlog.waiting;
    assert.ok(before > 0);
    world.restart();
    assert.equal(world.backlog.waiting, before);
    await world.edge.sync();
    assert.equal((await world.recorded()).length, before);
    assert.equal((await world.state()).resumed, 1);
  });

  test('[EG-5] half a line is no decision, and nothing is appended to a part of an earlier process', () => {
    const files = memoryFiles();
    const left = new Backlog(files, usualLimits, () => 'run');
    left.received({ store_id: 'store_00000000000040008000000000000001', epoch: 1 });
    left.append('{"serial":1}');
    files.append('part-00000001.jsonl', '{"serial":2');
    const next = new Backlog(files, usualLimits, () => 'run');
    assert.equal(next.waiting, 1);
    next.append('{"serial":3}');
    const sealed: unknown[] = [];
    const seal = (_kid: string, _typ: string, payload: object) => {
      sealed.push(payload);
      return 'jws';
    };
    next.seal({ edge_id: 'key_1', seal }, 3);
    assert.deepEqual(
      sealed.map(batch => (batch as { decisions: unknown[] }).decisions),
      [[{ serial: 1 }], [{ serial: 3 }]],
    );
  });

  test('a folder belongs to one process, and keeps what that process wrote', () => {
    const folder = mkdtempSync(join(tmpdir(), 'edge-'));
    try {
      const files = folderFiles(folder);
      files.append('part-00000001.jsonl', 'one\n');
      files.append('part-00000001.jsonl', 'two\n');
      files.write('state.json', '{}');
      files.close();
      const again = folderFiles(folder);
      assert.equal(again.read('part-00000001.jsonl'), 'one\ntwo\n');
      assert.equal(again.read('state.json'), '{}');
      assert.equal(again.read('none'), null);
      again.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('what an edge tells the server', () => {
  /** A batch as a dishonest edge could sign it. */
  async function forged(world: EdgeWorld, change: object, by = world.key): Promise<string> {
    const { storeId, epoch } = await world.store.readState();
    const { serial, sequence, head, run } = await world.state();
    return by.seal('key_edge', edgeBatchType, {
      version: '1',
      store_id: storeId,
      epoch,
      edge_id: 'key_edge',
      run,
      sequence: sequence + 1,
      previous_batch_digest: head,
      closed_through: 0,
      resumed: false,
      decisions: [
        {
          serial,
          policy_decision_id: 'pd_00000000000040008000000000000009',
          decided_at: timeOf(world.now),
          action: callOf('alpha'),
          context: {},
          trace: null,
        },
      ],
      ...change,
    });
  }

  test('[EG-7] an allow that the server would not give is recorded and marked', async () => {
    const world = await EdgeWorld.open();
    await world.activate({ ...allowAll, alpha: 'deny' });
    world.propose('beta');
    await world.edge.sync();
    const answer = await world.upload(await forged(world, {}));
    assert.ok(answer.ok);
    assert.equal(answer.value.contradicted, 1);
    assert.deepEqual(await world.recorded(), [
      { id: 'pd_00000000000040008000000000000009', warned: true },
    ]);
    assert.equal((await world.state()).contradicted, 1);
  });

  test('[EG-7] the server judges an allow by the policy of its snapshot, also after another policy came into force', async () => {
    const world = await opened();
    await world.activate({ ...allowAll, alpha: 'deny' });
    await world.edge.sync();
    const recorded = await world.recorded();
    assert.equal(recorded.length, world.allows.length);
    assert.ok(recorded.every(({ warned }) => !warned));
  });

  test('[EG-6] a batch that is sent twice is recorded once, and a batch that was changed, cut, moved or signed by another edge is refused', async () => {
    const world = await opened();
    await world.edge.sync();
    const [batch = ''] = world.batches;
    const count = (await world.recorded()).length;
    const repeated = await world.upload(batch);
    assert.ok(repeated.ok && repeated.value.repeated);
    const refused = async (text: string) => codeOf(await world.upload(text));
    const [head, body = '', signature] = batch.split('.');
    const middle = body.length / 2;
    const other = `${body.slice(0, middle)}${body[middle] === 'A' ? 'B' : 'A'}${body.slice(middle + 1)}`;
    assert.equal(await refused(`${head}.${other}.${signature}`), 'jws_signature_mismatch');
    assert.equal(await refused(batch.slice(0, -20)), 'jws_malformed');
    const stranger = await forged(world, {}, keyFrom('stranger'));
    assert.equal(await refused(stranger), 'jws_signature_mismatch');
    assert.equal(await refused(await forged(world, { sequence: 9 })), 'edge_batch_gap');
    assert.equal(await refused(await forged(world, { sequence: 1 })), 'edge_batch_conflict');
    assert.equal(await refused(await forged(world, { epoch: 7 })), 'epoch_changed');
    assert.equal(await refused(await forged(world, { run: 'other' })), 'edge_run_ended');
    const far = { store_id: 'store_00000000000040008000000000000001' };
    assert.equal(await refused(await forged(world, far)), 'store_mismatch');
    assert.equal((await world.recorded()).length, count);
    const { refused: kept, last_refusal } = await world.state();
    assert.equal(kept, 8);
    assert.equal(last_refusal?.code, 'store_mismatch');
  });

  test('[EG-4, EG-6] an edge reports only actions of its own agents, and none in the future', async () => {
    const world = await opened();
    const { serial } = await world.state();
    const decided = {
      serial,
      policy_decision_id: 'pd_00000000000040008000000000000009',
      decided_at: timeOf(world.now),
      action: callOf('alpha'),
      context: {},
      trace: null,
    };
    const refused = async (change: object, action: object = {}) => {
      const decisions = [{ ...decided, action: { ...decided.action, ...action }, ...change }];
      return codeOf(await world.upload(await forged(world, { decisions })));
    };
    assert.equal(await refused({}, { agent_id: 'other-bot' }), 'not_permitted');
    const person = 'person_00000000000040008000000000000003';
    assert.equal(await refused({}, { subject_id: person }), 'subject_not_permitted');
    assert.equal(await refused({}, { operation: 'countersign.policy' }), 'house_action_reserved');
    assert.equal(await refused({ decided_at: timeOf(world.now + 6000) }), 'edge_batch_out_of_time');
    const context = { advised_findings: {} };
    assert.equal(await refused({ context }), 'object_malformed');
    assert.equal((await world.recorded()).length, 0);
  });

  test('[EG-8] only an answer about the batch itself ends the run', async () => {
    const world = await opened();
    const { run } = world.backlog;
    const passing = reasonCodeNames.filter(code => !endsRun(code));
    assert.ok(passing.includes('rate_limited') && passing.includes('route_not_found'));
    for (const code of passing) {
      world.answersBatches = code;
      await world.edge.sync();
      assert.equal(world.backlog.run, run, code);
    }
    world.answersBatches = null;
    await world.edge.sync();
    assert.equal((await world.recorded()).length, world.allows.length);
    assert.equal(world.backlog.waiting, 0);
  });

  test('[EG-8] a batch that is refused permanently ends the run, and the log shows the gap', async () => {
    const world = await opened();
    const { run } = world.backlog;
    world.answersBatches = 'edge_batch_conflict';
    await world.edge.sync();
    assert.notEqual(world.backlog.run, run);
    world.answersBatches = null;
    world.advance(lifeSeconds);
    world.propose('alpha');
    await world.edge.sync();
    assert.equal((await world.state()).gaps.length, 1);
  });

  test('[EG-8] a batch that is held back shows as overdue, and keeps the edge from the next snapshot', async () => {
    const world = await opened();
    world.fault = 'away';
    await world.edge.sync();
    world.advance(lifeSeconds + 61);
    const { run } = await world.state();
    const asked = await world.snapshot({ run: run ?? '', nonce: 'n' });
    assert.equal(codeOf(asked), 'edge_batch_missing');
    world.fault = 'none';
    await world.edge.sync();
    assert.equal((await world.recorded()).length, world.allows.length);
    const { open } = await world.state();
    assert.deepEqual(
      open.map(({ serial }) => serial),
      [2],
    );
  });
});
