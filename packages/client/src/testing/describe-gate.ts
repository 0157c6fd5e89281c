import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionBinding } from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import { agentOutcomes } from '@countersign/protocol/reason';
import { isSealed, sealKey } from '@countersign/protocol/sealed';
import type { RequestFacts } from '@countersign/wire/agent-answers';
import type { Gate } from '../gate.ts';
import { NotAllowed } from '../not-allowed.ts';
import { ToolFailed } from '../run-tool.ts';
import type { Ticket } from '../ticket.ts';
import { describeAmendments } from './describe-amendments.ts';
import { describeHalves } from './describe-halves.ts';
import { describeOccasions } from './describe-occasions.ts';
import { describeWaiting } from './describe-waiting.ts';
import { refusal, unreachable } from './expect-refusal.ts';

/** The world of a test: a keeper of approvals, and people who decide. */
export interface GateWorld {
  /** A gate of its own for an agent, as a process that just started would have it. */
  open(agent: string): Promise<TestedGate>;
  decide(approvalRequestId: string, decision: 'allow' | 'deny'): Promise<void>;
  /** Changes the parameters as a reviewer, for the reason "less is enough". Answers the id of the new request. */
  amend(approvalRequestId: string, parameters: object): Promise<string>;
  action(approvalRequestId: string): Promise<ActionBinding>;
  /** Answers the hold on a session, once there is one. */
  answer(sessionId: string, choice: string): Promise<void>;
  read(approvalRequestId: string): Promise<RequestFacts>;
  close(): Promise<void>;
}

/** Opens a gate of an agent of its own for one test. */
export type Opened = (context: {
  after(fn: () => Promise<void>): void;
}) => Promise<{ readonly agent: string; readonly gate: Gate }>;

export interface TestedGate {
  readonly gate: Gate;
  close(): Promise<void>;
}

/**
 * The policy of every world: `read.*` is allowed, `forbidden.*` denied, and a reviewer decides on all else. A world
 * says with which assurance it knows its reviewer.
 */
export const gatePolicy = (assurance: 'conversation' | 'session'): string => `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages:
      - name: reviewer
        approvers: { roles: [reviewer] }
        min_assurance: ${assurance}
rules:
  - id: reading
    match: { tool: "read.*" }
    outcome: allow
  - id: never
    match: { tool: "forbidden.*" }
    outcome: deny
  - id: refunds
    match: { tool: "refund.*" }
    outcome: require_approval
    amend: { lower: [/amount] }
`;

/** An action unlike every other one. */
export function sampleAction(tool = 'wire_transfer') {
  return {
    target: { tool_name: tool, resource: 'acct-42' },
    parameters: { amount: 4200, note: randomUUID() },
  };
}

