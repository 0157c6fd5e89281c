import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseStoreEvent } from '@countersign/protocol/directory';
import type { AnchorMark } from '@countersign/protocol/log';
import type { Result } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { systemActor } from '@countersign/protocol/value';
import {
  AnchorUnavailable,
  activatePolicy,
  type Context,
  compareAnchor,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  flushDecisions,
  issueGrant,
  readRequest,
  recordEntry,
  revokeGrant,
  startEpoch,
  storeStream,
  voidEarlierEpochs,
} from '../index.ts';
import { createMemoryAnchor, type MemoryAnchor } from '../testing/memory-anchor.ts';
import { copyModelData, type ModelData } from '../testing/model-data.ts';
import { createModelStore, openModelStore } from '../testing/model-store.ts';
import { auditLog, sampleSequencer, sequenceAll } from '../testing/sample-log.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  sampleAction,
  submission,
} from '../testing/sample-ports.ts';
import { createVirtualClock, type VirtualClock } from '../testing/virtual-clock.ts';

interface World {
  readonly context: Context;
  readonly anchor: MemoryAnchor;
  readonly clock: VirtualClock;
  readonly data: ModelData;
  /** Another process, on the same data or on other data. */
  start(data?: ModelData, anchor?: MemoryAnchor | null): Context;
}

async function createWorld(): Promise<World> {
  const clock = createVirtualClock();
  const ids = createSeededIds('anchor');
  const anchor = createMemoryAnchor();
  const { data } = createModelStore({ clock, ids });
  const start: World['start'] = (on = data, by = anchor) =>
    createContext(createSamplePorts(openModelStore(on, { clock }), clock, ids, { anchor: by }));
  const context = start();
  value(await activatePolicy(context));
  return { context, anchor, clock, data, start };
}

