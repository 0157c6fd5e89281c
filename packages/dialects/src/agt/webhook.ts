import type { ApproverDecision } from '@countersign/protocol/chain';
import { Digest, equalDigests } from '@countersign/protocol/crypto';
import { type JsonLimits, parserOf, parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import type { ApprovalRequest } from '@countersign/protocol/request';
import { Name, Prose } from '@countersign/protocol/value';
import * as z from 'zod';
import { type AgtVerdict, accepted, refused } from './agt-verdict.ts';
import { agtInputDigest, presentedMembers } from './digests.ts';
import { AgtApprovalRequest, agtSchemaVersion } from './records.ts';
import { toAgtRequest } from './to-records.ts';

const {
  requested_at: _at,
  status: _status,
  fail_closed_on_timeout: _fails,
  ...presented
} = AgtApprovalRequest.shape;

/** What is posted to a webhook, schema version 1.0: the members that the input digest covers, and that digest. */
export const AgtWebhookRequest = z
  .strictObject({
    schema_version: z.literal(agtSchemaVersion),
    type: z.literal('approval_request'),
    ...presented,
    input_digest: Digest,
  })
  .refine(({ input_digest, ...members }) => equalDigests(agtInputDigest(members), input_digest), {
    path: ['input_digest'],
    message: 'expected the digest of what is presented',
  });
export type AgtWebhookRequest = z.infer<typeof AgtWebhookRequest>;

const parseWebhookRequest = parserOf('AgtWebhookRequest', AgtWebhookRequest);

const Assertion = z.string().max(16_384);

/**
 * The answer of a webhook. It echoes the request that it answers, and says yes or no once: as `approved` or as
 * `decision`. `approver` is only words. The transport and its assertion show who decided, and this member never does
 * (ID-1).
 */
export const AgtWebhookResponse = z
  .strictObject({
    schema_version: z.literal(agtSchemaVersion).optional(),
    // An echo is compared, so its form must be that of the request.
    approval_request_id: Name,
    action_digest: Name,
    approved: z.boolean().optional(),
    decision: z.enum(['allow', 'deny']).optional(),
    approver: Name.optional(),
    reason: Prose.optional(),
    // These echoes are optional. They are compared where they are present.
    input_digest: Name.optional(),
    policy_version: Name.optional(),
    approval_chain_version: Name.optional(),
    assertion: Assertion.optional(),
    // Other members that upstream's verifiers and ports find in an answer. All but the assertion are claims, and are
    // ignored.
    identity_assertion: Assertion.optional(),
    identity_assurance: Name.optional(),
    approver_kind: Name.optional(),
    roles: z.array(Name).max(256).optional(),
    chain_entry_id: Name.optional(),
  })
  .refine(({ approved, decision }) => (approved === undefined) !== (decision === undefined), {
    path: ['approved'],
    message: 'expected either approved or decision',
  })
  .refine(({ assertion, identity_assertion: other }) => !(assertion !== undefined && other), {
    path: ['identity_assertion'],
    message: 'expected one assertion',
  });
export type AgtWebhookResponse = z.infer<typeof AgtWebhookResponse>;

const parseWebhookResponse = parserOf('AgtWebhookResponse', AgtWebhookResponse);

/** A webhook's answer is small. What is not is refused before it is read. */
export const webhookLimits: JsonLimits = { depthMax: 8, bytesMax: 65_536 };

/** AGT's marks for an invalid answer, as its audit shows them. */
export const webhookMarks = {
  binding: 'webhook:binding-mismatch',
  rejected: 'webhook:rejected',
  error: 'system:webhook-error',
} as const;

export function toAgtWebhookRequest(request: ApprovalRequest): AgtWebhookRequest {
  const members = presentedMembers(toAgtRequest(request, 'pending'));
  return {
    schema_version: agtSchemaVersion,
    type: 'approval_request',
    ...members,
    input_digest: agtInputDigest(members),
  };
}

/** Reads a body that AGT posted. Throws what is wrong with it. */
export function fromAgtWebhookRequest(body: string | Uint8Array): AgtWebhookRequest {
  return parseWebhookRequest(parseStrict(body, webhookLimits), webhookLimits);
}

export function toAgtWebhookResponse(
  request: AgtWebhookRequest,
  answer: {
    readonly decision: ApproverDecision;
    readonly approver: string;
    readonly reason: string;
  },
): AgtWebhookResponse {
  return {
    schema_version: agtSchemaVersion,
    approval_request_id: request.approval_request_id,
    action_digest: request.action_digest,
    approved: answer.decision === 'allow',
    approver: answer.approver,
    reason: answer.reason,
    input_digest: request.input_digest,
    policy_version: request.policy_version,
    approval_chain_version: request.approval_chain_version,
  };
}

/** What an answer says, without a word about who gave it. */
export interface AnsweredDecision {
  readonly decision: ApproverDecision;
  readonly reason: string;
  /** As the body has it; unverified, for people to read. */
  readonly claimed_approver: string | null;
  /** To be verified by a holder of the issuer's key. */
  readonly assertion: string | null;
}

export type WebhookVerdict = AgtVerdict<AnsweredDecision> & { readonly mark: string | null };

/** Reads the body of an answer to one request. A failed one changes no state and does not count as a deny (TR-5). */
export function fromAgtWebhookResponse(
  body: string | Uint8Array,
  request: AgtWebhookRequest,
): WebhookVerdict {
  // Upstream treats invalid JSON as a transport fault, and valid JSON as an answer that is not a yes.
  let mark: string = webhookMarks.error;
  let response: AgtWebhookResponse;
  try {
    const value = parseStrict(body, webhookLimits);
    mark = webhookMarks.rejected;
    response = parseWebhookResponse(value, webhookLimits);
  } catch (error) {
    const detail = error instanceof ProtocolError ? error.message : 'reading the answer failed';
    return { ...refused('internal_error', 'answer_malformed', detail), mark };
  }
  const differing = echoes.find(
    member => response[member] !== undefined && response[member] !== request[member],
  );
  if (differing !== undefined) {
    const detail = `${differing} is not that of the request`;
    return {
      ...refused('action_digest_mismatch', 'answer_binding_mismatch', detail),
      mark: webhookMarks.binding,
    };
  }
  const allows = response.approved === true || response.decision === 'allow';
  const value: AnsweredDecision = {
    decision: allows ? 'allow' : 'deny',
    reason: response.reason ?? '',
    claimed_approver: response.approver ?? null,
    assertion: response.assertion ?? response.identity_assertion ?? null,
  };
  return { ...accepted(value), mark: allows ? null : webhookMarks.rejected };
}

const echoes = [
  'approval_request_id',
  'action_digest',
  'input_digest',
  'policy_version',
  'approval_chain_version',
] as const;
