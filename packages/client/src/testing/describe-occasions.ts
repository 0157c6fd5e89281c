import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type GateWorld, type Opened, sampleAction } from './describe-gate.ts';
import { refusal } from './expect-refusal.ts';

/** Calls without a stable name: the keeper of the approvals counts their occasions. */
export function describeOccasions(world: () => GateWorld, opened: Opened): void {
  test('[SU-9] a call without a name finds its open request, runs it once, and then begins the next occasion', async context => {
    const { agent, gate } = await opened(context);
    const action = sampleAction();
    const occasion = { session: randomUUID() };
    const asked = await Promise.all(
      Array.from({ length: 4 }, () => gate.ask(action, { occasion })),
    );
    const [first] = asked;
    assert.ok(first?.state === 'pending');
    assert.deepEqual(new Set(asked.map(({ ticket }) => ticket?.id)), new Set([first.ticket.id]));
    await world().decide(first.ticket.id, 'allow');
    const restarted = await world().open(agent);
    context.after(restarted.close);
    const found = await restarted.gate.ask(action, { occasion });
    assert.deepEqual([found.state, found.ticket?.id], ['allowed', first.ticket.id]);
    assert.equal(await restarted.gate.run(action, () => 'ran', { occasion }), 'ran');
    const next = await gate.ask(action, { occasion });
    assert.ok(next.state === 'pending');
    assert.notEqual(next.ticket.id, first.ticket.id);
    assert.equal((await world().read(next.ticket.id)).request.round, 1);
    assert.equal((await gate.ask(action, { occasion })).ticket?.id, next.ticket.id);
  });

  test('[SU-9] each session and each action has its own occasions', async context => {
    const { gate } = await opened(context);
    const action = sampleAction();
    const occasion = { session: randomUUID() };
    const first = await gate.ask(action, { occasion });
    assert.ok(first.state === 'pending');
    const other = await gate.ask(sampleAction(), { occasion });
    assert.notEqual(other.ticket?.id, first.ticket.id);
    await world().decide(first.ticket.id, 'allow');
    await gate.run(action, () => 'ran', { occasion });
    const elsewhere = await gate.ask(action, { occasion: { session: randomUUID() } });
    assert.equal(elsewhere.state, 'pending');
    assert.notEqual(elsewhere.ticket?.id, first.ticket.id);
  });

  test('[SU-9] a denial answers the same call with its reason, and a withdrawn question is asked again', async context => {
    const { gate } = await opened(context);
    const occasion = { session: randomUUID() };
    const denied = sampleAction();
    const first = await gate.ask(denied, { occasion });
    assert.ok(first.state === 'pending');
    await world().decide(first.ticket.id, 'deny');
    const again = await gate.ask(denied, { occasion });
    assert.deepEqual([again.state, again.ticket?.id], ['refused', first.ticket.id]);
    assert.match(again.forModel, /Reason of the reviewer: "/);

    const withdrawn = sampleAction();
    const second = await gate.ask(withdrawn, { occasion });
    assert.ok(second.state === 'pending');
    await gate.cancel(second.ticket, 'the run was aborted');
    const round = await gate.ask(withdrawn, { occasion });
    assert.ok(round.state === 'pending');
    const { request } = await world().read(round.ticket.id);
    assert.deepEqual([request.round, request.supersedes], [2, second.ticket.id]);
    assert.equal((await gate.ask(withdrawn, { occasion })).ticket?.id, round.ticket.id);
    await gate.cancel(round.ticket, 'the run was aborted');
    const third = await gate.ask(withdrawn, { occasion });
    assert.ok(third.state === 'pending');
    await gate.cancel(third.ticket, 'the run was aborted');
    const over = await refusal(gate.run(withdrawn, () => 'never', { occasion }));
    assert.deepEqual([over.code, over.retry], ['case_rounds_exhausted', 'never']);
  });

  test('a call names itself or its session, and not both', async context => {
    const { gate } = await opened(context);
    const both = { key: 'call-1', occasion: { session: 'session-1' } };
    await assert.rejects(gate.ask(sampleAction(), both), { code: 'options_malformed' });
  });
}
