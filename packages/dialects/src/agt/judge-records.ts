import { equalDigests } from '@countersign/protocol/crypto';
import {
  Assurance,
  meetsPersonAssurance,
  meetsServiceAssurance,
} from '@countersign/protocol/value';
import { type AgtRefusal, refused } from './agt-verdict.ts';
import { agtEntryDigest, agtInputDigest } from './digests.ts';
import { pythonTime } from './python-time.ts';
import type { AgtChainEntry, AgtRecords } from './records.ts';
import { outcomesBeside } from './status-mapping.ts';

type Judgement = AgtRefusal | null;

/**
 * Whether records are possible: everything that AGT checks, and what it leaves out (the order of stages, one person
 * for several of them, coverage, who decided and how that is known). The first fault is the answer. It says nothing
 * about who wrote the records: their digests have no key, and anyone can compute them.
 */
export function judgeRecords(records: AgtRecords): Judgement {
  return (
    judgeAgreement(records) ?? judgeLinks(records) ?? judgeEntries(records) ?? judgeOutcome(records)
  );
}

function judgeAgreement({
  policy_decision,
  approval_request,
  chain,
  resolution,
}: AgtRecords): Judgement {
  if (policy_decision.verdict !== 'require_approval') {
    return no(
      'not_terminal_allow',
      'record_inconsistent',
      `the policy says ${policy_decision.verdict}`,
    );
  }
  const parts = [policy_decision, ...(resolution === null ? [] : [resolution])];
  if (parts.some(part => !equalDigests(part.action_digest, approval_request.action_digest))) {
    return no(
      'action_digest_mismatch',
      'action_digest_mismatch',
      'the records name several actions',
    );
  }
  if (parts.some(({ policy_version }) => policy_version !== approval_request.policy_version)) {
    return no(
      'policy_version_mismatch',
      'policy_changed',
      'the records name several policy versions',
    );
  }
  const { approval_chain_id, approval_chain_version } = approval_request;
  const sameChain =
    policy_decision.approval_chain_id === approval_chain_id &&
    chain.chain_id === approval_chain_id &&
    chain.version === approval_chain_version &&
    parts.every(part => part.approval_chain_version === approval_chain_version);
  if (!sameChain) {
    return no('chain_version_mismatch', 'chain_changed', 'the records name several chains');
  }
  const linked =
    policy_decision.policy_decision_id === approval_request.policy_decision_id &&
    (resolution === null ||
      resolution.approval_request_id === approval_request.approval_request_id) &&
    sortable(approval_request.requested_at) < sortable(approval_request.expires_at);
  return linked ? null : no('chain_tampered', 'record_inconsistent', 'the records do not link up');
}

function judgeLinks({ approval_request, chain_entries, resolution }: AgtRecords): Judgement {
  const presented = agtInputDigest(approval_request);
  let previous: string | null = null;
  for (const entry of chain_entries) {
    if (!equalDigests(agtEntryDigest(entry), entry.entry_digest)) {
      return no('chain_tampered', 'entry_digest_mismatch', `${entry.chain_entry_id} was altered`);
    }
    if (entry.previous_entry_digest !== previous) {
      return no('chain_tampered', 'entry_link_broken', `${entry.chain_entry_id} does not follow`);
    }
    if (
      entry.approval_request_id !== approval_request.approval_request_id ||
      !equalDigests(entry.input_digest, presented)
    ) {
      return no(
        'chain_tampered',
        'entry_input_mismatch',
        `${entry.chain_entry_id} is about another request`,
      );
    }
    previous = entry.entry_digest;
  }
  if (resolution !== null && resolution.final_entry_digest !== previous) {
    return no('chain_tampered', 'resolution_inconsistent', 'the resolution ends another chain');
  }
  return null;
}

/** Each entry, in the situation in which it was made. */
function judgeEntries(records: AgtRecords): Judgement {
  const before: AgtChainEntry[] = [];
  for (const entry of records.chain_entries) {
    const found = judgeEntry(records, entry, before);
    if (found !== null) return found;
    before.push(entry);
  }
  return null;
}

