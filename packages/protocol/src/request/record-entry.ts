import type { Separation } from '../chain/chain.ts';
import {
  type ChainEntry,
  entryDigest,
  needsReason,
  submissionDigest,
  submissionOf,
} from '../chain/chain-entry.ts';
import { chainOutcome, chainProgress } from '../chain/chain-progress.ts';
import { verifyDecisionAssertion } from '../chain/decision-assertion.ts';
import { judgeApprover } from '../chain/judge-approver.ts';
import { type RecordedBehalf, voicesOf } from '../chain/on-behalf.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { accept, type Refusal, type Result, refuse } from '../reason/refusal.ts';
import { actorOf } from '../value/actor.ts';
import type { Assurance } from '../value/assurance.ts';
import { identityOf, type Principal } from '../value/principal.ts';
import { isDue, type Timestamp } from '../value/timestamp.ts';
import { inputDigest } from './approval-request.ts';
import { judgeEpoch, judgeVersions } from './in-force.ts';
import type { RecordEntry } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import {
  effectiveStatus,
  type OpenedRequest,
  type RequestState,
  senderOf,
  statusCode,
} from './request-state.ts';
import { grantEnd } from './resolution.ts';

/** How many refused entries of one sender a request records. */
const refusedEntriesMax = 16;

/** A principal that may decide at all: not an agent (ID-6). */
type Decider = Extract<Principal, { kind: 'human' | 'service' }>;

export function recordEntry(
  state: RequestState,
  command: RecordEntry,
  now: Timestamp,
): Decision<RequestEvent> {
  const { submission, principal } = command;
  if (state.status === 'absent') {
    return decline({ code: 'request_not_found', detail: 'nothing was opened under this id' });
  }
  const by = actorOf(principal);
  // The refusal is answered every time, but recorded only so often (HI-6).
  const isRecorded = (state.refused_entries.get(senderOf(by)) ?? 0) < refusedEntriesMax;
  const refused = (refusal: Refusal): Decision<RequestEvent> =>
    isRecorded
      ? decline(refusal, {
          type: 'entry.refused',
          at: now,
          data: {
            chain_entry_id: submission.chain_entry_id,
            stage_index: submission.stage_index,
            decision: submission.decision,
            by,
            refusal,
          },
        })
      : decline(refusal);

  if (command.found !== undefined) {
    return effectiveStatus(state, now) === 'pending'
      ? refused(command.found)
      : decline(command.found);
  }
  // A repeated delivery gets the same answer at any later time. A changed one is a conflict.
  const earlier = state.entries.find(entry => entry.chain_entry_id === submission.chain_entry_id);
  if (earlier !== undefined) {
    const same =
      submissionDigest(submission, identityOf(principal)) ===
      submissionDigest(submissionOf(earlier), earlier.approver_identity);
    return same
      ? emit()
      : refused({ code: 'entry_conflict', detail: 'the id was used for another decision' });
  }
  if (effectiveStatus(state, now) !== 'pending') {
    return decline({
      code: statusCode(state, now),
      detail: `the request is ${effectiveStatus(state, now)}`,
    });
  }
  // Clocks of different processes differ; a decision is never dated before what it follows.
  const before = state.entries.at(-1)?.decided_at ?? state.request.requested_at;
  const decidedAt = before > now ? before : now;
  const judged = judgeEntry(state, command, decidedAt);
  if (!judged.ok) return refused(judged.refusal);
  return resolve(state, command, sealEntry(state, command, judged.value, decidedAt), decidedAt);
}

interface JudgedEntry {
  readonly decider: Decider;
  readonly assurance: Assurance;
  readonly separation: Separation;
  readonly behalf: RecordedBehalf | undefined;
}

function judgeEntry(
  state: OpenedRequest,
  command: RecordEntry,
  at: Timestamp,
): Result<JudgedEntry> {
  const { submission, principal, in_force } = command;
  const { request, chain, entries } = state;

  const life = judgeEpoch(state, in_force);
  if (!life.ok) return life;
  const versions = judgeVersions(state, in_force);
  if (!versions.ok) return versions;
  if (principal.kind === 'agent' || identityOf(principal) === request.agent_id) {
    return refuse('approver_is_agent', 'expected a person, or a service the stage lists');
  }
  const progress = chainProgress(chain, entries)[submission.stage_index];
  if (progress === undefined) {
    return refuse('stage_unknown', `expected a stage below ${chain.stages.length}`);
  }
  const behalf = judgeBehalf(command, at);
  if (!behalf.ok) return behalf;
  const way = judgeWay(state, command, behalf.value);
  if (!way.ok) return way;
  if (progress.satisfied)
    return refuse('stage_satisfied', `stage "${progress.stage.name}" is complete`);
  if (!progress.open)
    return refuse('stage_not_open', `stage "${progress.stage.name}" is not open yet`);
  if (submission.input_digest !== inputDigest(request)) {
    return refuse('entry_input_mismatch', 'input_digest is not that of this request');
  }
  if (submission.view_digest !== null && submission.view_digest !== command.view_digest) {
    return refuse('entry_view_mismatch', 'view_digest is not that of the view rendered here');
  }
  if (needsReason(submission) && submission.reason.trim() === '') {
    return refuse('entry_reason_missing', 'expected a reason for it');
  }
  const assured = judgeAssurance(state, command, principal);
  if (!assured.ok) return assured;
  const eligible = judgeApprover(
    state,
    progress.stage,
    {
      kind: principal.kind,
      identity: identityOf(principal),
      roles: principal.roles,
      assurance: assured.value,
    },
    {
      decision: submission.decision,
      break_glass: submission.break_glass,
      on_behalf_of: behalf.value,
      decided_at: at,
    },
  );
  if (!eligible.ok) {
    const wantsPasskey =
      eligible.refusal.code === 'approver_assurance_too_low' &&
      progress.stage.min_assurance === 'webauthn' &&
      submission.assertion === null;
    return wantsPasskey ? refuse('assertion_missing', eligible.refusal.detail) : eligible;
  }
  return accept({
    decider: principal,
    assurance: assured.value,
    separation: eligible.value,
    behalf: behalf.value,
  });
}

