import { Digest } from '@countersign/protocol/crypto';
import { PolicyVerdict } from '@countersign/protocol/request';
import { Name, RiskLevel, reversibilities } from '@countersign/protocol/value';
import * as z from 'zod';

/** An action that policy allowed or denied without asking anyone. */
export const UnaskedRow = z.object({
  policy_decision_id: z.string(),
  verdict: PolicyVerdict,
  agent_id: z.string(),
  tool_name: z.string(),
  decided_at: z.string(),
  action_digest: Digest,
  risk_level: RiskLevel,
  policy_rule_id: z.string(),
  policy_version: z.string(),
  /** What the policy kept besides agent and tool; null where it keeps nothing more. */
  kept: z.enum(['resource', 'parameters']).nullable(),
  /** When that is erased. */
  kept_until: z.string().nullable(),
  /** False where the caller may not see what was kept. */
  values: z.boolean(),
  /** The reasons of the policy; empty without values. */
  reasons: z.array(z.string()),
  /** Null where it was not kept, was erased, or may not be seen. */
  resource: z.string().nullable(),
  /** The canonical bytes of the action, under the same condition. */
  action_text: z.string().nullable(),
});
export type UnaskedRow = z.infer<typeof UnaskedRow>;

export const UnaskedPage = z.object({
  rows: z.array(UnaskedRow),
  /** Send it as `after` to look further back. Null at the beginning. A page may be empty and still have a next one. */
  next: z.string().nullable(),
  /** How many answers and other events were read for this page. */
  looked: z.int(),
});
export type UnaskedPage = z.infer<typeof UnaskedPage>;

export const UnaskedQuery = z.strictObject({
  agent_id: Name.optional(),
  tool_name: Name.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  after: z
    .string()
    .regex(/^[1-9][0-9]{0,9}\.[0-9]{1,16}(\.[1-9][0-9]?)?$/)
    .optional(),
});
/** As a client writes it. */
export interface UnaskedQuery {
  readonly agent_id?: string;
  readonly tool_name?: string;
  readonly limit?: number;
  readonly after?: string | null;
}

/** What is known of a tool that was seen, and who says so. */
export const SeenTool = z.object({
  tool: z.string(),
  effect: z.string(),
  reversibility: z.enum(reversibilities),
  /** `nothing`: neither the operator nor the catalogue nor the words of its name. */
  known_by: z.enum(['declaration', 'catalogue', 'name', 'nothing']),
  /** Why it is rated so, in a sentence. */
  why: z.string(),
  /** How often policy asked a person, and how often it answered by itself. */
  asked: z.int(),
  unasked: z.int(),
  last_seen: z.string(),
  /** The line of YAML that declares it; null where the operator has declared it. */
  declaration: z.string().nullable(),
});
export type SeenTool = z.infer<typeof SeenTool>;

export const SeenTools = z.object({
  tools: z.array(SeenTool),
  /** False while earlier events are still to be read: ask again. */
  is_complete: z.boolean(),
  /** The most tools that are listed; more were seen where there are as many. */
  tools_max: z.int(),
});
export type SeenTools = z.infer<typeof SeenTools>;

/** The same action, approved again and again and never rejected. It changes nothing by itself (UA-3). */
export const PolicyProposal = z.object({
  action_digest: Digest,
  agent_id: z.string(),
  tool_name: z.string(),
  /** The rule that asked each time. */
  policy_rule_id: z.string(),
  risk_level: RiskLevel,
  approvals: z.int(),
  first_at: z.string(),
  last_at: z.string(),
  last_request_id: z.string(),
  /** The sentence about the action; without values where the caller may not see them. */
  title: z.string(),
  /** A condition that fits this action alone. Null where it may not be seen, was erased, or would be too long. */
  condition: z.string().nullable(),
});
export type PolicyProposal = z.infer<typeof PolicyProposal>;

export const PolicyProposals = z.object({
  proposals: z.array(PolicyProposal),
  /** How many approvals make a proposal. */
  approvals_min: z.int(),
  /** How many of the latest decided requests were looked at. */
  looked: z.int(),
});
export type PolicyProposals = z.infer<typeof PolicyProposals>;

export const ProposalsQuery = z.strictObject({
  approvals_min: z.coerce.number().int().min(2).max(100).default(5),
});
