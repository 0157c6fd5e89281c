import type { Separation } from '../chain/chain.ts';
import {
  type ChainEntry,
  entryDigest,
  submissionDigest,
  submissionOf,
} from '../chain/chain-entry.ts';
import { chainOutcome, chainProgress } from '../chain/chain-progress.ts';
import { verifyDecisionAssertion } from '../chain/decision-assertion.ts';
import { judgeEligibility } from '../chain/eligibility.ts';
import { stageAt } from '../chain/escalation.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { accept, type Refusal, type Result, refuse } from '../reason/refusal.ts';
import { actorOf } from '../value/actor.ts';
import type { Assurance } from '../value/assurance.ts';
import { identityOf, type Principal } from '../value/principal.ts';
import type { Timestamp } from '../value/timestamp.ts';
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
}

function judgeEntry(
  state: OpenedRequest,
  command: RecordEntry,
  at: Timestamp,
): Result<JudgedEntry> {
  const { submission, principal, in_force } = command;
  const { request, chain, parties, entries } = state;

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
  if (entries.some(entry => entry.approver_identity === identityOf(principal))) {
    return refuse('approver_already_decided', 'each person decides once in a request');
  }
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
  if (submission.decision === 'deny' && submission.reason.trim() === '') {
    return refuse('entry_reason_missing', 'expected a reason for the denial');
  }
  const assured = judgeAssurance(state, command, principal);
  if (!assured.ok) return assured;
  const eligible = judgeEligibility(
    stageAt(progress.stage, request, at),
    {
      kind: principal.kind,
      identity: identityOf(principal),
      roles: principal.roles,
      assurance: assured.value,
    },
    parties,
    submission.decision,
  );
  if (!eligible.ok) {
    const wantsPasskey =
      eligible.refusal.code === 'approver_assurance_too_low' &&
      progress.stage.min_assurance === 'webauthn' &&
      submission.assertion === null;
    return wantsPasskey ? refuse('assertion_missing', eligible.refusal.detail) : eligible;
  }
  return accept({ decider: principal, assurance: assured.value, separation: eligible.value });
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
  { decider, assurance, separation }: JudgedEntry,
  now: Timestamp,
): ChainEntry {
  const unsealed = {
    ...submission,
    approval_request_id: state.request.approval_request_id,
    approver_kind: decider.kind,
    approver_identity: identityOf(decider),
    approver_roles: [...decider.roles],
    identity_assurance: assurance,
    separation,
    previous_entry_digest: state.entries.at(-1)?.entry_digest ?? null,
    decided_at: now,
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