/** The delegation by which the approver decides for another person, where they do so now (DG-2). */
function judgeBehalf(
  { submission, principal, lent }: RecordEntry,
  at: Timestamp,
): Result<RecordedBehalf | undefined> {
  const { on_behalf_of } = submission;
  if (on_behalf_of === undefined) return accept(undefined);
  const { delegation_id, person_id } = on_behalf_of;
  const isIt =
    lent !== undefined &&
    lent.delegation_id === delegation_id &&
    lent.person_id === person_id &&
    lent.delegate_id === identityOf(principal) &&
    lent.roles.length > 0 &&
    lent.starts_at <= at &&
    !isDue(lent.ends_at, at);
  return isIt
    ? accept({ delegation_id, person_id, roles: [...lent.roles] })
    : refuse('delegation_not_in_force', 'no such delegation to this person stands now');
}

/** One voice for each person, also through another; and no release in a case that an approver denied (DG-4, BG-2). */
function judgeWay(
  { entries, request }: OpenedRequest,
  { submission, principal, denied_before }: RecordEntry,
  on_behalf_of: RecordedBehalf | undefined,
): Result<null> {
  const voices = voicesOf({ approver_identity: identityOf(principal), on_behalf_of });
  if (entries.some(entry => voicesOf(entry).some(voice => voices.includes(voice)))) {
    return refuse('approver_already_decided', 'each person decides once in a request');
  }
  const isDenied = denied_before ?? request.round > 1;
  return submission.break_glass !== undefined && isDenied
    ? refuse('break_glass_case_denied', 'an approver denied this action in an earlier round')
    : accept(null);
}

/** A valid assertion over this decision raises a person to `webauthn`; an invalid one is never ignored. */
function judgeAssurance(
  state: OpenedRequest,
  { submission, in_force, passkeys, in_batch }: RecordEntry,
  principal: Decider,
): Result<Assurance> {
  if (submission.assertion === null) return accept(principal.assurance);
  if (submission.assertion.batch !== undefined && in_batch !== true) {
    return refuse('batch_incomplete', 'expected every row of the batch that was signed');
  }
  const { nonce } = submission.assertion;
  // The claim on a nonce is held by the stream of the request, so within it the entries themselves tell (SU-2).
  if (state.entries.some(({ assertion }) => assertion?.nonce === nonce)) {
    return refuse('nonce_already_used', 'this nonce was used for another decision');
  }
  if (principal.kind !== 'human') {
    return refuse('assertion_credential_unknown', 'a service has no passkeys');
  }
  return verifyDecisionAssertion({
    request: state.request,
    submission,
    approver_identity: identityOf(principal),
    store_id: in_force.store_id,
    epoch: in_force.epoch,
    trust: passkeys,
  });
}

/** Who decided, and how we know, comes from the principal alone (ID-1, ID-3). */
function sealEntry(
  state: OpenedRequest,
  { submission }: RecordEntry,
  { decider, assurance, separation, behalf }: JudgedEntry,
  now: Timestamp,
): ChainEntry {
  const { on_behalf_of: _behalf, ...said } = submission;
  const unsealed = {
    ...said,
    approval_request_id: state.request.approval_request_id,
    approver_kind: decider.kind,
    approver_identity: identityOf(decider),
    approver_roles: [...decider.roles],
    identity_assurance: assurance,
    separation,
    previous_entry_digest: state.entries.at(-1)?.entry_digest ?? null,
    decided_at: now,
    ...(behalf === undefined ? {} : { on_behalf_of: behalf }),
  };
  return { ...unsealed, entry_digest: entryDigest(unsealed) };
}

function resolve(
  { request, chain, entries }: OpenedRequest,
  { ids, issuer, in_force, single_window = false }: RecordEntry,
  entry: ChainEntry,
  now: Timestamp,
): Decision<RequestEvent> {
  const recorded: RequestEvent = { type: 'entry.recorded', at: now, data: { entry } };
  const outcome = chainOutcome(chain, [...entries, entry]);
  if (outcome === 'pending') return emit(recorded);

  const resolution = {
    approval_resolution_id: ids.approval_resolution_id,
    approval_request_id: request.approval_request_id,
    action_digest: request.action_digest,
    policy_version: request.policy_version,
    approval_chain_version: request.approval_chain_version,
    final_entry_digest: entry.entry_digest,
    resolved_at: now,
  };
  if (outcome === 'deny') {
    return emit<RequestEvent>(recorded, {
      type: 'request.denied',
      at: now,
      data: {
        resolution: { ...resolution, outcome: 'deny', grant_id: null, grant_expires_at: null },
      },
    });
  }
  const expires_at = grantEnd(request, now, single_window);
  return emit<RequestEvent>(
    recorded,
    {
      type: 'request.allowed',
      at: now,
      data: {
        resolution: {
          ...resolution,
          outcome: 'allow',
          grant_id: ids.grant_id,
          grant_expires_at: expires_at,
        },
      },
    },
    {
      type: 'grant.issued',
      at: now,
      data: {
        grant_id: ids.grant_id,
        issuer,
        store_id: in_force.store_id,
        epoch: in_force.epoch,
      },
    },
  );
}
