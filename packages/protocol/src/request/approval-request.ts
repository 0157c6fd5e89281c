import * as z from 'zod';
import { AllowanceLimits } from '../allowance/allowance-terms.ts';
import { Digest, sha256, sha256OfPlain } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { ApprovalRequestId, CaseId, IntentId, PolicyDecisionId } from '../value/ids.ts';
import { Risk } from '../value/risk.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Trace } from '../value/trace.ts';
import { Name, Prose, Seconds } from '../value/wire-text.ts';
import { AmendTerms, amendmentsMax, EarlierVersion } from './amend-terms.ts';

/** Where the question is put. `name` says which configured channel or webhook, where there are several. */
export const Route = z.strictObject({
  kind: z.enum(['same_conversation', 'admin_channel', 'webhook']),
  name: Name.nullable().default(null),
});
export type Route = z.infer<typeof Route>;

/** A fact about the world that the executor measures when it asks and again when it runs (AB-7). */
export const Precondition = z.strictObject({ name: Name, digest: Digest });
export type Precondition = z.infer<typeof Precondition>;

export const Scope = z.strictObject({
  plan_id: Name.nullable().default(null),
  step_id: Name.nullable().default(null),
  session_id: Name.nullable().default(null),
  tool_call_id: Name.nullable().default(null),
});
export type Scope = z.infer<typeof Scope>;

const preconditions = z
  .array(Precondition)
  .max(64)
  .refine(list => new Set(list.map(({ name }) => name)).size === list.length, {
    message: 'expected each precondition once',
  });

/** The durable question put to approvers about one exact action. */
export const ApprovalRequest = z
  .strictObject({
    approval_request_id: ApprovalRequestId,
    case_id: CaseId,
    round: z.int().min(1).max(1000),
    supersedes: ApprovalRequestId.nullable().default(null),
    policy_decision_id: PolicyDecisionId,
    action_digest: Digest,
    intent_id: IntentId,
    agent_id: Name,
    subject_id: Name.nullable().default(null),
    requested_by: z.strictObject({ principal_id: Name, role: Name.nullable().default(null) }),
    operation: Name,
    target_resource: z.string().min(1).max(4096).nullable().default(null),
    tool_definition_digest: Digest.nullable().default(null),
    policy_version: Name,
    approval_chain_id: Name,
    approval_chain_version: Name,
    requested_at: Timestamp,
    expires_at: Timestamp,
    execute_within_seconds: Seconds,
    audience: Name,
    risk: Risk,
    reason: Prose,
    preconditions: preconditions.default([]),
    scope: Scope,
    route: Route,
    // Not a setting: there is no way to write a request that a timeout would allow (TM-4).
    fail_closed_on_timeout: z.literal(true),
    trace: Trace.nullable().default(null),
    trace_digest: Digest.nullable().default(null),
    external_ids: z.record(Name, Name).default({}),
    // The agent's own words: quoted, labelled, never a fact.
    agent_reasoning: z.string().max(131_072).nullable().default(null),
    // Form 2. Each member is written where it is used, and is absent otherwise: so form 1 keeps its digests.
    // What a reviewer may change; present where the asking side and the rule both permit it.
    amendable: AmendTerms.optional(),
    // The versions before this one, the oldest first.
    amends: z.array(EarlierVersion).min(1).max(amendmentsMax).optional(),
    // When the first round of the case was asked; present where a stage of the chain escalates (ES-1).
    asked_since: Timestamp.optional(),
    // What an allowance that starts from this request may be; present where every rule that asks admits allowances.
    allowable: AllowanceLimits.optional(),
  })
  .refine(request => (request.round === 1) === (request.supersedes === null), {
    path: ['supersedes'],
    message: 'expected the superseded request in every round but the first',
  })
  .refine(request => request.requested_at < request.expires_at, {
    path: ['expires_at'],
    message: 'expected a time after requested_at',
  })
  .refine(
    ({ trace, trace_digest }) =>
      trace === null || (trace_digest !== null && trace_digest === sha256(trace)),
    { path: ['trace_digest'], message: 'expected the digest of the trace' },
  );
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

export const parseApprovalRequest = parserOf('ApprovalRequest', ApprovalRequest);

/**
 * What the approver is answering: every member of the request except the trace, which its digest stands
 * for, so that a trace can be erased without changing what was decided.
 */
export function inputDigest(request: ApprovalRequest): Digest {
  const { trace: _trace, ...presented } = request;
  return sha256OfPlain(presented);
}
