import {
  type ActionBinding,
  type CheckedAction,
  isReservedForHouse,
  makeCheckedAction,
  parseCheckedAction,
} from '@countersign/protocol/action';
import { escalates, type Parties } from '@countersign/protocol/chain';
import { type Digest, sha256, sha256OfText } from '@countersign/protocol/crypto';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import {
  type ApprovalRequest,
  absentRequest,
  type Evaluation,
  type OpenedRequest,
  type PolicyDecision,
  type Precondition,
  parseApprovalRequest,
  type RequestState,
  type Scope,
} from '@countersign/protocol/request';
import {
  ApprovalRequestId,
  addSeconds,
  IntentId,
  idFromUuid,
  type PersonId,
  type Principal,
  type Timestamp,
  type Trace,
} from '@countersign/protocol/value';
import { coveredBy, endedMeanwhile, findCover, inTurn } from './allowance/find-cover.ts';
import { amendableOf } from './amended-evaluation.ts';
import { passAnchor } from './anchor/compare-anchor.ts';
import { type Round, roundFor } from './approval-rounds.ts';
import type { ToldContext } from './attested-context.ts';
import { eachPartOnce, takeAnotherPart, takeBytes } from './byte-quota.ts';
import { changeRequest, type PreparedChange } from './change-request.ts';
import type { ClaimKey, ClaimTaken } from './commit.ts';
import { askingLimits, type Context, remember } from './context.ts';
import { evaluateProposal } from './evaluate-proposal.ts';
import { existingRequest } from './existing-request.ts';
import { failClosed } from './fail-closed.ts';
import { artifactOf, signOpening } from './issue-artifact.ts';
import { loadPlanOf } from './load-plan.ts';
import type { Loaded } from './load-stream.ts';
import { findOccasion, nextRoundAfter, type Occasion } from './occasion.ts';
import { partiesOf } from './parties-of.ts';
import { coveredProposal, passLocks } from './pass-locks.ts';
import {
  fullScope,
  passPlan,
  passSession,
  passSurroundings,
  passWithoutRound,
  type SurroundedCall,
} from './pass-surroundings.ts';
import type { PlanBlocking } from './plan-consequences.ts';
import { policyDecision } from './policy-decision.ts';
import {
  chargedAgent,
  contextBytesMax,
  decisionBytes,
  questionBytes,
  withOwnContext,
} from './proposal-bytes.ts';
import { recordUnasked } from './record-unasked.ts';
import { claimsFor, freeSlot, nextSlot, retention } from './request-claims.ts';
import { requestStream } from './stream-name.ts';
import { whilePaused } from './while-paused.ts';

/** An agent proposes an action. */
export interface Proposal extends ToldContext {
  readonly action: unknown;
  /** The credential that asks. */
  readonly principal: Principal;
  /** The owner of the agent, where the credential attests one that the directory need not know. */
  readonly owner?: PersonId;
  /** The executor that will run it. */
  readonly audience: string;
  /** With a key, the same action permanently finds the same request again (SU-5). */
  readonly idempotencyKey?: string;
  /** Without a key: the store counts the occasions of this session (SU-9). */
  readonly occasion?: Occasion;
  readonly scope?: Partial<Scope>;
  /** What the step depends on, and what a denial should lead to, where there is a plan. */
  readonly plan?: PlanBlocking & { readonly depends_on: readonly string[] };
  readonly toolDefinitionDigest?: Digest;
  readonly preconditions?: readonly Precondition[];
  readonly trace?: Trace;
  readonly externalIds?: Readonly<Record<string, string>>;
  readonly agentReasoning?: string;
  /** The agent whose quota the proposal uses, where that is not the agent of the action. */
  readonly chargedTo?: string;
  /** Whether the caller accepts that a reviewer changes the parameters before approving (AM-2). */
  readonly amendable?: boolean;
  /** The parties of the action, where they are known. An allowance has the parties of its starting request. */
  readonly parties?: Parties;
  /** A further round after a request that ended without an execution: the request it follows, and what is new. */
  readonly nextRoundOf?: { readonly approvalRequestId: string; readonly change: string };
}

