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
import {
  type AttentionOperation,
  attentionPerformers,
  describeAttention,
} from './attention-operation.ts';

/** One command as a client sends it. Plain data, so that the same one can be delivered again, late or twice. */
export type Operation =
  | AttentionOperation
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
  /** Form 2: whom the approver decides for, and why one person releases it alone. */
  readonly on_behalf_of?: { readonly delegation_id: string; readonly person_id: string };
  readonly break_glass?: 'outage';
}

type OperationKind = Operation['kind'];
export type OperationOf<Kind extends OperationKind> = Extract<Operation, { kind: Kind }>;

/** How operations of a union run, by their kind. */
export type Performers<Some extends { readonly kind: string }> = {
  readonly [Kind in Some['kind']]: (
    context: Context,
    operation: Extract<Some, { kind: Kind }>,
  ) => Promise<Result<unknown>>;
};

const performers: Performers<Operation> = {
  ...attentionPerformers,
  propose: (context, { proposal }) => evaluateAndOpen(context, proposal),
  decide: (context, operation) =>
    failClosed(() => {
      const submission = parseEntrySubmission(operation.submission);
      return recordEntry(context, { ...operation, submission });
    }),
  batch: (context, { principal, rows }) =>
    failClosed(() => {
      const parsed = rows.map(({ approvalRequestId, submission }) => ({
        approvalRequestId,
        submission: parseEntrySubmission(submission),
      }));
      return recordBatch(context, { principal, rows: parsed });
    }),
  advise: (context, operation) => recordAdvice(context, adviceOf(operation)),
  cancel: (context, operation) => cancelRequest(context, operation),
  revoke: (context, operation) => revokeGrant(context, operation),
  expire_due: context => expireDue(context),
  expire: (context, { approvalRequestId }) => expireRequest(context, approvalRequestId),
  issue: (context, { approvalRequestId }) => issueGrant(context, approvalRequestId),
  read: (context, { approvalRequestId }) => readRequest(context, approvalRequestId),
  history: (context, { approvalRequestId }) => readHistory(context, approvalRequestId),
  consume: (context, { consumption }) => consumeGrant(context, consumption),
  report: (context, operation) => reportExecution(context, operation),
  reconcile: (context, operation) =>
    reconcileExecution(context, { ...operation, outcome: 'failed' }),
  activate: context => activatePolicy(context),
  cancel_overtaken: context => cancelAllOvertaken(context),
  inbox: context => listInbox(context, { limit: 50 }),
  flush: context => failClosed(async () => ({ ok: true, value: await flushDecisions(context) })),
  wait: (context, operation) => waitForChange(context, operation),
  plan: (context, { planId, command }) =>
    changePlan(context, { plan_id: planId, agent_id: 'billing-bot' }, command),
  place_hold: (context, { hold }) => placeHold(context, hold),
  answer_hold: (context, operation) => answerHold(context, operation),
  expire_hold: (context, { holdId }) => expireHold(context, holdId),
  join: (context, { joining }) => joinConversation(context, joining, null),
  record_evidence: (context, { envelope }) => recordEvidence(context, envelope),
  use_evidence: (context, operation) => consumeEvidence(context, operation),
  start_epoch: context => startEpoch(context, { reason: 'a copy was restored', by: systemActor }),
  void_epochs: context => voidEarlierEpochs(context),
};

/** Runs the real use case. */
export function perform(context: Context, operation: Operation): Promise<Result<unknown>> {
  const run = performers[operation.kind] as Performers<Operation>[never] as (
    context: Context,
    operation: Operation,
  ) => Promise<Result<unknown>>;
  return run(context, operation);
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
  if (isOnHold(operation)) return describeOnHold(operation);
  if (isAttention(operation)) return describeAttention(operation, short);
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

type OnHold = OperationOf<'place_hold' | 'answer_hold' | 'expire_hold' | 'join'>;

function isOnHold(operation: Operation): operation is OnHold {
  return ['place_hold', 'answer_hold', 'expire_hold', 'join'].includes(operation.kind);
}

function describeOnHold(operation: OnHold): string {
  switch (operation.kind) {
    case 'place_hold':
      return `place ${short(operation.hold.hold_id)} on ${operation.hold.session_id}`;
    case 'answer_hold':
      return `answer ${short(operation.holdId)} with ${String(operation.choice)} by ${operation.principal.principal_id}`;
    case 'expire_hold':
      return `expire ${short(operation.holdId)}`;
    case 'join':
      return `${operation.joining.session_id} joins ${operation.joining.conversation_id}`;
  }
}

function isAttention(operation: Operation): operation is AttentionOperation {
  return Object.hasOwn(attentionPerformers, operation.kind);
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
