import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { advisedMember, type Evaluation } from '@countersign/protocol/request';
import { withAdvice } from './ask-advisor.ts';
import { activatePolicy, createContext, evaluateAndOpen } from './index.ts';
import type { Advisor } from './ports.ts';
import { createModelStore } from './testing/model-store.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  sampleAction,
} from './testing/sample-ports.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

const grave = { version: '3', findings: [{ level: 'critical', words: 'looks like fraud' }] };

/** A world with that advisor, an action that its policy allows, and what is evaluated again. */
async function createWorld(advise: Advisor['advise'], amount = 5) {
  const clock = createVirtualClock();
  const ids = createSeededIds('advisor');
  const store = createModelStore({ clock, ids });
  const advisor: Advisor = { name: 'watcher', deadlineMilliseconds: 1000, advise };
  const context = createContext({ ...createSamplePorts(store, clock, ids), advisor });
  assert.ok((await activatePolicy(context)).ok);
  const action = sampleAction({ parameters: { amount } });
  const again: JsonObject[] = [];
  const plain = await context.policies.evaluate(action, {});
  const evaluate = async (facts: JsonObject): Promise<Evaluation> => {
    again.push(facts);
    return { ...plain, context: facts };
  };
  const ask = () => withAdvice(context, action, plain, evaluate);
  return { clock, context, action, plain, again, ask };
}

test('[GT-12] the policy judges again with the findings of an advisor, its name and its version', async () => {
  const { ask, again } = await createWorld(async () => grave);
  await ask();
  assert.deepEqual(again, [{ [advisedMember]: { advisor: 'watcher', ...grave } }]);
});

test('[GT-12] an advisor that fails, answers in another form or finds nothing leaves the evaluation as it was', async () => {
  const answers: Record<string, Advisor['advise']> = {
    'a failure': () => Promise.reject(new Error('down')),
    'no answer': async () => undefined,
    null: async () => null,
    'no version': async () => ({ findings: [] }),
    'a verdict': async () => ({ ...grave, verdict: 'allow' }),
    'an unknown level': async () => ({ version: '3', findings: [{ level: 'none', words: 'x' }] }),
    'too many findings': async () => ({ version: '3', findings: Array(9).fill(grave.findings[0]) }),
    'nothing found': async () => ({ version: '3', findings: [] }),
  };
  for (const [name, advise] of Object.entries(answers)) {
    const { ask, again, plain } = await createWorld(advise);
    const evaluation = await ask();
    assert.deepEqual(again, [], name);
    const { annotations, ...rest } = evaluation;
    const { annotations: before, ...same } = plain;
    assert.deepEqual(rest, same, name);
    assert.deepEqual(annotations.slice(0, -1), before, name);
    assert.match(annotations.at(-1)?.note ?? '', /^the advisor watcher (failed|\(3\) found)/, name);
  }
});

test('[GT-12] an answer after the deadline changes nothing, and the advisor is told to stop', async () => {
  let stop: AbortSignal | undefined;
  const { ask, again, clock } = await createWorld((_question, signal) => {
    stop = signal;
    return new Promise(() => undefined);
  });
  const asked = ask();
  clock.advance(1);
  const { verdict, annotations } = await asked;
  assert.equal(verdict, 'allow');
  assert.deepEqual(again, []);
  assert.equal(annotations.at(-1)?.note, 'the advisor watcher did not answer in 1000 ms');
  assert.equal(stop?.aborted, true);
});

test('[GT-12] at most 32 questions wait for an advisor at once', async () => {
  let asked = 0;
  const { ask, clock } = await createWorld(() => {
    asked += 1;
    return new Promise(() => undefined);
  });
  const all = Array.from({ length: 40 }, ask);
  clock.advance(1);
  const notes = (await Promise.all(all)).map(({ annotations }) => annotations.at(-1)?.note ?? '');
  assert.equal(asked, 32);
  assert.equal(notes.filter(note => note.includes('too many questions')).length, 8);
});

test('[GT-12] an advisor is not asked about what policy denies', async () => {
  let asked = 0;
  const { ask } = await createWorld(async () => {
    asked += 1;
    return grave;
  }, 2_000_000);
  assert.equal((await ask()).verdict, 'deny');
  assert.equal(asked, 0);
});

test('[GT-12] a proposal that brings findings of an advisor itself is refused', async () => {
  const { context, action } = await createWorld(async () => grave);
  const refused = await evaluateAndOpen(context, {
    action,
    principal: principals.agent,
    audience: 'billing-executor',
    context: { [advisedMember]: { advisor: 'watcher', version: '3', findings: [] } },
  });
  assert.ok(!refused.ok);
  assert.equal(refused.refusal.code, 'object_malformed');
});
