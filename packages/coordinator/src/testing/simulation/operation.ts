import { parseEntrySubmission } from '@countersign/protocol/chain';
import type { EvidenceEnvelope } from '@countersign/protocol/evidence';
import type { Hold } from '@countersign/protocol/hold';
import type { PlanCommand } from '@countersign/protocol/plan';
import type { Result } from '@countersign/protocol/reason';
import type { Principal } from '@countersign/protocol/value';
import { systemActor } from '@countersign/protocol/value';
import { activatePolicy, cancelAllOvertaken } from '../../activate-policy.ts';
import { cancelRequest } from '../../cancel-request.ts';
import { changePlan } from '../../change-plan.ts';
import { type Consumption, consumeGrant } from '../../consume-grant.ts';
import type { Context } from '../../context.ts';
import { flushDecisions } from '../../decision-segment.ts';
import { evaluateAndOpen, type Proposal } from '../../evaluate-and-open.ts';
import { expireDue, expireRequest } from '../../expire-due.ts';
import { failClosed } from '../../fail-closed.ts';
import { issueGrant } from '../../issue-grant.ts';
import { type Joining, joinConversation } from '../../join-conversation.ts';
import { answerHold, expireHold, placeHold } from '../../place-hold.ts';
import { listInbox, readHistory, readRequest } from '../../read-request.ts';
import { recordAdvice } from '../../record-advice.ts';
import { recordBatch } from '../../record-batch.ts';
import { recordEntry } from '../../record-entry.ts';
import { consumeEvidence, recordEvidence } from '../../record-evidence.ts';
import { reconcileExecution, reportExecution } from '../../report-execution.ts';
import { revokeGrant } from '../../revoke-grant.ts';
import { startEpoch } from '../../start-epoch.ts';
import { voidEarlierEpochs } from '../../void-request.ts';
import { waitForChange } from '../../wait-for-change.ts';

/** One command as a client sends it. Plain data, so that the same one can be delivered again, late or twice. */
export type Operation =
  | { readonly kind: 'propose'; readonly proposal: Proposal }
  | {
      readonly kind: 'decide';
      readonly approvalRequestId: string;
      readonly submission: Submission;
      readonly principal: Principal;
    }
  | {
      readonly kind: 'batch';
      readonly rows: readonly { approvalRequestId: string; submission: Submission }[];
      readonly principal: Principal;
    }
  | { readonly kind: 'advise'; readonly approvalRequestId: string; readonly adviceId: string }
  | ({ readonly kind: 'cancel' | 'revoke' } & OnRequest & ByPerson)
  | { readonly kind: 'expire_due' }
  | ({ readonly kind: 'expire' | 'issue' | 'read' | 'history' } & OnRequest)
  | ({ readonly kind: 'consume'; readonly consumption: Consumption } & OnRequest)
  | ({
      readonly kind: 'report';
      readonly attempt: string;
      readonly outcome: 'succeeded' | 'failed' | 'unknown';
    } & OnRequest)
  | ({ readonly kind: 'reconcile' } & OnRequest & ByPerson)
  | { readonly kind: 'activate' | 'cancel_overtaken' | 'inbox' | 'flush' }
  | { readonly kind: 'start_epoch' | 'void_epochs' }
  | ({ readonly kind: 'wait'; readonly after: number; readonly signal: AbortSignal } & OnRequest)
  | { readonly kind: 'plan'; readonly planId: string; readonly command: PlanCommand }
  | { readonly kind: 'place_hold'; readonly hold: Hold }
  | {
      readonly kind: 'answer_hold';
      readonly holdId: string;
      readonly choice: unknown;
      readonly principal: Principal;
    }
  | { readonly kind: 'expire_hold'; readonly holdId: string }
  | { readonly kind: 'join'; readonly joining: Joining }
  | { readonly kind: 'record_evidence'; readonly envelope: EvidenceEnvelope }
  | { readonly kind: 'use_evidence'; readonly evidenceId: string; readonly fingerprint: object };

interface OnRequest {
  readonly approvalRequestId: string;
}

interface ByPerson {
  readonly principal: Principal;
  readonly reason: string;
}

export interface Submission {
  readonly chain_entry_id: string;
  readonly stage_index: number;
  readonly decision: 'allow' | 'deny';
  readonly reason_code: string;
  readonly reason: string;
  readonly input_digest: string;
  readonly view_digest?: string;
  readonly assertion?: { readonly nonce: string };
}

type OperationKind = Operation['kind'];
export type OperationOf<Kind extends OperationKind> = Extract<Operation, { kind: Kind }>;

/** Runs the real use case. */
export function perform(context: Context, operation: Operation): Promise<Result<unknown>> {
  if (isOnHold(operation)) return performOnHold(context, operation);
  if (isDeciding(operation)) return failClosed(() => performDecision(context, operation));
  switch (operation.kind) {
    case 'propose':
      return evaluateAndOpen(context, operation.proposal);
    case 'advise':
      return recordAdvice(context, adviceOf(operation));
    case 'cancel':
      return cancelRequest(context, operation);
    case 'revoke':
      return revokeGrant(context, operation);
    case 'expire_due':
      return expireDue(context);
    case 'expire':
      return expireRequest(context, operation.approvalRequestId);
    case 'issue':
      return issueGrant(context, operation.approvalRequestId);
    case 'read':
      return readRequest(context, operation.approvalRequestId);
    case 'history':
      return readHistory(context, operation.approvalRequestId);
    case 'consume':
      return consumeGrant(context, operation.consumption);
    case 'report':
      return reportExecution(context, operation);
    case 'reconcile':
      return reconcileExecution(context, { ...operation, outcome: 'failed' });
    case 'activate':
      return activatePolicy(context);
    case 'cancel_overtaken':
      return cancelAllOvertaken(context);
    case 'inbox':
      return listInbox(context, { limit: 50 });
    case 'flush':
      return failClosed(async () => ({ ok: true, value: await flushDecisions(context) }));
    case 'wait':
      return waitForChange(context, operation);
    case 'plan':
      return changePlan(
        context,
        { plan_id: operation.planId, agent_id: 'billing-bot' },
        operation.command,
      );
    case 'record_evidence':
      return recordEvidence(context, operation.envelope);
    case 'use_evidence':
      return consumeEvidence(context, operation);
    case 'start_epoch':
      return startEpoch(context, { reason: 'a copy was restored', by: systemActor });
    case 'void_epochs':
      return voidEarlierEpochs(context);
  }
}

