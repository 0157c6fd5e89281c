import * as z from 'zod';
import { Chain } from '../chain/chain.ts';
import { ApproverDecision, ChainEntry } from '../chain/chain-entry.ts';
import { Digest } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { eventForm, RecordedRefusal } from '../stream/event-form.ts';
import { Actor } from '../value/actor.ts';
import {
  ApprovalRequestId,
  ApprovalResolutionId,
  ChainEntryId,
  GrantId,
  PersonId,
  PolicyDecisionId,
  QuestionId,
  StoreId,
} from '../value/ids.ts';
import { Name, Prose } from '../value/wire-text.ts';
import { Advice } from './advice.ts';
import { amendmentsMax } from './amend-terms.ts';
import { ApprovalRequest } from './approval-request.ts';
import { PolicyDecision } from './policy-decision.ts';
import { AnswerText, QuestionText } from './question-text.ts';
import { Receipt } from './receipt.ts';
import { ReleaseVerdict } from './release-review.ts';
import { Resolution } from './resolution.ts';

/** What may be in the stream of one approval request; its state is the fold of these. */
export const RequestEvent = z.discriminatedUnion('type', [
  eventForm('policy.decided', z.strictObject({ decision: PolicyDecision })),
  eventForm(
    'request.opened',
    z.strictObject({
      request: ApprovalRequest,
      // The request names the action by digest only; lists need to say which tool it is for.
      tool_name: Name,
      chain: Chain,
      parties: z.strictObject({
        requester: PersonId.nullable(),
        subject: PersonId.nullable(),
        agent_owner: PersonId.nullable(),
        // Form 2: who changed the action beyond a pure narrowing.
        authors: z.array(PersonId).min(1).max(amendmentsMax).optional(),
      }),
      // What is new about this round, in the asker's words; null in the first.
      change: Prose.nullable(),
      // The life of the store that it belongs to; no later one decides it (EV-10).
      epoch: z.int().min(1),
    }),
  ),
  // What the policy now in force answered for the same action and context: the same, but for its words.
  eventForm(
    'request.reaffirmed',
    z.strictObject({ decision: PolicyDecision, previous_policy_version: Name }),
  ),
  eventForm('entry.recorded', z.strictObject({ entry: ChainEntry })),
  eventForm(
    'entry.refused',
    z.strictObject({
      chain_entry_id: ChainEntryId,
      stage_index: z.int(),
      decision: ApproverDecision,
      by: Actor,
      refusal: RecordedRefusal,
    }),
  ),
  eventForm('advice.recorded', z.strictObject({ advice: Advice })),
  // Words between a person and the agent. They decide nothing and are no part of what is shown and signed (QA-4).
  eventForm(
    'question.asked',
    z.strictObject({ question_id: QuestionId, by: PersonId, text: QuestionText }),
  ),
  eventForm('question.answered', z.strictObject({ question_id: QuestionId, text: AnswerText })),
  eventForm('request.allowed', z.strictObject({ resolution: Resolution })),
  eventForm('request.denied', z.strictObject({ resolution: Resolution })),
  // An operator lifted a rejection that was for good: the action may be asked again.
  eventForm('rejection.lifted', z.strictObject({ by: Actor, reason: Prose })),
  // Another person closed the review of an action that one person released alone.
  eventForm(
    'release.reviewed',
    z.strictObject({ by: PersonId, verdict: ReleaseVerdict, findings: Prose }),
  ),
  eventForm('request.expired', z.strictObject({ resolution: Resolution })),
  eventForm(
    'request.cancelled',
    z.strictObject({
      resolution: Resolution,
      by: Actor,
      cause: z.enum(['withdrawn', 'policy_changed', 'chain_changed', 'epoch_changed', 'locked']),
      reason: Prose,
    }),
  ),
  // A reviewer changed the action: the changed one is asked under the request that takes its place.
  eventForm(
    'request.amended',
    z.strictObject({
      resolution: Resolution,
      superseded_by: ApprovalRequestId,
      by: Actor,
      reason: Prose,
    }),
  ),
  // The grant itself follows from the request and its resolution; this says who issued it, and in which life.
  eventForm(
    'grant.issued',
    z.strictObject({ grant_id: GrantId, issuer: Name, store_id: StoreId, epoch: z.int().min(1) }),
  ),
  eventForm('grant.expired', z.strictObject({ grant_id: GrantId })),
  eventForm('grant.revoked', z.strictObject({ grant_id: GrantId, by: Actor, reason: Prose })),
  eventForm('grant.consumed', z.strictObject({ grant_id: GrantId, receipt: Receipt })),
  eventForm(
    'execution.allowed',
    z.strictObject({
      policy_decision_id: PolicyDecisionId,
      approval_request_id: ApprovalRequestId,
      approval_resolution_id: ApprovalResolutionId,
      action_digest: Digest,
      policy_version: Name,
      approval_chain_version: Name,
      executor: Name,
      attempt: Name,
      trace_id: Name.nullable(),
    }),
  ),
  eventForm(
    'execution.refused',
    z.strictObject({
      executor: Name,
      attempt: Name,
      action_digest: Digest,
      step: Name,
      refusal: RecordedRefusal,
    }),
  ),
  eventForm('execution.reported', z.strictObject({ receipt: Receipt })),
  eventForm('execution.reconciled', z.strictObject({ receipt: Receipt, by: Actor, reason: Prose })),
]);
export type RequestEvent = z.infer<typeof RequestEvent>;

export type RequestEventOf<Type extends RequestEvent['type']> = Extract<
  RequestEvent,
  { type: Type }
>;

export const parseRequestEvent = parserOf('RequestEvent', RequestEvent);