export type Proposed =
  | { readonly verdict: 'allow' | 'deny'; readonly decision: PolicyDecision }
  | {
      readonly verdict: 'require_approval';
      readonly state: OpenedRequest;
      readonly version: number;
      /** True where the question had been asked before and this is the same request. */
      readonly existing: boolean;
    };

/**
 * Evaluates an action under the policy in force and, where it asks for approval, opens the request. An action
 * with a reserved name is refused for every caller: only `open-house-request.ts` opens those (HR-1).
 */
export function evaluateAndOpen(context: Context, proposal: Proposal): Promise<Result<Proposed>> {
  return failClosed(async () => {
    const checked = parseCheckedAction(proposal.action);
    const { action } = checked;
    return isReservedForHouse(action)
      ? refuse('house_action_reserved', 'a name of it begins with countersign.')
      : proposeChecked(context, proposal, checked, []);
  });
}

/** Asks about an action with any name, which is parsed already. Callers check who may ask about it. */
export function propose(
  context: Context,
  proposal: Proposal & { readonly action: ActionBinding },
  texts: readonly string[],
): Promise<Result<Proposed>> {
  return failClosed(async () =>
    proposeChecked(context, proposal, makeCheckedAction(proposal.action), texts),
  );
}

async function proposeChecked(
  context: Context,
  asking: Proposal,
  { action, text: actionText, digest }: CheckedAction,
  texts: readonly string[],
): Promise<Result<Proposed>> {
  const { proposal, contextBytes } = withOwnContext(asking);
  if (proposal.occasion !== undefined && proposal.idempotencyKey !== undefined) {
    return refuse('parameter_malformed', 'expected an occasion or an idempotency key, not both');
  }
  const scope = fullScope(proposal.scope);
  const dependsOn = proposal.plan?.depends_on ?? [];
  const follows = proposal.nextRoundOf?.approvalRequestId;
  const call = {
    action,
    digest,
    scope,
    dependsOn,
    ...(follows === undefined ? {} : { follows }),
    ...(proposal.owner === undefined ? {} : { owner: proposal.owner }),
  };
  if (contextBytes > contextBytesMax) {
    return refuse('context_too_large', `expected at most ${contextBytesMax} bytes`);
  }
  const passed = await passAnchor(context);
  if (!passed.ok) return passed;
  const charged = chargedAgent(proposal, action);
  const kept = await takeBytes(context, charged, contextBytes + decisionBytes);
  if (!kept.ok) return kept;
  const gate = await passSurroundings(context, call, proposal.principal);
  if (!gate.ok) return gate;

  const judged = await evaluateProposal(context, action, proposal);
  if (!judged.ok) return judged;
  const evaluation = await whilePaused(context, action, judged.value, proposal);
  const decision = policyDecision(context, digest, evaluation, proposal.trace ?? null);
  if (decision.verdict !== 'require_approval') {
    const unblocked = await passWithoutRound(context, call, proposal.principal);
    if (!unblocked.ok) return unblocked;
    const answered = { action, actionText, decision, evaluation };
    const recorded = await recordUnasked(context, answered, kept.value);
    return recorded.ok ? accept<Proposed>({ verdict: decision.verdict, decision }) : recorded;
  }
  const absentClaims = gate.value;
  const asked = { ...call, proposal, actionText, texts, evaluation, decision, absentClaims };
  const more = await takeBytes(context, charged, questionBytes(actionText, proposal));
  if (!more.ok) return more;
  const evaluated = { ...asked, parts: eachPartOnce([...kept.value, ...more.value]) };
  if (isReservedForHouse(action)) return open(context, evaluated, false);
  const opened = await inTurn(context, action, () => open(context, evaluated, true));
  // The allowance ended as the commit was made: then people are asked.
  return opened.ok || !endedMeanwhile.has(opened.refusal.code)
    ? opened
    : open(context, evaluated, false);
}

