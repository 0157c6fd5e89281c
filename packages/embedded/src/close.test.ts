import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { NotAllowed } from '@countersign/client';
import { gatePolicy, refusal, sampleAction } from '@countersign/client/testing';
import { readRequest } from '@countersign/coordinator';
import type { Decider } from './decider.ts';
import { embed } from './embed.ts';
import type { EmbedOptions } from './open-embedded.ts';

describe('an embedded gate that ends or fails', { timeout: 60_000 }, () => {
  const opened = async (
    context: { after(fn: () => void): void },
    options: Partial<EmbedOptions> = {},
    assurance: 'conversation' | 'session' = 'conversation',
  ) => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-close-'));
    context.after(() => rmSync(folder, { recursive: true, force: true }));
    const policy = [
      { name: 'policy.yaml', text: gatePolicy(assurance), layer: 'operator' as const },
    ];
    return embed({ data: join(folder, 'data'), policy, agent: 'bot', ...options });
  };
  const person = { name: 'Ada', roles: ['reviewer'] };

  test('after close every call is refused, nothing runs, and a second close changes nothing', async context => {
    const gate = await opened(context);
    let runs = 0;
    const calls = Array.from({ length: 100 }, () =>
      gate.run(sampleAction('read.file'), () => ++runs),
    );
    const closing = gate.close();
    const late = Array.from({ length: 100 }, () =>
      gate.run(sampleAction('read.file'), () => ++runs),
    );
    const settled = await Promise.allSettled([...calls, ...late]);
    await closing;
    await gate.close();
    const before = runs;
    for (const each of settled) {
      if (each.status === 'rejected') assert.ok(each.reason instanceof NotAllowed, each.reason);
    }
    assert.ok(settled.slice(100).every(({ status }) => status === 'rejected'));
    const error = await refusal(gate.run(sampleAction('read.file'), () => ++runs));
    assert.deepEqual(
      [error.outcome, error.detail],
      ['unavailable', 'expected an open gate, found a closed one'],
    );
    assert.equal(runs, before);
  });

  test('[GT-12] an advisor of the process raises an allowed call to a question', async context => {
    const finding = { level: 'high', words: 'the file holds salaries' };
    const gate = await opened(context, {
      decider: { person, decide: () => new Promise(() => undefined) },
      advisor: {
        name: 'watcher',
        deadlineMilliseconds: 30_000,
        advise: async () => ({ version: '1', findings: [finding] }),
      },
    });
    context.after(() => gate.close());
    const { state } = await gate.ask(sampleAction('read.file'));
    assert.equal(state, 'pending');
  });

  test('a call that waits for a decision is refused when the gate is closed', async context => {
    const gate = await opened(context, {
      decider: { person, decide: () => new Promise(() => undefined) },
    });
    const { ticket } = await gate.ask(sampleAction());
    assert.ok(ticket !== null);
    const waiting = refusal(ticket.wait());
    await gate.close();
    assert.equal((await waiting).code, 'server_stopping');
  });

  for (const [what, decide, words] of [
    [
      'throws',
      () => {
        throw new Error('the terminal is gone');
      },
      /the terminal is gone/,
    ],
    ['answers something else', () => 'ignore' as never, /expected \{ decision: 'allow' \}/],
  ] as const satisfies readonly (readonly [string, Decider['decide'], RegExp])[]) {
    test(`a decider that ${what} is reported`, async context => {
      const faults: unknown[] = [];
      const heard = new EventEmitter();
      const told = once(heard, 'fault');
      const onFault = (error: unknown) => {
        faults.push(error);
        heard.emit('fault');
      };
      const gate = await opened(context, { decider: { person, decide }, onFault });
      const { ticket } = await gate.ask(sampleAction());
      await told;
      assert.match(String(faults[0]), words);
      const read = await readRequest(gate.context, ticket?.id ?? '');
      assert.equal(read.ok && read.value.status, what === 'throws' ? 'pending' : 'denied');
      await gate.close();
    });
  }

  test('a stage that an embedded decider cannot satisfy names the missing assurance', async context => {
    const decider: Decider = { person, decide: () => ({ decision: 'allow' }) };
    const gate = await opened(context, { decider }, 'session');
    const error = await refusal(gate.run(sampleAction(), () => 'never'));
    assert.equal(error.code, 'no_eligible_approver');
    assert.match(
      error.detail,
      /requires the assurance session, and 1 of the people it lists reach only conversation/,
    );
    await gate.close();
  });
});
