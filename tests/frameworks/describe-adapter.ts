import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@countersign/testing';
import { type AdapterWorld, adapterWorld, openGate } from '../testing/adapter-world.ts';
import type { Driver, ScriptedCall, TurnEnd, TurnSetup } from './driver.ts';
import type { TurnOrder } from './turn-process.ts';

const gone = 'Do not repeat this call';

/** One suite for the adapters of all frameworks, run with the real framework and its own fake model. */
export function describeAdapter(name: string, driverUrl: string, driver: Driver): void {
  describe(name, { timeout: 600_000 }, () => {
    let world: AdapterWorld;
    before(async () => {
      world = await adapterWorld();
    });
    after(() => world.close());

    /** A turn with an agent, a session and a list of what ran of its own. */
    const prepare = async (calls: readonly ScriptedCall[], more: Partial<TurnSetup> = {}) => {
      const access = await world.newAgent();
      const ran: string[] = [];
      const asked: string[] = [];
      const setup: TurnSetup = {
        gate: await openGate(access),
        session: randomUUID(),
        mode: 'suspend',
        calls,
        effect: (tool, { amount }) => {
          ran.push(`${tool} ${amount}`);
          return 'paid';
        },
        ...more,
        onAsked: id => {
          asked.push(id);
          more.onAsked?.(id);
        },
      };
      return { access, asked, ran, setup };
    };
    /** A suspended turn, with the request that it waits for. */
    const suspended = async (amount = 5) => {
      const prepared = await prepare([pay(amount)]);
      const turn = await driver.start(prepared.setup);
      const { state, tickets } = turn;
      assert.ok(state !== null, 'the run was not suspended');
      assert.equal(tickets.length, 1);
      assert.deepEqual(prepared.ran, []);
      return { ...prepared, state, ticket: tickets[0] ?? '' };
    };

    for (const mode of ['block', 'suspend'] as const) {
      test(`an allowed call runs without a question (${mode})`, async () => {
        const { ran, setup, asked } = await prepare([pay(5, 'read_balance')], { mode });
        const { told, state } = await driver.start(setup);
        assert.deepEqual([ran, asked, state], [['read_balance 5'], [], null]);
        assert.match(told['call-1'] ?? '', /paid/);
      });

      test(`a call that policy denies does not run, and the model is told so (${mode})`, async () => {
        const { ran, setup } = await prepare([pay(5, 'forbidden_transfer')], { mode });
        const { told, state } = await driver.start(setup);
        assert.deepEqual([ran, state], [[], null]);
        assert.match(told['call-1'] ?? '', /was denied and has not run/);
        assert.match(told['call-1'] ?? '', new RegExp(gone));
        assert.doesNotMatch(told['call-1'] ?? '', /try again|fix your mistakes/i);
      });
    }

    test('an approved call runs once, in the same run (block)', async () => {
      const { ran, setup } = await prepare([pay(5)], {
        mode: 'block',
        onAsked: id => void world.decide(id, 'allow'),
      });
      const { told, state } = await driver.start(setup);
      assert.deepEqual([ran, state], [['transfer 5'], null]);
      assert.match(told['call-1'] ?? '', /paid/);
    });

    test('a rejected call does not run, and the model reads the reason (block)', async () => {
      const { ran, setup } = await prepare([pay(5)], {
        mode: 'block',
        onAsked: id => void world.decide(id, 'deny', { reason: 'Wrong account.' }),
      });
      const { told } = await driver.start(setup);
      assert.deepEqual(ran, []);
      assertRefused(told['call-1'], 'Wrong account.');
    });

    test('a call that is sent back or forbidden for good does not run, and the model reads what may follow', async () => {
      for (const [reason_code, words] of [
        ['fix', /asks you to fix it[\s\S]*Ask again with a changed action/],
        ['never', /Do not ask for it again[\s\S]*This case is closed/],
      ] as const) {
        const { ran, setup } = await prepare([pay(5)], {
          mode: 'block',
          onAsked: id => void world.decide(id, 'deny', { reason_code, reason: 'Wrong account.' }),
        });
        const { told } = await driver.start(setup);
        assert.deepEqual(ran, []);
        assert.match(told['call-1'] ?? '', words);
        assert.match(told['call-1'] ?? '', /Wrong account/);
        assert.doesNotMatch(told['call-1'] ?? '', /try again|fix your mistakes|paid/i);
      }
    });

    test('a turn that is played again repeats no call that has run, and asks no second time', async () => {
      const { asked, ran, setup } = await prepare([pay(5)], {
        mode: 'block',
        // The second time it was decided before.
        onAsked: id => void world.decide(id, 'allow').catch(() => undefined),
      });
      await driver.start(setup);
      const { told } = await driver.start(setup);
      if (driver.hasCallIds) {
        assert.deepEqual(ran, ['transfer 5']);
        assert.match(told['call-1'] ?? '', /already run once, and it succeeded/);
      } else {
        // Nothing tells the second call from a new one, so a person was asked about it.
        assert.equal(new Set(asked).size, ran.length);
      }
    });

    test('an approved call runs once, after the run is resumed (suspend)', async () => {
      const { ran, setup, state, ticket } = await suspended();
      const early = await driver.resume(setup, state);
      assert.deepEqual(ran, [], 'it ran before the decision');
      assert.ok(early.state !== null, 'a run without a decision stays suspended');
      await world.decide(ticket, 'allow');
      const end = await driver.resume(setup, early.state);
      assert.deepEqual([ran, end.state], [['transfer 5'], null]);
      assert.match(end.told['call-1'] ?? '', /paid/);
    });

    test('a rejected call does not run, and the model reads the reason (suspend)', async () => {
      const { ran, setup, state, ticket } = await suspended();
      await world.decide(ticket, 'deny', { reason: 'Wrong account.' });
      const end = await driver.resume(setup, state);
      assert.deepEqual([ran, end.state], [[], null]);
      assertRefused(end.told['call-1'], 'Wrong account.');
    });

    test('a withdrawn request does not run (suspend)', async () => {
      const { ran, setup, state, ticket } = await suspended();
      await setup.gate.cancel(setup.gate.ticket(ticket), 'The order is gone.');
      const end = await driver.resume(setup, state);
      assert.deepEqual(ran, []);
      assert.match(end.told['call-1'] ?? '', /has not run: the request was withdrawn/);
    });

    /** What was given up is withdrawn, or stays for the same call; then an approval alone runs nothing. */
    const leftBehind = async (ticket: string) => {
      if (driver.hasCallIds) await world.until(ticket, 'cancelled');
      else await world.decide(ticket, 'allow');
    };

    test('an abort while a call waits lets nothing run, also after an approval (block)', async () => {
      const abort = new AbortController();
      let ticket = '';
      const { ran, setup } = await prepare([pay(5)], {
        mode: 'block',
        signal: abort.signal,
        onAsked: id => {
          ticket = id;
          abort.abort();
        },
      });
      await driver.start(setup).catch(() => undefined);
      await leftBehind(ticket);
      assert.deepEqual(ran, []);
    });

    test('a time limit of the framework lets nothing run, also after an approval (block)', async () => {
      let ticket = '';
      const { ran, setup } = await prepare([pay(5)], {
        mode: 'block',
        toolTimeout: 300,
        onAsked: id => {
          ticket = id;
        },
      });
      const end = await driver.start(setup).catch(() => null);
      // Some limits are of the whole run. On a slow machine such a run ends before it asks.
      if (ticket !== '') await leftBehind(ticket);
      assert.deepEqual(ran, []);
      assert.doesNotMatch(end?.told['call-1'] ?? '', /paid/);
    });

    test('of two calls in one turn, only the approved one runs (block)', async () => {
      const { ran, setup } = await prepare(twoCalls, {
        mode: 'block',
        onAsked: id => void approveTransfer(world, id),
      });
      const { told } = await driver.start(setup);
      assert.deepEqual(ran, ['transfer 5']);
      assert.match(told['call-1'] ?? '', /paid/);
      assertRefused(told['call-2'], 'not this time');
    });

    test('of two calls in one turn, only the approved one runs (suspend)', async () => {
      const { ran, setup } = await prepare(twoCalls);
      let turn = await driver.start(setup);
      // Some frameworks suspend one call after the other.
      for (let round = 0; round < 3 && turn.state !== null; round++) {
        for (const id of turn.tickets) await approveTransfer(world, id);
        turn = await driver.resume(setup, turn.state);
      }
      assert.deepEqual([ran, turn.state], [['transfer 5'], null]);
      assert.match(turn.told['call-1'] ?? '', /paid/);
      assertRefused(turn.told['call-2'], 'not this time');
    });

    test('a streamed run waits, and runs the approved call once', async () => {
      const { ran, setup } = await prepare([pay(5)], { way: 'streamed' });
      const { state, tickets } = await driver.start(setup);
      assert.ok(state !== null && ran.length === 0);
      await world.decide(tickets[0] ?? '', 'allow');
      const { told } = await driver.resume(setup, state);
      assert.deepEqual(ran, ['transfer 5']);
      assert.match(told['call-1'] ?? '', /paid/);
    });

    test('a call of a subagent passes the same gate', async () => {
      const approved = await prepare([pay(5)], {
        mode: 'block',
        way: 'subagent',
        onAsked: id => void world.decide(id, 'allow'),
      });
      await driver.start(approved.setup);
      assert.deepEqual(approved.ran, ['transfer 5']);
      const denied = await prepare([pay(6)], {
        mode: 'block',
        way: 'subagent',
        onAsked: id => void world.decide(id, 'deny'),
      });
      await driver.start(denied.setup);
      assert.deepEqual(denied.ran, []);
    });

    test('a gate that is not set up correctly runs nothing, and no text invites the model to call again', async () => {
      for (const mode of ['block', 'suspend'] as const) {
        const gate = await openGate({ ...(await world.newAgent()), key: 'csk_of_no_one' });
        const { asked, ran, setup } = await prepare([pay(5, 'read_balance')], { mode, gate });
        const end = await driver.start(setup).catch(() => null);
        assert.deepEqual([ran, asked], [[], []]);
        assert.doesNotMatch(end?.told['call-1'] ?? '', /try again|make the same call|paid/i);
      }
    });

    test('a tool that fails after its approval is recorded as failed, and is not started again', async () => {
      let starts = 0;
      const { asked, setup } = await prepare([pay(5)], {
        mode: 'block',
        effect: () => {
          starts += 1;
          throw new Error('the bank is closed');
        },
        onAsked: id => void world.decide(id, 'allow'),
      });
      const end = await driver.start(setup).catch(() => null);
      assert.equal(starts, 1);
      assert.doesNotMatch(end?.told['call-1'] ?? '', /try again|fix your mistakes/i);
      const used = await setup.gate
        .ticket(asked[0] ?? '')
        .wait()
        .catch(error => error);
      assert.equal(used.execution, 'failed');
    });

    test('a state that was edited after the approval does not run', async () => {
      const { ran, setup, state, ticket } = await suspended(5);
      await world.decide(ticket, 'allow');
      const edited = state
        .replaceAll('"amount":5', '"amount":9999')
        .replaceAll('\\"amount\\":5', '\\"amount\\":9999');
      assert.notEqual(edited, state, 'the state does not contain the input');
      const end = await driver.resume(setup, edited).catch(() => null);
      assert.ok(!ran.includes('transfer 9999'), 'the edited input ran');
      assert.doesNotMatch(end?.told['call-1'] ?? '', /paid/);
    });

    test('a state that is resumed twice runs the call once, and the model reads the record', async () => {
      const { ran, setup, state, ticket } = await suspended();
      await world.decide(ticket, 'allow');
      await driver.resume(setup, state);
      const again = await driver.resume(setup, state);
      assert.deepEqual(ran, ['transfer 5']);
      assert.match(again.told['call-1'] ?? '', /already run once, and it succeeded/);
    });

    test('another process resumes a run whose process was killed', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'countersign-adapter-'));
      const ledger = join(folder, 'ledger');
      try {
        const { access, ran, setup } = await prepare([pay(5)]);
        const { session, calls } = setup;
        const first = await playAndKill({ driver: driverUrl, access, session, calls, ledger });
        assert.ok(first.state !== null && !existsSync(ledger));
        await world.decide(first.tickets[0] ?? '', 'allow');
        const second = await driver.resume(setup, first.state);
        assert.equal(second.state, null);
        assert.match(second.told['call-1'] ?? '', /paid/);
        assert.deepEqual(ran, ['transfer 5']);
        assert.ok(!existsSync(ledger), 'the killed process ran it too');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    // Last: it moves the clock of the server that all tests share.
    test('an expired request does not run, and the model is told so (suspend)', async () => {
      const { ran, setup, state } = await suspended();
      await world.expireAll();
      const end = await driver.resume(setup, state);
      assert.deepEqual(ran, []);
      assert.match(end.told['call-1'] ?? '', /has not run: its time ran out/);
    });
  });
}

