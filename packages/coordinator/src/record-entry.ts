import type { EntrySubmission, ParsedEntrySubmission } from '@countersign/protocol/chain';
import type { Digest } from '@countersign/protocol/crypto';
import { type Covered, type LentRoles, lockedBy } from '@countersign/protocol/directory';
import { accept, type Refusal, type Result, refuse } from '@countersign/protocol/reason';
import {
  type ApprovalRequest,
  coveredOf,
  type OpenedRequest,
  type RecordEntry,
} from '@countersign/protocol/request';
import {
  ApprovalResolutionId,
  GrantId,
  identityOf,
  idFromUuid,
  type Principal,
  type Timestamp,
} from '@countersign/protocol/value';
import { isOfKind } from './allowance/allowance-claims.ts';
import { suspendRejected } from './allowance/suspend-rejected.ts';
import { loadCase, roundsBefore } from './approval-rounds.ts';
import { cancelOvertaken } from './cancel-request.ts';
import {
  type ChangedRequest,
  changeRequest,
  loadRequest,
  type PreparedChange,
} from './change-request.ts';
import type { Guards } from './commit.ts';
import { type Context, inForceFor } from './context.ts';
import { endLocked } from './end-locked.ts';
import { failClosed } from './fail-closed.ts';
import { joinsFrom } from './joins-from.ts';
import { loadAction } from './load-action.ts';
import { loadPlanOf } from './load-plan.ts';
import { makeViewDigest } from './make-view.ts';
import { coveredCaller, loadLocks, olderOf } from './pass-locks.ts';
import { openedReview } from './release-reviews.ts';
import type { StoreState } from './store.ts';
import { requestStream, storeStream } from './stream-name.ts';

/** A decision that came in, and who sent it. */
export interface SubmittedEntry {
  readonly approvalRequestId: string;
  /** As `parseEntrySubmission` read it where it came in. */
  readonly submission: ParsedEntrySubmission;
  readonly principal: Principal;
  /** What the channel made unique is used once, by any decision: it is used up with the decision. */
  readonly nonce?: string;
}

/** An approver decides. Who they are comes from the principal alone. */
export function recordEntry(
  context: Context,
  entry: SubmittedEntry,
): Promise<Result<ChangedRequest>> {
  return failClosed(async () => {
    const changed = await changeByEntry(context, entry);
    if (changed.ok || changed.refusal.code !== 'policy_changed') return changed;
    // A policy that answers the same keeps the request open, and the person need not decide twice (GT-10).
    const { state } = await loadRequest(context, requestStream(entry.approvalRequestId));
    const stays = state.status === 'pending' && state.reaffirmed !== null;
    return stays ? changeByEntry(context, entry) : changed;
  });
}

/**
 * Records for the audit that a known sender sent an invalid answer, and why it is invalid. It changes nothing else
 * (TR-5). Answers with that refusal, or with the reason why it was not written.
 */
export function recordRefusedAnswer(
  context: Context,
  { refusal, ...entry }: SubmittedEntry & { readonly refusal: Refusal },
): Promise<Result<ChangedRequest>> {
  return changeByEntry(context, entry, refusal);
}

function changeByEntry(
  context: Context,
  input: SubmittedEntry,
  found?: Refusal,
): Promise<Result<ChangedRequest>> {
  return failClosed(async () => {
    const { approvalRequestId, principal } = input;
    const parts = await entryParts(context, principal);
    // The bound bytes never change, so the view of the first try serves every later one.
    let rendered: Digest | null | undefined;
    const changed = await changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }, store) => {
        if (state.status === 'absent') {
          return refuse('request_not_found', 'nothing was opened under this id');
        }
        rendered ??= await renderedFor(context, state.request, input);
        return accept(
          await prepareEntry(
            context,
            input,
            { state, store, ...parts, view_digest: rendered },
            found,
          ),
        );
      },
      onClaimTaken: async claim => (isOfKind(claim) ? null : { ok: false, refusal: nonceUsed }),
    });
    if (!changed.ok) await settleRefused(context, approvalRequestId, changed.refusal);
    return changed;
  });
}

/** What a refused decision shows about its request is recorded: another policy, or a lock. */
export async function settleRefused(
  context: Context,
  approvalRequestId: string,
  refusal: Refusal,
): Promise<void> {
  await cancelOvertaken(context, approvalRequestId, refusal);
  if (refusal.code === 'locked') await endLocked(context, approvalRequestId);
}

type EntryParts = Pick<RecordEntry, 'passkeys' | 'ids'>;

/** What is the same in every try of one decision. */
export async function entryParts(context: Context, principal: Principal): Promise<EntryParts> {
  return {
    passkeys: await context.people.passkeyTrust([identityOf(principal)]),
    ids: {
      approval_resolution_id: idFromUuid(ApprovalResolutionId, 'apr', context.ids.uuid()),
      grant_id: idFromUuid(GrantId, 'grant', context.ids.uuid()),
    },
  };
}

/** The view that this server renders, where the decision names one. */
export async function renderedFor(
  context: Context,
  request: ApprovalRequest,
  { submission }: Pick<SubmittedEntry, 'submission'>,
): Promise<Digest | null> {
  return submission.view_digest === null ? null : renderedView(context, request);
}

interface EntryReading extends EntryParts {
  readonly state: OpenedRequest;
  readonly store: StoreState;
  readonly view_digest: Digest | null;
  readonly in_batch?: boolean;
}

