import { randomInt } from 'node:crypto';
import { type Context, evaluateAndOpen, failClosed, type Proposed } from '@countersign/coordinator';
import { type Result, refuse } from '@countersign/protocol/reason';
import { isDue } from '@countersign/protocol/value';
import type { App } from '../app.ts';
import {
  sampleAction,
  sampleAgentId,
  sampleExecutor,
  sampleInvoice,
  samplePrincipal,
  sampleReasoning,
} from './sample-action.ts';

type Asked = Extract<Proposed, { verdict: 'require_approval' }>;

/** Repeated presses must not bury the requests that others have to decide. */
const waitingMax = 5;
const countedMax = 200;

/** The proposals of a server stand in line, so that each counts those before it. */
const turns = new WeakMap<App, Promise<unknown>>();

/** The built-in agent proposes its action, by the same way as every agent. */
export function proposeSample(app: App, context: Context): Promise<Result<Asked>> {
  const before = turns.get(app) ?? Promise.resolve();
  // Nothing in front of it can fail, since a fault is an outcome here.
  const turn = before.then(() => failClosed(() => propose(context)));
  turns.set(app, turn);
  return turn;
}

async function propose(context: Context): Promise<Result<Asked>> {
  const { rows, next } = await context.store.listRequests({
    agentId: sampleAgentId,
    limit: countedMax,
  });
  const now = context.clock.now();
  const waiting = rows.filter(
    ({ status, due_at }) => status === 'pending' && (due_at === null || !isDue(due_at, now)),
  );
  if (waiting.length >= waitingMax) {
    return refuse('samples_waiting', `${waitingMax} sample requests already wait`);
  }
  const count = next === null ? rows.length : countedMax + randomInt(10 ** 9);
  const invoice = sampleInvoice(count);
  const proposed = await evaluateAndOpen(context, {
    action: sampleAction(invoice),
    principal: samplePrincipal(),
    audience: sampleExecutor,
    agentReasoning: sampleReasoning(invoice),
  });
  if (!proposed.ok) return proposed;
  const { value } = proposed;
  if (value.verdict === 'require_approval') return { ok: true, value };
  const { policy_rule_id } = value.decision;
  return refuse('sample_without_approval', `${policy_rule_id} says ${value.verdict}`);
}
