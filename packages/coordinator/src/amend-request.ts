import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import { chainProgress, escalates, isListed } from '@countersign/protocol/chain';
import { type Digest, sha256OfPlain } from '@countersign/protocol/crypto';
import { canonicalize, type JsonObject } from '@countersign/protocol/json';
import { amendmentsOf } from '@countersign/protocol/plan';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import {
  type ApprovalRequest,
  absentRequest,
  amendmentsMax,
  coveredOf,
  decideRequest,
  type Evaluation,
  evolveRequest,
  firstAsked,
  judgeAmendment,
  type OpenedRequest,
  type OpenRequest,
  parseApprovalRequest,
  partiesAfter,
  type RequestEvent,
  type RequestState,
} from '@countersign/protocol/request';
import { sealEvents } from '@countersign/protocol/stream';
import {
  ApprovalRequestId,
  ApprovalResolutionId,
  IntentId,
  identityOf,
  idFromUuid,
  type Principal,
  type Timestamp,
} from '@countersign/protocol/value';
import { amendedEvaluation, factsToldBefore } from './amended-evaluation.ts';
import { passAnchor } from './anchor/compare-anchor.ts';
import { loadCase } from './approval-rounds.ts';
import { cancelOvertaken } from './cancel-request.ts';
import {
  type ChangedRequest,
  type CommitEffect,
  changeRequest,
  deliveriesOf,
  loadRequest,
  type PreparedChange,
} from './change-request.ts';
import type { ActionBytes, StreamAppend } from './commit.ts';
import { type Context, inForceFor } from './context.ts';
import { evaluateFacts } from './evaluate-proposal.ts';
import { existingRequest } from './existing-request.ts';
import { failClosed } from './fail-closed.ts';
import { artifactOf, signOpening } from './issue-artifact.ts';
import { joinsFrom } from './joins-from.ts';
import { loadAction } from './load-action.ts';
import { loadPlanOf } from './load-plan.ts';
import { coveredCaller, olderOf, passLocks } from './pass-locks.ts';
import { policyDecision } from './policy-decision.ts';
import { amendedClaims, retention } from './request-claims.ts';
import type { StoreState } from './store.ts';
import { rowOf } from './stored-row.ts';
import { requestStream, storeStream } from './stream-name.ts';

/** A reviewer changes the parameters of a pending action. */
export interface Amendment {
  readonly approvalRequestId: string;
  readonly principal: Principal;
  /** The action that the reviewer saw, by its digest. */
  readonly actionDigest: Digest;
  /** All parameters as they should run. */
  readonly parameters: unknown;
  /** Why, in the reviewer's words: for the agent and for those who decide the amended action. */
  readonly reason: string;
}

/** The amended action, evaluated; it holds while the bound bytes do, which never change. */
interface EvaluatedAmendment {
  readonly action: ActionBinding;
  readonly amended: ActionBinding;
  readonly evaluation: Evaluation;
  readonly narrowing: boolean;
}

/**
 * Ends a pending request and opens the amended one in the same case, in one commit (AM-1 to AM-9). Nothing is approved
 * by it: the amended action is decided like any other. Answers with the amended request.
 */
