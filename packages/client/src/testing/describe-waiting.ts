import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { askedLine } from '../asked-line.ts';
import type { ResultKeeper } from '../kept-results.ts';
import type { StandardSchema } from '../standard-schema.ts';
import { type GateWorld, type Opened, sampleAction } from './describe-gate.ts';
import { refusal } from './expect-refusal.ts';

/** A caller that leaves, a result that is requested twice, and parameters with a schema. */
export function describeWaiting(world: () => GateWorld, opened: Opened): void {
  for (const [onAbort, status] of [
    ['cancel', 'cancelled'],
    ['keep', 'pending'],
  ] as const) {
    test(`a caller that aborts with "${onAbort}" leaves a request that is ${status}`, async context => {
      const { gate } = await opened(context);
      const action = sampleAction();
      const key = randomUUID();
      const stop = new AbortController();
      let id = '';
      const running = gate.run(action, () => 'never', {
        key,
        onAbort,
        signal: stop.signal,
        onAsked: ({ approval_request_id }) => {
          id = approval_request_id;
          stop.abort(new Error('the run was stopped'));
        },
      });
      await assert.rejects(running, /the run was stopped/);
      assert.equal((await world().read(id)).status, status);
      // In both cases the same call goes on: it finds the question, or asks it once more.
      const again = await gate.ask(action, { key });
      assert.ok(again.state === 'pending');
      assert.equal(again.ticket.id === id, onAbort === 'keep');
      await world().decide(again.ticket.id, 'allow');
      assert.equal(await gate.run(action, () => 'ran', { key }), 'ran');
    });
  }

  test('a caller whose time to wait is over can withdraw its question', async context => {
    const { gate } = await opened(context);
    const options = { waitTimeout: 30, onAbort: 'cancel' } as const;
    const error = await refusal(gate.run(sampleAction(), () => 'never', options));
    assert.deepEqual([error.outcome, error.retry], ['cancelled', 'new_request']);
    const { status } = await world().read(error.approval_request_id ?? '');
    assert.equal(status, 'cancelled');
  });

  test('a waiting agent has a line for its terminal', async context => {
    const { gate } = await opened(context);
    let line = '';
    const options = {
      waitTimeout: 30,
      onAsked: (...asked: Parameters<typeof askedLine>) => {
        line = askedLine(...asked);
      },
    };
    const error = await refusal(gate.run(sampleAction(), () => 'never', options));
    assert.match(line, /^Waiting for approval at .*, code [0-9A-Z]{4}-[0-9A-Z]{4}, until 2/);
    assert.ok(line.includes(error.url ?? `${error.approval_request_id}`));
  });

  test('a kept result is handed back to the same call, and a result that was altered is not', async context => {
    const { gate } = await opened(context);
    const action = sampleAction();
    const kept = new Map<string, string>();
    const keeper: ResultKeeper = {
      get: id => kept.get(id),
      set: (id, result) => void kept.set(id, result),
    };
    const { ticket } = await gate.ask(action);
    assert.ok(ticket !== null);
    await world().decide(ticket.id, 'allow');
    let runs = 0;
    const pay = () => gate.run(action, () => ({ paid: ++runs }), { keepResult: keeper });
    assert.deepEqual(await pay(), { paid: 1 });
    assert.deepEqual(await pay(), { paid: 1 });
    assert.equal((await refusal(gate.run(action, () => ++runs))).execution, 'succeeded');
    kept.set(ticket.id, '{"paid":2}');
    assert.equal((await refusal(pay())).outcome, 'consumed');
    assert.equal(runs, 1);
  });

  test('a result that is too long is not kept, and the same call learns of the success', async context => {
    const { gate } = await opened(context);
    const action = sampleAction();
    const { ticket } = await gate.ask(action);
    assert.ok(ticket !== null);
    await world().decide(ticket.id, 'allow');
    const long = 'x'.repeat(70_000);
    const options = { keepResult: true };
    assert.equal(await gate.run(action, () => long, options), long);
    const error = await refusal(gate.run(action, () => long, options));
    assert.match(error.message, /has already run once, and it succeeded/);
  });

  test('a tool with a schema binds and runs what the schema makes of its argument', async context => {
    const { gate } = await opened(context);
    const read = gate.tool('read.pages', ({ pages }) => pages.toFixed(1), {
      schema: countSchema,
      resource: ({ pages }) => `${pages} pages`,
    });
    assert.equal(await read({ pages: '7' }), '7.0');
    await assert.rejects(read({ pages: 'secret' }), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'object_malformed');
      assert.match(error.message, /\/parameters\/pages/);
      return !error.message.includes('secret');
    });
  });
}

/** A schema that turns text into a number, as a library of schemas would give it. */
const countSchema: StandardSchema<{ pages: string }, { pages: number }> = {
  '~standard': {
    version: 1,
    vendor: 'countersign-test',
    validate: value => {
      const pages = Number((value as { pages?: unknown }).pages);
      return Number.isInteger(pages)
        ? { value: { pages } }
        : { issues: [{ message: 'expected a number', path: ['pages'] }] };
    },
  },
};
