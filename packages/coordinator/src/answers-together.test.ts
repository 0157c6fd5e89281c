// What policy answered alone is written several answers in one event. A reader finds each answer, as before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  activatePolicy,
  type Context,
  countEvents,
  createContext,
  createToolIndex,
  evaluateAndOpen,
  flushDecisions,
  listUnasked,
  readTools,
  type UnaskedPlace,
} from './index.ts';
import { createModelStore } from './testing/model-store.ts';
import { sampleSequencer, sequenceAll } from './testing/sample-log.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  sampleAction,
} from './testing/sample-ports.ts';
import { createVirtualClock, type VirtualClock } from './testing/virtual-clock.ts';

async function createProcess() {
  const clock = createVirtualClock();
  const ids = createSeededIds('together');
  const store = createModelStore({ clock, ids });
  const context = createContext(createSamplePorts(store, clock, ids));
  assert.ok((await activatePolicy(context)).ok);
  return { clock, store, context };
}

/** Proposes so many actions of each agent; policy denies every third. Answers the ids in the order of the answers. */
async function propose(
  { context, clock }: { readonly context: Context; readonly clock: VirtualClock },
  count: number,
  agents: readonly string[],
) {
  const told: string[] = [];
  for (let number = 0; number < count; number++) {
    const agent_id = agents[number % agents.length] ?? '';
    const amount = number % 3 === 2 ? 2_000_000 : number % 50;
    const proposed = await evaluateAndOpen(context, {
      action: sampleAction({ agent_id, parameters: { amount, number } }),
      principal: principals.agent,
      audience: 'billing-executor',
    });
    assert.ok(proposed.ok && proposed.value.verdict !== 'require_approval');
    told.push(proposed.value.decision.policy_decision_id);
  }
  clock.advance(0.05);
  await flushDecisions(context);
  return told;
}

test('[UA-2] [UA-4] pages of any length list every answer once, newest first, also from the middle of an event', async () => {
  const process = await createProcess();
  const { store, context } = process;
  const agents = ['bot-a', 'bot-b', 'bot-c'];
  const told = [
    ...(await propose(process, 100, agents)),
    ...(await propose(process, 1, ['bot-a'])),
  ];
  const rows = await store.readStream(context.memory.segment?.stream ?? '');
  assert.equal(rows.length, 3, 'two events of several answers, and one that stands alone');
  await sequenceAll(sampleSequencer(store));
  for (const limit of [1, 7, 64, 200]) {
    const listed: string[] = [];
    let after: UnaskedPlace | null | undefined;
    while (after !== null) {
      const page = await listUnasked(context, { limit, ...(after === undefined ? {} : { after }) });
      listed.push(...page.rows.map(({ answer }) => answer.data.decision.policy_decision_id));
      after = page.next;
    }
    assert.deepEqual(listed, told.toReversed(), `pages of ${limit}`);
  }
  const { rows: some, looked } = await listUnasked(context, { limit: 200, agentId: 'bot-b' });
  assert.equal(some.length, 33);
  assert.ok(some.every(({ answer }) => answer.data.agent_id === 'bot-b'));
  assert.ok(looked <= 105);
  const none = await listUnasked(context, { limit: 200, agentId: 'bot-d' });
  assert.deepEqual([none.rows.length, none.next], [0, null]);
});

test('[UA-4] insights and the list of tools count each answer of an event', async () => {
  const process = await createProcess();
  const { store, context } = process;
  await propose(process, 90, ['bot-a', 'bot-b']);
  await sequenceAll(sampleSequencer(store));
  while (await countEvents(context));
  const days = { from: '2000-01-01', to: '2999-12-31' };
  const tallies = await store.readTallies({ scope: 'all', kind: 'agent', ...days, limit: 100 });
  const counts = Object.fromEntries(
    tallies.map(({ name, measure, count }) => [`${name} ${measure}`, count]),
  );
  assert.deepEqual(counts, {
    'bot-a allowed': 30,
    'bot-b allowed': 30,
    'bot-a denied': 15,
    'bot-b denied': 15,
  });
  const index = createToolIndex();
  assert.equal(await readTools(context, index), true);
  assert.deepEqual(
    [...index.tools.values()].map(({ asked, unasked }) => [asked, unasked]),
    [[0, 90]],
  );
});
