import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type EvaluationLimits, EvaluationPool, late } from './evaluation-pool.ts';
import { FairQueue } from './fair-queue.ts';
import { TimeBudget } from './time-budget.ts';

const text = `version: "1"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    stages: [{ name: one, approvers: { roles: [reviewer] } }]
`;
const files = [{ name: 'p.yaml', text, layer: 'operator' }] as const;

function pool(limits: Partial<EvaluationLimits> = {}, now: () => number = () => 0) {
  return new EvaluationPool({}, now, limits);
}

/** Text that takes the grammar of the shell many seconds, although few of its braces seem open. */
const endless = `{'}'`.repeat(15_000);

const deadlines = {
  evaluate: 300,
  check: 20_000,
  explain: 300,
  replay: 300,
  view: 300,
  words: 300,
  spans: 300,
};

function shellJob(command: string) {
  const action = {
    agent_id: 'bot',
    subject_id: null,
    operation: 'run',
    target: { tool_name: 'shell.run', resource: null, tool_schema_version: null },
    parameters: { command },
  };
  return { files, action: action as never, context: {}, unassessed: false };
}

describe('[HI-3] callers take turns', () => {
  test('[HI-3] a caller with one job is not behind all jobs of another', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
    queue.add('b', 'b1');
    const order = Array.from({ length: 5 }, () => queue.take(() => true));
    assert.deepEqual(order, ['a1', 'b1', 'a2', 'a3', null]);
  });

  test('[HI-3] an item that is not admitted leaves the turn to the next', () => {
    const queue = new FairQueue<number>();
    queue.add('a', 1);
    queue.add('b', 2);
    assert.equal(
      queue.take(item => item === 2),
      2,
    );
    assert.equal(queue.length, 1);
    assert.equal(queue.of('a'), 1);
    assert.deepEqual(queue.drain(), [1]);
  });
});

describe('[HI-3] evaluation time is a budget', () => {
  test('[HI-3] spent time comes back at the rate of the budget, and no caller pays for another', () => {
    let now = 0;
    const budget = new TimeBudget(1_000, () => now);
    assert.equal(budget.wait('a'), 0);
    budget.spend('a', 1_500);
    assert.equal(budget.wait('a'), 30_060);
    assert.equal(budget.wait('b'), 0);
    now = 30_060;
    assert.equal(budget.wait('a'), 0);
  });

  test('[HI-2] a caller whose small evaluations take long gets a thread for the next ones, and no one else does', () => {
    let now = 0;
    const one = pool({}, () => now);
    const take = (caller: string, milliseconds: number) =>
      one.inline(caller, () => {
        now += milliseconds;
      });
    for (let i = 0; i < 200; i++) take('usual', 5);
    assert.ok(one.mayInline('usual'), 'many quick ones');
    for (let i = 0; i < 4; i++) take('hostile', 140);
    assert.ok(!one.mayInline('hostile'));
    assert.ok(one.mayInline('usual'));
    now += 60_000;
    assert.ok(one.mayInline('hostile'), 'a minute later');
  });

  test('[HI-2] a caller whose small evaluations only wait for a processor keeps the thread that answers calls', () => {
    let now = 0;
    let worked = 0;
    const one = new EvaluationPool(
      {},
      () => now,
      {},
      'jobs',
      () => worked,
    );
    const take = (elapsed: number, work: number) =>
      one.inline('usual', () => {
        now += elapsed;
        worked += work;
      });
    for (let i = 0; i < 100; i++) take(140, 1);
    assert.ok(one.mayInline('usual'));
    for (let i = 0; i < 4; i++) take(140, 140);
    assert.ok(!one.mayInline('usual'));
  });

  test('[HI-3] a caller that spent its time is refused before anything is evaluated', async context => {
    let now = 0;
    const one = pool({ millisecondsPerMinute: 100 }, () => now);
    context.after(() => one.close());
    one.inline('a', () => {
      now += 200;
    });
    await assert.rejects(one.run('a', 'check', { files }), { code: 'evaluation_budget_spent' });
    one.admit('b');
  });
});

describe('a thread evaluates what is large', { timeout: 240_000 }, () => {
  test('[HI-3] more jobs of one caller than may be in flight are refused', async context => {
    const one = pool({ threads: 1, inFlightMax: 2 });
    context.after(() => one.close());
    const first = one.run('a', 'check', { files });
    const second = one.run('a', 'check', { files });
    await assert.rejects(one.run('a', 'check', { files }), { code: 'evaluations_in_flight' });
    const other = one.run('b', 'check', { files });
    const sound = { problems: [], warnings: [] };
    assert.deepEqual(await Promise.all([first, second, other]), [sound, sound, sound]);
  });

  test('[HI-2] a job that misses its deadline is late, and the next one is performed', async context => {
    const one = pool({ threads: 1, deadlines });
    context.after(() => one.close());
    assert.equal(await one.run('a', 'evaluate', shellJob(endless)), late);
    assert.deepEqual(await one.run('a', 'check', { files }), { problems: [], warnings: [] });
  });

  test('[HI-3] a caller with endless jobs leaves a thread to others', async context => {
    const two = pool({ threads: 2, deadlines });
    context.after(() => two.close());
    const ends: string[] = [];
    const run = async (caller: string, command: string, name: string) => {
      const end = await two.run(caller, 'evaluate', shellJob(command));
      ends.push(end === late ? `${name} late` : name);
    };
    const hostile = [run('a', endless, 'first'), run('a', endless, 'second')];
    await Promise.all([...hostile, run('b', 'ls', 'other')]);
    assert.equal(ends.at(-1), 'second late');
  });

  test('[HI-3] the caller whose job ended a thread pays for the start of the next one', async context => {
    let now = 0;
    const one = pool({ threads: 1, millisecondsPerMinute: 600, deadlines }, () => now++);
    context.after(() => one.close());
    assert.equal(await one.run('a', 'evaluate', shellJob(endless)), late);
    now += 50_000;
    // The next job begins only when the thread has started again.
    await one.run('b', 'check', { files });
    assert.ok(one.pauseOf('a') > 0);
    assert.equal(one.pauseOf('b'), 0);
  });

  test('[HI-2] what still waits when the process stops is late', async () => {
    const one = pool({ threads: 1 });
    const jobs = [1, 2, 3].map(() => one.run('a', 'evaluate', shellJob(endless)));
    await one.close();
    assert.deepEqual(await Promise.all(jobs), [late, late, late]);
  });
});
