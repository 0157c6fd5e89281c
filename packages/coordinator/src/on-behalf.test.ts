import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifyBundle } from '@countersign/protocol/bundle';
import { type Chain, parseChain, type Stage } from '@countersign/protocol/chain';
import type { DelegationTerms, DirectoryChange } from '@countersign/protocol/directory';
import type { Result } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import {
  actorOf,
  addSeconds,
  authenticated,
  DelegationId,
  idFromUuid,
  LockId,
  type PersonId,
  systemActor,
} from '@countersign/protocol/value';
import { addPerson, register } from './directory/testing/staffed-store.ts';
import {
  activatePolicy,
  type Context,
  changeDirectory,
  changeDirectoryAtOnce,
  consumeGrant,
  createContext,
  directoryPeople,
  evaluateAndOpen,
  issueGrant,
  listReviews,
  recordEntry,
  reportExecution,
  reviewRelease,
} from './index.ts';
import { createModelStore } from './testing/model-store.ts';
import { exportSample, makeSampleKey } from './testing/sample-bundle.ts';
import { sampleSequencer, sequenceAll } from './testing/sample-log.ts';
import { decideSigned, samplePasskeys, signedDelegation } from './testing/sample-passkeys.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  sampleAction,
  samplePeople,
  submission,
} from './testing/sample-ports.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

const { alice, bob, carol, dave } = samplePeople;

const chain: Chain = parseChain({
  chain_id: 'finance',
  version: '1',
  stages: [{ name: 'reviewer', approvers: { roles: ['finance'] } }],
  break_glass: { roles: ['controller'] },
});

const roles: readonly (readonly [PersonId, readonly string[]])[] = [
  [alice, ['finance', 'operator']],
  [bob, ['operator']],
  [carol, ['controller']],
  [dave, []],
];

/** A person without a role of their own. */
const daveAlone = person(dave, []);

function person(person_id: PersonId, held: readonly string[]) {
  const facts = { kind: 'human', principal_id: `cookie-${person_id}`, person_id } as const;
  return authenticated({ ...facts, roles: held, assurance: 'session' });
}

/** A store with a directory, and a process on it. */
async function createWorld() {
  const clock = createVirtualClock();
  const ids = createSeededIds('on behalf');
  const store = createModelStore({ clock, ids });
  const key = makeSampleKey(addSeconds(clock.now(), -60));
  const { origin, rp_id: rpId, passkeys } = samplePasskeys;
  const people = directoryPeople({ store }, { origin, rpId });
  const ports = createSamplePorts(store, clock, ids, { people, signer: key.signer });
  ports.policies.set({ chain });
  const context = createContext(ports);
  const held = new Set<string>(roles.map(([person_id]) => person_id));
  const changes: DirectoryChange[] = [
    ...roles.map(([person_id, own]) => addPerson(person_id, own)),
    ...passkeys
      .filter(({ person_id }) => held.has(person_id))
      .map(passkey => register({ kind: 'passkey', ...passkey, label: 'laptop', transports: [] })),
  ];
  value(await changeDirectoryAtOnce(context, changes, systemActor));
  value(await activatePolicy(context));
  const other = createContext(ports);
  return { context, other, clock, store, key, ids, ports };
}