const nothingYet: Loaded<RequestState> = { state: absentRequest, version: 0, head: null };

/** A proposal, and what policy said to it. */
interface EvaluatedProposal extends SurroundedCall {
  readonly proposal: Proposal;
  /** The canonical text of the action. The store keeps it. */
  readonly actionText: string;
  /** Further texts that the store keeps with it. */
  readonly texts: readonly string[];
  readonly evaluation: Evaluation;
  readonly decision: PolicyDecision;
  /** The parts of the agent's bytes that the commit claims. */
  readonly parts: readonly ClaimTaken[];
  /** Claims that the commit requires to be absent: a hold that is placed meanwhile takes one of them. */
  readonly absentClaims: readonly ClaimKey[];
}

async function open(
  context: Context,
  evaluated: EvaluatedProposal,
  mayBeCovered: boolean,
): Promise<Result<Proposed>> {
  const { proposal, action, evaluation, decision } = evaluated;
  const { chain } = evaluation;
  if (chain === null)
    return refuse('policy_unavailable', 'the policy asks for approval without a chain');
  const asked = await findOccasion(context, proposal, action, decision);
  if (asked?.kind === 'same') {
    const { state, version } = asked;
    return accept<Proposed>({ verdict: 'require_approval', state, version, existing: true });
  }
  const round = await roundFor(context, proposal.nextRoundOf ?? nextRoundAfter(asked));
  if (!round.ok) return round;

  const approvalRequestId = idFromUuid(ApprovalRequestId, 'ar', context.ids.uuid());
  const parties = proposal.parties ?? (await partiesOf(context, action, proposal));
  const directory = await context.people.directory();
  const intent_id = idFromUuid(IntentId, 'intent', context.ids.uuid());
  const charged = chargedAgent(proposal, action);
  let slot = nextSlot(context, charged);
  const draft = requestFor(
    evaluated,
    round.value,
    approvalRequestId,
    intent_id,
    context.clock.now(),
  );
  // No other process can have opened anything under an id that was made just now; the commit would find out.
  remember(context.memory.requests, requestStream(approvalRequestId), nothingYet);
  let lost = false;
  let { parts } = evaluated;

  const changed = await changeRequest(context, {
    approvalRequestId,
    prepare: async (_loaded, store, now) => {
      // The guard compares the store with what was just read; the decision was made before that.
      if (store.policyVersion !== decision.policy_version) {
        return refuse(
          'policy_changed',
          `the policy in force is now ${store.policyVersion ?? 'none'}`,
        );
      }
      const unlocked = await passLocks(
        context,
        coveredProposal(action, proposal.principal, proposal.owner),
      );
      if (!unlocked.ok) return unlocked;
      // A hold placed since the gate let this pass loses the commit, which guards it; only then is it read again.
      const session = lost ? await passSession(context, evaluated) : accept(evaluated.absentClaims);
      if (!session.ok) return session;
      lost = true;
      const request: ApprovalRequest = {
        ...draft,
        requested_at: now,
        expires_at: addSeconds(now, evaluation.expires_in_seconds),
        // The delays of its stages run from the first round of the case (ES-1).
        ...(escalates(chain) ? { asked_since: round.value.approval_case.asked_since ?? now } : {}),
      };
      const plan = await loadPlanOf(context, request);
      // The plan may have been blocked or ended since the gate let this pass; the commit guards this reading.
      const passed =
        plan === undefined ? accept(null) : await passPlan(context, plan.state, evaluated);
      if (!passed.ok) return passed;
      const cover = mayBeCovered
        ? await findCover(context, { request, parties, action, evaluation }, store, now)
        : null;
      const retainUntil = retention(context, request, now);
      const question = artifactOf(context, store, request, action);
      return accept<PreparedChange>({
        command: {
          type: 'open',
          request,
          policy_decision: { ...decision, decided_at: now },
          action,
          chain,
          parties,
          directory,
          approval_case: round.value.approval_case,
          rounds_max: context.settings.roundsMax,
          change: round.value.change,
          epoch: store.epoch,
        },
        notAfter: cover?.notAfter ?? request.expires_at,
        dependsOnPolicy: true,
        streams: unlocked.value,
        ...coveredBy(cover, unlocked.value),
        claims: [
          ...claimsFor(
            context,
            {
              request,
              charged,
              // A use of an allowance takes no slot.
              slot: cover === null ? slot : null,
              principal: proposal.principal,
              idempotencyKey: proposal.idempotencyKey,
            },
            now,
          ),
          ...(asked === null ? [] : [asked.claim]),
          ...parts,
        ],
        absentClaims: session.value,
        actions: [
          { digest: request.action_digest, text: evaluated.actionText, retainUntil },
          ...evaluated.texts.map(text => ({ digest: sha256OfText(text), text, retainUntil })),
          ...(await signOpening(context, question, retainUntil)),
        ],
        ...(plan === undefined ? {} : { plan }),
        ...(proposal.plan === undefined ? {} : { blocking: proposal.plan }),
      });
    },
    onClaimTaken: async (claim, owner) => {
      const part = parts.find(({ scope, key }) => scope === claim.scope && key === claim.key);
      if (part !== undefined) {
        const other = await takeAnotherPart(context, part, parts);
        if (!other.ok) return other;
        parts = parts.map(held => (held === part ? other.value : held));
        return null;
      }
      if (claim.scope === 'slot') {
        const free = await freeSlot(context, charged);
        if (free === null) {
          const { requestsPerWindow, windowSeconds } = askingLimits(context);
          return refuse(
            'rate_limited',
            `at most ${requestsPerWindow} requests in ${windowSeconds} s`,
          );
        }
        slot = free;
        return null;
      }
      return existingRequest(context, claim, owner, decision.action_digest);
    },
  });
  if (!changed.ok) return changed;
  const { state, version } = changed.value;
  const existing = state.request.approval_request_id !== approvalRequestId;
  return accept<Proposed>({ verdict: 'require_approval', state, version, existing });
}

