import { type ChainEntry, entryDigest, needsReason, submissionOf } from '../chain/chain-entry.ts';
import { chainOutcome, chainProgress } from '../chain/chain-progress.ts';
import { type PasskeyTrust, verifyDecisionAssertion } from '../chain/decision-assertion.ts';
import { approverOf, judgeApprover } from '../chain/judge-approver.ts';
import { voicesOf } from '../chain/on-behalf.ts';
import { type Digest, equalDigests } from '../crypto/digest.ts';
import { inputDigest } from '../request/approval-request.ts';
import type { OpenedRequest } from '../request/request-state.ts';
import { isGrantEnd, type Resolution } from '../request/resolution.ts';
import { isDue } from '../value/timestamp.ts';
import type { RequestPath } from './check-path.ts';
import type { EvidenceBundle } from './evidence-bundle.ts';
import { failed, proven, type StatementResult } from './statement.ts';

/** Each entry as it was recorded could be recorded there, by that approver, at that time (CH-8). */
export function checkEntries({ state }: RequestPath): StatementResult {
  const { entries } = state;
  const input = inputDigest(state.request);
  const seen = { people: new Set<string>(), ids: new Set<string>(), nonces: new Set<string>() };
  let selfConfirmed = 0;
  for (const [index, entry] of entries.entries()) {
    const before = entries.slice(0, index);
    const fault =
      findBrokenSeal(entry, before.at(-1)?.entry_digest ?? null) ??
      findRepetition(entry, seen) ??
      findUnsound(state, entry, before, input);
    if (fault !== null) return fault;
    if (entry.separation === 'self_confirm') selfConfirmed += 1;
  }
  if (entries.length === 0) return proven('There are no decisions.');
  const self =
    selfConfirmed === 0
      ? ''
      : ` ${selfConfirmed} ${selfConfirmed === 1 ? 'is' : 'are'} self-confirmed, not independent.`;
  return proven(`${entries.length} recorded.${self}`);
}

function findBrokenSeal(entry: ChainEntry, previous: Digest | null): StatementResult | null {
  if (!equalDigests(entryDigest(entry), entry.entry_digest)) {
    return failed('entry_digest_mismatch', `${entry.chain_entry_id} was altered`);
  }
  if (entry.previous_entry_digest !== previous) {
    return failed('entry_link_broken', `${entry.chain_entry_id} does not follow`);
  }
  return null;
}

/** A person decides once, an id stands for one decision, and a nonce counts once. */
function findRepetition(
  entry: ChainEntry,
  seen: { people: Set<string>; ids: Set<string>; nonces: Set<string> },
): StatementResult | null {
  const { chain_entry_id, assertion } = entry;
  const voices = voicesOf(entry);
  if (voices.some(voice => seen.people.has(voice))) {
    return failed('approver_already_decided', `${chain_entry_id} is a second decision`);
  }
  if (seen.ids.has(chain_entry_id)) {
    return failed('entry_conflict', `${chain_entry_id} stands for two decisions`);
  }
  for (const voice of voices) seen.people.add(voice);
  seen.ids.add(chain_entry_id);
  if (assertion === null) return null;
  if (seen.nonces.has(assertion.nonce)) {
    return failed('nonce_already_used', `${chain_entry_id} repeats a nonce`);
  }
  seen.nonces.add(assertion.nonce);
  return null;
}

function findUnsound(
  state: OpenedRequest,
  entry: ChainEntry,
  before: readonly ChainEntry[],
  input: Digest,
): StatementResult | null {
  const { request, chain } = state;
  const no = (detail: string) => failed('entry_not_valid', `${entry.chain_entry_id} ${detail}`);
  if (entry.approval_request_id !== request.approval_request_id) return no('is of another request');
  if (entry.input_digest !== input) {
    return failed('entry_input_mismatch', `${entry.chain_entry_id} answers another question`);
  }
  if (needsReason(entry) && entry.reason.trim() === '') return no('has no reason');
  const after = before.at(-1)?.decided_at ?? request.requested_at;
  if (entry.decided_at < after) return no('is dated before what it follows');
  if (isDue(request.expires_at, entry.decided_at)) return no('came too late');
  if (entry.approver_identity === request.agent_id) return no('is of the acting agent');
  if (chainOutcome(chain, before) !== 'pending') return no('came after the end');
  const progress = chainProgress(chain, before)[entry.stage_index];
  if (progress?.open !== true) return no('decides a stage that was not open');
  const eligible = judgeApprover(state, progress.stage, approverOf(entry), entry);
  if (!eligible.ok) {
    // The detail names the stage, and so quotes foreign text; the code says the same.
    return failed(eligible.refusal.code, `${entry.chain_entry_id} was not to be accepted`);
  }
  return eligible.value === entry.separation
    ? null
    : no(`is ${eligible.value}, not ${entry.separation}`);
}

