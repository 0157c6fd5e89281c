import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { OpenedRequest } from '@countersign/protocol/request';
import { ChainEntryId } from '@countersign/protocol/value';
import { effort, seed } from '@countersign/testing';
import { approvalScene, createIssuer, reviewer, secretText } from './testing/approval-scene.ts';
import { createRandom } from './testing/seeded-random.ts';

const controller = '{ name: controller, approvers: { roles: [controller] }, min_assurance: oidc }';

describe('deliveries that come again', () => {
  test('[TR-3] [D2-36] [D2-74] a repeated delivery gets the same answer, also long after later changes', async context => {
    const scene = await approvalScene(context, { stages: `${reviewer}, ${controller}` });
    await scene.addPerson('alice', ['reviewer']);
    await scene.addPerson('carol', ['controller']);
    const asked = await scene.ask();
    const id = randomUUID();
    const answer = await scene.answerOf(asked, 'alice');
    const first = await scene.send(answer, { id });
    assert.equal(first.status, 200);
    const second = await scene.send(answer, { id });
    assert.deepEqual([second.status, second.body], [first.status, first.body]);
    await scene.send(await scene.answerOf(asked, 'carol', { stage_index: 1 }));
    const before = await scene.history(asked.request.approval_request_id);
    scene.clock.advance(86_400);
    const again = await scene.send(answer, { id });
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
    assert.deepEqual(await scene.history(asked.request.approval_request_id), before);
  });

  test('[TR-3] [CH-4] other content under the same id is a conflict, in this request and in any other', async context => {
    const scene = await approvalScene(context, { stages: `${reviewer}, ${controller}` });
    await scene.addPerson('alice', ['reviewer']);
    await scene.addPerson('bob', ['reviewer']);
    await scene.addPerson('carol', ['controller']);
    const asked = await scene.ask();
    const other = await scene.ask();
    const id = randomUUID();
    const answer = await scene.answerOf(asked, 'alice');
    assert.equal((await scene.send(answer, { id })).status, 200);
    const deny = { decision: 'deny', reason: 'no' };
    for (const changed of [
      { ...answer, reason: 'reviewed twice' },
      await scene.answerOf(asked, 'bob'),
      await scene.answerOf(asked, 'alice', deny),
      await scene.answerOf(other, 'alice'),
      await scene.answerOf(other, 'bob', deny),
    ]) {
      assert.equal((await scene.send(changed, { id })).body.code, 'entry_conflict');
    }
    const first = await scene.state(asked.request.approval_request_id);
    assert.deepEqual([first.status, first.entries.length], ['pending', 1]);
    const second = await scene.state(other.request.approval_request_id);
    assert.deepEqual([second.status, second.entries.length], ['pending', 0]);
    const refused = (types: readonly string[]) => types.filter(type => type === 'entry.refused');
    assert.equal(refused(await scene.history(asked.request.approval_request_id)).length, 3);
    assert.equal(refused(await scene.history(other.request.approval_request_id)).length, 2);
  });

  test('[TR-3] simultaneous deliveries have one effect and one answer', async context => {
    const scene = await approvalScene(context);
    await scene.addPerson('alice', ['reviewer']);
    const asked = await scene.ask();
    const answer = await scene.answerOf(asked, 'alice');
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 32 }, () => scene.send(answer, { id })));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
    const types = await scene.history(asked.request.approval_request_id);
    assert.equal(types.filter(type => type === 'entry.recorded').length, 1);
    assert.equal(types.filter(type => type === 'entry.refused').length, 0);
  });

  test('[TR-3] an answer that overtakes the previous one counts when it is its turn', async context => {
    const scene = await approvalScene(context, { stages: `${reviewer}, ${controller}` });
    await scene.addPerson('alice', ['reviewer']);
    await scene.addPerson('carol', ['controller']);
    const asked = await scene.ask();
    const second = await scene.answerOf(asked, 'carol', { stage_index: 1 });
    const id = randomUUID();
    assert.equal((await scene.send(second, { id })).body.code, 'stage_not_open');
    assert.equal((await scene.send(await scene.answerOf(asked, 'alice'))).status, 200);
    assert.equal((await scene.send(second, { id })).status, 200);
    const { status, entries } = await scene.state(asked.request.approval_request_id);
    assert.deepEqual([status, entries.length], ['allowed', 2]);
    assert.ok(entries.every(entry => ChainEntryId.safeParse(entry.chain_entry_id).success));
  });
});

/** What is sent once or more, and whether it may count. */
interface Letter {
  readonly id: string;
  readonly body: Record<string, unknown>;
  readonly secret: string;
  readonly forged: boolean;
}

test(`[TR-3] [TR-5] of repeated, reordered, delayed and forged answers each genuine one counts once, and no forged one counts (seed ${seed})`, async context => {
  const total = effort({ fast: 1000, full: 100_000, of: 'deliveries' });
  const perRequest = 50;
  const random = createRandom(seed);
  const scene = await approvalScene(context, { stages: `${reviewer}, ${controller}` });
  await scene.addPerson('alice', ['reviewer']);
  await scene.addPerson('carol', ['controller']);
  const stranger = await createIssuer();
  let sent = 0;
  while (sent < total) {
    const asked = await scene.ask();
    const letters = await write(asked);
    for (let round = 0; round < perRequest; round++, sent++) {
      const letter = random.pick(letters);
      if (random.chance(0.2)) scene.clock.advance(1);
      const { status } = await scene.send(letter.body, { id: letter.id, secret: letter.secret });
      assert.ok(status < 500, `status ${status}`);
      if (letter.forged) assert.notEqual(status, 200, JSON.stringify(letter.body));
    }
    const { status, entries } = await scene.state(asked.request.approval_request_id);
    assert.ok(entries.every(({ reason }) => reason === 'sound'));
    assert.ok(entries.length <= 2);
    assert.equal(status, entries.length === 2 ? 'allowed' : 'pending');
    const types = await scene.history(asked.request.approval_request_id);
    assert.equal(types.filter(type => type === 'entry.recorded').length, entries.length);
  }
  context.diagnostic(`${sent} answers`);

  async function write(asked: OpenedRequest): Promise<Letter[]> {
    const reason = 'sound';
    const sound = await scene.answerOf(asked, 'alice', { reason });
    const second = await scene.answerOf(asked, 'carol', { reason, stage_index: 1 });
    const binding = sound['binding'] as Record<string, unknown>;
    const letter = (forged: boolean, body: Record<string, unknown>, secret = secretText(1)) => ({
      id: randomUUID(),
      body,
      secret,
      forged,
    });
    const first = letter(false, sound);
    const claims = scene.claims(asked, 'alice');
    return [
      first,
      letter(false, second),
      letter(true, { ...sound, reason: 'forged' }, secretText(9)),
      { ...letter(true, { ...sound, decision: 'deny', reason: 'forged' }), id: first.id },
      letter(true, { ...sound, person_assertion: null, reason: 'forged' }),
      letter(true, { ...sound, person_assertion: await stranger.sign(claims), reason: 'forged' }),
      letter(true, { ...sound, binding: { ...binding, policy_version: 'x' }, reason: 'forged' }),
      letter(true, { ...sound, schema_version: '2.0', reason: 'forged' }),
      letter(true, { ...second, stage_index: 0, reason: 'forged' }),
      letter(true, { ...sound, decision: 'deny', reason: 'forged' }),
    ];
  }
});
