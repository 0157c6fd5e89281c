import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { NotAllowed } from '../not-allowed.ts';
import { type GateWorld, type Opened, sampleAction } from './describe-gate.ts';
import { refusal } from './expect-refusal.ts';

/** The two halves of a gate: a host that runs its tools itself asks with one, and begins with the other. */
export function describeHalves(world: () => GateWorld, opened: Opened): void {
  test('a host asks, suspends, asks again after the decision, begins once and reports', async context => {
    const { agent, gate } = await opened(context);
    const action = sampleAction();
    const key = randomUUID();
    const asked = await gate.ask(action, { key });
    assert.equal(asked.state, 'pending');
    assert.match(asked.forModel, /^You asked for the tool "wire_transfer" \(request ar_/);
    assert.match(asked.forModel, /has not run: a person has not decided yet/);
    assert.match(asked.forModel, /Make the same call later/);
    assert.equal(asked.url, asked.ticket.url);
    await world().decide(asked.ticket.id, 'allow');

    const restarted = await world().open(agent);
    context.after(restarted.close);
    const again = await restarted.gate.ask(action, { key });
    assert.equal(again.state, 'allowed');
    assert.equal(again.ticket?.id, asked.ticket.id);
    const begun = await restarted.gate.begin(asked.ticket.id, action);
    assert.deepEqual(begun.parameters, action.parameters);
    assert.equal(begun.approval_request_id, asked.ticket.id);
    assert.ok(begun.milliseconds > 0);
    await begun.report({ outcome: 'succeeded', result: { paid: 1 }, ran: begun.parameters });
    await begun.report({ outcome: 'failed', error: new Error('the second report is not sent') });
    const { receipts, request } = await world().read(asked.ticket.id);
    assert.deepEqual(
      receipts.map(({ outcome }) => outcome),
      ['started', 'succeeded'],
    );
    assert.equal(receipts[1]?.final_action_digest, request.action_digest);
    assert.equal((await refusal(gate.begin(asked.ticket, action))).outcome, 'consumed');
    const late = await gate.ask(action, { key });
    assert.equal(late.state, 'refused');
    assert.match(late.forModel, /has already run once, and it succeeded/);
  });

  test('a host that asks about a plainly allowed or denied action is told at once', async context => {
    const { gate } = await opened(context);
    const reading = sampleAction('read.file');
    const asked = await gate.ask(reading);
    assert.deepEqual([asked.state, asked.url], ['allowed', null]);
    assert.ok(asked.ticket !== null);
    const begun = await gate.begin(asked.ticket, reading);
    assert.deepEqual(begun.parameters, reading.parameters);
    assert.equal(begun.approval_request_id, null);
    await begun.report({ outcome: 'succeeded' });
    const denied = await gate.ask(sampleAction('forbidden.thing'));
    assert.deepEqual([denied.state, denied.ticket], ['refused', null]);
    assert.match(denied.forModel, /Reason of the policy: "/);
    assert.match(denied.forModel, /Do not repeat this call/);
  });

  test('[AB-2] a ticket of an allowed action begins no other action', async context => {
    const { gate } = await opened(context);
    const asked = await gate.ask(sampleAction('read.file'));
    assert.ok(asked.ticket !== null);
    const other = await refusal(gate.begin(asked.ticket, sampleAction('forbidden.thing')));
    assert.equal(other.outcome, 'denied');
    const needs = await refusal(gate.begin(asked.ticket, sampleAction()));
    assert.equal(needs.outcome, 'pending');
    // The name of an allowed decision is no permission either: policy is asked again.
    const named = await refusal(gate.begin(asked.ticket.id, sampleAction('forbidden.thing')));
    assert.equal(named.outcome, 'denied');
  });

  test('[AB-2] an approved ticket begins no other action, and the attempt does not use it up', async context => {
    const { gate } = await opened(context);
    const action = sampleAction();
    const asked = await gate.ask(action);
    assert.equal(asked.state, 'pending');
    await world().decide(asked.ticket.id, 'allow');
    const other = { ...action, parameters: { ...action.parameters, amount: 1 } };
    assert.equal((await refusal(gate.begin(asked.ticket, other))).outcome, 'digest_mismatch');
    const begun = await gate.begin(asked.ticket, action);
    await begun.report({ outcome: 'failed', error: new TypeError('card 4111 was refused') });
    const { receipts } = await world().read(asked.ticket.id);
    assert.deepEqual(
      [receipts[1]?.outcome, receipts[1]?.error],
      ['failed', 'the tool threw TypeError'],
    );
    const late = await refusal(gate.run(action, () => 'again'));
    assert.match(late.message, /was already started once, and it failed/);
    assert.match(late.message, /The tool reported: "the tool threw TypeError"/);
  });

  test('a host that ran something else than what was approved is recorded and reported', async context => {
    const { gate } = await opened(context);
    const action = sampleAction();
    const asked = await gate.ask(action);
    assert.equal(asked.state, 'pending');
    await world().decide(asked.ticket.id, 'allow');
    const told: string[] = [];
    const begun = await gate.begin(asked.ticket, action, {
      onDiverged: ({ approved, ran }) => told.push(approved, ran),
    });
    const ran = { ...begun.parameters, amount: 999_999 };
    await begun.report({ outcome: 'succeeded', ran });
    const { receipts, request } = await world().read(asked.ticket.id);
    const final = receipts[1]?.final_action_digest ?? '';
    assert.notEqual(final, request.action_digest);
    assert.deepEqual(told, [request.action_digest, final]);
  });

  test('a withdrawn question is asked once more by the same call, as the next round', async context => {
    const { gate } = await opened(context);
    const action = sampleAction();
    const key = randomUUID();
    const first = await gate.ask(action, { key });
    assert.equal(first.state, 'pending');
    await gate.cancel(first.ticket, 'the run was aborted');
    const over = await refusal(first.ticket.wait({ timeout: 60_000 }));
    assert.match(over.message, /Reason of the withdrawal: "the run was aborted"/);
    assert.match(over.message, /make the same call: a person is then asked once more/);
    const second = await gate.ask(action, { key });
    assert.equal(second.state, 'pending');
    assert.notEqual(second.ticket.id, first.ticket.id);
    const { request } = await world().read(second.ticket.id);
    assert.deepEqual([request.round, request.supersedes], [2, first.ticket.id]);
    // The same call again is the same question, and not a third round.
    assert.equal((await gate.ask(action, { key })).ticket?.id, second.ticket.id);
    await world().decide(second.ticket.id, 'allow');
    assert.equal(await gate.run(action, () => 'ran', { key }), 'ran');
  });

  test('a run that is resumed reads how its question ended, and opens no next round', async context => {
    const { gate } = await opened(context);
    const action = sampleAction();
    const key = randomUUID();
    const first = await gate.ask(action, { key });
    assert.equal(first.state, 'pending');
    await gate.cancel(first.ticket, 'the run was aborted');
    for (const _ of [1, 2]) {
      const resumed = await gate.ask(action, { key, mayAskAgain: false });
      assert.deepEqual([resumed.state, resumed.ticket?.id], ['refused', first.ticket.id]);
      assert.match(resumed.forModel, /the request was withdrawn/);
    }
  });

  test('a ticket that is waited for without any time is read once', async context => {
    const { gate } = await opened(context);
    const asked = await gate.ask(sampleAction());
    assert.equal(asked.state, 'pending');
    const { id } = asked.ticket;
    assert.equal((await refusal(gate.ticket(id).wait({ timeout: 0 }))).outcome, 'pending');
    await world().decide(id, 'allow');
    assert.equal((await gate.ticket(id).wait({ timeout: 0 })).outcome, 'allowed');
  });

  test('a denied question stays denied for the same call, and the message quotes the reviewer', async context => {
    const { gate } = await opened(context);
    const action = sampleAction();
    const first = await gate.ask(action);
    assert.equal(first.state, 'pending');
    await world().decide(first.ticket.id, 'deny');
    const again = await gate.ask(action);
    assert.equal(again.state, 'refused');
    assert.equal(again.ticket?.id, first.ticket.id);
    assert.ok(again.refusal instanceof NotAllowed);
    const { reviewer_reason } = again.refusal;
    assert.ok(reviewer_reason !== null);
    const thrown = await refusal(gate.run(action, () => 'never'));
    for (const text of [again.forModel, thrown.message, thrown.forModel]) {
      assert.ok(text.includes(`Reason of the reviewer: ${JSON.stringify(reviewer_reason)}`), text);
      assert.match(text, /Do not repeat this call/);
      assert.doesNotMatch(text, /make the same call|try again/i);
    }
  });
}