export function amendRequest(
  context: Context,
  amendment: Amendment,
): Promise<Result<ChangedRequest>> {
  return failClosed(async () => {
    const passed = await passAnchor(context);
    if (!passed.ok) return passed;
    const { approvalRequestId, principal } = amendment;
    if (principal.kind !== 'human') {
      return refuse('approver_kind_not_permitted', 'only a person changes an action');
    }
    const { state } = await loadRequest(context, requestStream(approvalRequestId));
    if (state.status === 'absent') {
      return refuse('request_not_found', 'nothing was opened under this id');
    }
    const evaluated = await evaluateAmendment(context, state, amendment);
    if (!evaluated.ok) return evaluated;
    const superseded_by = idFromUuid(ApprovalRequestId, 'ar', context.ids.uuid());
    const intent_id = idFromUuid(IntentId, 'intent', context.ids.uuid());
    const approval_resolution_id = idFromUuid(ApprovalResolutionId, 'apr', context.ids.uuid());
    const decision = policyDecision(
      context,
      sha256OfPlain(evaluated.value.amended),
      evaluated.value.evaluation,
      state.policy_decision.trace,
    );
    let opened: ChangedRequest | null = null;

    const changed = await changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state: current }, store, now) => {
        if (current.status === 'absent') return refuse('request_not_found', 'there is no request');
        if (store.policyVersion !== decision.policy_version) {
          return refuse(
            'policy_changed',
            `the policy in force is now ${store.policyVersion ?? 'none'}`,
          );
        }
        const { chain_id, version } = current.chain;
        const unlocked = await passLocks(context, [
          ...coveredOf(current),
          ...coveredCaller(principal),
        ]);
        if (!unlocked.ok) return unlocked;
        const standing = await context.people.standing?.(principal);
        if (standing === null) {
          return refuse('approver_not_eligible', 'the person may no longer act');
        }
        const plan = await loadPlanOf(context, current.request);
        const approval_case = await loadCase(context, current.request.case_id);
        if (amendmentsOf(approval_case) >= amendmentsMax) {
          return refuse('amendments_exhausted', `a case is amended at most ${amendmentsMax} times`);
        }
        const { action, amended, evaluation } = evaluated.value;
        const open: OpenRequest = {
          type: 'open',
          ...openingOf(current, amendment, evaluated.value, {
            approval_request_id: superseded_by,
            intent_id,
            policy_decision_id: decision.policy_decision_id,
            now,
          }),
          policy_decision: { ...decision, decided_at: now },
          action: amended,
          chain: evaluation.chain ?? current.chain,
          directory: await context.people.directory(),
          approval_case,
          rounds_max: context.settings.roundsMax,
          change: current.change,
          epoch: store.epoch,
          amends: { before: current, action },
        };
        const opening = await openAmended(context, store, open, now);
        if (!opening.ok) return opening;
        opened = opening.value.opened;
        return accept<PreparedChange>({
          command: {
            type: 'amend',
            principal,
            reason: amendment.reason,
            action,
            amended,
            superseded_by,
            approval_case,
            in_force: inForceFor(context, store, { id: chain_id, version }),
            ids: { approval_resolution_id },
          },
          notAfter: current.request.expires_at,
          ...authorJoinsFrom(current, principal),
          dependsOnPolicy: true,
          streams:
            typeof standing === 'number'
              ? olderOf([{ stream: storeStream, version: standing }], unlocked.value)
              : unlocked.value,
          actions: opening.value.actions,
          effect: opening.value.effect,
          ...(plan === undefined ? {} : { plan }),
        });
      },
      onClaimTaken: async (claim, owner) => {
        const found = await existingRequest(context, claim, owner, decision.action_digest);
        return found?.ok === true
          ? refuse('amendment_already_asked', 'another request asks for the changed action')
          : found;
      },
    });
    if (!changed.ok) {
      await cancelOvertaken(context, approvalRequestId, changed.refusal);
      return changed;
    }
    return opened === null ? refuse('internal_error', 'nothing was opened') : accept(opened);
  });
}

/** A person whom some open stage lists from the beginning need not wait for the stage that lists them later (ES-1). */
function authorJoinsFrom(
  state: OpenedRequest,
  principal: Principal,
): Pick<PreparedChange, 'notBefore' | 'tooEarly'> {
  const { kind, roles } = principal;
  if (kind === 'agent') return {};
  const approver = { kind, identity: identityOf(principal), roles };
  const open = chainProgress(state.chain, state.entries).filter(stage => stage.open);
  if (open.some(({ stage }) => isListed(stage.approvers, approver))) return {};
  const waits = open.map(({ stage_index }) => joinsFrom(state, stage_index, principal));
  const times = waits.flatMap(({ notBefore }) => notBefore ?? []).toSorted();
  return waits.find(({ notBefore }) => notBefore !== undefined && notBefore === times[0]) ?? {};
}

