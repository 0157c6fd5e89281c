import assert from 'node:assert/strict';
import { createHash, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  batchChallenge,
  batchTree,
  batchViewDigest,
  parseChain,
  parseEntrySubmission,
  reasonDigest,
} from '@countersign/protocol/chain';
import type { Result } from '@countersign/protocol/reason';
import { inputDigest, type OpenedRequest } from '@countersign/protocol/request';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import {
  activatePolicy,
  type Context,
  cancelRequest,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  issueGrant,
  type Proposal,
  readRequest,
  recordBatch,
  recordEntry,
} from './index.ts';
import { createModelStore } from './testing/model-store.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  sampleAction,
  samplePeople,
  submission,
} from './testing/sample-ports.ts';
import { keyFromText } from './testing/simulation/cast.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

const chainOf = (change: object) =>
  parseChain({
    chain_id: 'finance',
    version: '1',
    stages: [
      {
        name: 'reviewer',
        approvers: { roles: ['finance'] },
        min_assurance: 'webauthn',
        ...change,
      },
    ],
  });
const site = { origin: 'http://localhost:8080', rp_id: 'localhost' };
const { privateKey, x } = keyFromText('passkey of alice');
const public_key = { kty: 'OKP' as const, crv: 'Ed25519' as const, x };
const credential_id = Buffer.from('alice').toString('base64url');

async function createWorld(change: object = {}) {
  const clock = createVirtualClock();
  const ids = createSeededIds('batches');
  const sample = createSamplePorts(createModelStore({ clock, ids }), clock, ids);
  const passkeys = [{ credential_id, person_id: samplePeople.alice, public_key }];
  const people = { ...sample.people, passkeyTrust: async () => ({ ...site, passkeys }) };
  sample.policies.set({ chain: chainOf(change) });
  const context = createContext({ ...sample, people });
  value(await activatePolicy(context));
  return { context, clock, ids };
}