/** The request as of now. What the proposal brings is checked here, once; a later try only moves the times. */
function requestFor(
  { proposal, action, scope, evaluation, decision }: EvaluatedProposal,
  round: Round,
  approval_request_id: ApprovalRequestId,
  intent_id: IntentId,
  now: Timestamp,
): ApprovalRequest {
  const { trace } = proposal;
  return parseApprovalRequest({
    approval_request_id,
    case_id: round.case_id,
    round: round.round,
    supersedes: round.supersedes,
    policy_decision_id: decision.policy_decision_id,
    action_digest: decision.action_digest,
    intent_id,
    agent_id: action.agent_id,
    subject_id: action.subject_id,
    requested_by: { principal_id: proposal.principal.principal_id, role: null },
    operation: action.operation,
    target_resource: action.target.resource,
    tool_definition_digest: proposal.toolDefinitionDigest ?? null,
    policy_version: decision.policy_version,
    approval_chain_id: decision.approval_chain_id,
    approval_chain_version: decision.approval_chain_version,
    requested_at: now,
    expires_at: addSeconds(now, evaluation.expires_in_seconds),
    execute_within_seconds: evaluation.execute_within_seconds,
    audience: proposal.audience,
    risk: decision.risk,
    reason: evaluation.reason,
    preconditions: proposal.preconditions ?? [],
    scope,
    route: evaluation.route,
    fail_closed_on_timeout: true,
    trace: trace ?? null,
    trace_digest: trace === undefined ? null : sha256(trace),
    external_ids: proposal.externalIds ?? {},
    agent_reasoning: proposal.agentReasoning ?? null,
    ...amendableOf(proposal, evaluation),
    ...(evaluation.allowable === undefined ? {} : { allowable: evaluation.allowable }),
  });
}
