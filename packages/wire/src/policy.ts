import { ActionBinding } from '@countersign/protocol/action';
import { Chain } from '@countersign/protocol/chain';
import type {} from '@countersign/protocol/json';
import { PolicyVerdict, Route } from '@countersign/protocol/request';
import { Risk, RiskLevel } from '@countersign/protocol/value';
import * as z from 'zod';
import { PlainObject, unread } from './sent.ts';

export const PolicyLayer = z.enum(['system', 'operator', 'user']);
export type PolicyLayer = z.infer<typeof PolicyLayer>;

/** A document of a policy, as it is sent. */
export const PolicyFile = z.strictObject({
  name: z.string().min(1).max(256),
  text: z.string().max(1_048_576),
  layer: PolicyLayer.default('operator'),
});
export type PolicyFile = z.input<typeof PolicyFile>;

const files = z.array(PolicyFile).min(1).max(64);

export const PolicyCheckBody = z.strictObject({ files });
/** The documents to put in force; the files of the operator, as the server reads them, where none are given. */
export const PolicyRequestBody = z.strictObject({ files: files.optional() });
export const PolicyExplainBody = z.strictObject({
  action: unread(ActionBinding),
  context: PlainObject.default({}),
  files: files.optional(),
});

/** A rule as its document states it. */
export const PolicyRule = z.object({
  id: z.string(),
  file: z.string(),
  line: z.int(),
  layer: PolicyLayer,
  mode: z.enum(['enforce', 'observe']),
  /** Null for a rule that only annotates, raises the risk, or demands seals or durable audit. */
  outcome: PolicyVerdict.nullable(),
  match: z.array(z.object({ dimension: z.string(), patterns: z.array(z.string()) })),
  condition: z.string().nullable(),
  chain: z.string().nullable(),
  risk: RiskLevel.nullable(),
  sealed: z.array(z.string()),
  reason: z.string().nullable(),
});
export type PolicyRule = z.infer<typeof PolicyRule>;

/** The documents in force, and what they say. */
export const PolicyFacts = z.object({
  version: z.string(),
  files: z.array(z.object({ name: z.string(), text: z.string(), layer: PolicyLayer })),
  observing: z.array(z.string()),
  warnings: z.array(z.string()),
  rules: z.array(PolicyRule),
  /** What holds where no rule of a layer speaks. */
  defaults: z.array(z.object({ layer: PolicyLayer, outcome: PolicyVerdict })),
  chains: z.array(Chain),
  /** The chain of each kind of change of Countersign itself; null where none is under a chain. */
  governance: z.record(z.string(), z.string()).nullable(),
  /** What the files of the operator say, where that is not in force. */
  pending: z
    .object({
      /** Null where the files have problems. */
      version: z.string().nullable(),
      problems: z.array(z.string()),
      /** The documents that differ, each with every line that goes or comes. */
      difference: z.array(z.object({ of: z.string(), lines: z.string() })),
    })
    .nullable(),
});
export type PolicyFacts = z.infer<typeof PolicyFacts>;

const PreviewedRequest = z.object({
  approval_request_id: z.string(),
  agent_id: z.string(),
  tool_name: z.string(),
});

/** Which pending requests would end, and which would stay open, once other documents are in force. */
export const PolicyPreview = z.object({
  /** The version that the requests were evaluated under; null where no other sound documents wait. */
  version: z.string().nullable(),
  ends: z.array(PreviewedRequest.extend({ reason: z.string() })),
  stays: z.array(PreviewedRequest),
  evaluated_at: z.string(),
  /** False where there are pending requests that were not evaluated. */
  is_complete: z.boolean(),
});
export type PolicyPreview = z.infer<typeof PolicyPreview>;

export const PolicyCheck = z.object({
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type PolicyCheck = z.infer<typeof PolicyCheck>;

/** What a policy answers to an action, and why. */
export const Explained = z.object({
  verdict: PolicyVerdict,
  policy_version: z.string(),
  /** What decided, in the order of weight: rules, defaults, or parts of the evaluator. */
  grounds: z.array(z.object({ id: z.string(), verdict: PolicyVerdict, reason: z.string() })),
  /** Every rule that matched, also those that did not decide. */
  rules: z.array(
    z.object({
      id: z.string(),
      file: z.string(),
      line: z.int(),
      layer: PolicyLayer,
      outcome: PolicyVerdict.nullable(),
      because: z.array(z.string()),
    }),
  ),
  risk: Risk,
  /** How far the action can be reversed. */
  reversibility: z.enum(['read_only', 'reversible', 'externally_reversible', 'irreversible']),
  chain: Chain.nullable(),
  route: Route,
  expires_in_seconds: z.int(),
  execute_within_seconds: z.int(),
  audit_sync: z.boolean(),
  /** What documents that only observe would have answered. */
  observed: z.array(
    z.object({
      file: z.string(),
      version: z.string(),
      /** Null where the document had nothing to say. */
      verdict: PolicyVerdict.nullable(),
      rule_id: z.string().nullable(),
    }),
  ),
});
export type Explained = z.infer<typeof Explained>;

export const PolicyExplanation = z.object({ explanation: Explained, text: z.string() });
export type PolicyExplanation = z.infer<typeof PolicyExplanation>;
