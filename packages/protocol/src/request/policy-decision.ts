import * as z from 'zod';
import type { AllowanceLimits } from '../allowance/allowance-terms.ts';
import type { Chain } from '../chain/chain.ts';
import { Digest } from '../crypto/digest.ts';
import { checkerOf, parserOf } from '../json/parse-object.ts';
import { PolicyDecisionId } from '../value/ids.ts';
import { Risk } from '../value/risk.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Trace } from '../value/trace.ts';
import { Name, OpenObject, Prose } from '../value/wire-text.ts';
import type { AmendTerms } from './amend-terms.ts';
import type { Route } from './approval-request.ts';
import type { UnaskedRetention } from './unasked-answer.ts';

export const PolicyVerdict = z.enum(['allow', 'deny', 'require_approval']);
export type PolicyVerdict = z.infer<typeof PolicyVerdict>;

/** What a policy said about one exact action. `require_approval` always names a chain, the others never. */
export const PolicyDecision = z
  .strictObject({
    policy_decision_id: PolicyDecisionId,
    verdict: PolicyVerdict,
    action_digest: Digest,
    policy_rule_id: Name,
    policy_rule_ids: z.array(Name).max(4096),
    policy_version: Name,
    approval_chain_id: Name.nullable().default(null),
    approval_chain_version: Name.nullable().default(null),
    risk: Risk,
    // Metadata beside the verdict, never a verdict of its own.
    annotations: z
      .array(
        z.strictObject({
          kind: z.enum(['warn', 'log', 'audit']),
          policy_rule_id: Name,
          note: Prose,
        }),
      )
      .max(4096),
    reasons: z.array(Prose).max(4096),
    // What was evaluated besides the action, so that a replay is exact.
    context: OpenObject,
    decided_at: Timestamp,
    trace: Trace.nullable().default(null),
  })
  .refine(
    decision =>
      (decision.verdict === 'require_approval') === (decision.approval_chain_id !== null) &&
      (decision.approval_chain_id === null) === (decision.approval_chain_version === null),
    {
      path: ['approval_chain_id'],
      message: 'expected a chain with require_approval and only then',
    },
  );
export type PolicyDecision = z.infer<typeof PolicyDecision>;

export const parsePolicyDecision = parserOf('PolicyDecision', PolicyDecision);

/** For the recorder, which builds it of the checked context and of what policy answered. */
export const makePolicyDecision = checkerOf('PolicyDecision', PolicyDecision);

/**
 * The member of the context that names the tool server a credential attests. The coordinator writes it. A proposal that
 * brings it is refused, so that neither an agent nor its tool can vouch for itself.
 */
export const attestedServerMember = 'attested_tool_server';

/** The annotation under which a decision keeps how far its action can be reversed. */
export const reversibilityNote = 'risk.reversibility';

/** What a decision says about the undo of its action, or null where it was recorded before decisions said so. */
export function reversibilityOf({
  annotations,
}: Pick<PolicyDecision, 'annotations'>): string | null {
  return (
    annotations.find(({ policy_rule_id }) => policy_rule_id === reversibilityNote)?.note ?? null
  );
}

/** What a policy says about one action. The recorder adds the ids and the time. */
export interface Evaluation
  extends Pick<
    PolicyDecision,
    | 'verdict'
    | 'policy_rule_id'
    | 'policy_rule_ids'
    | 'policy_version'
    | 'risk'
    | 'annotations'
    | 'reasons'
    | 'context'
  > {
  /** With `require_approval`, and only then. */
  readonly chain: Chain | null;
  readonly reason: string;
  readonly route: Route;
  readonly expires_in_seconds: number;
  readonly execute_within_seconds: number;
  /** What a reviewer may change, where the rules that ask permit changes. */
  readonly amend?: AmendTerms | undefined;
  /** What an allowance for such an action may be, where the rules that ask admit allowances. */
  readonly allowable?: AllowanceLimits | undefined;
  /** The decision is durable before it is answered, also for a plain allow. */
  readonly audit_sync: boolean;
  /** What stays readable of the action where no one is asked; absent: its agent and its tool. */
  readonly unasked_retention?: UnaskedRetention;
}