function value<T>(outcome: Result<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

function codeOf(outcome: Result<unknown>): string {
  assert.ok(!outcome.ok, 'expected a refusal');
  return outcome.refusal.code;
}

/** Of several agents, none of which asks too often. */
const actionOf = (item: number) =>
  sampleAction({ agent_id: `bot-${item % 10}`, parameters: { amount: 4200, item } });

function propose(context: Context, action: unknown) {
  return evaluateAndOpen(context, {
    action,
    principal: principals.agent,
    audience: 'billing-executor',
  });
}

async function open(context: Context, item: number): Promise<OpenedRequest> {
  const proposed = value(await propose(context, actionOf(item)));
  return proposed.verdict === 'require_approval' ? proposed.state : assert.fail();
}

function decide(context: Context, state: OpenedRequest, who: 'alice' | 'carol', stage_index = 0) {
  return recordEntry(context, {
    approvalRequestId: state.request.approval_request_id,
    submission: submission(state, context.ids, { stage_index }),
    principal: principals[who],
  });
}

interface Allowed {
  readonly id: string;
  readonly item: number;
  readonly grant: string;
}

async function allow(context: Context, item: number): Promise<Allowed> {
  const state = await open(context, item);
  value(await decide(context, state, 'alice'));
  value(await decide(context, state, 'carol', 1));
  const id = state.request.approval_request_id;
  return { id, item, grant: value(await issueGrant(context, id)) };
}

function consume(context: Context, { id, item, grant }: Allowed, attempt = 'one') {
  return consumeGrant(context, {
    approvalRequestId: id,
    action: actionOf(item),
    grant,
    executor: 'billing-executor',
    attempt,
  });
}

const reason = { reason: 'a copy was restored', by: systemActor };

describe('[EV-10] the mark outside the store', () => {
  test('the first comparison writes the first mark', async () => {
    const { context, anchor, data } = await createWorld();
    value(await compareAnchor(context));
    const { store_id, epoch, consumed_count, last } = anchor.mark ?? assert.fail();
    assert.deepEqual([store_id, epoch, consumed_count, last], [data.storeId, 1, 0, null]);
  });

  test('a consume is answered only after the mark covers it', async () => {
    const { context, anchor } = await createWorld();
    for (let item = 1; item <= 3; item++) {
      const allowed = await allow(context, item);
      value(await consume(context, allowed));
      assert.equal(anchor.mark?.consumed_count, item);
      const stream = `request/${allowed.id}`;
      const { version, event_digest } =
        (await context.store.readStream(stream)).at(-1) ?? assert.fail();
      assert.deepEqual(anchor.mark?.last, { stream, version, event_digest });
    }
  });

  test('concurrent consumes share one step of the mark', async () => {
    const { context, anchor } = await createWorld();
    const allowed = await Promise.all([1, 2, 3, 4, 5, 6].map(item => allow(context, item)));
    let advances = 0;
    const counting = {
      read: () => anchor.read(),
      advance: async (mark: AnchorMark) => {
        advances++;
        for (let turns = 0; turns < 50; turns++) await undefined;
        await anchor.advance(mark);
      },
    };
    const busy = { ...context, anchor: counting };
    const answers = await Promise.all(allowed.map(each => consume(busy, each)));
    for (const answer of answers) value(answer);
    assert.equal(anchor.mark?.consumed_count, 6);
    assert.ok(advances < 6, `${advances} advances for 6 consumes`);
  });

  test('a consume whose mark cannot be written is not answered, and cannot be repeated', async () => {
    const { context, anchor, clock } = await createWorld();
    const allowed = await allow(context, 1);
    const broken = {
      ...context,
      anchor: {
        read: () => anchor.read(),
        advance: async () => {
          throw new AnchorUnavailable('the disk is full');
        },
      },
    };
    const answered = consume(broken, allowed);
    for (let pauses = 0; pauses < 2; pauses++) {
      while (clock.sleepers() === 0) await Promise.resolve();
      clock.advance(1);
    }
    assert.equal(codeOf(await answered), 'anchor_unavailable');
    assert.equal(anchor.mark?.consumed_count, 0);
    assert.equal(codeOf(await consume(context, allowed, 'two')), 'grant_already_consumed');
    assert.equal(value(await readRequest(context, allowed.id)).state.status, 'consumed');
  });

  test('a mark that fails once is tried again, and the consume is not lost', async () => {
    const { context, anchor, clock } = await createWorld();
    const allowed = await allow(context, 1);
    let failures = 1;
    const flaky = {
      read: () => anchor.read(),
      advance: async (mark: AnchorMark) => {
        if (failures-- > 0) throw new AnchorUnavailable('not now');
        await anchor.advance(mark);
      },
    };
    const answered = consume({ ...context, anchor: flaky }, allowed);
    while (clock.sleepers() === 0) await Promise.resolve();
    clock.advance(1);
    value(await answered);
    assert.equal(anchor.mark?.consumed_count, 1);
  });

  test('[SU-4] a consume inside a transaction of the caller does not advance the mark', async () => {
    const { context, anchor } = await createWorld();
    const { id, item, grant } = await allow(context, 1);
    value(
      await consumeGrant(
        context,
        {
          approvalRequestId: id,
          action: actionOf(item),
          grant,
          executor: 'billing-executor',
          attempt: 'one',
        },
        commit => context.store.commit(commit),
      ),
    );
    assert.equal(anchor.mark?.consumed_count, 0);
    value(await compareAnchor(context));
    assert.equal(anchor.mark?.consumed_count, 1);
  });

  test('without an anchor nothing is compared, and a restored copy is believed', async () => {
    const { context, data, start } = await createWorld();
    const allowed = await allow(context, 1);
    const copy = copyModelData(data);
    value(await consume(start(data, null), allowed));
    value(await compareAnchor(start(copy, null)));
    value(await consume(start(copy, null), allowed, 'two'));
  });
});

describe('[EV-10] a restored store', () => {
  const releases: Record<string, (context: Context, allowed: Allowed) => Promise<Result<unknown>>> =
    {
      comparing: context => compareAnchor(context),
      consuming: (context, allowed) => consume(context, allowed, 'two'),
      'issuing a grant': (context, { id }) => issueGrant(context, id),
      opening: context => propose(context, actionOf(99)),
      'a plain allow': context => propose(context, sampleAction({ parameters: { amount: 1 } })),
    };
  for (const [what, release] of Object.entries(releases)) {
    test(`${what} is refused on every attempt`, async () => {
      const { context, data, start } = await createWorld();
      const [first, second] = [await allow(context, 1), await allow(context, 2)];
      value(await consume(context, first));
      const copy = copyModelData(data);
      value(await consume(context, second));
      const restored = start(copy);
      for (let tries = 0; tries < 2; tries++) {
        assert.equal(codeOf(await release(restored, second)), 'store_rolled_back');
      }
      value(await compareAnchor(start(data)));
    });
  }

  test('an equal number of new consumes does not replace the lost ones', async () => {
    const { context, data, anchor, start } = await createWorld();
    const [first, second] = [await allow(context, 1), await allow(context, 2)];
    const copy = copyModelData(data);
    value(await consume(context, first));
    value(await consume(start(copy, null), second));
    assert.equal(anchor.mark?.consumed_count, 1);
    assert.equal(codeOf(await compareAnchor(start(copy))), 'store_rolled_back');
  });

  test('a running process notices the restored store at its next consume, and does not answer it', async () => {
    const { context, data, start } = await createWorld();
    const [first, second] = [await allow(context, 1), await allow(context, 2)];
    const copy = copyModelData(data);
    value(await consume(context, first));
    const swapped = { ...context, store: start(copy, null).store };
    context.memory.requests.clear();
    assert.equal(codeOf(await consume(swapped, second)), 'store_rolled_back');
  });

  test('an earlier epoch counts as restored, and a later epoch does not', async () => {
    const { context, data, anchor, start } = await createWorld();
    value(await compareAnchor(context));
    const copy = copyModelData(data);
    const before = anchor.mark;
    assert.equal(value(await startEpoch(context, reason)), 2);
    assert.equal(anchor.mark?.epoch, 2);
    assert.equal(codeOf(await compareAnchor(start(copy))), 'store_rolled_back');
    const late = createMemoryAnchor(before);
    value(await compareAnchor(start(data, late)));
    assert.equal(late.mark?.epoch, 2);
  });

  test('the mark of another store is not compared with this store', async () => {
    const { context, anchor, start, data } = await createWorld();
    value(await compareAnchor(context));
    const mark = anchor.mark ?? assert.fail();
    const foreign = createMemoryAnchor({ ...mark, store_id: 'store_other' as never });
    const other = start(data, foreign);
    assert.equal(codeOf(await compareAnchor(other)), 'anchor_mismatch');
    assert.equal(codeOf(await startEpoch(other, reason)), 'anchor_mismatch');
  });

  test('an unreadable mark blocks every release until it can be read', async () => {
    const { context, anchor, start, data } = await createWorld();
    const allowed = await allow(context, 1);
    let gone = true;
    const process = {
      ...start(data),
      anchor: {
        read: async () => {
          if (gone) throw new AnchorUnavailable('no such file');
          return anchor.read();
        },
        advance: (mark: AnchorMark) => anchor.advance(mark),
      },
    };
    assert.equal(codeOf(await consume(process, allowed)), 'anchor_unavailable');
    gone = false;
    value(await consume(process, allowed));
  });
});

describe('[EV-10] another history of the database', () => {
  test('another history is compared before anything is released from it', async () => {
    const { context, data } = await createWorld();
    const [first, second] = [await allow(context, 1), await allow(context, 2)];
    value(await consume(context, first));
    // A standby that had not received the consume takes over.
    const stream = data.streams.get(`request/${first.id}`) ?? assert.fail();
    const lost = stream.splice(-2);
    data.timeline = '2';
    assert.equal(codeOf(await issueGrant(context, second.id)), 'store_rolled_back');
    stream.push(...lost);
    value(await issueGrant(context, second.id));
  });

  test('another history is compared with the marks that other processes have written by then', async () => {
    const { context, data, start } = await createWorld();
    const [first, second] = [await allow(context, 1), await allow(context, 2)];
    const copy = copyModelData(data);
    value(await consume(start(), first));
    copy.timeline = '2';
    const moved = { ...context, store: start(copy, null).store };
    assert.equal(codeOf(await consume(moved, second)), 'store_rolled_back');
    assert.equal(copy.rows.get(second.id)?.status, 'allowed');
  });

  test('a history that changes during a consume leaves the consume unanswered', async () => {
    const { context, data } = await createWorld();
    const allowed = await allow(context, 1);
    const { store } = context;
    const failingOver = {
      ...context,
      store: {
        ...store,
        commit: async (commit: Parameters<typeof store.commit>[0]) => {
          const result = await store.commit(commit);
          data.timeline = '2';
          return result;
        },
      },
    };
    assert.equal(codeOf(await consume(failingOver, allowed)), 'store_unavailable');
    assert.equal(codeOf(await consume(context, allowed, 'two')), 'grant_already_consumed');
  });
});

describe('[EV-10] memory of a lost history', () => {
  /** A process that saw an allow which the standby never received; there it was denied, in as many events. */
  async function denied(by: MemoryAnchor | null) {
    const { data, start } = await createWorld();
    const context = start(data, by);
    const state = await open(context, 1);
    value(await decide(context, state, 'alice'));
    const copy = copyModelData(data);
    value(await decide(context, state, 'carol', 1));
    const id = state.request.approval_request_id;
    const grant = value(await issueGrant(context, id));
    copy.timeline = '2';
    const other = start(copy, null);
    assert.equal(codeOf(await decide(other, state, 'alice', 1)), 'approver_already_decided');
    const deny = { stage_index: 1, decision: 'deny', reason: 'not this one' } as const;
    value(
      await recordEntry(other, {
        approvalRequestId: id,
        submission: submission(state, other.ids, deny),
        principal: principals.carol,
      }),
    );
    const stream = `request/${id}`;
    assert.equal(copy.streams.get(stream)?.length, data.streams.get(stream)?.length);
    return { moved: { ...context, store: other.store }, allowed: { id, item: 1, grant }, copy };
  }

  test('a remembered approval of a lost history starts nothing, with or without an anchor', async () => {
    for (const anchor of [null, createMemoryAnchor()]) {
      const { moved, allowed } = await denied(anchor);
      assert.equal(codeOf(await consume(moved, allowed)), 'request_denied');
    }
  });

  test('a remembered event of a lost history is never written', async () => {
    const { moved, allowed, copy } = await denied(null);
    const revoked = await revokeGrant(moved, {
      approvalRequestId: allowed.id,
      principal: principals.carol,
      reason: 'it was allowed, as far as this process knows',
    });
    assert.equal(codeOf(revoked), 'request_denied');
    assert.equal(copy.rows.get(allowed.id)?.status, 'denied');
  });

  test('a lost history does not stop the recording of plain allows', async () => {
    const { clock, data, start } = await createWorld();
    const context = start(data, null);
    const reading = async (item: number) => {
      const proposed = await propose(context, sampleAction({ parameters: { amount: item } }));
      clock.advance(0.05);
      await flushDecisions(context);
      return value(proposed).verdict;
    };
    assert.equal(await reading(1), 'allow');
    assert.equal(await reading(2), 'allow');
    const lost = context.memory.segment?.stream ?? assert.fail();
    data.streams.get(lost)?.pop();
    data.timeline = '2';
    assert.equal(await reading(3), 'allow');
    assert.equal(await reading(4), 'allow');
    const kept = context.memory.segment?.stream ?? assert.fail();
    assert.notEqual(kept, lost);
    assert.equal((await context.store.readStream(kept)).length, 2);
  });

  test('a commit during which the history changes is not answered', async () => {
    const { data, start } = await createWorld();
    const context = start(data, null);
    const allowed = await allow(context, 1);
    const { store } = context;
    const failingOver = {
      ...store,
      commit: async (commit: Parameters<typeof store.commit>[0]) => {
        data.timeline = '2';
        return store.commit(commit);
      },
    };
    const consumed = await consume({ ...context, store: failingOver }, allowed);
    assert.equal(codeOf(consumed), 'store_unavailable');
  });
});

describe('[EV-10] a new epoch', () => {
  test('a new epoch names the end of the previous one in its first leaf, and its log has another origin', async () => {
    const { context, data, anchor, start } = await createWorld();
    const [first, second] = [await allow(context, 1), await allow(context, 2)];
    value(await consume(context, first));
    const sequencer = sampleSequencer(context.store);
    await sequenceAll(sequencer);
    const copy = copyModelData(data);
    value(await consume(context, second));
    const mark = anchor.mark;
    const restored = start(copy);
    assert.equal(value(await startEpoch(restored, reason)), 2);
    const after = sampleSequencer(restored.store);
    await sequenceAll(after);
    const note = sequencer.sink.notes.at(-1) ?? assert.fail();
    assert.ok(note.startsWith(`${data.storeId}/1\n`));
    assert.ok(after.sink.notes.at(-1)?.startsWith(`${data.storeId}/2\n`));
    const [row] = await restored.store.readLogRows({ epoch: 2, from: 0, limit: 1 });
    const { type, at, data: said } = JSON.parse(row?.text ?? '');
    const event = parseStoreEvent({ type, at, data: said });
    assert.ok(row?.stream === storeStream && event.type === 'epoch.started');
    assert.deepEqual(event.data, {
      epoch: 2,
      previous_epoch: 1,
      ...reason,
      last_checkpoint: note,
      anchor: mark,
      consumed_count: 1,
    });
    const heads = new Map();
    await auditLog(restored.store, { epoch: 1, heads });
    await auditLog(restored.store, { epoch: 2, heads });
  });

  test('a new epoch names the last checkpoint even when an epoch in between has none', async () => {
    const { context } = await createWorld();
    const sequencer = sampleSequencer(context.store);
    await sequenceAll(sequencer);
    value(await startEpoch(context, reason));
    value(await startEpoch(context, reason));
    const { text } = (await context.store.readStream(storeStream)).at(-1) ?? assert.fail();
    assert.equal(JSON.parse(text).data.last_checkpoint, sequencer.sink.notes.at(-1));
  });

  test('a new epoch is later than every known epoch, inside and outside the store', async () => {
    const { context, data, start } = await createWorld();
    value(await compareAnchor(context));
    const copy = copyModelData(data);
    value(await startEpoch(context, reason));
    value(await startEpoch(context, reason));
    assert.equal(value(await startEpoch(start(copy), reason)), 4);
    assert.equal(value(await startEpoch(start(copy, null), reason)), 5);
  });

  test('a new epoch begins once when two processes begin it, and needs a reason', async () => {
    const { context, start } = await createWorld();
    const both = await Promise.all([startEpoch(context, reason), startEpoch(start(), reason)]);
    assert.equal(both.filter(({ ok }) => ok).length, 1);
    assert.equal((await context.store.readState()).epoch, 2);
    assert.equal(codeOf(await startEpoch(context, { ...reason, reason: ' ' })), 'reason_missing');
  });

  test('a new epoch voids open requests of earlier epochs, and everything can be asked again', async () => {
    const { context, start } = await createWorld();
    const pending = await open(context, 1);
    const allowed = await allow(context, 2);
    value(await startEpoch(start(), reason));
    assert.equal(codeOf(await consume(context, allowed)), 'epoch_changed');
    assert.equal(codeOf(await decide(context, pending, 'alice')), 'epoch_changed');
    // The first process that meets one ends it.
    assert.equal(value(await readRequest(context, allowed.id)).state.status, 'revoked');
    const { state } = value(await readRequest(context, pending.request.approval_request_id));
    assert.equal(state.status, 'cancelled');
    const again = await allow(context, 2);
    value(await consume(context, again));
  });

  test('a new epoch does not sign a grant of an earlier epoch', async () => {
    const { context, start, clock } = await createWorld();
    const { id } = await allow(context, 1);
    value(await startEpoch(start(), reason));
    clock.advance(2);
    assert.equal(codeOf(await issueGrant(context, id)), 'epoch_changed');
  });

  test('an open question of an earlier epoch does not block the same question', async () => {
    const { context } = await createWorld();
    const [pending, allowed] = [await open(context, 1), await allow(context, 2)];
    value(await startEpoch(context, reason));
    const [again, anew] = [await open(context, 1), await allow(context, 2)];
    assert.notEqual(again.request.approval_request_id, pending.request.approval_request_id);
    assert.notEqual(anew.id, allowed.id);
  });

  test('a new epoch ends every open request of earlier epochs page by page, and none of its own', async () => {
    const { context } = await createWorld();
    for (let item = 0; item < 125; item++) {
      const state = await open(context, item);
      if (item % 6 > 0) continue;
      value(await decide(context, state, 'alice'));
      value(await decide(context, state, 'carol', 1));
    }
    value(await startEpoch(context, reason));
    const own = await open(context, 1000);
    let pages = 0;
    for (let after: string | null | undefined; after !== null; pages++) {
      after = value(await voidEarlierEpochs(context, after));
    }
    assert.equal(pages, 3);
    const { pending, allowed, cancelled, revoked } = await context.store.countRequests();
    assert.deepEqual([pending, allowed, cancelled, revoked], [1, undefined, 104, 21]);
    const { state } = value(await readRequest(context, own.request.approval_request_id));
    assert.equal(state.status, 'pending');
  });
});