/** What policy says to the amended action (AM-1), once the change itself is permitted (AM-2, AM-8). */
async function evaluateAmendment(
  context: Context,
  state: OpenedRequest,
  { actionDigest, parameters, principal }: Amendment,
): Promise<Result<EvaluatedAmendment>> {
  const { request } = state;
  if (actionDigest !== request.action_digest) {
    return refuse('action_digest_mismatch', 'the reviewer saw another action');
  }
  const action = await loadAction(context, request.action_digest);
  if (action === null) {
    return refuse('amendment_not_permitted', 'the bytes of the action were erased');
  }
  const amended = parseActionBinding({ ...action, parameters: parameters as JsonObject });
  const judged = judgeAmendment(state, { action, amended });
  if (!judged.ok) return judged;
  const facts = factsToldBefore(state);
  const evaluated = await evaluateFacts(context, amended, facts, principal.principal_id);
  if (!evaluated.ok) return evaluated;
  const evaluation = amendedEvaluation(state, evaluated.value);
  if (evaluation.verdict === 'deny') {
    return refuse('policy_denied', `denied by rule "${evaluation.policy_rule_id}"`);
  }
  return accept({ action, amended, evaluation, narrowing: judged.value.narrowing });
}

/** The request and the parties of the amended action, from those of the version before it. */
function openingOf(
  { request, parties }: OpenedRequest,
  { principal, reason }: Amendment,
  { amended, evaluation, narrowing }: EvaluatedAmendment,
  fresh: Pick<ApprovalRequest, 'approval_request_id' | 'intent_id' | 'policy_decision_id'> & {
    readonly now: Timestamp;
  },
): Pick<OpenRequest, 'request' | 'parties'> {
  const { now, ...ids } = fresh;
  const { amendable: _, asked_since: __, amends = [], ...carried } = request;
  const isEscalating = evaluation.chain !== null && escalates(evaluation.chain);
  const version = {
    approval_request_id: request.approval_request_id,
    action_digest: request.action_digest,
    changed_by: principal.kind === 'human' ? principal.person_id : ('' as never),
    reason,
    narrowing,
  };
  return {
    request: parseApprovalRequest({
      ...carried,
      ...ids,
      action_digest: sha256OfPlain(amended),
      policy_version: evaluation.policy_version,
      approval_chain_id: evaluation.chain?.chain_id,
      approval_chain_version: evaluation.chain?.version,
      requested_at: now,
      execute_within_seconds: evaluation.execute_within_seconds,
      risk: evaluation.risk,
      reason: evaluation.reason,
      route: evaluation.route,
      ...(evaluation.amend === undefined ? {} : { amendable: evaluation.amend }),
      amends: [...amends, version],
      ...(isEscalating ? { asked_since: firstAsked(request) } : {}),
    }),
    parties: partiesAfter(parties, version),
  };
}

/** Everything that the commit writes about the amended request. */
async function openAmended(
  context: Context,
  store: StoreState,
  open: OpenRequest,
  now: Timestamp,
): Promise<
  Result<{
    readonly opened: ChangedRequest;
    readonly effect: CommitEffect;
    readonly actions: readonly ActionBytes[];
  }>
> {
  const decision = decideRequest(absentRequest, open, now);
  if (!decision.ok) return { ok: false, refusal: decision.refusal };
  const state = decision.events.reduce<RequestState>(evolveRequest, absentRequest);
  if (state.status === 'absent') return refuse('internal_error', 'an opening left no request');
  const events: readonly RequestEvent[] = decision.events;
  const { request, action } = open;
  const stream = requestStream(request.approval_request_id);
  const append: StreamAppend = {
    stream,
    expectedVersion: 0,
    events: sealEvents(stream, null, events),
    row: rowOf(state),
    claims: amendedClaims(context, request),
  };
  const retainUntil = retention(context, request, now);
  const question = artifactOf(context, store, request, action);
  return accept({
    opened: { state, version: events.length, events },
    effect: { appends: [append], outbox: deliveriesOf(context, { state, events, from: 1 }) },
    actions: [
      { digest: request.action_digest, text: canonicalize(action), retainUntil },
      ...(await signOpening(context, question, retainUntil)),
    ],
  });
}
