import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { JsonValue } from '@countersign/protocol/json';
import { isSealed, sealKey } from '@countersign/protocol/sealed';
import type { Amended } from '../follow-amended.ts';
import type { GateWorld, Opened } from './describe-gate.ts';
import { refusal, unreachable } from './expect-refusal.ts';

/** What a gate does where a reviewer changes the action. The policy lets people lower `/amount` of `refund.*`. */
export function describeAmendments(world: () => GateWorld, opened: Opened): void {
  describe('amendments', () => {
    const refund = () => ({ amount: 1240, order: randomUUID() });
    const actionOf = (parameters: object) => ({
      target: { tool_name: 'refund.create' },
      parameters,
    });

    test('[AM-4] a tool runs once with the parameters that were approved, and its caller is told', async context => {
      const { gate } = await opened(context);
      const runs: object[] = [];
      const told: Amended[] = [];
      const asked: string[] = [];
      const pay = gate.tool(
        'refund.create',
        (parameters: { amount: number; order: string }) => {
          runs.push(parameters);
          return parameters.amount;
        },
        {
          amendable: true,
          onAmended: amended => told.push(amended),
          onAsked: ({ approval_request_id }) => asked.push(approval_request_id),
        },
      );
      const parameters = refund();
      const paying = pay(parameters);
      const first = await gate.request(actionOf(parameters), { amendable: true });
      const second = await world().amend(first.id, { ...parameters, amount: 240 });
      await world().decide(second, 'allow');
      assert.equal(await paying, 240);
      assert.deepEqual(runs, [{ ...parameters, amount: 240 }]);
      assert.deepEqual(
        told.map(({ approval_request_id, reason }) => [approval_request_id, reason]),
        [[second, 'less is enough']],
      );
      assert.match(told[0]?.forModel ?? '', /changed your call.*"amount":240/);
      assert.equal((await world().read(first.id)).status, 'amended');
      assert.equal((await world().read(second)).status, 'consumed');
      const again = await refusal(pay(parameters));
      assert.equal(again.outcome, 'consumed');
      assert.equal(runs.length, 1);
    });

    test('a ticket of the original begins as what was approved, also in another process', async context => {
      const { agent, gate } = await opened(context);
      const parameters = refund();
      const amendable = { amendable: true };
      const first = await gate.ask(actionOf(parameters), amendable);
      assert.equal(first.state, 'pending');
      const second = await world().amend(first.ticket?.id ?? '', { ...parameters, amount: 7 });
      const waiting = await gate.ask(actionOf(parameters), amendable);
      assert.deepEqual([waiting.state, waiting.ticket?.id], ['pending', second]);
      await world().decide(second, 'allow');
      const restarted = await world().open(agent);
      context.after(restarted.close);
      const allowed = await restarted.gate.ask(actionOf(parameters), amendable);
      assert.equal(allowed.state, 'allowed');
      assert.match(allowed.forModel, /A reviewer changed your call/);
      const begun = await restarted.gate.begin(
        first.ticket?.id ?? '',
        actionOf(parameters),
        amendable,
      );
      assert.deepEqual(begun.parameters, { ...parameters, amount: 7 });
      await begun.report({ outcome: 'succeeded' });
    });

    test('[AM-2] a caller that does not run changed parameters is not offered any, and runs nothing else', async context => {
      const { gate } = await opened(context);
      const parameters = refund();
      const ticket = await gate.request(actionOf(parameters));
      assert.equal((await world().read(ticket.id)).request.amendable, undefined);
      const other = refund();
      const first = await gate.request(actionOf(other), { amendable: true });
      const second = await world().amend(first.id, { ...other, amount: 1 });
      await world().decide(second, 'allow');
      const error = await refusal(gate.run(actionOf(other), unreachable));
      assert.deepEqual([error.outcome, error.code], ['amended', 'request_amended']);
      assert.equal(error.superseded_by, second);
      assert.match(error.forModel, /only the changed action may run/);
      const wrong = await refusal(gate.execute(gate.ticket(second), actionOf(other), unreachable));
      assert.equal(wrong.outcome, 'digest_mismatch');
    });

    test('[AM-8] a sealed value stays, and the tool is given the secret', async context => {
      const { gate } = await opened(context);
      const seal = { paths: ['/card'], key: sealKey(randomBytes(32)) };
      const parameters = { ...refund(), card: '4111 1111 1111 1111' };
      const options = { amendable: true, seal, key: 'sealed' };
      const first = await gate.request(actionOf(parameters), options);
      const running = gate.run(actionOf(parameters), ({ parameters: given }) => given, options);
      const { card } = (await world().action(first.id)).parameters as { card: JsonValue };
      assert.ok(isSealed(card));
      const second = await world().amend(first.id, { ...parameters, amount: 3, card });
      await world().decide(second, 'allow');
      assert.deepEqual(await running, { ...parameters, amount: 3 });
    });

    test('a tool whose resource is another one for the changed parameters does not run, and uses up nothing', async context => {
      const { gate } = await opened(context);
      const parameters = refund();
      const tool = gate.tool('refund.create', unreachable, {
        amendable: true,
        resource: ({ amount }: { amount: number }) =>
          `refunds/${amount > 1000 ? 'large' : 'small'}`,
      });
      let running: Promise<unknown> = Promise.resolve();
      const asked = new Promise<string>(resolve => {
        running = tool(parameters, { onAsked: facts => resolve(facts.approval_request_id) });
      });
      const failing = refusal(running);
      const second = await world().amend(await asked, { ...parameters, amount: 3 });
      await world().decide(second, 'allow');
      assert.equal((await failing).outcome, 'digest_mismatch');
      assert.equal((await world().read(second)).status, 'allowed');
    });
  });
}