function value<T>(outcome: Result<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

function codeOf(outcome: Result<unknown>): string {
  return outcome.ok ? 'done' : outcome.refusal.code;
}

async function open(context: Context, amount = 4200, more = {}): Promise<OpenedRequest> {
  const action = sampleAction({ parameters: { amount, currency: 'USD', to: 'Acme' } });
  const asked = { action, principal: principals.agent, audience: 'billing-executor', ...more };
  const proposed = value(await evaluateAndOpen(context, asked));
  return proposed.verdict === 'require_approval' ? proposed.state : assert.fail();
}

async function consume(context: Context, state: OpenedRequest, amount = 4200) {
  const approvalRequestId = state.request.approval_request_id;
  const grant = await issueGrant(context, approvalRequestId);
  if (!grant.ok) return grant;
  const action = sampleAction({ parameters: { amount, currency: 'USD', to: 'Acme' } });
  const use = { approvalRequestId, action, executor: 'billing-executor', attempt: 'one' };
  return consumeGrant(context, { ...use, grant: grant.value });
}

function termsAt(context: Context): DelegationTerms {
  const now = context.clock.now();
  return {
    delegation_id: idFromUuid(DelegationId, 'dlg', context.ids.uuid()),
    person_id: alice,
    delegate_id: dave,
    roles: ['finance'],
    starts_at: now,
    ends_at: addSeconds(now, 3600),
  };
}

async function lend(context: Context, change: Partial<DelegationTerms> = {}) {
  const terms = { ...termsAt(context), ...change };
  const by = actorOf(person(alice, ['finance', 'operator']));
  value(await changeDirectory(context, await signedDelegation(context, terms), by));
  return terms;
}

function onBehalf(context: Context, state: OpenedRequest, terms: DelegationTerms, change = {}) {
  const { delegation_id, person_id } = terms;
  return recordEntry(context, {
    approvalRequestId: state.request.approval_request_id,
    submission: submission(state, context.ids, {
      on_behalf_of: { delegation_id, person_id },
      ...change,
    }),
    principal: daveAlone,
  });
}

const leave = (person_id: PersonId) =>
  ({ type: 'change_person', person_id, active: false }) as const;

describe('a decision on behalf of another person', () => {
  test('[DG-2] [DG-6] a decision on behalf of another person counts by the lent role, and its bundle is accepted', async () => {
    const { context, store, key } = await createWorld();
    const terms = await lend(context);
    const state = await open(context);
    value(await onBehalf(context, state, terms));
    value(await consume(context, state));
    const approvalRequestId = state.request.approval_request_id;
    value(
      await reportExecution(context, { approvalRequestId, attempt: 'one', outcome: 'succeeded' }),
    );
    await sequenceAll(sampleSequencer(store, { signer: key.notes }));
    const { bundle, trust } = await exportSample({ context, key, approvalRequestId });
    const report = verifyBundle(bundle, trust);
    assert.equal(report.verdict, 'accepted', JSON.stringify(report.code));
    const told = report.statements.find(({ id }) => id === 'delegations');
    assert.equal(told?.result, 'proven', told?.detail);
  });

  test('[DG-1] a decision on behalf of another person is refused without a delegation, after its end and after its revocation', async () => {
    const { context, clock } = await createWorld();
    const unmade = termsAt(context);
    const state = await open(context);
    assert.equal(codeOf(await onBehalf(context, state, unmade)), 'delegation_not_in_force');
    const terms = await lend(context);
    const revoke = {
      type: 'revoke_delegation',
      delegation_id: terms.delegation_id,
      reason: 'back',
    } as const;
    value(await changeDirectory(context, revoke, actorOf(daveAlone)));
    assert.equal(codeOf(await onBehalf(context, state, terms)), 'delegation_not_in_force');
    const short = await lend(context, { ends_at: addSeconds(clock.now(), 60) });
    clock.advance(60);
    assert.equal(codeOf(await onBehalf(context, state, short)), 'delegation_not_in_force');
  });

  test("[DG-1] the store's clock decides whether a delegation has ended", async () => {
    const { context, other, clock } = await createWorld();
    const terms = await lend(context, { ends_at: addSeconds(clock.now(), 60) });
    const state = await open(context);
    const behind = createContext({
      ...other,
      clock: { ...clock, now: () => addSeconds(clock.now(), -30) },
    });
    clock.advance(60);
    const late = await onBehalf(behind, state, terms);
    assert.equal(late.ok, false);
  });

  test('[DG-5] a delegate or a delegator who leaves, and a revocation, stop the consume', async () => {
    const ends: readonly ((terms: DelegationTerms) => DirectoryChange)[] = [
      () => leave(dave),
      () => leave(alice),
      () => ({ type: 'change_person', person_id: alice, roles: ['operator'] }),
      ({ delegation_id }) => ({ type: 'revoke_delegation', delegation_id, reason: 'back' }),
    ];
    for (const end of ends) {
      const { context, other } = await createWorld();
      const terms = await lend(context);
      const state = await open(context);
      value(await onBehalf(context, state, terms));
      value(await changeDirectory(other, end(terms), systemActor));
      assert.equal(codeOf(await consume(context, state)), 'approver_left');
    }
  });

  test('[DG-5] of a revocation and a consume at the same time, one wins', async () => {
    const { context, other } = await createWorld();
    const terms = await lend(context);
    const state = await open(context);
    value(await onBehalf(context, state, terms));
    const { delegation_id } = terms;
    const revoke = { type: 'revoke_delegation', delegation_id, reason: 'back' } as const;
    const [consumed, revoked] = await Promise.all([
      consume(context, state),
      changeDirectory(other, revoke, systemActor),
    ]);
    assert.ok(revoked.ok);
    assert.ok(['done', 'approver_left'].includes(codeOf(consumed)), codeOf(consumed));
    assert.equal((await consume(context, state)).ok, false);
  });

  test('[DG-5] a decision still counts after the time of its delegation has ended', async () => {
    const { context, clock } = await createWorld();
    const terms = await lend(context, { ends_at: addSeconds(clock.now(), 60) });
    const state = await open(context);
    value(await onBehalf(context, state, terms));
    clock.advance(120);
    value(await consume(context, state));
  });

  test('[DG-4] delegator and delegate have one voice, also when both decide at once', async () => {
    const { context, other } = await createWorld();
    const terms = await lend(context);
    const state = await open(context);
    const [one, two] = await Promise.all([
      onBehalf(context, state, terms),
      recordEntry(other, {
        approvalRequestId: state.request.approval_request_id,
        submission: submission(state, other.ids),
        principal: person(alice, ['finance', 'operator']),
      }),
    ]);
    assert.equal([one, two].filter(({ ok }) => ok).length, 1);
  });

  test('[ID-11] [DG-4] a delegate and a role to release count for no seat of a stage', async () => {
    const { context, ports } = await createWorld();
    const [stage] = chain.stages;
    ports.policies.set({ chain: { ...chain, stages: [{ ...(stage as Stage), quorum: 2 }] } });
    await lend(context);
    const action = sampleAction({ parameters: { amount: 4300, currency: 'USD', to: 'Acme' } });
    const asked = { action, principal: principals.agent, audience: 'billing-executor' };
    assert.equal(codeOf(await evaluateAndOpen(context, asked)), 'no_eligible_approver');
  });

  test('[LK-2] a lock on the delegator stops the decision and the consume', async () => {
    const { context } = await createWorld();
    const terms = await lend(context);
    const decided = await open(context);
    value(await onBehalf(context, decided, terms));
    const pending = await open(context, 5000);
    const lock = {
      type: 'place_lock',
      lock_id: idFromUuid(LockId, 'lock', context.ids.uuid()),
      target: { kind: 'person', person_id: alice },
      reason: 'a leak',
    } as const;
    value(await changeDirectory(context, lock, systemActor));
    assert.equal(codeOf(await onBehalf(context, pending, terms)), 'locked');
    assert.equal(codeOf(await consume(context, decided)), 'locked');
  });
});

describe('a release by one person', () => {
  const release = (context: Context, state: OpenedRequest, change = {}) =>
    decideSigned(context, state, 'carol', 0, {
      break_glass: 'outage',
      reason: 'all pods hang',
      ...change,
    });

  test('[BG-1] [BG-3] a release is on the list until another person closes its review', async () => {
    const { context, other, store, key } = await createWorld();
    const state = await open(context);
    value(await release(context, state));
    value(await consume(context, state));
    const approvalRequestId = state.request.approval_request_id;
    assert.deepEqual(
      (await listReviews(other)).map(({ released_by, ...each }) => [
        each.approval_request_id,
        released_by,
      ]),
      [[approvalRequestId, carol]],
    );
    const review = (who: PersonId, held: string[]) =>
      reviewRelease(other, {
        approvalRequestId,
        principal: person(who, held),
        verdict: 'justified',
        findings: 'the outage was real',
      });
    assert.equal(
      codeOf(await review(carol, ['controller', 'operator'])),
      'approver_not_independent',
    );
    assert.equal(codeOf(await review(dave, [])), 'actor_not_permitted');
    value(await review(bob, ['operator']));
    assert.deepEqual(await listReviews(context), []);
    assert.equal(codeOf(await review(alice, ['finance'])), 'release_reviewed');
    await sequenceAll(sampleSequencer(store, { signer: key.notes }));
    const { bundle, trust } = await exportSample({ context, key, approvalRequestId });
    const report = verifyBundle(bundle, trust);
    assert.equal(report.verdict, 'accepted', JSON.stringify(report.code));
    assert.match(
      report.statements.find(({ id }) => id === 'release')?.detail ?? '',
      /found it justified/,
    );
  });

  test('[BG-3] a release that is sent twice is one release, and one review', async () => {
    const { context } = await createWorld();
    const state = await open(context);
    const chain_entry_id = `ace_${context.ids.uuid().replaceAll('-', '')}`;
    value(await release(context, state, { chain_entry_id }));
    const again = await release(context, state, { chain_entry_id });
    assert.notEqual(codeOf(again), 'done');
    assert.equal((await listReviews(context)).length, 1);
  });

  test('[BG-3] a refused release leaves nothing to review', async () => {
    const { context } = await createWorld();
    const state = await open(context);
    assert.equal(codeOf(await release(context, state, { reason: '' })), 'entry_reason_missing');
    assert.deepEqual(await listReviews(context), []);
  });

  test('[BG-2] a release is refused in a case that was denied before', async () => {
    const { context } = await createWorld();
    const first = await open(context);
    value(
      await recordEntry(context, {
        approvalRequestId: first.request.approval_request_id,
        submission: submission(first, context.ids, { decision: 'deny', reason: 'no' }),
        principal: person(alice, ['finance', 'operator']),
      }),
    );
    const next = await open(context, 4100, {
      nextRoundOf: { approvalRequestId: first.request.approval_request_id, change: 'less' },
    });
    assert.equal(next.request.round, 2);
    assert.equal(codeOf(await release(context, next)), 'break_glass_case_denied');
  });

  test('[BG-2] a release is refused under a lock, and the consume fails once the person has lost the role', async () => {
    const { context } = await createWorld();
    const state = await open(context);
    value(await release(context, state));
    value(
      await changeDirectory(
        context,
        { type: 'change_person', person_id: carol, roles: [] },
        systemActor,
      ),
    );
    assert.equal(codeOf(await consume(context, state)), 'approver_left');
    const locked = await createWorld();
    const asked = await open(locked.context);
    const lock = {
      type: 'place_lock',
      lock_id: idFromUuid(LockId, 'lock', locked.context.ids.uuid()),
      target: { kind: 'agent', agent_id: 'billing-bot' },
      reason: 'a leak',
    } as const;
    value(await changeDirectory(locked.context, lock, systemActor));
    assert.equal(codeOf(await release(locked.context, asked)), 'locked');
  });

  test('[BG-1] a denied action asks no one, so that nothing is released', async () => {
    const { context } = await createWorld();
    const action = sampleAction({ parameters: { amount: 2_000_000 } });
    const asked = { action, principal: principals.agent, audience: 'billing-executor' };
    const proposed = value(await evaluateAndOpen(context, asked));
    assert.equal(proposed.verdict, 'deny');
  });
});
