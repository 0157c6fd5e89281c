// Goal: a restored copy of the store is noticed before it releases anything. After a new epoch, no approval of the
// epoch before can be used. Without an anchor, neither is promised. Method: a real SQLite store, with the anchor in a
// file elsewhere. Approvals are made, the files of the store are copied at a random point, more is consumed, and the
// copy replaces the store.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  activatePolicy,
  type Context,
  compareAnchor,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  issueGrant,
  logOrigin,
  recordEntry,
  startEpoch,
  storeStream,
  voidEarlierEpochs,
} from '@countersign/coordinator';
import {
  auditLog,
  createSamplePorts,
  principals,
  sampleAction,
  sampleSequencer,
  sequenceAll,
  submission,
} from '@countersign/coordinator/testing';
import { openFileAnchor } from '@countersign/outside';
import { parseStoreEvent } from '@countersign/protocol/directory';
import { parseStrict } from '@countersign/protocol/json';
import type { Result } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { actorOf, timestampFromMilliseconds } from '@countersign/protocol/value';
import { openSqliteStore } from '@countersign/store-sqlite';
import { effort, seed } from '@countersign/testing';

const restorePoints = effort({ fast: 3, full: 100, of: 'restores' });

const folder = mkdtempSync(join(tmpdir(), 'countersign-restored-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const clock = {
  now: () => timestampFromMilliseconds(Date.now()),
  pause: () => Promise.resolve(),
};
const ids = { uuid: () => randomUUID() };
const executor = 'billing-executor';

/** A store in a folder of its own, what is kept outside of it, and a copy of its files. */
class Place {
  readonly #data: string;
  readonly #copy: string;
  readonly #anchor: string | null;

  constructor(name: string, anchored: boolean) {
    this.#data = join(folder, name, 'data');
    this.#copy = join(folder, name, 'copy');
    this.#anchor = anchored ? join(folder, name, 'elsewhere', 'anchor') : null;
    mkdirSync(this.#data, { recursive: true });
  }

  /** A process starts. */
  async start(): Promise<Context> {
    const store = await openSqliteStore({ path: join(this.#data, 'store.db'), clock, ids });
    const anchor =
      this.#anchor === null ? null : openFileAnchor({ file: this.#anchor, dataFolder: this.#data });
    return createContext(createSamplePorts(store, clock, ids, { anchor }));
  }

  /** Nothing is being written at this time. */
  copy(): void {
    cpSync(this.#data, this.#copy, { recursive: true });
  }

  /** The process has ended. */
  putBack(): void {
    rmSync(this.#data, { recursive: true });
    cpSync(this.#copy, this.#data, { recursive: true });
  }
}

function value<T>(outcome: Result<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

function codeOf(outcome: Result<unknown>): string {
  return outcome.ok ? 'done' : outcome.refusal.code;
}

const actionOf = (item: number) => sampleAction({ parameters: { amount: 4200, item } });

function propose(context: Context, item: number) {
  const action = actionOf(item);
  return evaluateAndOpen(context, { action, principal: principals.agent, audience: executor });
}

async function open(context: Context, item: number): Promise<OpenedRequest> {
  const proposed = value(await propose(context, item));
  return proposed.verdict === 'require_approval' ? proposed.state : assert.fail();
}

function decide(context: Context, state: OpenedRequest, who: 'alice' | 'carol', stage_index = 0) {
  return recordEntry(context, {
    approvalRequestId: state.request.approval_request_id,
    submission: submission(state, ids, { stage_index }),
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

function consume(context: Context, { id, item, grant }: Allowed) {
  return consumeGrant(context, {
    approvalRequestId: id,
    action: actionOf(item),
    grant,
    executor,
    attempt: ids.uuid(),
  });
}

const allowedCount = 5;
const pendingCount = 2;
const consumedCount = 4;
const stepCount = allowedCount + pendingCount + consumedCount;

interface Life {
  readonly allowed: readonly Allowed[];
  readonly pending: readonly OpenedRequest[];
  /** The last checkpoint that the copy has. */
  readonly note: string;
}

/** Everything up to the end of the process. The copy is made before this step. */
async function live(place: Place, copiedAt: number): Promise<Life> {
  const context = await place.start();
  value(await activatePolicy(context));
  value(await compareAnchor(context));
  const sequencer = sampleSequencer(context.store);
  const allowed: Allowed[] = [];
  const pending: OpenedRequest[] = [];
  let note = '';
  for (let step = 0; step < stepCount; step++) {
    await sequenceAll(sequencer);
    if (step === copiedAt) {
      place.copy();
      note = sequencer.sink.notes.at(-1) ?? assert.fail();
    }
    if (step < allowedCount) allowed.push(await allow(context, step));
    else if (step < firstConsume) pending.push(await open(context, step));
    else value(await consume(context, allowed[step - firstConsume] ?? assert.fail()));
  }
  await sequenceAll(sequencer);
  await context.store.close();
  return { allowed, pending, note };
}

const firstConsume = allowedCount + pendingCount;

/** What the restored store says of an approval once it is in a new epoch. */
function refusalOf(index: number, copiedAt: number): string {
  if (index >= copiedAt) return 'request_not_found';
  return firstConsume + index < copiedAt ? 'grant_already_consumed' : 'epoch_changed';
}

test('[EV-10] a restored copy releases nothing, and after a new epoch nothing from before', async t => {
  t.diagnostic(`seed ${seed}, ${restorePoints} restore points`);
  for (let point = 0; point < restorePoints; point++) {
    const place = new Place(`point-${point}`, true);
    const copiedAt = (seed + point * 4) % stepCount;
    const { allowed, pending, note } = await live(place, copiedAt);
    place.putBack();

    const context = await place.start();
    assert.equal(codeOf(await compareAnchor(context)), 'store_rolled_back');
    for (const each of allowed) {
      assert.equal(codeOf(await consume(context, each)), 'store_rolled_back');
      assert.equal(codeOf(await issueGrant(context, each.id)), 'store_rolled_back');
    }
    assert.equal(codeOf(await propose(context, stepCount)), 'store_rolled_back');

    const by = actorOf(principals.operator);
    assert.equal(value(await startEpoch(context, { reason: 'the disk was replaced', by })), 2);
    for (const [index, each] of allowed.entries()) {
      assert.equal(codeOf(await consume(context, each)), refusalOf(index, copiedAt));
      assert.notEqual(codeOf(await issueGrant(context, each.id)), 'done');
    }
    for (const [index, state] of pending.entries()) {
      const expected = refusalOf(allowedCount + index, copiedAt);
      assert.equal(codeOf(await decide(context, state, 'alice')), expected);
    }
    for (let next: string | null | undefined; next !== null; ) {
      next = value(await voidEarlierEpochs(context, next));
    }
    const counts = await context.store.countRequests();
    assert.deepEqual([counts['pending'] ?? 0, counts['allowed'] ?? 0], [0, 0]);

    const fresh = await allow(context, 0);
    value(await consume(context, fresh));
    assert.equal(codeOf(await consume(context, fresh)), 'grant_already_consumed');
    await checkLogs(context, note);
    await context.store.close();

    const again = await place.start();
    value(await compareAnchor(again));
    for (const each of allowed) assert.notEqual(codeOf(await consume(again, each)), 'done');
    await again.store.close();
    place.putBack();
    const twice = await place.start();
    assert.equal(codeOf(await compareAnchor(twice)), 'store_rolled_back');
    await twice.store.close();
  }
});

/** Both logs verify, one after the other, and the first leaf of the second one names where the first was known to be. */
async function checkLogs({ store }: Context, note: string): Promise<void> {
  const sequencer = sampleSequencer(store);
  await sequenceAll(sequencer);
  const { storeId } = await store.readState();
  const heads = new Map();
  assert.ok((await auditLog(store, { epoch: 1, heads })).length > 0);
  assert.ok((await auditLog(store, { epoch: 2, heads, notes: sequencer.sink.notes })).length > 0);
  assert.ok(note.startsWith(`${logOrigin({ storeId, epoch: 1 })}\n`));
  assert.ok(sequencer.sink.notes.at(-1)?.startsWith(`${logOrigin({ storeId, epoch: 2 })}\n`));
  const [first] = await store.readLogRows({ epoch: 2, from: 0, limit: 1 });
  assert.equal(first?.stream, storeStream);
  const { type, at, data } = parseStrict(first?.text ?? '') as Record<string, unknown>;
  const event = parseStoreEvent({ type, at, data });
  assert.ok(event.type === 'epoch.started');
  assert.equal(event.data.last_checkpoint, note);
  assert.equal(event.data.anchor?.consumed_count, consumedCount);
  assert.ok(event.data.consumed_count < consumedCount);
}

test('[EV-10] without an anchor a restored copy is not noticed, and a forgotten approval is consumed again', async () => {
  const place = new Place('without', false);
  const { allowed } = await live(place, firstConsume);
  place.putBack();
  const context = await place.start();
  value(await compareAnchor(context));
  for (const each of allowed) value(await consume(context, each));
  await context.store.close();
});
