import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Result } from '@countersign/protocol/reason';
import type { Commit } from '../commit.ts';
import {
  activatePolicy,
  askAllowance,
  askConfirmation,
  type Context,
  createContext,
  endAllowance,
  evaluateAndOpen,
  exportBundle,
  listAllowances,
  readAllowance,
  recordEntry,
  startEpoch,
} from '../index.ts';
import { overrideStore } from '../override-store.ts';
import { createMemoryAnchor } from '../testing/memory-anchor.ts';
import { createModelStore } from '../testing/model-store.ts';
import {
  approveHouse,
  askFor,
  consumeTransfer,
  limits,
  makeAllowance,
  openTransfer,
  sampleChoice,
  stateOf,
  transfer,
} from '../testing/sample-allowances.ts';
import { decideSigned, samplePasskeys } from '../testing/sample-passkeys.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  samplePeople,
  submission,
} from '../testing/sample-ports.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { allowancesMax } from './allowance-claims.ts';

async function createWorld(
  change: { readonly processes?: number; readonly anchor?: boolean } = {},
) {
  const clock = createVirtualClock();
  const ids = createSeededIds('allowances');
  const store = createModelStore({ clock, ids });
  const ports = createSamplePorts(store, clock, ids);
  let owner = samplePeople.sam;
  const people = {
    ...ports.people,
    passkeyTrust: async () => samplePasskeys,
    parties: async () => ({ requester: null, subject: null, agent_owner: owner }),
  };
  const anchor = change.anchor === true ? createMemoryAnchor() : null;
  ports.policies.set({ allowable: limits });
  const contexts = Array.from({ length: change.processes ?? 1 }, () =>
    createContext({ ...ports, people, anchor }, { requestsPerWindow: 100 }),
  );
  const [context] = contexts;
  assert.ok(context !== undefined);
  const active = await activatePolicy(context);
  assert.ok(active.ok);
  return {
    context,
    contexts,
    ports,
    clock,
    anchor,
    store,
    setOwner: (next: typeof owner) => {
      owner = next;
    },
  };
}

const codeOf = (outcome: Result<unknown>) => (outcome.ok ? 'done' : outcome.refusal.code);

const statusOf = async (context: Context, id: string) => (await readAllowance(context, id))?.status;

const end = (context: Context, type: 'suspend' | 'revoke', allowanceId: string) =>
  endAllowance(context, { type, allowanceId, principal: principals.operator, reason: 'now' });

describe('making an allowance', () => {
  test('[AL-6] the chain of the action decides an allowance with passkeys, and its parties are those of the starting request', async () => {
    const { context } = await createWorld();
    const started = await openTransfer(context);
    const house = await askFor(context, started);
    assert.equal(house.request.operation, 'countersign.allowance');
    assert.deepEqual(house.parties, started.parties);
    const weak = await recordEntry(context, {
      approvalRequestId: house.request.approval_request_id,
      submission: submission(house, context.ids),
      principal: principals.alice,
    });
    assert.equal(codeOf(weak), 'assertion_missing');
    const id = await approveHouse(context, house);
    assert.equal(await statusOf(context, id), 'active');
    assert.equal((await stateOf(context, house)).status, 'consumed');
    assert.equal((await listAllowances(context)).length, 1);
  });

  test('[AL-6] no agent asks for an allowance, and no person whom the chain does not list', async () => {
    const { context } = await createWorld();
    const { request } = await openTransfer(context);
    for (const principal of [principals.agent]) {
      const asked = await askAllowance(context, {
        approvalRequestId: request.approval_request_id,
        principal,
        choice: sampleChoice(),
      });
      assert.equal(codeOf(asked), 'actor_not_permitted');
    }
    const proposed = await evaluateAndOpen(context, {
      ...transfer(),
      action: { ...(transfer().action as object), operation: 'countersign.allowance' },
    });
    assert.equal(codeOf(proposed), 'house_action_reserved');
  });

  test('[AL-2] a bad choice has its code, and writes nothing', async () => {
    const { context, ports, store } = await createWorld();
    const { request } = await openTransfer(context);
    const asked = (change: Parameters<typeof sampleChoice>[0]) =>
      askAllowance(context, {
        approvalRequestId: request.approval_request_id,
        principal: principals.alice,
        choice: sampleChoice(change),
      });
    const [amount, currency, to] = sampleChoice().template as [object, object, object];
    const lines = (...template: readonly object[]) => ({ template, budget: null }) as never;
    const choices: readonly (readonly [string, Parameters<typeof sampleChoice>[0]])[] = [
      ['allowance_member_uncovered', lines()],
      ['allowance_path_missing', lines(amount, currency, to, { path: '/cc', equals: 'x' })],
      ['allowance_path_repeated', lines(amount, amount, currency, to)],
      ['allowance_paths_overlap', lines(amount, currency, to, { path: '/to/name', equals: 'x' })],
      ['allowance_range_impossible', lines({ ...amount, at_least: 9000 }, currency, to)],
      ['allowance_number_expected', lines(amount, { path: '/currency', at_most: 5 }, to)],
      [
        'allowance_values_alike',
        lines(amount, { path: '/currency', one_of: ['USD', 'U\u0405D'] }, to),
      ],
      ['allowance_any_not_permitted', lines(amount, { path: '/currency', any: true }, to)],
      ['allowance_limit_too_high', { lifetime_seconds: 90_000 }],
    ];
    const written = () => [...store.data.streams].map(([name, rows]) => [name, rows.length]);
    const before = written();
    for (const [code, choice] of choices) {
      assert.equal(codeOf(await asked(choice)), code);
      assert.deepEqual(written(), before, code);
    }
    ports.policies.set({ allowable: undefined });
    const other = await openTransfer(context, { to: 'x' });
    const refused = await askAllowance(context, {
      approvalRequestId: other.request.approval_request_id,
      principal: principals.alice,
      choice: sampleChoice(),
    });
    assert.equal(codeOf(refused), 'allowance_not_admitted');
  });

  test(`an agent has at most ${allowancesMax} allowances for a tool`, async () => {
    const { context } = await createWorld();
    const started = await openTransfer(context);
    for (let n = 0; n < allowancesMax; n++) {
      await approveHouse(context, await askFor(context, started));
    }
    const house = await askFor(context, started);
    await assert.rejects(approveHouse(context, house), /allowances_exhausted/);
  });
});