function pay(amount: number, tool = 'transfer', id = 'call-1'): ScriptedCall {
  return { tool, input: { amount }, id };
}

const twoCalls = [pay(5), pay(7, 'refund', 'call-2')];

/** Approves the transfer, and rejects the refund. */
async function approveTransfer(world: AdapterWorld, id: string): Promise<void> {
  const { status, tool } = await world.read(id);
  if (status === 'pending') await world.decide(id, tool.endsWith('transfer') ? 'allow' : 'deny');
}

function assertRefused(told: string | undefined, reason: string): void {
  assert.match(told ?? '', /was denied and has not run/);
  assert.ok(told?.includes(reason), `the model was not told the reason: ${told}`);
  assert.doesNotMatch(told ?? '', /try again\.|fix your mistakes|paid/i);
}

/** Plays a turn in another process and kills it as soon as it has said how the turn ended. */
async function playAndKill(order: TurnOrder): Promise<TurnEnd> {
  const program = fileURLToPath(new URL('./turn-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=source', program, JSON.stringify(order)], {
    env: childEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const ended = new Promise(resolve => child.once('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    child.kill('SIGKILL');
    await ended;
    return JSON.parse(line) as TurnEnd;
  }
  throw new Error(`the process ended without a word: ${complaint}`);
}