/** The command of one decision, and what must still hold when it is written. */
export async function prepareEntry(
  context: Context,
  input: SubmittedEntry,
  { state, store, passkeys, ids, view_digest, in_batch = false }: EntryReading,
  found?: Refusal,
): Promise<PreparedChange> {
  const { principal, submission } = input;
  const { request, chain } = state;
  const plan = await loadPlanOf(context, request);
  const nonces = [submission.assertion?.nonce, input.nonce].filter(nonce => nonce !== undefined);
  const standing =
    principal.kind === 'human' && !isRepeated(state, submission)
      ? await context.people.standing?.(principal)
      : undefined;
  const now = context.clock.now();
  const behalf = await loadBehalf(context, input, now);
  const { lock, streams } = await loadLocks(context, [
    ...coveredOf(state),
    ...coveredCaller(principal),
    ...behalf.covered,
  ]);
  const locked = lock === null || isRepeated(state, submission) ? undefined : lockedBy(lock);
  const wrong =
    found ??
    locked ??
    (standing === null ? noStanding : await spentNonce(context, state, submission, input.nonce));
  const isDenial = submission.decision === 'deny' && wrong === undefined;
  const kind = isDenial ? await suspendRejected(context, state, now) : null;
  const appends = [
    ...(kind?.appends ?? []),
    ...(isRepeated(state, submission)
      ? []
      : await openedReview(context, state, submission, principal, now)),
  ];
  return {
    ...(appends.length === 0 ? {} : { effect: { appends } }),
    command: {
      type: 'record_entry',
      submission,
      principal,
      in_force: inForceFor(context, store, { id: chain.chain_id, version: chain.version }),
      passkeys,
      view_digest,
      issuer: context.signer.issuer,
      ids,
      single_window: context.settings.singleWindow,
      ...(in_batch ? { in_batch } : {}),
      ...(behalf.lent === undefined ? {} : { lent: behalf.lent }),
      ...(await deniedBefore(context, state, submission)),
      ...(wrong === undefined ? {} : { found: wrong }),
    },
    notAfter: earlier(request.expires_at, behalf.lent?.ends_at),
    ...(submission.break_glass === undefined
      ? joinsFrom(state, submission.stage_index, principal, behalf.lent)
      : {}),
    dependsOnPolicy: true,
    claims: [
      ...nonces.map(key => ({ scope: 'nonce' as const, key, until: null })),
      ...(kind?.claims ?? []),
    ],
    // A person who loses a role, is deactivated or is locked before the decision is written has not decided (ID-3, LK-2).
    streams: [standing, behalf.version].reduce<Guards['streams']>(
      (older, version) =>
        typeof version === 'number' ? olderOf([{ stream: storeStream, version }], older) : older,
      [...streams, ...(kind?.streams ?? [])],
    ),
    ...(plan === undefined ? {} : { plan, earlierRounds: await roundsBefore(context, request) }),
  };
}

interface ReadBehalf {
  /** The delegation that the decision names, where it stands. */
  readonly lent?: LentRoles;
  readonly version?: number;
  readonly covered: readonly Covered[];
}

/** For whom the approver decides. A name alone gives no rights: the directory has the delegation (DG-1). */
async function loadBehalf(
  { people }: Context,
  { submission, principal }: Pick<SubmittedEntry, 'submission' | 'principal'>,
  now: Timestamp,
): Promise<ReadBehalf> {
  const { on_behalf_of } = submission;
  if (on_behalf_of === undefined || people.lending === undefined) return { covered: [] };
  const { lent: all, version } = await people.lending(now);
  const lent = all.find(
    each =>
      each.delegation_id === on_behalf_of.delegation_id &&
      each.delegate_id === identityOf(principal),
  );
  const { person_id } = on_behalf_of;
  const covered = [{ kind: 'person', person_id } as const];
  return { ...(lent === undefined ? {} : { lent }), version, covered };
}

/** Whether an earlier round of the case was denied: then no one releases it alone (BG-2). */
async function deniedBefore(
  context: Context,
  { request }: OpenedRequest,
  { break_glass }: EntrySubmission,
): Promise<Pick<RecordEntry, 'denied_before'>> {
  if (break_glass === undefined || request.round === 1) return {};
  const { rounds } = await loadCase(context, request.case_id);
  const before = rounds.filter(each => each.round < request.round);
  const isWhole = before.length === request.round - 1;
  return { denied_before: !isWhole || before.some(({ status }) => status === 'denied') };
}

function earlier(end: Timestamp, other: Timestamp | undefined): Timestamp {
  return other !== undefined && other < end ? other : end;
}

const noStanding: Refusal = {
  code: 'approver_not_eligible',
  detail: 'the person may no longer act, or has lost a role meanwhile',
};

export const nonceUsed: Refusal = {
  code: 'nonce_already_used',
  detail: 'this nonce was used for another decision',
};

/**
 * The store refuses a claim only to other streams, so within the request the nonce is looked up. A decision that takes
 * the nonce in between changes the version that guards the commit, and this is checked again.
 */
async function spentNonce(
  { store }: Context,
  state: OpenedRequest,
  submission: EntrySubmission,
  nonce: string | undefined,
): Promise<Refusal | undefined> {
  if (nonce === undefined || isRepeated(state, submission)) return undefined;
  return (await store.findClaim({ scope: 'nonce', key: nonce })) === null ? undefined : nonceUsed;
}

/** A recorded decision gets the same answer again, whatever has happened since. */
function isRepeated({ entries }: OpenedRequest, { chain_entry_id }: EntrySubmission): boolean {
  return entries.some(entry => entry.chain_entry_id === chain_entry_id);
}

/** The view of a request as it is rendered here, from the bytes that were bound. */
async function renderedView(context: Context, request: ApprovalRequest): Promise<Digest | null> {
  const action = await loadAction(context, request.action_digest);
  return action === null ? null : makeViewDigest(context, request, action);
}
