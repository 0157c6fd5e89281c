import { type ActionBinding, compareAction } from '../action/action-binding.ts';
import { type AllowanceEvidence, findCoverFault } from '../allowance/judge-cover.ts';
import type { ApproverDirectory } from '../chain/approver-directory.ts';
import { entryDigest, submissionOf } from '../chain/chain-entry.ts';
import { chainOutcome, chainProgress } from '../chain/chain-progress.ts';
import { type PasskeyTrust, verifyDecisionAssertion } from '../chain/decision-assertion.ts';
import { approverOf, judgeApprover } from '../chain/judge-approver.ts';
import { voicesOf } from '../chain/on-behalf.ts';
import { type Digest, equalDigests } from '../crypto/digest.ts';
import { lockedBy } from '../directory/find-lock.ts';
import type { Lock } from '../directory/lock-target.ts';
import { type HoldState, judgeSession } from '../hold/hold.ts';
import { judgeStep, type PlanState } from '../plan/plan.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import type { Refusal } from '../reason/refusal.ts';
import { isDue, type Timestamp } from '../value/timestamp.ts';
import { presentedView, viewDigest } from '../view/presented-view.ts';
import { inputDigest, type Precondition } from './approval-request.ts';
import type { VerifiedGrant } from './grant.ts';
import { type InForce, judgeVersions } from './in-force.ts';
import { judgeVoters } from './judge-voters.ts';
import {
  effectiveStatus,
  type OpenedRequest,
  type RequestState,
  statusCode,
} from './request-state.ts';
import { isGrantEnd, type Resolution } from './resolution.ts';

/** What the execution point knows when it is about to run something. */
export interface ExecutionAttempt {
  /** What is about to run, read at the execution edge after the last change to it (AB-3). */
  readonly action: ActionBinding;
  /** The approved binding where its bytes are still kept; it only helps to name what changed. */
  readonly approved_action: ActionBinding | null;
  readonly grant: VerifiedGrant;
  readonly executor: string;
  /** Measured now, for comparison with what was measured when the request was opened (AB-7). */
  readonly preconditions: readonly Precondition[];
  readonly tool_definition_digest: Digest | null;
  readonly in_force: InForce;
  readonly passkeys: PasskeyTrust;
  /** The approvers of this request who may act now, with their present roles (ID-12). */
  readonly voters: ApproverDirectory;
  /** The digest of the view of the approved action, where the caller has made that view already. */
  readonly view_digest?: Digest;
  /** The lock that covers the request, its approvers or the executor's key; null where none does (LK-2). */
  readonly lock: Lock | null;
  /** The state of the plan, and of any hold on the session, that the request belongs to. */
  readonly plan: PlanState | null;
  readonly hold: HoldState | null;
  /** Where an allowance stands in place of entries: the allowance as it is now. */
  readonly allowance?: AllowanceEvidence | undefined;
}

/** A request that passed every check, narrowed to what an allow always has. */
export type ExecutableRequest = OpenedRequest & {
  readonly resolution: Resolution & {
    readonly grant_id: NonNullable<Resolution['grant_id']>;
    readonly grant_expires_at: Timestamp;
  };
};

export type ExecutionVerdict =
  | { readonly ok: true; readonly value: ExecutableRequest }
  | { readonly ok: false; readonly refusal: Refusal; readonly step: string };

interface Check {
  readonly state: ExecutableRequest;
  readonly attempt: ExecutionAttempt;
  readonly now: Timestamp;
}

/**
 * The checks of AGT's ADR 0030 section 6 and of CH-8, in order. Each says no with its own code; the first that
 * does is the answer. The store repeats the ones that other writers can race (status, window, versions,
 * epoch) inside the commit.
 */
const steps: Readonly<Record<string, (check: Check) => Refusal | null>> = {
  resolution: checkResolution,
  grant: checkGrant,
  store: checkStore,
  lock: ({ attempt }) => (attempt.lock === null ? null : lockedBy(attempt.lock)),
  action: ({ state, attempt }) =>
    refusalOf(compareAction(attempt.action, state.request.action_digest, attempt.approved_action)),
  audience: ({ state, attempt }) =>
    attempt.executor === state.request.audience
      ? null
      : no('audience_mismatch', `expected ${state.request.audience}, found ${attempt.executor}`),
  versions: ({ state, attempt }) => refusalOf(judgeVersions(state, attempt.in_force)),
  tool_definition: checkToolDefinition,
  preconditions: checkPreconditions,
  plan: checkPlan,
  session: ({ attempt }) => (attempt.hold === null ? null : refusalOf(judgeSession(attempt.hold))),
  allowance: checkAllowance,
  entry_links: checkEntryLinks,
  entry_content: checkEntryContent,
  stages: checkStages,
  standing: check => refusalOf(judgeVoters(decidedOf(check).state, check.attempt.voters)),
  passkeys: checkPasskeys,
};

/** What people decided: the request itself, or the house request of the allowance that covers it. */
interface Decided {
  readonly state: OpenedRequest;
  /** What they saw. */
  readonly action: ActionBinding;
  readonly view_digest: Digest | null;
}