describe('a covered action', () => {
  test('[AL-2] a covered action is allowed at once, takes no slot, and runs like any other', async () => {
    const { context } = await createWorld();
    const { allowanceId } = await makeAllowance(context);
    const covered = await openTransfer(context, { to: 'Acme' });
    assert.equal(covered.status, 'allowed');
    assert.equal(covered.resolution?.allowance?.allowance_id, allowanceId);
    assert.equal(codeOf(await consumeTransfer(context, covered)), 'done');
    assert.equal((await readAllowance(context, allowanceId))?.uses.count, 1);
    const asked = await openTransfer(context, { amount: 5001, to: 'Acme' });
    assert.equal(asked.status, 'pending');
  });

  test('[AL-3] uses and budget end, and the next action is asked about', async () => {
    const { context } = await createWorld();
    await makeAllowance(context, sampleChoice({ uses: 9 }));
    const statuses: string[] = [];
    for (const [n, amount] of [5000, 5000, 2001, 2000, 1001].entries()) {
      statuses.push((await openTransfer(context, { amount, to: `payee ${n}` })).status);
    }
    assert.deepEqual(statuses, ['allowed', 'allowed', 'pending', 'allowed', 'pending']);
  });

  test('[AL-3] a rate closes and opens again', async () => {
    const { context, clock } = await createWorld();
    await makeAllowance(context, sampleChoice({ rate: { uses: 1, seconds: 60 } }));
    assert.equal((await openTransfer(context, { to: 'a' })).status, 'allowed');
    assert.equal((await openTransfer(context, { to: 'b' })).status, 'pending');
    clock.advance(60);
    assert.equal((await openTransfer(context, { to: 'c' })).status, 'allowed');
  });

  test('[AL-3] of many processes that race for the last use, one has it and the others ask', async () => {
    const { context, contexts } = await createWorld({ processes: 8 });
    const { allowanceId } = await makeAllowance(context, sampleChoice({ uses: 2, budget: null }));
    const opened = await Promise.all(
      contexts.flatMap((each, n) => [
        openTransfer(each, { to: `x${n}` }),
        openTransfer(each, { to: `y${n}` }),
      ]),
    );
    const covered = opened.filter(({ status }) => status === 'allowed');
    assert.equal(covered.length, 2);
    assert.deepEqual(covered.map(({ resolution }) => resolution?.allowance?.n).sort(), [1, 2]);
    assert.equal((await readAllowance(context, allowanceId))?.uses.count, 2);
  });

  test('[AL-10] a budget that is split over parallel calls is not exceeded', async () => {
    const { context, contexts } = await createWorld({ processes: 6 });
    const { allowanceId } = await makeAllowance(context, sampleChoice({ uses: 100 }));
    const opened = await Promise.all(
      contexts.flatMap((each, n) =>
        [1, 2].map(part => openTransfer(each, { amount: 2500, to: `${n}/${part}` })),
      ),
    );
    assert.equal(opened.filter(({ status }) => status === 'allowed').length, 4);
    assert.equal((await readAllowance(context, allowanceId))?.uses.spent, 10_000n * 10n ** 9n);
  });

  test('[AL-11] a retry takes the live claim, and uses one', async () => {
    const { context } = await createWorld();
    const { allowanceId } = await makeAllowance(context);
    const first = await openTransfer(context, { to: 'Acme' }, { idempotencyKey: 'k1' });
    for (const change of [{ idempotencyKey: 'k1' }, { idempotencyKey: 'k2' }, {}]) {
      const again = await openTransfer(context, { to: 'Acme' }, change);
      assert.equal(again.request.approval_request_id, first.request.approval_request_id);
    }
    assert.equal((await readAllowance(context, allowanceId))?.uses.count, 1);
  });

  test('[AL-12] an action that ran asks again, and one that was not consumed is covered again', async () => {
    const { context, clock } = await createWorld();
    await makeAllowance(context, sampleChoice({ budget: null }));
    const ran = await openTransfer(context, { to: 'Acme' });
    assert.equal(codeOf(await consumeTransfer(context, ran)), 'done');
    assert.equal((await openTransfer(context, { to: 'Acme' })).status, 'pending');
    const unused = await openTransfer(context, { to: 'Other' });
    clock.advance(901);
    const again = await openTransfer(context, { to: 'Other' });
    assert.notEqual(again.request.approval_request_id, unused.request.approval_request_id);
    assert.equal(again.status, 'allowed');
  });

  test('[AL-1] an action of critical risk asks', async () => {
    const { context } = await createWorld();
    const wide = sampleChoice({
      budget: null,
      template: [
        { path: '/amount', at_least: 1 },
        { path: '/currency', equals: 'USD' },
        { path: '/to', any: true },
      ],
    });
    await makeAllowance(context, wide);
    assert.equal((await openTransfer(context, { amount: 600_000 })).status, 'pending');
    const denied = await evaluateAndOpen(context, transfer({ amount: 2_000_000 }));
    assert.ok(denied.ok);
    assert.equal(denied.value.verdict, 'deny');
  });

  test('[AL-8] what the allowance covered before its end runs, and nothing is covered after it', async () => {
    const { context, clock } = await createWorld();
    const { allowanceId } = await makeAllowance(context);
    clock.advance(3599);
    const last = await openTransfer(context, { to: 'a' });
    assert.equal(last.status, 'allowed');
    clock.advance(1);
    assert.equal((await openTransfer(context, { to: 'b' })).status, 'pending');
    assert.equal(await statusOf(context, allowanceId), 'expired');
    assert.equal(codeOf(await consumeTransfer(context, last)), 'done');
  });
});

