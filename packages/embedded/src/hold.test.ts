import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gatePolicy, refusal, sampleAction } from '@countersign/client/testing';
import { readHoldRecord } from '@countersign/coordinator';
import type { Decider } from './decider.ts';
import { embed } from './embed.ts';

const policy = [
  { name: 'policy.yaml', text: gatePolicy('conversation'), layer: 'operator' as const },
];
const text = 'I am about to delete 500 records from production. Should I proceed?';

/** A gate whose decider has these roles. `answer` waits until it is told what to say. */
async function openGate(context: TestContext, roles: readonly string[]) {
  const data = mkdtempSync(join(tmpdir(), 'countersign-tests-'));
  const told = new EventEmitter();
  const asked = once(told, 'asked') as Promise<[{ holdId: string; words: string | null }]>;
  const faulted = once(told, 'fault') as Promise<[unknown]>;
  const decider: Decider = {
    person: { name: 'Ada', roles },
    decide: () => ({ decision: 'deny' }),
    answer: async ({ hold_id: holdId }, { words }) => {
      const chosen = once(told, 'choice');
      told.emit('asked', { holdId, words });
      return String(await chosen);
    },
  };
  const onFault = (error: unknown) => told.emit('fault', error);
  const gate = await embed({ data, policy, agent: 'bot', decider, onFault });
  context.after(async () => {
    await gate.close();
    rmSync(data, { recursive: true, force: true });
  });
  return { gate, asked, faulted, choose: (choice: string) => told.emit('choice', choice) };
}

describe('a hold of an embedded gate', { timeout: 60_000 }, () => {
  test('[GT-9] the decider reads the words, and the log says that they were shown, answered and taken', async context => {
    const { gate, asked, choose } = await openGate(context, ['reviewer']);
    const observing = gate.observe({ text, session_id: 's1' });
    const [{ holdId, words }] = await asked;
    assert.equal(words, text);
    choose('Proceed');
    assert.equal(await observing, true);
    const record = await readHoldRecord(gate.context, holdId);
    assert.ok(record.ok);
    const { state } = record.value;
    assert.deepEqual([state.status, state.rendered.length, state.resumed], ['lifted', 1, true]);
    assert.equal(record.value.words, text);
  });

  test('[GT-9] a call without a session is refused while any session of its agent is halted', async context => {
    const { gate, asked, choose } = await openGate(context, ['reviewer']);
    const observing = gate.observe({ text, session_id: 's1' });
    await asked;
    const error = await refusal(gate.run(sampleAction('read.file'), () => 'ran'));
    assert.equal(error.outcome, 'session_on_hold');
    const scope = { session_id: 's2' };
    assert.equal(await gate.run(sampleAction('read.file'), () => 'ran', { scope }), 'ran');
    choose('Proceed');
    await observing;
    assert.equal(await gate.run(sampleAction('read.file'), () => 'ran'), 'ran');
  });

  test('[GT-9] a decider whom the policy does not admit is not asked, and the operator is told', async context => {
    const { gate, asked, faulted } = await openGate(context, ['visitor']);
    const ended = new AbortController();
    const observing = gate.observe({ text, session_id: 's1' }, { signal: ended.signal });
    const [fault] = await faulted;
    assert.match(String(fault), /may not answer a halted session.*whom the policy admits/);
    assert.equal(await Promise.race([asked, 'not asked']), 'not asked');
    ended.abort();
    await observing.catch(() => undefined);
    const scope = { session_id: 's1' };
    const error = await refusal(gate.run(sampleAction('read.file'), () => 'ran', { scope }));
    assert.equal(error.outcome, 'session_on_hold');
  });
});
