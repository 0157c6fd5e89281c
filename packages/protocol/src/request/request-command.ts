import type { ActionBinding } from '../action/action-binding.ts';
import type { AllowanceEvidence } from '../allowance/judge-cover.ts';
import type { ApproverDirectory } from '../chain/approver-directory.ts';
import type { Chain } from '../chain/chain.ts';
import type { EntrySubmission } from '../chain/chain-entry.ts';
import type { PasskeyTrust } from '../chain/decision-assertion.ts';
import type { Parties } from '../chain/eligibility.ts';
import type { Digest } from '../crypto/digest.ts';
import type { LentRoles } from '../directory/delegation.ts';
import type { Lock } from '../directory/lock-target.ts';
import type { CaseState } from '../plan/approval-case.ts';
import type { Refusal } from '../reason/refusal.ts';
import type {
  ApprovalRequestId,
  ApprovalResolutionId,
  GrantId,
  QuestionId,
  ReceiptId,
} from '../value/ids.ts';
import type { Principal } from '../value/principal.ts';
import type { Advice } from './advice.ts';
import type { Version } from './amend-request.ts';
import type { ApprovalRequest } from './approval-request.ts';
import type { InForce } from './in-force.ts';
import type { Evaluation, PolicyDecision } from './policy-decision.ts';
import type { ReleaseVerdict } from './release-review.ts';
import type { ExecutionAttempt } from './verify-for-execution.ts';

export interface OpenRequest {
  readonly type: 'open';
  readonly request: ApprovalRequest;
  readonly policy_decision: PolicyDecision;
  readonly action: ActionBinding;
  readonly chain: Chain;
  readonly parties: Parties;
  readonly directory: ApproverDirectory;
  readonly approval_case: CaseState;
  readonly rounds_max: number;
  readonly change: string | null;
  /** Where the action is an amended one: the version before it, and its action. */
  readonly amends?: { readonly before: Version; readonly action: ActionBinding };
  /** The present one of the store; the commit guards it. */
  readonly epoch: number;
}

/** Ends a request because a reviewer changed its action; the same commit opens the changed one. */
export interface AmendRequest {
  readonly type: 'amend';
  readonly principal: Principal;
  readonly reason: string;
  /** The action that was asked, from its kept bytes. */
  readonly action: ActionBinding;
  /** The same action with other parameters. */
  readonly amended: ActionBinding;
  readonly superseded_by: ApprovalRequestId;
  readonly approval_case: CaseState;
  readonly in_force: InForce;
  readonly ids: { readonly approval_resolution_id: ApprovalResolutionId };
}

export interface RecordEntry {
  readonly type: 'record_entry';
  readonly submission: EntrySubmission;
  readonly principal: Principal;
  readonly in_force: InForce;
  readonly passkeys: PasskeyTrust;
  /** The digest of the view that this server renders for the request; null where it was not rendered. */
  readonly view_digest: Digest | null;
  readonly issuer: string;
  readonly ids: {
    readonly approval_resolution_id: ApprovalResolutionId;
    readonly grant_id: GrantId;
  };
  /** Whether an allow also ends with its request, as AGT's ADR 0030 has it. */
  readonly single_window?: boolean;
  /** Whether it is part of a batch that was judged as a whole. The signature of a batch counts only then (BA-2). */
  readonly in_batch?: boolean;
  /** The delegation that the decision names, as the directory has it now; absent where it has none to this person. */
  readonly lent?: LentRoles;
  /** Whether an earlier round of the case was denied. Absent where it is the first one. */
  readonly denied_before?: boolean;
  /** What the channel that it came by found wrong with it: then it counts for nothing, and that is kept. */
  readonly found?: Refusal;
}

/** Another person closes the review of an action that one person released alone (BG-3). */
export interface ReviewRelease {
  readonly type: 'review_release';
  readonly principal: Principal;
  readonly verdict: ReleaseVerdict;
  readonly findings: string;
}

