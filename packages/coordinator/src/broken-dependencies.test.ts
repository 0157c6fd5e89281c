// Whatever a process depends on may be gone, may answer wrongly, or may not answer. Every dependency is broken in every
// way at every step of an approval, while callers try both what is right and what is not. A step may then fail. It
// may never allow what it would not have allowed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Result } from '@countersign/protocol/reason';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import { consumeGrant } from './consume-grant.ts';
import { type Context, createContext } from './context.ts';
import { evaluateAndOpen } from './evaluate-and-open.ts';
import { activatePolicy, issueGrant, recordEntry, StoreUnavailable } from './index.ts';
import type { Ports } from './ports.ts';
import { createMemoryAnchor } from './testing/memory-anchor.ts';
import { createModelStore } from './testing/model-store.ts';
import {
  createSamplePorts,
  createSeededIds,
  createTestSigner,
  principals,
  sampleAction,
  submission,
} from './testing/sample-ports.ts';

const executor = 'billing-executor';
const noon = timestampFromMilliseconds(Date.UTC(2026, 10, 16, 12));
const gone = () => new StoreUnavailable('it is gone');

type Port = 'store' | 'signer' | 'clock' | 'policies' | 'people' | 'notifier' | 'anchor';
type Fault = 'gone' | 'corrupt' | 'silent';

/** The ports of a process, any of which can be broken while it runs. */
class Surroundings {
  now: Timestamp = noon;
  broken: { readonly port: Port; readonly fault: Fault } | null = null;
  readonly ids = createSeededIds('broken dependencies');
  readonly context: Context;

  constructor() {
    const clock = { now: () => this.now, pause: () => Promise.resolve() };
    const store = createModelStore({ clock, ids: this.ids });
    const sound = createSamplePorts(store, clock, this.ids, { anchor: createMemoryAnchor() });
    this.context = createContext(this.#breakable(sound));
  }

  #breakable(sound: Ports): Ports {
    const ports: Ports = { ...sound };
    for (const port of Object.keys(corruptions) as Port[]) {
      const part = sound[port];
      if (part === null) throw new Error(`expected the port ${port}`);
      Object.assign(ports, {
        [port]: new Proxy(part, {
          get: (target, name) => this.#memberOf(port, target, name),
        }),
      });
    }
    return ports;
  }

  #memberOf(port: Port, target: object, name: string | symbol): unknown {
    const member: unknown = Reflect.get(target, name);
    if (typeof member !== 'function') return member;
    return (...args: unknown[]): unknown => {
      const fault = this.broken?.port === port ? this.broken.fault : null;
      const isImmediate = immediate.has(`${port}.${String(name)}`);
      if (fault === 'gone') {
        if (isImmediate) throw gone();
        return Promise.reject(gone());
      }
      // What is asked synchronously cannot keep silent; it can only throw.
      if (fault === 'silent') {
        if (isImmediate) throw gone();
        return new Promise(() => undefined);
      }
      const answer: unknown = Reflect.apply(member, target, args);
      if (fault !== 'corrupt') return answer;
      const corrupted = (value: unknown) => corruptions[port](String(name), value);
      return answer instanceof Promise ? answer.then(corrupted) : corrupted(answer);
    };
  }
}

/** Members that answer at once, not with a promise. */
const immediate = new Set([
  'store.timeline',
  'store.onChange',
  'signer.keys',
  'clock.now',
  'policies.version',
  'policies.chainVersion',
  'policies.evaluate',
  'notifier.committed',
]);

const stranger = createTestSigner('another issuer');

/** What a port answers that is out of its mind. */
const corruptions: Readonly<Record<Port, (name: string, answer: unknown) => unknown>> = {
  store: (name, answer) => {
    if (name === 'commit') return { outcome: 'version_conflict', which: 'nothing' };
    if (Array.isArray(answer)) return answer.map(row => ({ ...row, text: '{"type":"made up"}' }));
    return answer;
  },
  signer: (name, answer) => (name === 'keys' ? stranger.keys() : `${String(answer)}A`),
  clock: () => 'yesterday',
  policies: (name, answer) =>
    name === 'evaluate'
      ? { ...(answer as object), verdict: 'perhaps' }
      : name === 'version'
        ? 'policy-unknown'
        : null,
  people: (name, answer) => (name === 'directory' ? [] : answer),
  notifier: () => {
    throw new Error('the notifier is out of its mind');
  },
  anchor: name => (name === 'read' ? { count: -1 } : undefined),
};

type Step = 'propose' | 'decide' | 'decide again' | 'issue' | 'consume';
const steps: readonly Step[] = ['propose', 'decide', 'decide again', 'issue', 'consume'];
const action = sampleAction();
const other = sampleAction({ parameters: { amount: 9999 } });
const forbidden = sampleAction({ parameters: { amount: 2_000_000 } });

/** An approval on its way: what was reached, and what each caller was told. */
class Approval {
  readonly surroundings = new Surroundings();
  id = '';
  grant = '';
  consumed = 0;

