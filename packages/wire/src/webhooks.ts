import { EntrySubmission } from '@countersign/protocol/chain';
import { Digest } from '@countersign/protocol/crypto';
import type {} from '@countersign/protocol/json';
import { ApprovalRequest } from '@countersign/protocol/request';
import {
  ApprovalRequestId,
  ChainEntryId,
  Name,
  PolicyDecisionId,
  Timestamp,
} from '@countersign/protocol/value';
import * as z from 'zod';

/** The version of what is sent and of what is taken as an answer. Another one is not an answer (TR-1). */
export const webhookSchemaVersion = '1.0';

/** What binds a question and its answer to each other: every member comes back unchanged (TR-2). */
export const WebhookBinding = z.strictObject({
  approval_request_id: ApprovalRequestId,
  policy_decision_id: PolicyDecisionId,
  action_digest: Digest,
  input_digest: Digest,
  policy_version: Name,
  approval_chain_version: Name,
  expires_at: Timestamp,
});
export type WebhookBinding = z.infer<typeof WebhookBinding>;

/** The question that an approval service receives. */
export const ApprovalWebhook = z.strictObject({
  schema_version: z.literal(webhookSchemaVersion),
  type: z.literal('approval_request'),
  binding: WebhookBinding,
  /** What the action does, as every list and screen says it. It is for people, and binds nothing. */
  sentence: z.string(),
  /** The stage that is to be decided. */
  stage_index: z.int().min(0),
  request: ApprovalRequest,
  /** The request and its action in full, signed by this server. */
  request_artifact: z.string(),
  answer_url: z.string(),
});
export type ApprovalWebhook = z.infer<typeof ApprovalWebhook>;

const { stage_index, decision, reason_code, reason, summary } = EntrySubmission.shape;

/**
 * What an approval service sends back, in a call of its own. Nothing in it is a name: who decided is said by the
 * assertion of the issuer, or is the service itself (ID-1).
 */
export const ApprovalAnswer = z.strictObject({
  schema_version: z.literal(webhookSchemaVersion),
  type: z.literal('approval_answer'),
  binding: WebhookBinding,
  stage_index,
  decision,
  reason_code,
  reason,
  summary,
  /** A JWT of the issuer that the endpoint is configured with; null where the service itself decides. */
  person_assertion: z.string().min(1).max(16_384).nullable(),
});
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** What the service is told: the decision as it stands in the chain, the same at every repetition. */
export const AnswerReceipt = z.strictObject({
  approval_request_id: ApprovalRequestId,
  chain_entry_id: ChainEntryId,
  stage_index,
  decision,
  entry_digest: Digest,
  decided_at: Timestamp,
});
export type AnswerReceipt = z.infer<typeof AnswerReceipt>;

/** The outcome that an agent is told. With an allow comes the grant, so that a suspended run goes on by itself. */
export const CallbackWebhook = z.strictObject({
  schema_version: z.literal(webhookSchemaVersion),
  type: z.literal('request_outcome'),
  event: z.string(),
  binding: WebhookBinding,
  /** What the action does, as every list and screen says it. It is for people, and binds nothing. */
  sentence: z.string(),
  status: z.string(),
  outcome: z.string(),
  retry: z.string(),
  /** The page where people see the request. */
  url: z.string().nullable(),
  /** What the reviewer wrote, where one did. */
  reason: z.string().nullable(),
  grant: z.string().nullable(),
});
export type CallbackWebhook = z.infer<typeof CallbackWebhook>;

/** An alarm: the executor reports that it ran another action than the approved one. */
export const DivergenceWebhook = z.strictObject({
  schema_version: z.literal(webhookSchemaVersion),
  type: z.literal('execution_diverged'),
  binding: WebhookBinding,
  /** What the action does, as every list and screen says it. It is for people, and binds nothing. */
  sentence: z.string(),
  executor: Name,
  /** The digest of what the executor says it ran. What was approved is `action_digest` of the binding. */
  final_action_digest: Digest,
  /** The page where people see the request. */
  url: z.string().nullable(),
});
export type DivergenceWebhook = z.infer<typeof DivergenceWebhook>;

export const WebhookParams = z.strictObject({ endpoint: Name });