function value<T>(outcome: Result<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

function codeOf(outcome: Result<unknown>): string {
  return outcome.ok ? 'done' : `${outcome.refusal.code} ${outcome.refusal.detail}`;
}

const actionOf = (amount: number) => sampleAction({ parameters: { amount, to: 'Nordvik' } });

async function open(context: Context, amount: number, change: Partial<Proposal> = {}) {
  const proposed = value(
    await evaluateAndOpen(context, {
      action: actionOf(amount),
      principal: principals.agent,
      audience: 'billing-executor',
      ...change,
    }),
  );
  return proposed.verdict === 'require_approval' ? proposed.state : assert.fail();
}

/** What the browser of Alice sends after one touch of her passkey. */
async function signed(
  context: Context,
  states: readonly OpenedRequest[],
  nonce = 'nonce-0123456789',
  change: object = {},
) {
  const { storeId, epoch } = await context.store.readState();
  const rows = states.map(({ request }) => {
    const action = actions.get(request.action_digest) ?? assert.fail();
    const view_digest = viewDigest(presentedView(request, action));
    const plain = parseEntrySubmission({
      chain_entry_id: `ace_${context.ids.uuid().replaceAll('-', '')}`,
      stage_index: 0,
      decision: 'allow',
      reason_code: 'reviewed',
      input_digest: inputDigest(request),
      view_digest,
      ...change,
    });
    return { request, plain, view_digest };
  });
  const tree = batchTree(
    rows.map(({ request, plain, view_digest }) => ({
      store_id: storeId as never,
      epoch,
      approval_request_id: request.approval_request_id,
      input_digest: plain.input_digest,
      view_digest,
      stage_index: plain.stage_index,
      chain_entry_id: plain.chain_entry_id,
      approver_identity: samplePeople.alice,
      decision: plain.decision,
      reason_digest: reasonDigest(plain),
      execute_within_seconds: request.execute_within_seconds,
    })),
  );
  const batch_view_digest = batchViewDigest(
    rows.map(({ request, view_digest }) => ({
      approval_request_id: request.approval_request_id,
      view_digest,
    })),
  );
  const challenge = batchChallenge({
    store_id: storeId as never,
    epoch,
    approver_identity: samplePeople.alice,
    root: tree.root,
    count: rows.length,
    batch_view_digest,
    nonce,
  });
  const response = responseTo(challenge);
  return rows.map(({ request, plain }, index) => ({
    approvalRequestId: request.approval_request_id as string,
    submission: parseEntrySubmission({
      ...plain,
      assertion: {
        public_key,
        ...site,
        nonce,
        response,
        batch: { root: tree.root, count: rows.length, ...tree.places[index], batch_view_digest },
      },
    }),
  }));
}

function responseTo(challenge: Uint8Array) {
  const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
  const client = Buffer.from(
    JSON.stringify({
      type: 'webauthn.get',
      challenge: Buffer.from(challenge).toString('base64url'),
      origin: site.origin,
      crossOrigin: false,
    }),
  );
  const data = Buffer.concat([hash(site.rp_id), Buffer.from([5, 0, 0, 0, 0])]);
  return {
    credential_id,
    authenticator_data: data.toString('base64url'),
    client_data_json: client.toString('base64url'),
    signature: sign(null, Buffer.concat([data, hash(client)]), privateKey).toString('base64url'),
  };
}

const actions = new Map<string, ReturnType<typeof actionOf>>();

async function openMany(context: Context, count: number, from = 2000): Promise<OpenedRequest[]> {
  const states: OpenedRequest[] = [];
  for (let index = 0; index < count; index++) {
    const state = await open(context, from + index);
    actions.set(state.request.action_digest, actionOf(from + index));
    states.push(state);
  }
  return states;
}

const alice = principals.alice;

describe('a batch of decisions', () => {
  test('[BA-1] one touch approves every row, and each row is consumed on its own', async () => {
    const { context } = await createWorld();
    const states = await openMany(context, 5);
    const rows = await signed(context, states);
    const changed = value(await recordBatch(context, { rows, principal: alice }));
    assert.deepEqual(
      changed.map(({ state }) => state.status),
      Array.from({ length: 5 }, () => 'allowed'),
    );
    assert.equal(codeOf(await recordBatch(context, { rows, principal: alice })), 'done');
    for (const [index, { request }] of states.entries()) {
      const approvalRequestId = request.approval_request_id;
      const grant = value(await issueGrant(context, approvalRequestId));
      const consumption = {
        approvalRequestId,
        action: actionOf(2000 + index),
        grant,
        executor: 'billing-executor',
        attempt: 'one',
      };
      assert.equal(codeOf(await consumeGrant(context, consumption)), 'done');
    }
  });

  test('[BA-2] a row that ended refuses the batch, is named, and nothing is done', async () => {
    const { context } = await createWorld();
    const states = await openMany(context, 3);
    const rows = await signed(context, states);
    const gone = states[1]?.request.approval_request_id ?? assert.fail();
    value(
      await cancelRequest(context, {
        approvalRequestId: gone,
        principal: principals.operator,
        reason: 'not needed',
      }),
    );
    assert.equal(
      codeOf(await recordBatch(context, { rows, principal: alice })),
      `batch_row_stale ${gone}: request_cancelled`,
    );
    for (const { request } of [states[0], states[2]].map(state => state ?? assert.fail())) {
      const { state } = value(await readRequest(context, request.approval_request_id));
      assert.equal(state.status, 'pending');
      assert.equal(state.entries.length, 0);
    }
    // What was signed with the row counts for no row alone, and signing again without it does.
    const [alone] = rows;
    assert.ok(alone !== undefined);
    const once = await recordEntry(context, { ...alone, principal: alice });
    assert.match(codeOf(once), /^batch_incomplete/);
    const rest = await signed(
      context,
      [states[0], states[2]] as OpenedRequest[],
      'nonce-0000000000',
    );
    assert.equal(codeOf(await recordBatch(context, { rows: rest, principal: alice })), 'done');
  });

  test('[BA-2] a row less, a row more, another order or another row is not what was signed', async () => {
    const { context } = await createWorld();
    const states = await openMany(context, 4);
    const rows = await signed(context, states.slice(0, 3));
    const record = (sent: typeof rows) => recordBatch(context, { rows: sent, principal: alice });
    const other = await signed(context, states.slice(1), 'nonce-0000000000');
    assert.match(codeOf(await record(rows.slice(0, 2))), /^batch_incomplete/);
    assert.match(codeOf(await record(rows.toReversed())), /^batch_incomplete/);
    assert.match(codeOf(await record([...rows, ...other.slice(2)])), /^batch_incomplete/);
    const swapped = rows.with(2, {
      ...rows[2],
      approvalRequestId: states[3]?.request.approval_request_id ?? '',
    } as never);
    assert.match(codeOf(await record(swapped)), /mismatch|stale/);
    assert.equal(codeOf(await record(rows)), 'done');
  });

  test('[BA-2] [SU-2] the nonce of a batch is used once, by all of its rows together', async () => {
    const { context } = await createWorld();
    const states = await openMany(context, 4);
    const first = await signed(context, states.slice(0, 2));
    const second = await signed(context, states.slice(2));
    assert.equal(codeOf(await recordBatch(context, { rows: first, principal: alice })), 'done');
    assert.match(
      codeOf(await recordBatch(context, { rows: second, principal: alice })),
      /^nonce_already_used/,
    );
  });

  test('[BA-2] the earliest deadline of its rows ends the batch', async () => {
    const { context, clock } = await createWorld();
    const [early] = await openMany(context, 1);
    clock.advance(600);
    const late = await openMany(context, 1, 3000);
    assert.ok(early !== undefined);
    const rows = await signed(context, [early, ...late]);
    clock.advance(300);
    assert.equal(
      codeOf(await recordBatch(context, { rows, principal: alice })),
      `batch_row_stale ${early.request.approval_request_id}: request_expired`,
    );
  });

  test('[BA-3] rejecting many takes one reason and no touch', async () => {
    const { context } = await createWorld();
    const states = await openMany(context, 3);
    const rows = (reasons: readonly string[]) =>
      states.map((state, index) => ({
        approvalRequestId: state.request.approval_request_id as string,
        submission: submission(state, context.ids, {
          decision: 'deny',
          reason: reasons[index],
        }),
      }));
    const reject = (reasons: readonly string[]) =>
      recordBatch(context, { rows: rows(reasons), principal: alice });
    assert.match(codeOf(await reject(['a', 'a', 'b'])), /^batch_rows_differ/);
    assert.match(codeOf(await reject(['', '', ''])), /^entry_reason_missing/);
    // This stage takes no decision without a passkey, so one touch signs all rejections. Another stage needs none.
    assert.match(codeOf(await reject(['no', 'no', 'no'])), /^assertion_missing/);
    const deny = { decision: 'deny', reason: 'no' };
    const touched = await signed(context, states, 'nonce-0000000000', deny);
    const changed = value(await recordBatch(context, { rows: touched, principal: alice }));
    assert.ok(changed.every(({ state }) => state.status === 'denied'));
    const lenient = await createWorld({ min_assurance: 'session' });
    const open = await openMany(lenient.context, 3, 4000);
    const plain = open.map(state => ({
      approvalRequestId: state.request.approval_request_id as string,
      submission: submission(state, lenient.context.ids, deny),
    }));
    const rejected = value(
      await recordBatch(lenient.context, { rows: plain, principal: principals.bob }),
    );
    assert.ok(rejected.every(({ state }) => state.status === 'denied'));
    const bare = (await openMany(lenient.context, 2, 5000)).map(state => ({
      approvalRequestId: state.request.approval_request_id as string,
      submission: submission(state, lenient.context.ids),
    }));
    const approving = await recordBatch(lenient.context, { rows: bare, principal: principals.bob });
    assert.match(codeOf(approving), /^assertion_missing/);
  });

  test('[BA-5] a batch has one agent, one tool, one chain and one stage, and at most 50 rows, each once', async () => {
    const { context } = await createWorld();
    const [one] = await openMany(context, 1);
    assert.ok(one !== undefined);
    const foreign = { ...actionOf(2500), agent_id: 'other-bot' };
    const other = await open(context, 2500, { action: foreign });
    actions.set(other.request.action_digest, foreign);
    const record = async (states: readonly OpenedRequest[]) =>
      codeOf(await recordBatch(context, { rows: await signed(context, states), principal: alice }));
    const single = [
      {
        approvalRequestId: one.request.approval_request_id,
        submission: submission(one, context.ids),
      },
    ];
    const none = await recordBatch(context, { rows: single, principal: alice });
    assert.match(codeOf(none), /^batch_rows_differ expected 2 to 50/);
    assert.match(await record([one, other]), /^batch_rows_differ .* the same agent/);
    assert.match(await record([one, one]), /^batch_rows_differ expected each/);
  });
});