function adviceOf({ approvalRequestId, adviceId }: OperationOf<'advise'>): object {
  return {
    advice_id: adviceId,
    approval_request_id: approvalRequestId,
    model: 'model-1',
    prompt_version: '1',
    recommendation: 'allow',
    explanation: 'looks fine',
    risk_annotations: [],
  };
}

/** One line for a reader: what was sent, in few words. */
export function describe(operation: Operation): string {
  if (isDeciding(operation)) return describeDecision(operation);
  switch (operation.kind) {
    case 'propose': {
      const { action, scope, idempotencyKey, nextRoundOf, principal } = operation.proposal;
      const { target, parameters } = action as {
        target: { tool_name: string };
        parameters: { amount: number; item: number };
      };
      return [
        `propose ${target.tool_name} ${parameters.amount}#${parameters.item} by ${principal.principal_id}`,
        idempotencyKey === undefined ? '' : `key=${idempotencyKey}`,
        scope?.plan_id ? `plan=${scope.plan_id}/${scope.step_id}` : '',
        scope?.session_id ? `session=${scope.session_id}` : '',
        nextRoundOf === undefined ? '' : `after=${short(nextRoundOf.approvalRequestId)}`,
      ]
        .filter(part => part !== '')
        .join(' ');
    }
    case 'consume': {
      const { approvalRequestId, consumption } = operation;
      return `consume ${short(approvalRequestId)} by ${consumption.executor} attempt ${consumption.attempt}`;
    }
    case 'plan':
      return `plan ${operation.planId}: ${operation.command.type}`;
    case 'place_hold':
      return `place ${short(operation.hold.hold_id)} on ${operation.hold.session_id}`;
    case 'answer_hold':
      return `answer ${short(operation.holdId)} with ${String(operation.choice)} by ${operation.principal.principal_id}`;
    case 'expire_hold':
      return `expire ${short(operation.holdId)}`;
    case 'join':
      return `${operation.joining.session_id} joins ${operation.joining.conversation_id}`;
    case 'record_evidence':
      return `record ${short(operation.envelope.evidence_id)}`;
    case 'use_evidence':
      return `use ${short(operation.evidenceId)}`;
    case 'cancel':
    case 'revoke':
    case 'reconcile':
      return `${operation.kind} ${short(operation.approvalRequestId)} by ${operation.principal.principal_id}`;
    case 'report':
      return `report ${short(operation.approvalRequestId)} ${operation.outcome} attempt ${operation.attempt}`;
    default:
      return 'approvalRequestId' in operation
        ? `${operation.kind} ${short(operation.approvalRequestId)}`
        : operation.kind;
  }
}

type Deciding = OperationOf<'decide' | 'batch'>;

function isDeciding(operation: Operation): operation is Deciding {
  return ['decide', 'batch'].includes(operation.kind);
}

function performDecision(context: Context, operation: Deciding): Promise<Result<unknown>> {
  const { principal } = operation;
  if (operation.kind === 'decide') {
    const submission = parseEntrySubmission(operation.submission);
    return recordEntry(context, { ...operation, submission });
  }
  const rows = operation.rows.map(({ approvalRequestId, submission }) => ({
    approvalRequestId,
    submission: parseEntrySubmission(submission),
  }));
  return recordBatch(context, { principal, rows });
}

function describeDecision(operation: Deciding): string {
  const { principal_id } = operation.principal;
  if (operation.kind === 'batch') {
    const ids = operation.rows.map(row => short(row.approvalRequestId));
    return `batch of ${ids.join(' ')} by ${principal_id}`;
  }
  const { submission, approvalRequestId } = operation;
  const { chain_entry_id, decision, stage_index } = submission;
  return `${decision} stage ${stage_index} of ${short(approvalRequestId)} by ${principal_id} (${short(chain_entry_id)})`;
}

/** The kind of an id and enough of its digits to tell it from others in one history. */
export function short(id: string): string {
  return id.replace(/([a-z]+_[0-9a-f]{6})[0-9a-f]+/g, '$1');
}

type OnHold = OperationOf<'place_hold' | 'answer_hold' | 'expire_hold' | 'join'>;

function isOnHold(operation: Operation): operation is OnHold {
  return ['place_hold', 'answer_hold', 'expire_hold', 'join'].includes(operation.kind);
}

function performOnHold(context: Context, operation: OnHold): Promise<Result<unknown>> {
  switch (operation.kind) {
    case 'place_hold':
      return placeHold(context, operation.hold);
    case 'answer_hold':
      return answerHold(context, operation);
    case 'expire_hold':
      return expireHold(context, operation.holdId);
    case 'join':
      return joinConversation(context, operation.joining, null);
  }
}
