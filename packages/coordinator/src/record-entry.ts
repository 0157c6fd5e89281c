import type { EntrySubmission, ParsedEntrySubmission } from '@countersign/protocol/chain';
import type { Digest } from '@countersign/protocol/crypto';
import { lockedBy } from '@countersign/protocol/directory';
import { accept, type Refusal, type Result, refuse } from '@countersign/protocol/reason';
import { type ApprovalRequest, coveredOf, type OpenedRequest } from '@countersign/protocol/request';
import {
  ApprovalResolutionId,
  GrantId,
  identityOf,
  idFromUuid,
  type Principal,
} from '@countersign/protocol/value';
import { roundsBefore } from './approval-rounds.ts';
import { cancelOvertaken } from './cancel-request.ts';
import {
  type ChangedRequest,
  changeRequest,
  loadRequest,
  type PreparedChange,
} from './change-request.ts';
import { type Context, inForceFor } from './context.ts';
import { endLocked } from './end-locked.ts';
import { failClosed } from './fail-closed.ts';
import { loadAction } from './load-action.ts';
import { loadPlanOf } from './load-plan.ts';
import { makeViewDigest } from './make-view.ts';
import { coveredCaller, loadLocks, olderOf } from './pass-locks.ts';
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
    const { approvalRequestId, principal, submission } = input;
    const passkeys = await context.people.passkeyTrust([identityOf(principal)]);
    const ids = {
      approval_resolution_id: idFromUuid(ApprovalResolutionId, 'apr', context.ids.uuid()),
      grant_id: idFromUuid(GrantId, 'grant', context.ids.uuid()),
    };
    // The bound bytes never change, so what was rendered for the first try holds for every later one.
    let rendered: Digest | null | undefined;
    const changed = await changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }, store) => {
        if (state.status === 'absent') {
          return refuse('request_not_found', 'nothing was opened under this id');
        }
        const { request, chain } = state;
        if (rendered === undefined && submission.view_digest !== null) {
          rendered = await renderedView(context, request);
        }
        const plan = await loadPlanOf(context, request);
        const nonces = [submission.assertion?.nonce, input.nonce].filter(
          nonce => nonce !== undefined,
        );
        const standing =
          principal.kind === 'human' && !isRepeated(state, submission)
            ? await context.people.standing?.(principal)
            : undefined;
        const { lock, streams } = await loadLocks(context, [
          ...coveredOf(state),
          ...coveredCaller(principal),
        ]);
        const locked = lock === null || isRepeated(state, submission) ? undefined : lockedBy(lock);
        const wrong =
          found ??
          locked ??
          (standing === null
            ? noStanding
            : await spentNonce(context, state, submission, input.nonce));
        return accept<PreparedChange>({
          command: {
            type: 'record_entry',
            submission,
            principal,
            in_force: inForceFor(context, store, { id: chain.chain_id, version: chain.version }),
            passkeys,
            view_digest: rendered ?? null,
            issuer: context.signer.issuer,
            ids,
            single_window: context.settings.singleWindow,
            ...(wrong === undefined ? {} : { found: wrong }),
          },
          notAfter: request.expires_at,
          dependsOnPolicy: true,
          claims: nonces.map(key => ({ scope: 'nonce', key, until: null })),
          // Who loses a role, is deactivated or locked, before the decision is written has not decided (ID-3, LK-2).
          streams:
            typeof standing === 'number'
              ? olderOf([{ stream: storeStream, version: standing }], streams)
              : streams,
          ...(plan === undefined
            ? {}
            : { plan, earlierRounds: await roundsBefore(context, request) }),
        });
      },
      onClaimTaken: async () => ({ ok: false, refusal: nonceUsed }),
    });
    if (!changed.ok) {
      await cancelOvertaken(context, approvalRequestId, changed.refusal);
      if (changed.refusal.code === 'locked') await endLocked(context, approvalRequestId);
    }
    return changed;
  });
}

const noStanding: Refusal = {
  code: 'approver_not_eligible',
  detail: 'the person may no longer act, or has lost a role meanwhile',
};

const nonceUsed: Refusal = {
  code: 'nonce_already_used',
  detail: 'this nonce was used for another decision',
};

/**
 * A claim does not refuse the stream that holds it, so within the request it is looked up. A decision that takes it
 * in between changes the version that guards the commit, and this is checked again.
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

/** What was recorded is answered again, whatever has happened since. */
function isRepeated({ entries }: OpenedRequest, { chain_entry_id }: EntrySubmission): boolean {
  return entries.some(entry => entry.chain_entry_id === chain_entry_id);
}

/** The view of a request as it is rendered here, from the bytes that were bound. */
async function renderedView(context: Context, request: ApprovalRequest): Promise<Digest | null> {
  const action = await loadAction(context, request.action_digest);
  return action === null ? null : makeViewDigest(context, request, action);
}
