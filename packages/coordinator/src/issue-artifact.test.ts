import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256, verifyJws } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import type { Result } from '@countersign/protocol/reason';
import {
  type OpenedRequest,
  parseRequestArtifact,
  requestArtifactType,
} from '@countersign/protocol/request';
import {
  activatePolicy,
  type Context,
  createContext,
  evaluateAndOpen,
  issueArtifact,
  recordEntry,
} from './index.ts';
import { createModelStore, type ModelStore } from './testing/model-store.ts';
import {
  createSamplePorts,
  createSeededIds,
  createTestSigner,
  principals,
  sampleAction,
  submission,
} from './testing/sample-ports.ts';
import { createVirtualClock, type VirtualClock } from './testing/virtual-clock.ts';

interface World {
  readonly context: Context;
  readonly store: ModelStore;
  readonly clock: VirtualClock;
  /** Which key signs, or null where none can. */
  signWith(seed: string | null): void;
}

async function createWorld(): Promise<World> {
  const clock = createVirtualClock();
  const ids = createSeededIds('artifacts');
  const store = createModelStore({ clock, ids });
  let current: string | null = 'first';
  const signer = {
    ...createTestSigner('first'),
    sign: async (typ: string, payload: object) => {
      if (current === null) throw new Error('no key is at hand');
      return createTestSigner(current).sign(typ, payload);
    },
  };
  const context = createContext(createSamplePorts(store, clock, ids, { signer }));
  value(await activatePolicy(context));
  const signWith = (seed: string | null) => {
    current = seed;
  };
  return { context, store, clock, signWith };
}

function value<T>(outcome: Result<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

function codeOf(outcome: Result<unknown>): string {
  return outcome.ok ? 'done' : outcome.refusal.code;
}

async function open(context: Context, parameters?: JsonObject): Promise<OpenedRequest> {
  const action = sampleAction(parameters === undefined ? {} : { parameters });
  const asked = { action, principal: principals.agent, audience: 'billing-executor' };
  const proposed = value(await evaluateAndOpen(context, asked));
  if (proposed.verdict !== 'require_approval') assert.fail('expected a question');
  return proposed.state;
}

const issue = (context: Context, { request }: OpenedRequest) =>
  issueArtifact(context, request.approval_request_id);

describe('the signed question', () => {
  test('the signed question contains the request, and the action from its bound bytes', async () => {
    const { context, clock } = await createWorld();
    const state = await open(context);
    clock.advance(60);
    const jws = value(await issue(context, state));
    const verdict = verifyJws({ jws, typ: requestArtifactType, keys: context.signer.keys() });
    assert.ok(verdict.ok);
    const artifact = parseRequestArtifact(verdict.value.payload);
    assert.deepEqual(artifact.request, state.request);
    assert.equal(sha256(artifact.action), state.request.action_digest);
    assert.equal(artifact.issued_at, state.request.requested_at);
    assert.equal(artifact.epoch, 1);
  });

  test('the signed question stays the one from the opening after a key rotation', async () => {
    const { context, signWith } = await createWorld();
    const state = await open(context);
    const issued = value(await issue(context, state));
    signWith('second');
    assert.equal(value(await issue(context, state)), issued);
    signWith(null);
    assert.equal(value(await issue(context, state)), issued);
  });

  test('a question that could not be signed at the opening is signed later, with that time', async () => {
    const { context, clock, signWith } = await createWorld();
    signWith(null);
    const state = await open(context);
    assert.equal(codeOf(await issue(context, state)), 'internal_error');
    signWith('first');
    clock.advance(60);
    const jws = value(await issue(context, state));
    const verdict = verifyJws({ jws, typ: requestArtifactType, keys: context.signer.keys() });
    assert.ok(verdict.ok);
    assert.equal(verdict.value.payload['issued_at'], context.clock.now());
  });

  test('an altered signature of the question is not used', async () => {
    const { context, store, clock } = await createWorld();
    const state = await open(context);
    const issued = value(await issue(context, state));
    const kept = [...store.data.actions].find(([, { text }]) => text.includes('..'));
    assert.ok(kept);
    const [digest, row] = kept;
    const [header, , signature = ''] = row.text.split('.');
    const other = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    store.data.actions.set(digest, { ...row, text: `${header}..${other}` });
    clock.advance(1);
    const jws = value(await issue(context, state));
    assert.notEqual(jws, issued);
    assert.ok(verifyJws({ jws, typ: requestArtifactType, keys: context.signer.keys() }).ok);
  });

  test('only the small signature of the question is stored, and it is erased together with the action', async () => {
    const { context, store, clock } = await createWorld();
    const state = await open(context);
    const rows = [...store.data.actions.values()];
    assert.equal(rows.length, 2);
    assert.ok(rows.some(({ text }) => /^[\w-]+\.\.[\w-]{86}$/.test(text) && text.length < 256));
    assert.equal(new Set(rows.map(({ retainUntil }) => retainUntil)).size, 1);
    assert.ok(rows.every(({ retainUntil }) => retainUntil > state.request.expires_at));
    clock.advance(500 * 86_400);
    assert.equal(await store.eraseActions(10), 2);
  });

  test('an action that is too large for an artifact is asked without a signed question', async () => {
    const { context } = await createWorld();
    const state = await open(context, { amount: 4200, text: 'x'.repeat(300_000) });
    assert.equal(codeOf(await issue(context, state)), 'json_too_large');
  });

  test('the signed question is refused after the request is over, and when there is no request', async () => {
    const { context, clock } = await createWorld();
    const denied = await open(context);
    const decision = { decision: 'deny', reason: 'no' };
    value(
      await recordEntry(context, {
        approvalRequestId: denied.request.approval_request_id,
        submission: submission(denied, context.ids, decision),
        principal: principals.alice,
      }),
    );
    assert.equal(codeOf(await issue(context, denied)), 'request_denied');
    const expired = await open(context, { amount: 4201 });
    clock.advance(900);
    assert.equal(codeOf(await issue(context, expired)), 'request_expired');
    assert.equal(codeOf(await issueArtifact(context, 'ar_none')), 'request_not_found');
  });

  test('the signed question is refused when the store lost or altered required data', async () => {
    const { context, store } = await createWorld();
    const state = await open(context);
    const digest = state.request.action_digest;
    const kept = store.data.actions.get(digest);
    assert.ok(kept);
    store.data.actions.set(digest, { ...kept, text: kept.text.replace('4200', '9200') });
    assert.equal(codeOf(await issue(context, state)), 'store_unusable');
    store.data.actions.delete(digest);
    assert.equal(codeOf(await issue(context, state)), 'store_unusable');
  });
});
