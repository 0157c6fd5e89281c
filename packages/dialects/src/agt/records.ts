import { ActionBinding } from '@countersign/protocol/action';
import { Digest } from '@countersign/protocol/crypto';
import { parserOf } from '@countersign/protocol/json';
import { PolicyVerdict } from '@countersign/protocol/request';
import {
  ApprovalRequestId,
  ApprovalResolutionId,
  ChainEntryId,
  Name,
  PolicyDecisionId,
} from '@countersign/protocol/value';
import * as z from 'zod';
import { AgtTime } from './python-time.ts';

/** The version of the binding and of the webhook contract. Another one is another form, and is refused. */
export const agtSchemaVersion = '1.0';

/** Ours and AGT's are one object, member by member, and so is its digest. */
export const AgtActionBinding = ActionBinding;
export type AgtActionBinding = ActionBinding;

const Resource = z.string().min(1).max(4096).nullable();

export const AgtPolicyDecision = z.strictObject({
  policy_decision_id: PolicyDecisionId,
  verdict: PolicyVerdict,
  action_digest: Digest,
  policy_rule_id: Name,
  policy_version: Name,
  approval_chain_id: Name.nullable(),
  approval_chain_version: Name.nullable(),
  decided_at: AgtTime,
});
export type AgtPolicyDecision = z.infer<typeof AgtPolicyDecision>;

export const AgtRequestStatus = z.enum([
  'pending',
  'allowed',
  'denied',
  'expired',
  'cancelled',
  'consumed',
]);
export type AgtRequestStatus = z.infer<typeof AgtRequestStatus>;

export const AgtApprovalRequest = z.strictObject({
  approval_request_id: ApprovalRequestId,
  policy_decision_id: PolicyDecisionId,
  action_digest: Digest,
  agent_id: Name,
  subject_id: Name.nullable(),
  operation: Name,
  target_resource: Resource,
  policy_version: Name,
  approval_chain_id: Name,
  approval_chain_version: Name,
  requested_at: AgtTime,
  expires_at: AgtTime,
  status: AgtRequestStatus,
  // AGT accepts false and ignores it. A request that a timeout would allow cannot be written here (TM-4).
  fail_closed_on_timeout: z.literal(true),
});
export type AgtApprovalRequest = z.infer<typeof AgtApprovalRequest>;

export const AgtChainEntry = z.strictObject({
  approval_request_id: ApprovalRequestId,
  chain_entry_id: ChainEntryId,
  stage_index: z.int().min(0).max(31),
  approver_kind: z.enum(['human', 'service', 'llm_advisory']),
  approver_identity: Name,
  identity_assurance: Name,
  decision: z.enum(['allow', 'deny']),
  // AGT's default is the empty word: its approver gave no code.
  reason_code: z.union([z.literal(''), Name]),
  input_digest: Digest,
  previous_entry_digest: Digest.nullable(),
  decided_at: AgtTime,
  entry_digest: Digest,
});
export type AgtChainEntry = z.infer<typeof AgtChainEntry>;

export const AgtResolution = z.strictObject({
  approval_resolution_id: ApprovalResolutionId,
  approval_request_id: ApprovalRequestId,
  outcome: z.enum(['allow', 'deny', 'expired']),
  action_digest: Digest,
  policy_version: Name,
  approval_chain_version: Name,
  final_entry_digest: Digest.nullable(),
  resolved_at: AgtTime,
});
export type AgtResolution = z.infer<typeof AgtResolution>;

export const AgtStage = z.strictObject({
  stage_index: z.int().min(0).max(31),
  allowed_identities: z.array(Name).max(4096),
  allowed_roles: z.array(Name).max(256),
  required: z.boolean(),
});
export type AgtStage = z.infer<typeof AgtStage>;

export const AgtChain = z
  .strictObject({ chain_id: Name, version: Name, stages: z.array(AgtStage).min(1).max(32) })
  // AGT finds a stage by its number, wherever in the list it stands.
  .transform(chain => ({
    ...chain,
    stages: [...chain.stages].sort((a, b) => a.stage_index - b.stage_index),
  }))
  .refine(({ stages }) => stages.every(({ stage_index }, index) => stage_index === index), {
    path: ['stages'],
    message: 'expected stages that are numbered from 0, each number once',
  });
export type AgtChain = z.infer<typeof AgtChain>;

/** What we know and AGT's records have no member for. The records beside it are AGT's own and nothing else. */
export const AgtExtension = z.strictObject({
  form: z.literal('countersign/agt/1'),
  /** Every event of the request, from which all the rest follows. */
  events: z.array(z.record(z.string(), z.unknown())).min(2).max(4096),
  /** Of the events. It has no key, so it notices an accident and not a forger. */
  events_digest: Digest,
});
export type AgtExtension = z.infer<typeof AgtExtension>;

/** All records of one request. */
export const AgtRecords = z.strictObject({
  schema_version: z.literal(agtSchemaVersion),
  policy_decision: AgtPolicyDecision,
  approval_request: AgtApprovalRequest,
  chain: AgtChain,
  chain_entries: z.array(AgtChainEntry).max(3200),
  resolution: AgtResolution.nullable(),
  countersign: AgtExtension.nullable().default(null),
});
export type AgtRecords = z.infer<typeof AgtRecords>;

export const parseAgtPolicyDecision = parserOf('AgtPolicyDecision', AgtPolicyDecision);
export const parseAgtApprovalRequest = parserOf('AgtApprovalRequest', AgtApprovalRequest);
export const parseAgtChainEntry = parserOf('AgtChainEntry', AgtChainEntry);
export const parseAgtResolution = parserOf('AgtResolution', AgtResolution);
export const parseAgtChain = parserOf('AgtChain', AgtChain);
export const parseAgtRecords = parserOf('AgtRecords', AgtRecords);