/** Resolves a request that was opened in the same commit: an allowance covers its action. */
export interface CoverRequest {
  readonly type: 'cover';
  readonly action: ActionBinding;
  readonly allowance: AllowanceEvidence;
  /** Which use of the allowance it is. */
  readonly n: number;
  readonly in_force: InForce;
  readonly issuer: string;
  readonly ids: {
    readonly approval_resolution_id: ApprovalResolutionId;
    readonly grant_id: GrantId;
  };
  readonly single_window?: boolean;
}

export interface Advise {
  readonly type: 'advise';
  readonly advice: Advice;
}

/** A person asks the agent something; the request goes on. */
export interface AskQuestion {
  readonly type: 'ask';
  readonly principal: Principal;
  readonly question_id: QuestionId;
  readonly text: string;
}

/** The asking side answers a question. */
export interface AnswerQuestion {
  readonly type: 'answer';
  readonly principal: Principal;
  readonly question_id: QuestionId;
  readonly text: string;
}

export interface CancelRequest {
  readonly type: 'cancel';
  /** A caller who withdraws it, or what overtook it; a claimed change is checked against `in_force`. */
  readonly by: Principal | 'policy_changed' | 'chain_changed';
  readonly in_force: InForce;
  readonly reason: string;
  readonly ids: { readonly approval_resolution_id: ApprovalResolutionId };
}

/** Keeps a pending request open under a new policy that answers the same. */
export interface ReaffirmRequest {
  readonly type: 'reaffirm';
  readonly decision: PolicyDecision;
  readonly evaluation: Pick<
    Evaluation,
    'chain' | 'route' | 'expires_in_seconds' | 'execute_within_seconds' | 'amend' | 'allowable'
  >;
  readonly in_force: InForce;
}

export interface ExpireRequest {
  readonly type: 'expire';
  readonly ids: { readonly approval_resolution_id: ApprovalResolutionId };
}

export interface RevokeGrant {
  readonly type: 'revoke';
  readonly principal: Principal;
  readonly reason: string;
}

/** Lets an action be asked again that an approver rejected for good. */
export interface LiftRejection {
  readonly type: 'lift_rejection';
  readonly principal: Principal;
  readonly reason: string;
}

/** Revokes an allow of which an approver may no longer decide; `voters` as at a consume. */
export interface RevokeLeft {
  readonly type: 'revoke_left';
  readonly voters: ApproverDirectory;
}

/** Ends what an earlier life of the store left open, pending or allowed (EV-10). */
export interface VoidRequest {
  readonly type: 'void';
  readonly in_force: InForce;
  readonly reason: string;
  readonly ids: { readonly approval_resolution_id: ApprovalResolutionId };
}

/** Ends what a lock covers, pending or allowed (LK-4). */
export interface EndLocked {
  readonly type: 'end_locked';
  /** The lock that covers the request, as the directory says; null where none does. */
  readonly lock: Lock | null;
  readonly ids: { readonly approval_resolution_id: ApprovalResolutionId };
}

export interface ConsumeGrant extends ExecutionAttempt {
  readonly type: 'consume';
  readonly attempt: string;
  readonly receipt_id: ReceiptId;
  readonly start_within_seconds: number;
  readonly report_within_seconds: number;
}

export interface ReportExecution {
  readonly type: 'report';
  readonly receipt_id: ReceiptId;
  readonly attempt: string;
  readonly outcome: 'succeeded' | 'failed' | 'unknown';
  readonly result_digest: Digest | null;
  readonly final_action_digest: Digest | null;
  readonly error: string | null;
}

export interface ReconcileExecution {
  readonly type: 'reconcile';
  readonly receipt_id: ReceiptId;
  readonly principal: Principal;
  readonly outcome: 'succeeded' | 'failed';
  readonly reason: string;
}

export type RequestCommand =
  | OpenRequest
  | AmendRequest
  | RecordEntry
  | CoverRequest
  | Advise
  | AskQuestion
  | AnswerQuestion
  | CancelRequest
  | ReaffirmRequest
  | ExpireRequest
  | RevokeGrant
  | LiftRejection
  | ReviewRelease
  | RevokeLeft
  | VoidRequest
  | EndLocked
  | ConsumeGrant
  | ReportExecution
  | ReconcileExecution;
