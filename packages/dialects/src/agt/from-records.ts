import { type Chain, parseChain } from '@countersign/protocol/chain';
import { equalDigests } from '@countersign/protocol/crypto';
import { canonicalize } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import {
  foldRequest,
  type OpenedRequest,
  parseRequestEvent,
  type RequestEvent,
  type VerifiedGrant,
} from '@countersign/protocol/request';
import { isDue, type Timestamp } from '@countersign/protocol/value';
import { type AgtVerdict, accepted, refused } from './agt-verdict.ts';
import { agtActionDigest } from './digests.ts';
import { judgeRecords } from './judge-records.ts';
import { timestampOf } from './python-time.ts';
import { toAgtCode } from './reason-mapping.ts';
import { type AgtRecords, parseAgtChain, parseAgtRecords } from './records.ts';
import { toAgtRecords } from './to-records.ts';

/** Records that were read whole and found sound. They are history: nothing here releases an execution. */
export interface ImportedRecords {
  readonly records: AgtRecords;
  /** Our own events, where the records were exported from them and still say the same. */
  readonly events: readonly RequestEvent[] | null;
  /** The exact state, where our events say it; AGT's words cannot tell revoked from cancelled. */
  readonly state: OpenedRequest | null;
  /** Entries that a stage admits by role only: AGT does not record roles, so this cannot be checked again (ID-3). */
  readonly unproven_entries: readonly string[];
}

/** Reads foreign records: whole or not at all. */
export function fromAgtRecords(value: unknown): AgtVerdict<ImportedRecords> {
  let records: AgtRecords;
  try {
    records = parseAgtRecords(value);
  } catch (error) {
    return fromError(error);
  }
  const unsound = judgeRecords(records);
  if (unsound !== null) return { ok: false, refusal: unsound };
  if (records.countersign === null)
    return accepted({
      records,
      events: null,
      state: null,
      unproven_entries: admittedByRole(records),
    });
  return restore(records);
}

/** The extension must say exactly what the records say. Otherwise one of them was edited. */
function restore(records: AgtRecords): AgtVerdict<ImportedRecords> {
  try {
    const events = (records.countersign?.events ?? []).map(event => parseRequestEvent(event));
    const state = foldRequest(events);
    const again = toAgtRecords(events);
    if (!again.ok) return again;
    if (state.status !== 'absent' && canonicalize(again.value) === canonicalize(records)) {
      return accepted({ records, events, state, unproven_entries: [] });
    }
  } catch (error) {
    return fromError(error);
  }
  return refused(
    'chain_tampered',
    'record_inconsistent',
    'the records are not those of their events',
  );
}

function admittedByRole({ chain, chain_entries }: AgtRecords): readonly string[] {
  return chain_entries
    .filter(
      ({ stage_index, approver_identity }) =>
        chain.stages[stage_index]?.allowed_identities.includes(approver_identity) !== true,
    )
    .map(({ chain_entry_id }) => chain_entry_id);
}

/** What an execution point knows when it is about to run something under records in AGT's form. */
export interface AgtAttempt {
  /** What is about to run; its digest is computed here (AB-3). */
  readonly action: unknown;
  readonly policy_version: string;
  readonly approval_chain_version: string;
  readonly now: Timestamp;
  /**
   * The signed permission. AGT's digests have no key, so that a writer of records can write an allow; only a
   * signature identifies a real one. Without it the answer is no.
   */
  readonly grant: VerifiedGrant | null;
}

/**
 * AGT's validation, in AGT's order and with its codes, over records that were imported first. It consumes nothing:
 * whether an approval was used before is answered by the store alone, in the commit that consumes it.
 */
export function validateAgtRecords(
  { records, state }: ImportedRecords,
  attempt: AgtAttempt,
): AgtVerdict<VerifiedGrant> {
  const { approval_request: request, resolution } = records;
  const { status } = request;
  if (status === 'consumed')
    return refused('already_consumed', 'grant_already_consumed', 'it was used');
  if (status === 'cancelled') return refused('cancelled', 'request_cancelled', 'it was withdrawn');
  if (status === 'expired') return refused('expired', 'request_expired', 'its window is over');
  if (resolution === null) return refused('no_resolution', 'request_pending', 'no decision yet');
  if (resolution.outcome !== 'allow') {
    return refused('not_terminal_allow', 'request_denied', `it says ${resolution.outcome}`);
  }
  const { grant } = attempt;
  // AGT ends an allow with its request. Ours has a window of its own, which its signature says.
  const ends = grant?.expires_at ?? timestampOf(request.expires_at);
  if (isDue(ends, attempt.now)) return refused('expired', 'grant_expired', 'its window is over');
  const digest = digestOf(attempt.action);
  if (!digest.ok) return digest;
  if (!equalDigests(digest.value, request.action_digest)) {
    return refused(
      'action_digest_mismatch',
      'action_digest_mismatch',
      'another action was approved',
    );
  }
  if (attempt.policy_version !== request.policy_version) {
    return refused('policy_version_mismatch', 'policy_changed', 'another policy is in force');
  }
  if (attempt.approval_chain_version !== request.approval_chain_version) {
    return refused('chain_version_mismatch', 'chain_changed', 'another chain is in force');
  }
  const ours = state?.resolution ?? null;
  const signed =
    grant !== null &&
    ours !== null &&
    grant.approval_request_id === request.approval_request_id &&
    grant.approval_resolution_id === resolution.approval_resolution_id &&
    equalDigests(grant.action_digest, request.action_digest) &&
    equalDigests(grant.final_entry_digest, ours.final_entry_digest);
  return signed
    ? accepted(grant)
    : refused(
        'chain_tampered',
        'grant_binding_mismatch',
        'no signed grant vouches for these entries',
      );
}

/** A chain of AGT's in ours. What AGT leaves open takes our defaults, which are the stricter ones. */
export function fromAgtChain(value: unknown): Chain {
  const chain = parseAgtChain(value);
  return parseChain({
    chain_id: chain.chain_id,
    version: chain.version,
    stages: chain.stages.map(({ stage_index, allowed_identities, allowed_roles, required }) => ({
      name: `stage-${stage_index}`,
      approvers: { identities: allowed_identities, roles: allowed_roles },
      required,
    })),
  });
}

function digestOf(action: unknown): AgtVerdict<string> {
  try {
    return accepted(agtActionDigest(action));
  } catch (error) {
    return fromError(error);
  }
}

/** Unreadable records are refused. Errors that are not ours give no details. */
function fromError(error: unknown): AgtVerdict<never> {
  return error instanceof ProtocolError
    ? refused(toAgtCode(error.code), error.code, error.message)
    : refused('internal_error', 'internal_error', 'reading the records failed');
}