function decidedOf({ state, attempt }: Check): Decided {
  const { allowance } = attempt;
  return state.resolution.allowance === undefined || allowance === undefined
    ? { state, action: attempt.action, view_digest: attempt.view_digest ?? null }
    : { state: allowance.decided, action: allowance.action, view_digest: null };
}

/**
 * Where an allowance stands in place of entries: it is as it was when it covered the action, and it covers exactly
 * this (AL-4, AL-9). The entries of its house request are then judged like those of any other.
 */
function checkAllowance({ state, attempt }: Check): Refusal | null {
  const { resolution, entries } = state;
  const { allowance: use } = resolution;
  if (use === undefined) return null;
  const { allowance } = attempt;
  if (allowance === undefined) return no('allowance_not_found', 'the allowance was not supplied');
  if (allowance.state.status !== 'active') {
    const { status } = allowance.state;
    return no(`allowance_${status}`, `the allowance is ${status}`);
  }
  const isSame =
    allowance.state.allowance_id === use.allowance_id &&
    allowance.version === use.version &&
    allowance.state.epoch === attempt.in_force.epoch &&
    use.n <= allowance.terms.uses &&
    resolution.resolved_at < allowance.state.expires_at &&
    entries.length === 0;
  if (!isSame)
    return no('allowance_inconsistent', 'it is not the allowance that covered the action');
  return findCoverFault(allowance, { ...state, action: attempt.action })?.refusal ?? null;
}

/** The names of the checks, in the order in which they run. */
export const executionSteps: readonly string[] = ['status', ...Object.keys(steps)];

export function verifyForExecution(
  state: RequestState,
  attempt: ExecutionAttempt,
  now: Timestamp,
): ExecutionVerdict {
  const status = effectiveStatus(state, now);
  if (state.status === 'absent' || status !== 'allowed') {
    return {
      ok: false,
      step: 'status',
      refusal: { code: statusCode(state, now), detail: `the request is ${status}` },
    };
  }
  // The first step establishes what the type says of a resolution; nothing reads it before.
  const check: Check = { state: state as ExecutableRequest, attempt, now };
  for (const [step, run] of Object.entries(steps)) {
    const refusal = run(check);
    if (refusal !== null) return { ok: false, step, refusal };
  }
  return { ok: true, value: check.state };
}

function checkResolution(check: Check): Refusal | null {
  const { state } = check;
  const { request } = state;
  const resolution: Resolution | null = state.resolution;
  if (resolution === null)
    return no('resolution_inconsistent', 'an allowed request has a resolution');
  if (resolution.outcome !== 'allow')
    return no('resolution_not_allow', `it says ${resolution.outcome}`);
  const { entries } = decidedOf(check).state;
  const consistent =
    resolution.approval_request_id === request.approval_request_id &&
    resolution.policy_version === request.policy_version &&
    resolution.approval_chain_version === request.approval_chain_version &&
    equalDigests(resolution.action_digest, request.action_digest) &&
    equalDigests(resolution.final_entry_digest, entries.at(-1)?.entry_digest) &&
    resolution.grant_id !== null &&
    resolution.grant_expires_at !== null &&
    isGrantEnd(request, resolution.resolved_at, resolution.grant_expires_at) &&
    resolution.resolved_at < request.expires_at;
  return consistent
    ? null
    : no('resolution_inconsistent', 'it does not fit its request and entries');
}

function checkGrant({ state, attempt, now }: Check): Refusal | null {
  const { grant } = attempt;
  const { request, resolution } = state;
  const agreements: readonly [string, unknown, unknown][] = [
    ['grant_id', grant.grant_id, resolution.grant_id],
    ['approval_request_id', grant.approval_request_id, request.approval_request_id],
    ['approval_resolution_id', grant.approval_resolution_id, resolution.approval_resolution_id],
    ['intent_id', grant.intent_id, request.intent_id],
    ['audience', grant.audience, request.audience],
    ['action_digest', grant.action_digest, resolution.action_digest],
    ['policy_version', grant.policy_version, resolution.policy_version],
    ['approval_chain_id', grant.approval_chain_id, request.approval_chain_id],
    ['approval_chain_version', grant.approval_chain_version, resolution.approval_chain_version],
    ['final_entry_digest', grant.final_entry_digest, resolution.final_entry_digest],
    ['issued_at', grant.issued_at, resolution.resolved_at],
    ['expires_at', grant.expires_at, resolution.grant_expires_at],
  ];
  const differing = agreements.find(([, found, expected]) => found !== expected);
  if (differing !== undefined)
    return no('grant_binding_mismatch', `${differing[0]} does not agree`);
  return isDue(grant.expires_at, now) ? no('grant_expired', 'its window is over') : null;
}

function checkStore({ attempt: { grant, in_force } }: Check): Refusal | null {
  if (grant.store_id !== in_force.store_id) {
    return no('store_mismatch', `expected ${in_force.store_id}, found ${grant.store_id}`);
  }
  if (grant.epoch !== in_force.epoch) {
    return no('epoch_changed', `given in epoch ${grant.epoch}, now is epoch ${in_force.epoch}`);
  }
  return null;
}

