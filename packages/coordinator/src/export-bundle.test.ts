import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type BundleSigningKey, bundleText, verifyBundle } from '@countersign/protocol/bundle';
import type { Result } from '@countersign/protocol/reason';
import { type EventType, sealEvents } from '@countersign/protocol/stream';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import { exportBundle, requestStream, storeStream } from './index.ts';
import { createModelStore, type ModelStore } from './testing/model-store.ts';
import {
  exportSample,
  makeSampleKey,
  type SampleEvidence,
  tellSample,
} from './testing/sample-bundle.ts';
import { createSeededIds, samplePeople } from './testing/sample-ports.ts';
import { createVirtualClock, type VirtualClock } from './testing/virtual-clock.ts';

interface World extends SampleEvidence {
  readonly store: ModelStore;
  readonly clock: VirtualClock;
}

async function createWorld(people: readonly StoreFact[] = []): Promise<World> {
  const clock = createVirtualClock();
  const ids = createSeededIds('bundles');
  const store = createModelStore({ clock, ids });
  await writeFacts(store, people, clock.now());
  return { ...(await tellSample({ store, clock, ids })), store, clock };
}

interface StoreFact {
  readonly type: EventType;
  readonly data: object;
}

async function writeFacts(store: ModelStore, facts: readonly StoreFact[], at: Timestamp) {
  if (facts.length === 0) return;
  const head = (await store.readStream(storeStream)).at(-1) ?? null;
  const events = sealEvents(
    storeStream,
    head,
    facts.map(fact => ({ ...fact, at })),
  );
  const append = { stream: storeStream, expectedVersion: head?.version ?? 0, events, row: null };
  const result = await store.commit({
    attempt: `facts at ${at} after ${head?.version}`,
    appends: [append],
    guards: { epoch: 1, streams: [], absentClaims: [] },
    actions: [],
    outbox: [],
  });
  assert.equal(result.outcome, 'committed');
}

function exportWith(
  { context, approvalRequestId }: SampleEvidence,
  records: readonly BundleSigningKey[],
) {
  return exportBundle(context, approvalRequestId, { keyRecords: () => records });
}

function codeOf(result: Result<unknown>): string {
  return result.ok ? 'done' : result.refusal.code;
}

const person = (person_id: string, roles: string[], active = true): StoreFact => ({
  type: 'person.added',
  data: { person_id, roles, active },
});