function judgeEntry(
  { approval_request, chain }: AgtRecords,
  entry: AgtChainEntry,
  before: readonly AgtChainEntry[],
): Judgement {
  const { chain_entry_id: id, stage_index, approver_identity, approver_kind } = entry;
  const stage = chain.stages[stage_index];
  if (stage === undefined) return no('chain_tampered', 'stage_unknown', `${id} names no stage`);
  if (approver_kind === 'llm_advisory') {
    return no(
      'chain_tampered',
      'approver_kind_not_permitted',
      `${id} is advice, which decides nothing`,
    );
  }
  if (before.some(other => other.chain_entry_id === id || other.stage_index === stage_index)) {
    return no('chain_tampered', 'entry_conflict', `${id} decides what was decided`);
  }
  if (before.some(other => other.decision === 'deny')) {
    return no('not_terminal_allow', 'entry_denies', `${id} follows a deny`);
  }
  const open = chain.stages
    .slice(0, stage_index)
    .every(
      earlier =>
        !earlier.required || before.some(other => other.stage_index === earlier.stage_index),
    );
  if (!open) return no('chain_tampered', 'stage_not_open', `${id} is out of order`);
  if (before.some(other => other.approver_identity === approver_identity)) {
    return no(
      'chain_tampered',
      'approver_already_decided',
      `${id} is from an approver who had already decided`,
    );
  }
  if (approver_identity === approval_request.agent_id) {
    return no('chain_tampered', 'approver_is_agent', `${id} is of the acting agent`);
  }
  const { allowed_identities, allowed_roles } = stage;
  const mayBeListed =
    allowed_identities.includes(approver_identity) ||
    (approver_kind === 'human' && allowed_roles.length > 0);
  if (!mayBeListed)
    return no(
      'chain_tampered',
      'approver_not_eligible',
      `${id} is from an approver whom the stage does not list`,
    );
  if (!isKnownAssurance(entry)) {
    return no(
      'chain_tampered',
      'approver_assurance_too_low',
      `${id} does not say how its approver is known`,
    );
  }
  const inTime =
    sortable(entry.decided_at) >= sortable(approval_request.requested_at) &&
    sortable(entry.decided_at) < sortable(approval_request.expires_at);
  return inTime ? null : no('expired', 'request_expired', `${id} was made outside its window`);
}

/** "none", and any undefined word, is no knowledge (ID-4). */
function isKnownAssurance({ approver_kind, identity_assurance }: AgtChainEntry): boolean {
  const known = Assurance.safeParse(identity_assurance);
  if (!known.success) return false;
  return approver_kind === 'human'
    ? meetsPersonAssurance(known.data, 'conversation')
    : meetsServiceAssurance(known.data, 'service_key');
}

function judgeOutcome({
  approval_request,
  chain,
  chain_entries,
  resolution,
}: AgtRecords): Judgement {
  const outcome = resolution?.outcome ?? null;
  const beside: readonly (string | null)[] = outcomesBeside[approval_request.status];
  if (!beside.includes(outcome)) {
    return no(
      'chain_tampered',
      'resolution_inconsistent',
      `a request that is ${approval_request.status} cannot have the outcome ${outcome ?? 'none'}`,
    );
  }
  const denied = chain_entries.some(({ decision }) => decision === 'deny');
  const allowed = chain.stages.every(
    ({ required, stage_index }) =>
      !required || chain_entries.some(entry => entry.stage_index === stage_index),
  );
  const hasRequired = chain.stages.some(({ required }) => required);
  if (outcome === 'allow' && (denied || !allowed || !hasRequired)) {
    return no('not_terminal_allow', 'stage_not_satisfied', 'an allow needs every required stage');
  }
  // Where a chain has no approvers, AGT denies whatever is said.
  if (outcome === 'deny' && !denied && hasRequired) {
    return no('chain_tampered', 'resolution_inconsistent', 'no entry of the chain denies');
  }
  if (outcome !== 'deny' && denied) {
    return no('not_terminal_allow', 'entry_denies', 'the chain holds a deny');
  }
  return null;
}

/** Python's form has no fixed width; this one has, so that texts compare as times do. */
function sortable(time: string): string {
  const [seconds = '', fraction = ''] = pythonTime(time).replace('+00:00', '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}`;
}

function no(...refusal: Parameters<typeof refused>): AgtRefusal {
  return refused(...refusal).refusal;
}