function checkToolDefinition({ state, attempt }: Check): Refusal | null {
  const approved = state.request.tool_definition_digest;
  if (approved === null || equalDigests(approved, attempt.tool_definition_digest)) return null;
  return no('tool_definition_changed', 'the tool is not defined as it was when it was approved');
}

function checkPreconditions({ state, attempt }: Check): Refusal | null {
  for (const { name, digest } of state.request.preconditions) {
    const measured = attempt.preconditions.find(precondition => precondition.name === name);
    if (measured === undefined) return no('precondition_missing', `"${name}" was not supplied`);
    if (!equalDigests(measured.digest, digest))
      return no('precondition_changed', `"${name}" changed`);
  }
  return null;
}

function checkPlan({ state, attempt: { plan } }: Check): Refusal | null {
  const { agent_id, scope } = state.request;
  const { plan_id, step_id } = scope;
  if (plan_id === null) return null;
  // A plan from before plans had owners is that of every agent that names it (GT-11).
  const isOwn = plan !== null && (plan.agent_id === null || plan.agent_id === agent_id);
  if (plan?.plan_id !== plan_id || !isOwn) {
    return no('plan_blocked', `the state of plan ${plan_id} was not supplied`);
  }
  return refusalOf(judgeStep(plan, { step_id, depends_on: [] }));
}

/** Each entry has the digest it claims and follows the one before it, up to the one that was signed. */
function checkEntryLinks(check: Check): Refusal | null {
  let previous: Digest | null = null;
  for (const entry of decidedOf(check).state.entries) {
    if (!equalDigests(entryDigest(entry), entry.entry_digest)) {
      return no('entry_digest_mismatch', `${entry.chain_entry_id} was altered`);
    }
    if (entry.previous_entry_digest !== previous) {
      return no('entry_link_broken', `${entry.chain_entry_id} does not follow`);
    }
    previous = entry.entry_digest;
  }
  return null;
}

/** Each entry was possible when it was made: by an eligible principal, in an open stage, on these facts. */
function checkEntryContent(check: Check): Refusal | null {
  const decided = decidedOf(check);
  const { request, chain, entries, resolution } = decided.state;
  const expectedInput = inputDigest(request);
  // The action is the approved one by now (an earlier step), so this is the view that was decided on.
  let view: Digest | null = decided.view_digest;
  const expectedView = (): Digest => (view ??= viewDigest(presentedView(request, decided.action)));
  const people = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (entry.decision === 'deny') return no('entry_denies', `${entry.chain_entry_id} denies`);
    const before = entries.slice(0, index);
    const progress = chainProgress(chain, before)[entry.stage_index];
    const sound =
      entry.approval_request_id === request.approval_request_id &&
      entry.input_digest === expectedInput &&
      (entry.view_digest === null || entry.view_digest === expectedView()) &&
      entry.decided_at >= request.requested_at &&
      entry.decided_at < request.expires_at &&
      entry.decided_at <= (resolution?.resolved_at ?? '') &&
      entry.approver_identity !== request.agent_id &&
      !voicesOf(entry).some(voice => people.has(voice)) &&
      chainOutcome(chain, before) === 'pending' &&
      progress?.open === true;
    if (!sound)
      return no('entry_not_valid', `${entry.chain_entry_id} could not have been accepted`);
    for (const voice of voicesOf(entry)) people.add(voice);
    const eligible = judgeApprover(decided.state, progress.stage, approverOf(entry), entry);
    if (!eligible.ok)
      return no('entry_not_valid', `${entry.chain_entry_id}: ${eligible.refusal.detail}`);
    if (eligible.value !== entry.separation) {
      return no(
        'entry_not_valid',
        `${entry.chain_entry_id} is ${eligible.value}, not ${entry.separation}`,
      );
    }
  }
  return null;
}

function checkStages(check: Check): Refusal | null {
  const { chain, entries } = decidedOf(check).state;
  return chainOutcome(chain, entries) === 'allow'
    ? null
    : no('stage_not_satisfied', 'a required stage lacks decisions');
}

/** Run last: it is the one check that costs as much as all the others together. */
function checkPasskeys(check: Check): Refusal | null {
  const { attempt } = check;
  const { request, entries } = decidedOf(check).state;
  for (const entry of entries) {
    if (entry.identity_assurance !== 'webauthn' && entry.assertion === null) continue;
    const verdict = verifyDecisionAssertion({
      request,
      submission: submissionOf(entry),
      approver_identity: entry.approver_identity,
      store_id: attempt.in_force.store_id,
      epoch: attempt.in_force.epoch,
      trust: attempt.passkeys,
    });
    if (!verdict.ok) return verdict.refusal;
    if (entry.identity_assurance !== 'webauthn') {
      return no('entry_not_valid', `${entry.chain_entry_id} understates its assurance`);
    }
  }
  return null;
}

function no(code: ReasonCode, detail: string): Refusal {
  return { code, detail };
}

function refusalOf(verdict: { ok: true } | { ok: false; refusal: Refusal }): Refusal | null {
  return verdict.ok ? null : verdict.refusal;
}