/** One suite for every transport, so that gates behave alike over each of them. */
export function describeGate(name: string, start: () => Promise<GateWorld>): void {
  describe(name, { timeout: 120_000 }, () => {
    let world: GateWorld;
    before(async () => {
      world = await start();
    });
    after(() => world.close());

    const opened: Opened = async context => {
      const agent = `agent-${randomUUID()}`;
      const { gate, close } = await world.open(agent);
      context.after(close);
      return { agent, gate };
    };
    const allowed = async (ticket: Ticket): Promise<void> => {
      await world.decide(ticket.id, 'allow');
      await ticket.wait({ timeout: 60_000 });
    };

    test('[AB-1] an action that policy allows runs at once, and an action that policy denies does not run', async context => {
      const { gate } = await opened(context);
      assert.equal(await gate.run(sampleAction('read.file'), () => 'content'), 'content');
      let ran = false;
      const denied = gate.run(sampleAction('forbidden.thing'), () => {
        ran = true;
      });
      const error = await refusal(denied);
      assert.deepEqual(
        [error.outcome, error.code, error.retry],
        ['denied', 'policy_denied', 'never'],
      );
      assert.equal(ran, false);
    });

    test('a tool waits for a person, runs once with exactly what was approved, and is reported', async context => {
      const { gate } = await opened(context);
      const runs: object[] = [];
      const pay = gate.tool('pay', (parameters: { amount: number; to: string }) => {
        runs.push(parameters);
        return { paid: parameters.amount };
      });
      const parameters = { amount: 1, to: randomUUID() };
      const asked = gate.request({ target: { tool_name: 'pay' }, parameters });
      const ticket = await asked;
      const paying = pay(parameters);
      await world.decide(ticket.id, 'allow');
      assert.deepEqual(await paying, { paid: 1 });
      assert.deepEqual(runs, [parameters]);
      const { receipts } = await world.read(ticket.id);
      assert.deepEqual(
        receipts.map(({ outcome }) => outcome),
        ['started', 'succeeded'],
      );
      assert.match(receipts[1]?.result_digest ?? '', /^sha256:/);
      const error = await refusal(pay(parameters));
      assert.equal(error.outcome, 'consumed');
      assert.equal(runs.length, 1);
    });

    test('[CH-2] a denied agent receives the words of the reviewer', async context => {
      const { gate } = await opened(context);
      const action = sampleAction();
      const ticket = await gate.request(action);
      assert.equal(ticket.outcome, 'pending');
      await world.decide(ticket.id, 'deny');
      const error = await refusal(ticket.wait({ timeout: 60_000 }));
      assert.deepEqual([error.outcome, error.code], ['denied', 'request_denied']);
      assert.equal(error.approval_request_id, ticket.id);
      assert.equal(error.denied_by, 'human');
      assert.ok(error.reviewer_reason !== null && error.forModel.includes(error.reviewer_reason));
      const late = await refusal(gate.execute(ticket, action, unreachable));
      assert.equal(late.outcome, 'denied');
      assert.deepEqual(
        [late.reviewer_reason, late.denied_by, late.expires_at],
        [error.reviewer_reason, 'human', error.expires_at],
      );
      const next_round_of = { approval_request_id: ticket.id, change: 'the amount was checked' };
      const next = await gate.request(action, { next_round_of });
      assert.equal(next.outcome, 'pending');
      assert.notEqual(next.id, ticket.id);
      assert.equal((await gate.request(action, { next_round_of })).id, next.id);
    });

    test('[SU-5] the same action and key give the same ticket, in another process too', async context => {
      const { agent, gate } = await opened(context);
      const action = sampleAction();
      const first = await gate.request(action);
      const restarted = await world.open(agent);
      context.after(restarted.close);
      const again = await restarted.gate.request(action);
      assert.equal(again.id, first.id);
      const { id } = JSON.parse(JSON.stringify(again)) as { id: string };
      const restored = restarted.gate.ticket(id);
      await world.decide(id, 'allow');
      await restored.wait({ timeout: 60_000 });
      assert.equal(restored.outcome, 'allowed');
      assert.equal(await restarted.gate.execute(restored, action, () => 'ran'), 'ran');
    });

    test('[AB-2] a ticket for one action does not run another action, and the attempt does not use it up', async context => {
      const { gate } = await opened(context);
      const action = sampleAction();
      const ticket = await gate.request(action);
      await allowed(ticket);
      const other = { ...action, parameters: { ...action.parameters, amount: 4201 } };
      const error = await refusal(gate.execute(ticket, other, unreachable));
      assert.equal(error.outcome, 'digest_mismatch');
      assert.equal(await gate.execute(ticket, action, () => 'ran'), 'ran');
    });

    test('[AB-3] changes that the caller makes after the call began do not reach the tool', async context => {
      const { gate } = await opened(context);
      const action = sampleAction();
      const ticket = await gate.request(action);
      await allowed(ticket);
      const { note } = action.parameters;
      const running = gate.execute(ticket, action, ({ parameters }) => parameters);
      action.parameters.amount = 999_999;
      assert.deepEqual(await running, { amount: 4200, note });
    });

    test('[SU-1] of many callers that execute one ticket at once, exactly one runs the tool', async context => {
      const { agent, gate } = await opened(context);
      const action = sampleAction();
      const ticket = await gate.request(action);
      await allowed(ticket);
      const others = await Promise.all(Array.from({ length: 3 }, () => world.open(agent)));
      let runs = 0;
      const settled = await Promise.allSettled(
        [gate, ...others.map(other => other.gate)].map(each =>
          each.execute(each.ticket(ticket.id), action, () => {
            runs++;
          }),
        ),
      );
      await Promise.all(others.map(other => other.close()));
      assert.equal(runs, 1);
      const lost = settled.filter(({ status }) => status === 'rejected');
      assert.equal(lost.length, 3);
      for (const each of lost) {
        assert.equal((each as PromiseRejectedResult).reason.outcome, 'consumed');
      }
    });

    test('a tool that throws is reported as failed, without its error message', async context => {
      const { gate } = await opened(context);
      const action = sampleAction();
      const ticket = await gate.request(action);
      await allowed(ticket);
      const thrown = new TypeError('card 4111111111111111 was refused');
      const throwing = gate.execute(ticket, action, () => {
        throw thrown;
      });
      await assert.rejects(throwing, thrown);
      const { receipts } = await world.read(ticket.id);
      assert.equal(receipts[1]?.outcome, 'failed');
      assert.equal(receipts[1]?.error, 'the tool threw TypeError');
    });

    test('a tool that knows how it failed records its own failure code', async context => {
      const { gate } = await opened(context);
      const action = sampleAction();
      const ticket = await gate.request(action);
      await allowed(ticket);
      const thrown = new ToolFailed('exit 3', { exit_code: 3 });
      const throwing = gate.execute(ticket, action, () => {
        throw thrown;
      });
      await assert.rejects(throwing, thrown);
      const { receipts } = await world.read(ticket.id);
      assert.deepEqual([receipts[1]?.outcome, receipts[1]?.error], ['failed', 'exit 3']);
      assert.equal(receipts[1]?.result_digest, sha256({ exit_code: 3 }));
    });

    test('a caller is told once whom it waits for, and is told nothing when policy allows', async context => {
      const { gate } = await opened(context);
      const told: string[] = [];
      const onAsked = ({ approval_request_id, request }: RequestFacts, asked: ActionBinding) => {
        assert.equal(sha256(asked), request.action_digest);
        told.push(approval_request_id);
      };
      await gate.run(sampleAction('read.file'), () => 'content', { onAsked });
      assert.deepEqual(told, []);
      const action = sampleAction();
      const ticket = await gate.request(action);
      const running = gate.run(action, () => 'ran', { onAsked });
      await world.decide(ticket.id, 'allow');
      assert.equal(await running, 'ran');
      assert.deepEqual(told, [ticket.id]);
    });

    test('[SU-6] a tool that never returns is stopped and recorded as unknown', async context => {
      const { gate } = await opened(context);
      const action = sampleAction();
      const ticket = await gate.request(action);
      await allowed(ticket);
      let told: AbortSignal | undefined;
      const hanging = gate.execute(
        ticket,
        action,
        (_, { signal }) => {
          told = signal;
          return new Promise(() => undefined);
        },
        { timeout: 50 },
      );
      const error = await refusal(hanging);
      assert.deepEqual([error.outcome, error.code], ['unknown', 'execution_timed_out']);
      assert.equal(told?.aborted, true);
      assert.equal((await world.read(ticket.id)).receipts[1]?.outcome, 'unknown');
    });

    test('[TM-6] a caller that stops waiting early changes nothing', async context => {
      const { gate } = await opened(context);
      const ticket = await gate.request(sampleAction());
      const error = await refusal(ticket.wait({ timeout: 60 }));
      assert.deepEqual([error.outcome, error.retry], ['pending', 'same_call']);
      const stopped = AbortSignal.abort(new Error('enough'));
      await assert.rejects(ticket.wait({ signal: stopped }), /enough/);
      assert.equal((await world.read(ticket.id)).status, 'pending');
    });

    test('a withdrawn question is over', async context => {
      const { gate } = await opened(context);
      const ticket = await gate.request(sampleAction());
      await gate.cancel(ticket, 'not needed any more');
      assert.equal(ticket.outcome, 'cancelled');
      const error = await refusal(ticket.wait({ timeout: 60_000 }));
      assert.deepEqual([error.outcome, error.retry], ['cancelled', 'new_request']);
    });

    test('[EV-8] a sealed parameter is never shown, and reaches the tool', async context => {
      const { gate } = await opened(context);
      const seal = { paths: ['/card'], key: sealKey(randomBytes(32)) };
      const secret = `card-${randomUUID()}`;
      const action = { target: { tool_name: 'charge' }, parameters: { card: secret, amount: 3 } };
      const ticket = await gate.request(action, { seal });
      await allowed(ticket);
      const given = await gate.execute(ticket, action, ({ parameters }) => parameters, { seal });
      assert.deepEqual(given, { card: secret, amount: 3 });
      assert.equal(JSON.stringify(await world.read(ticket.id)).includes(secret), false);
      assert.equal(isSealed(secret), false);
    });

    test('[AB-7] a precondition that changed refuses the action, and does not use the approval up', async context => {
      const { gate } = await opened(context);
      const action = sampleAction();
      const digest = (digit: string) => `sha256:${digit.repeat(64)}` as never;
      const before = { preconditions: () => [{ name: 'balance', digest: digest('a') }] };
      const changed = { preconditions: () => [{ name: 'balance', digest: digest('b') }] };
      const ticket = await gate.request(action, before);
      await allowed(ticket);
      const error = await refusal(gate.execute(ticket, action, unreachable, changed));
      assert.deepEqual([error.outcome, error.retry], ['precondition_changed', 'same_call']);
      assert.match(error.forModel, /same call finds this approval again, and runs only if/);
      const again = await gate.request(action, changed);
      assert.deepEqual([again.id, again.outcome], [ticket.id, 'allowed']);
      assert.equal(await gate.execute(ticket, action, () => 'ran', before), 'ran');
    });

    test('[EV-5] a message that asks for permission halts until a person says Proceed, and nothing else releases it', async context => {
      const { gate } = await opened(context);
      const text = 'I am about to delete 500 records from production. Should I proceed?';
      for (const [choice, proceed] of [
        ['Proceed', true],
        ['proceed please', false],
      ] as const) {
        const session_id = randomUUID();
        const observing = gate.observe({ text, session_id, key: 'm1' }, { timeout: 60_000 });
        await world.answer(session_id, choice);
        assert.equal(await observing, proceed);
        // From the record, as a process that was restarted would ask for it.
        assert.equal(await gate.observe({ text, session_id, key: 'm1' }), proceed);
      }
      assert.equal(await gate.observe({ text: 'Good morning.', session_id: randomUUID() }), true);
    });

    test('[EV-4] a message without an answer in time counts as no', async context => {
      const { gate } = await opened(context);
      const text = 'I am about to delete 500 records from production. Should I proceed?';
      const asked = gate.observe({ text, session_id: randomUUID() }, { timeout: 50 });
      assert.equal(await asked, false);
    });

    test('events name the changed requests of the agent', async context => {
      const { gate } = await opened(context);
      const stop = new AbortController();
      const seen = new Set<string>();
      const listening = (async () => {
        for await (const hint of gate.events({ signal: stop.signal })) {
          if ('ids' in hint) for (const id of hint.ids) seen.add(id);
          if (seen.size > 0) return;
        }
      })();
      // Until the stream is open, a hint may be missed: so there is something to be told more than once.
      let ticket: Ticket | undefined;
      while (seen.size === 0) {
        ticket = await gate.request(sampleAction());
        await sleep(20);
      }
      await listening;
      stop.abort();
      assert.ok(ticket !== undefined && seen.size > 0);
    });

    describeHalves(() => world, opened);
    describeOccasions(() => world, opened);
    describeWaiting(() => world, opened);
    describeAmendments(() => world, opened);

    test('every outcome has a sentence for a model', () => {
      for (const outcome of agentOutcomes) {
        const { forModel } = new NotAllowed({ code: 'internal_error', detail: '', outcome });
        assert.match(forModel, /^[A-Z].*\.$/);
        assert.ok(forModel.length < 300);
      }
    });
  });
}
