import { parserOf } from '@countersign/protocol/json';
import { type PolicyDecision, PolicyVerdict } from '@countersign/protocol/request';
import { Name, Prose } from '@countersign/protocol/value';
import * as z from 'zod';

/**
 * What AGT's evaluator hands its caller. `allowed` is kept for callers that know nothing else, and is false for a
 * suspended action; `outcome` is what says whether it is denied or waits. A result without it cannot be read.
 */
export const AgtPolicyResult = z
  .strictObject({
    allowed: z.boolean(),
    outcome: PolicyVerdict,
    policy_rule_id: Name,
    policy_version: Name,
    reason: Prose,
    annotations: z.array(z.enum(['warn', 'log', 'audit'])).max(4096),
  })
  .refine(({ allowed, outcome }) => allowed === (outcome === 'allow'), {
    path: ['allowed'],
    message: 'expected allowed to be true beside the outcome allow and only there',
  });
export type AgtPolicyResult = z.infer<typeof AgtPolicyResult>;

export const parseAgtPolicyResult = parserOf('AgtPolicyResult', AgtPolicyResult);

export function toAgtPolicyResult(decision: PolicyDecision): AgtPolicyResult {
  return {
    allowed: decision.verdict === 'allow',
    outcome: decision.verdict,
    policy_rule_id: decision.policy_rule_id,
    policy_version: decision.policy_version,
    reason: decision.reasons.join('; ').slice(0, 16_384),
    annotations: decision.annotations.map(({ kind }) => kind),
  };
}

/** The words of AGT and its policy engine for an outcome, each with the one of our three outcomes that it means. */
export const outcomeAliases = {
  allow: 'allow',
  deny: 'deny',
  require_approval: 'require_approval',
  escalate: 'require_approval',
  suspend: 'require_approval',
  // Observations come with an outcome of their own; alone they say that nothing stands in the way.
  warn: 'allow',
  log: 'allow',
  audit: 'allow',
} as const satisfies Record<string, PolicyVerdict>;

/** An undefined word is a deny, never an allow. */
export function outcomeOf(word: string): PolicyVerdict {
  return Object.hasOwn(outcomeAliases, word)
    ? outcomeAliases[word as keyof typeof outcomeAliases]
    : 'deny';
}