  /** Takes one step. Whatever is not answered within a few turns of the event loop is not answered. */
  async take(step: Step): Promise<Result<unknown> | null> {
    const { context } = this.surroundings;
    if (step === 'propose') return answerOf(this.#propose(action));
    if (step === 'decide') return answerOf(this.#decide('alice', 0));
    if (step === 'decide again') return answerOf(this.#decide('carol', 1));
    if (step === 'issue') {
      const issued = await answerOf(issueGrant(context, this.id));
      if (issued?.ok) this.grant = String(issued.value);
      return issued;
    }
    const consumed = await answerOf(this.consume(action));
    if (consumed?.ok) this.consumed += 1;
    return consumed;
  }

  async #propose(it: typeof action): Promise<Result<unknown>> {
    const { context } = this.surroundings;
    const call = { action: it, principal: principals.agent, audience: executor };
    const proposed = await evaluateAndOpen(context, call);
    if (proposed.ok && proposed.value.verdict === 'require_approval' && it === action) {
      this.id = proposed.value.state.request.approval_request_id;
    }
    return proposed;
  }

  async #decide(who: 'alice' | 'carol', stage_index: number): Promise<Result<unknown>> {
    const { context, ids } = this.surroundings;
    const call = { action, principal: principals.agent, audience: executor };
    // The agent asks again and finds the same question, as a screen would read it.
    const asked = await evaluateAndOpen(context, call);
    if (!asked.ok || asked.value.verdict !== 'require_approval') return asked;
    const { state } = asked.value;
    return recordEntry(context, {
      approvalRequestId: this.id,
      submission: submission(state, ids, { stage_index }),
      principal: principals[who],
    });
  }

  consume(it: typeof action): Promise<Result<unknown>> {
    const { context, ids } = this.surroundings;
    const grant = this.grant === '' ? 'e30.e30.AAAA' : this.grant;
    return consumeGrant(context, {
      approvalRequestId: this.id === '' ? 'ar_00000000000040008000000000000000' : this.id,
      action: it,
      grant,
      executor,
      attempt: ids.uuid(),
    });
  }

  /** What must fail at this point, whatever works. Answers with what was allowed all the same. */
  async wrongs(reached: Step): Promise<string[]> {
    const { context } = this.surroundings;
    const allowed: string[] = [];
    const propose = { action: forbidden, principal: principals.agent, audience: executor };
    const denied = await answerOf(evaluateAndOpen(context, propose));
    if (denied?.ok && denied.value.verdict !== 'deny') allowed.push('a forbidden action');
    if ((await answerOf(this.consume(other)))?.ok) allowed.push('another action');
    if (reached !== 'consume' && reached !== 'issue') {
      const early = await answerOf(this.consume(action));
      if (early?.ok) allowed.push('an action that was not allowed');
    }
    const self = { action, principal: principals.agent, audience: executor };
    const asked = await answerOf(evaluateAndOpen(context, self));
    if (asked?.ok && asked.value.verdict === 'allow') allowed.push('what needs an approval');
    return allowed;
  }
}

/** Null where it threw or never answered: neither is an allow. */
async function answerOf<T>(answer: Promise<Result<T>>): Promise<Result<T> | null> {
  const silence = (async () => {
    for (let turn = 0; turn < 25; turn++) await new Promise(resolve => setImmediate(resolve));
    return null;
  })();
  return Promise.race([answer.catch(() => null), silence]);
}

async function started(): Promise<Approval> {
  const approval = new Approval();
  const activated = await activatePolicy(approval.surroundings.context);
  assert.ok(activated.ok, JSON.stringify(activated));
  return approval;
}

describe('an approval', () => {
  test('an approval with everything in order is allowed, once', async () => {
    const approval = await started();
    for (const step of steps) {
      const answer = await approval.take(step);
      assert.ok(answer?.ok, `${step}: ${JSON.stringify(answer)}`);
      assert.deepEqual(await approval.wrongs(step), []);
    }
    assert.equal((await approval.take('consume'))?.ok, false);
    assert.equal(approval.consumed, 1);
  });

  for (const port of Object.keys(corruptions) as Port[]) {
    for (const fault of ['gone', 'corrupt', 'silent'] as const) {
      for (const at of steps) {
        test(`[GT-1] an approval whose ${port} is ${fault} at the step "${at}" allows nothing more`, async () => {
          const approval = await started();
          const { surroundings } = approval;
          for (const step of steps.slice(0, steps.indexOf(at))) await approval.take(step);
          surroundings.broken = { port, fault };
          const answer = await approval.take(at);
          if (port === 'store' && fault !== 'corrupt') assert.ok(!answer?.ok, 'nothing is kept');
          if (port === 'clock') assert.ok(!answer?.ok, 'nothing is done at no time');
          assert.deepEqual(await approval.wrongs(at), []);
          surroundings.broken = null;
          // All is well again: what was consumed stays so, and what is over stays over.
          for (const step of steps.slice(steps.indexOf(at))) await approval.take(step);
          await approval.take('consume');
          assert.ok(approval.consumed <= 1, `consumed ${approval.consumed} times`);
          surroundings.now = addSeconds(noon, 86_400);
          assert.equal((await answerOf(approval.consume(action)))?.ok ?? false, false);
        });
      }
    }
  }
});