describe('an exported bundle', () => {
  test('an exported bundle verifies elsewhere', async () => {
    const { bundle, trust } = await exportSample(await createWorld());
    const report = verifyBundle(bundleText(bundle), trust);
    assert.equal(report.code, null);
    const unshown = report.statements.filter(({ result }) => result !== 'proven');
    assert.deepEqual(
      unshown.map(({ id }) => id),
      ['people', 'outside_checkpoint', 'policy'],
    );
  });

  test('a bundle names only the keys that signed something in it, and only their public parts', async () => {
    const world = await createWorld();
    const other = { ...makeSampleKey(world.clock.now()).record, kid: 'another' };
    const record = { ...world.key.record, secret: 'never' };
    const result = await exportWith(world, [other, record]);
    assert.ok(result.ok);
    assert.deepEqual(result.value.signing_keys, [world.key.record]);
    assert.equal(result.value.note_keys.length, 1);
  });

  test('a bundle leaves out an artifact whose key was not valid when it signed', async () => {
    const world = await createWorld();
    const { record } = world.key;
    const signed = async (change: Partial<BundleSigningKey>) => {
      const result = await exportWith(world, [{ ...record, ...change }]);
      assert.ok(result.ok);
      const { request_artifact, grant, signing_keys } = result.value;
      return [request_artifact !== null, grant !== null, signing_keys.length];
    };
    const opening = addSeconds(record.not_before, 60);
    assert.deepEqual(await signed({}), [true, true, 1]);
    assert.deepEqual(await signed({ revoked_at: opening }), [false, false, 0]);
    assert.deepEqual(await signed({ revoked_at: addSeconds(opening, 1) }), [true, true, 1]);
    assert.deepEqual(await signed({ not_before: addSeconds(opening, 1) }), [false, false, 0]);
  });

  test('a bundle keeps the used permission after the bytes of the action are erased', async () => {
    const world = await createWorld();
    const before = await exportSample(world);
    world.clock.advance(500 * 86_400);
    assert.equal(await world.store.eraseActions(100), 2);
    const { bundle, trust } = await exportSample(world);
    assert.deepEqual([bundle.action, bundle.request_artifact], [null, null]);
    assert.equal(bundle.grant, before.bundle.grant);
    assert.equal(verifyBundle(bundle, trust).verdict, 'accepted');
  });

  test('a bundle names the last event before the decision as the source of a decider’s roles', async () => {
    const { alice, carol } = samplePeople;
    const world = await createWorld([
      person(alice, ['sales']),
      person(carol, ['controller']),
      { ...person(alice, ['finance']), type: 'person.changed' },
    ]);
    await writeFacts(world.store, [person(carol, [])], addSeconds(world.clock.now(), 60));
    const { bundle, trust } = await exportSample(world);
    const rows = await world.store.readStream(storeStream);
    const [, ofCarol, ofAlice] = rows.map(({ event_digest }) => event_digest);
    assert.deepEqual(
      bundle.deciders.map(({ source }) => source),
      [ofAlice, ofCarol].map(event_digest => ({ from: 'event', event_digest })),
    );
    assert.deepEqual(
      bundle.store_events.map(({ event_digest }) => event_digest),
      [ofCarol, ofAlice],
    );
    const { statements } = verifyBundle(bundle, { ...trust, required: ['people', 'log'] });
    assert.equal(statements.find(({ id }) => id === 'people')?.result, 'proven');
  });

  test('a bundle marks roles as configured when the last event gives other roles or ends them', async () => {
    const { alice, carol } = samplePeople;
    const world = await createWorld([
      person(alice, ['sales']),
      person(carol, ['controller'], false),
    ]);
    const { bundle } = await exportSample(world);
    assert.ok(bundle.deciders.every(({ source }) => source.from === 'configuration'));
    assert.deepEqual(bundle.store_events, []);
  });

  test('an export does not need a signer that can sign', async () => {
    const world = await createWorld();
    const broken = async () => Promise.reject(new Error('no key is at hand'));
    const context = { ...world.context, signer: { ...world.context.signer, sign: broken } };
    const { bundle } = await exportSample({ ...world, context });
    assert.notEqual(bundle.grant, null);
    assert.notEqual(bundle.request_artifact, null);
  });
});

describe('altered data in the store is not exported as evidence', () => {
  test('an altered event is not exported', async () => {
    const world = await createWorld();
    const rows = world.store.data.streams.get(requestStream(world.approvalRequestId));
    assert.ok(rows?.[2]);
    rows[2] = { ...rows[2], text: rows[2].text.replace('allow', 'deny') };
    assert.equal(codeOf(await exportWith(world, [world.key.record])), 'stream_broken');
  });

  test('an altered event of the store stream is not exported', async () => {
    const world = await createWorld();
    const rows = world.store.data.streams.get(storeStream);
    assert.ok(rows?.[0]);
    rows[0] = { ...rows[0], text: `${rows[0].text} ` };
    assert.equal(codeOf(await exportWith(world, [world.key.record])), 'stream_broken');
  });

  test('altered bytes of the action are not exported', async () => {
    const world = await createWorld();
    const { actions } = world.store.data;
    const [digest, row] = [...actions].find(([, { text }]) => text.startsWith('{')) ?? [];
    assert.ok(digest !== undefined && row !== undefined);
    actions.set(digest, { ...row, text: row.text.replace('4200', '9200') });
    assert.equal(codeOf(await exportWith(world, [world.key.record])), 'action_digest_mismatch');
  });

  test('an altered leaf of the log is not exported', async () => {
    const world = await createWorld();
    const leaves = world.store.data.logs.get(1)?.leaves;
    const [first] = leaves ?? [];
    assert.ok(leaves && first);
    const index = leaves.findIndex(({ stream }) => stream !== storeStream);
    leaves[index] = { ...(leaves[index] as typeof first), event_digest: first.event_digest };
    assert.equal(codeOf(await exportWith(world, [world.key.record])), 'log_event_altered');
  });

  test('a checkpoint that none of the keys signed is not exported', async () => {
    const world = await createWorld();
    const { record } = makeSampleKey(world.clock.now());
    assert.equal(codeOf(await exportWith(world, [record])), 'checkpoint_key_unknown');
  });
});