/** Every assertion is verified again, over this decision in this store and epoch (ID-9). */
export function checkPasskeys(
  bundle: EvidenceBundle,
  { state }: RequestPath,
  site: Pick<PasskeyTrust, 'origin' | 'rp_id'>,
): StatementResult {
  const trust = { ...site, passkeys: bundle.passkeys };
  let verified = 0;
  for (const entry of state.entries) {
    if (entry.identity_assurance !== 'webauthn' && entry.assertion === null) continue;
    const verdict = verifyDecisionAssertion({
      request: state.request,
      submission: submissionOf(entry),
      approver_identity: entry.approver_identity,
      store_id: bundle.store_id,
      epoch: bundle.epoch,
      trust,
    });
    if (!verdict.ok) {
      return failed(verdict.refusal.code, `${entry.chain_entry_id} is not signed by its passkey`);
    }
    if (entry.identity_assurance !== 'webauthn' || entry.approver_kind !== 'human') {
      return failed('entry_not_valid', `${entry.chain_entry_id} misstates its assurance`);
    }
    const passkey = bundle.passkeys[verified];
    if (
      passkey?.credential_id !== entry.assertion?.response.credential_id ||
      passkey?.person_id !== entry.approver_identity
    ) {
      return failed('bundle_inconsistent', 'expected the passkeys in the order of the decisions');
    }
    verified += 1;
  }
  if (verified !== bundle.passkeys.length) {
    return failed('bundle_inconsistent', 'expected no passkey that decided nothing');
  }
  if (verified === 0) return proven('No decision claims a passkey.');
  return proven(`${verified} of ${state.entries.length} decisions are signed by a passkey.`);
}

/** Outcomes whose reason no approver signed. */
const unsigned: ReadonlySet<string> = new Set(['cancelled', 'amended']);

/** The outcome is the one that the chain gives for these entries, and no other (CH-2, CH-3). */
export function checkResolution({ state, events }: RequestPath): StatementResult {
  const { request, chain, entries, resolution } = state;
  const outcome = chainOutcome(chain, entries);
  const no = (detail: string) => failed('resolution_inconsistent', detail);
  if (resolution === null) {
    return outcome === 'pending'
      ? proven('It is undecided.')
      : no(`the decisions amount to ${outcome}, but nothing was resolved`);
  }
  if (resolution.allowance !== undefined) return checkCovered({ state, events }, resolution);
  if (resolution.outcome === 'allow' && outcome === 'pending') {
    return failed('stage_not_satisfied', 'a required stage lacks decisions');
  }
  if (!followsEntries(state, resolution, outcome))
    return no('it does not fit its request and entries');
  if (!hasItsWindow(request, resolution)) return no('the window of the grant is another one');
  const ended = findEndFault(events, resolution);
  if (ended !== null) return ended;
  const word = unsigned.has(resolution.outcome) ? ' Only the store vouches for the reason.' : '';
  return proven(`The outcome is ${resolution.outcome}, at ${resolution.resolved_at}.${word}`);
}

/** The resolution is of this request, says what its entries amount to, and stands at the time of the last of them. */
function followsEntries(
  { request, entries }: RequestPath['state'],
  resolution: Resolution,
  outcome: ReturnType<typeof chainOutcome>,
): boolean {
  const last = entries.at(-1);
  const decided = resolution.outcome === 'allow' || resolution.outcome === 'deny';
  const expired = isDue(request.expires_at, resolution.resolved_at);
  return (
    isOfRequest(request, resolution) &&
    resolution.final_entry_digest === (last?.entry_digest ?? null) &&
    outcome === (decided ? resolution.outcome : 'pending') &&
    expired === (resolution.outcome === 'expired') &&
    (!decided || resolution.resolved_at === last?.decided_at) &&
    resolution.resolved_at >= (last?.decided_at ?? request.requested_at)
  );
}

function isOfRequest(request: RequestPath['state']['request'], resolution: Resolution): boolean {
  return (
    resolution.approval_request_id === request.approval_request_id &&
    resolution.action_digest === request.action_digest &&
    resolution.policy_version === request.policy_version &&
    resolution.approval_chain_version === request.approval_chain_version
  );
}

function hasItsWindow(
  request: RequestPath['state']['request'],
  { outcome, resolved_at, grant_expires_at: window }: Resolution,
): boolean {
  if (window === null) return outcome !== 'allow';
  return outcome === 'allow' && isGrantEnd(request, resolved_at, window);
}

/** A grant ends by itself when its window does, and never before. */
function findEndFault(
  events: RequestPath['events'],
  { grant_id, grant_expires_at }: Resolution,
): StatementResult | null {
  for (const event of events) {
    if (event.type !== 'grant.expired' && event.type !== 'grant.revoked') continue;
    const ended = grant_expires_at !== null && isDue(grant_expires_at, event.at);
    if (event.data.grant_id !== grant_id || ended !== (event.type === 'grant.expired')) {
      return failed('resolution_inconsistent', `${event.type} does not fit the grant`);
    }
  }
  return null;
}

/** An allowance stands in place of decisions: opened and resolved at once. The allowance itself is judged apart. */
function checkCovered({ state, events }: RequestPath, resolution: Resolution): StatementResult {
  const { request, entries } = state;
  const { grant_expires_at, resolved_at } = resolution;
  const fits =
    resolution.outcome === 'allow' &&
    isOfRequest(request, resolution) &&
    entries.length === 0 &&
    resolved_at === request.requested_at &&
    grant_expires_at !== null &&
    isGrantEnd(request, resolved_at, grant_expires_at);
  if (!fits) return failed('resolution_inconsistent', 'it does not fit its request');
  return (
    findEndFault(events, resolution) ??
    proven(`The outcome is allow, at ${resolved_at}, under an allowance.`)
  );
}