describe('the end of an allowance', () => {
  for (const type of ['revoke', 'suspend'] as const) {
    test(`[AL-4] a ${type} holds for everything that was not consumed`, async () => {
      const { context, contexts } = await createWorld({ processes: 2 });
      const { allowanceId } = await makeAllowance(context);
      const covered = await openTransfer(context, { to: 'a' });
      const other = contexts[1] ?? context;
      assert.equal(codeOf(await end(other, type, allowanceId)), 'done');
      const code = type === 'revoke' ? 'allowance_revoked' : 'allowance_suspended';
      assert.equal(codeOf(await consumeTransfer(context, covered)), code);
      assert.equal((await openTransfer(context, { to: 'b' })).status, 'pending');
    });
  }

  test('[AL-4] of a revocation and a consume that race, one loses', async () => {
    const { context, contexts } = await createWorld({ processes: 2 });
    const { allowanceId } = await makeAllowance(context);
    const covered = await openTransfer(context, { to: 'a' });
    const [consumed, revoked] = await Promise.all([
      consumeTransfer(context, covered),
      end(contexts[1] ?? context, 'revoke', allowanceId),
    ]);
    assert.equal(codeOf(revoked), 'done');
    const { status } = await stateOf(context, covered);
    assert.equal(status, consumed.ok ? 'consumed' : 'allowed');
    if (!consumed.ok) assert.equal(consumed.refusal.code, 'allowance_revoked');
  });

  test('[AL-6] an agent ends no allowance', async () => {
    const { context } = await createWorld();
    const { allowanceId } = await makeAllowance(context);
    const by = { allowanceId, principal: principals.agent, reason: 'x' };
    assert.equal(
      codeOf(await endAllowance(context, { type: 'revoke', ...by })),
      'actor_not_permitted',
    );
    const unknown = { ...by, allowanceId: 'alw_x', principal: principals.operator };
    assert.equal(
      codeOf(await endAllowance(context, { type: 'revoke', ...unknown })),
      'allowance_not_found',
    );
  });

  test('[AL-5] another chain suspends an allowance until its people confirm it under that chain', async () => {
    const { context, ports } = await createWorld();
    const { allowanceId } = await makeAllowance(context);
    const { chain } = await openTransfer(context, { amount: 5001 });
    ports.policies.set({ version: 'policy-2', chain: { ...chain, version: '2' } });
    assert.equal(codeOf(await activatePolicy(context)), 'done');
    const asked = await openTransfer(context, { to: 'a' });
    assert.equal(asked.status, 'pending');
    assert.equal(await statusOf(context, allowanceId), 'suspended');
    const before = (await readAllowance(context, allowanceId))?.evidence.state.expires_at;
    const house = await askConfirmation(context, {
      allowanceId,
      principal: principals.alice,
      approvalRequestId: asked.request.approval_request_id,
    });
    assert.ok(house.ok && house.value.verdict === 'require_approval', JSON.stringify(house));
    assert.equal(await approveHouse(context, house.value.state), allowanceId);
    assert.equal(await statusOf(context, allowanceId), 'active');
    assert.equal((await readAllowance(context, allowanceId))?.evidence.state.expires_at, before);
    assert.equal((await openTransfer(context, { to: 'b' })).status, 'allowed');
  });

  test('[AL-5] another policy version alone changes nothing, and one that admits none suspends', async () => {
    const { context, ports } = await createWorld();
    const { allowanceId } = await makeAllowance(context);
    ports.policies.set({ version: 'policy-2' });
    assert.equal(codeOf(await activatePolicy(context)), 'done');
    assert.equal((await openTransfer(context, { to: 'a' })).status, 'allowed');
    ports.policies.set({ version: 'policy-3', allowable: undefined });
    assert.equal(codeOf(await activatePolicy(context)), 'done');
    assert.equal((await openTransfer(context, { to: 'b' })).status, 'pending');
    assert.equal(await statusOf(context, allowanceId), 'suspended');
  });

  test('[AL-5] another definition of the tool suspends an allowance', async () => {
    const { context } = await createWorld();
    const { allowanceId } = await makeAllowance(context);
    const toolDefinitionDigest = `sha256:${'1'.repeat(64)}` as never;
    const asked = await openTransfer(context, { to: 'a' }, { toolDefinitionDigest });
    assert.equal(asked.status, 'pending');
    assert.equal(await statusOf(context, allowanceId), 'suspended');
  });

  test('[AL-9] an allowance covers nothing for an agent that acts for one of its people', async () => {
    const { context, setOwner } = await createWorld();
    await makeAllowance(context);
    setOwner(samplePeople.alice);
    assert.equal((await openTransfer(context, { to: 'a' })).status, 'pending');
    setOwner(samplePeople.sam);
    assert.equal((await openTransfer(context, { to: 'b' })).status, 'allowed');
  });

  test('[AL-11] a rejection of anything that an allowance covers suspends it, in the same commit', async () => {
    const { context } = await createWorld();
    const { allowanceId, started } = await makeAllowance(context);
    const denied = await recordEntry(context, {
      approvalRequestId: started.request.approval_request_id,
      submission: submission(started, context.ids, { decision: 'deny', reason: 'no' }),
      principal: principals.bob,
    });
    assert.equal(codeOf(denied), 'done');
    const read = await readAllowance(context, allowanceId);
    assert.equal(read?.status, 'suspended');
    assert.equal(read?.evidence.state.ended?.cause, 'rejection');
  });

  test('[AL-11] a rejection of what an allowance does not cover leaves it in force', async () => {
    const { context } = await createWorld();
    const { allowanceId } = await makeAllowance(context);
    const other = await openTransfer(context, { amount: 9000 });
    await recordEntry(context, {
      approvalRequestId: other.request.approval_request_id,
      submission: submission(other, context.ids, { decision: 'deny', reason: 'no' }),
      principal: principals.bob,
    });
    assert.equal(await statusOf(context, allowanceId), 'active');
  });

  test('[AL-11] a rejection while the allowance is decided keeps it from being made', async () => {
    const { context } = await createWorld();
    const started = await openTransfer(context);
    const house = await askFor(context, started);
    const other = await openTransfer(context, { to: 'other' });
    await recordEntry(context, {
      approvalRequestId: other.request.approval_request_id,
      submission: submission(other, context.ids, { decision: 'deny', reason: 'no' }),
      principal: principals.bob,
    });
    await assert.rejects(approveHouse(context, house), /allowance_rejected_meanwhile/);
  });

  test('[AL-11] of a rejection and an allowance that are written at once, neither misses the other', async () => {
    for (const first of ['rejection', 'allowance'] as const) {
      const { context, contexts } = await createWorld({ processes: 2 });
      const house = await askFor(context, await openTransfer(context));
      const other = await openTransfer(context, { to: 'other' });
      const reject = (by: Context) =>
        recordEntry(by, {
          approvalRequestId: other.request.approval_request_id,
          submission: submission(other, by.ids, { decision: 'deny', reason: 'no' }),
          principal: principals.bob,
        });
      const [, second = context] = contexts;
      // One of them has read everything when the other one is written.
      let meets: (() => Promise<unknown>) | null = null;
      const isLast = ({ appends }: Commit) =>
        appends.some(({ events }) =>
          events.some(({ event: { type } }) => /^(allowance.made|request.denied)$/.test(type)),
        );
      const late: Context = {
        ...second,
        store: overrideStore(second.store, {
          commit: async commit => {
            const meeting = isLast(commit) ? meets : null;
            if (meeting !== null) meets = null;
            await meeting?.();
            return second.store.commit(commit);
          },
        }),
      };
      if (first === 'rejection') {
        meets = () => reject(context);
        await assert.rejects(approveHouse(late, house), /allowance_rejected_meanwhile/);
        assert.deepEqual(await listAllowances(context), []);
      } else {
        meets = () => approveHouse(context, house);
        assert.equal(codeOf(await reject(late)), 'done');
        const [made] = await listAllowances(context);
        assert.deepEqual(
          [made?.status, made?.evidence.state.ended?.cause],
          ['suspended', 'rejection'],
        );
      }
    }
  });

  test('[AL-13] a new epoch ends an allowance', async () => {
    const { context } = await createWorld();
    const { allowanceId } = await makeAllowance(context);
    const started = await startEpoch(context, {
      reason: 'a copy was restored',
      by: { kind: 'human', identity: samplePeople.alice },
    });
    assert.equal(codeOf(started), 'done');
    assert.equal((await openTransfer(context, { to: 'a' })).status, 'pending');
    assert.equal(await statusOf(context, allowanceId), 'expired');
  });

  test('[AL-13] making and ending an allowance advance the anchor, also where nothing was consumed', async () => {
    const { context, anchor } = await createWorld({ anchor: true });
    const { allowanceId } = await makeAllowance(context);
    assert.equal(anchor?.mark?.consumed_count, 1);
    assert.equal(codeOf(await end(context, 'suspend', allowanceId)), 'done');
    assert.equal(anchor?.mark?.allowances_ended, 1);
    assert.equal(anchor?.mark?.last?.stream, `allowance/${allowanceId}`);
    assert.equal(codeOf(await end(context, 'revoke', allowanceId)), 'done');
    assert.equal(anchor?.mark?.allowances_ended, 2);
  });
});

test('[AL-7] the bundle of a covered action holds the events of the allowance and its decision', async () => {
  const { context } = await createWorld();
  const { allowanceId } = await makeAllowance(context);
  const covered = await openTransfer(context, { to: 'a' });
  assert.equal(codeOf(await consumeTransfer(context, covered)), 'done');
  const exported = await exportBundle(context, covered.request.approval_request_id, {
    keyRecords: () => [],
  });
  assert.ok(exported.ok, JSON.stringify(exported));
  assert.equal(exported.value.allowance?.stream.name, `allowance/${allowanceId}`);
  assert.equal(exported.value.allowance?.uses.events.length, 1);
  assert.match(exported.value.allowance?.evidence ?? '', /countersign.allowance/);
});

test('[AL-6] an approver signs with a passkey, and the house request is decided like any other', async () => {
  const { context } = await createWorld();
  const house = await askFor(context, await openTransfer(context));
  assert.equal(codeOf(await decideSigned(context, house, 'alice', 0)), 'done');
  assert.equal(codeOf(await decideSigned(context, house, 'alice', 1)), 'approver_already_decided');
});
