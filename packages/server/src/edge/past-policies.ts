import type { EvaluatePast } from '@countersign/coordinator';
import { type Policy, readDocuments } from '@countersign/policy';
import type { Digest } from '@countersign/protocol/crypto';
import type { App } from '../app.ts';

/** An edge is at most minutes behind, so few policies of the past are asked for. */
const keptMax = 4;

const kept = new WeakMap<App, Map<Digest, Policy>>();

/**
 * Evaluates with a policy that is no longer in force. The server judges the decisions of an edge by the policy under
 * which the edge made them. The time counts for the caller, as with any evaluation (HI-3).
 */
export function evaluatePast(app: App): EvaluatePast {
  return async (policyText, action, facts, caller) => {
    const policy = await policyOf(app, policyText);
    app.evaluations.admit(caller);
    return app.evaluations.inline(caller, () => policy.evaluate(action, facts));
  };
}

async function policyOf(app: App, policyText: Digest): Promise<Policy> {
  const policies = kept.get(app) ?? new Map<Digest, Policy>();
  kept.set(app, policies);
  const known = policies.get(policyText);
  if (known !== undefined) return known;
  const text = await app.context.store.readAction(policyText);
  if (text === null) throw new Error('the store does not keep these documents');
  const read = app.policySource.read(readDocuments(text));
  if (!read.ok) throw new Error(read.refusal.detail);
  policies.set(policyText, read.value);
  const [oldest] = policies.keys();
  if (policies.size > keptMax && oldest !== undefined) policies.delete(oldest);
  return read.value;
}
