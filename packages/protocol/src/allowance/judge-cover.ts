import { type ActionBinding, parseActionBinding } from '../action/action-binding.ts';
import {
  houseAgentId,
  houseExecutor,
  houseOperation,
  isReservedForHouse,
} from '../action/house-action.ts';
import type { Parties } from '../chain/eligibility.ts';
import { approverOf, judgeApprover } from '../chain/judge-approver.ts';
import { type Digest, sha256, sha256OfPlain } from '../crypto/digest.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { ApprovalRequest } from '../request/approval-request.ts';
import type { OpenedRequest } from '../request/request-state.ts';
import { addSeconds } from '../value/timestamp.ts';
import type { SuspensionCause } from './allowance-event.ts';
import type { MadeAllowance } from './allowance-state.ts';
import { type AllowanceTerms, parseAllowanceTerms } from './allowance-terms.ts';
import { findUncovered } from './match-template.ts';

/** An allowance as it was read, with the house request that people decided. */
export interface AllowanceEvidence {
  readonly state: MadeAllowance;
  /** Of its stream, as read. */
  readonly version: number;
  readonly terms: AllowanceTerms;
  /** The house request, and its action. */
  readonly decided: OpenedRequest;
  readonly action: ActionBinding;
}

/** What an allowance is asked to cover. */
export interface CoveredUse {
  readonly request: ApprovalRequest;
  readonly parties: Parties;
  readonly action: ActionBinding;
}

/** Why an allowance does not cover a use. `suspends` says that it covers nothing until it is confirmed again (AL-5). */
export interface NotCovered {
  readonly refusal: Refusal;
  readonly suspends: SuspensionCause | null;
}

/** The terms that an action of a house request binds; null where it binds none. */
export function readTerms(action: ActionBinding): AllowanceTerms | null {
  try {
    return parseAllowanceTerms(action.parameters['terms']);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/**
 * Whether the house request is the decision that the allowance names, carried out, and signed with a passkey by each
 * person. The entries themselves are judged like those of any request.
 */
export function findEvidenceFault({
  state,
  version,
  terms,
  decided,
  action,
}: AllowanceEvidence): Refusal | null {
  const { request, resolution } = decided;
  const digest: Digest = sha256(parseActionBinding(action));
  const agreements: readonly [string, unknown, unknown][] = [
    ['approval_request_id', request.approval_request_id, state.approval_request_id],
    ['action_digest', request.action_digest, state.action_digest],
    ['action', digest, state.action_digest],
    ['operation', request.operation, houseOperation('allowance')],
    ['agent of the house request', request.agent_id, houseAgentId],
    ['executor of the house request', request.audience, houseExecutor],
    ['epoch', decided.epoch, state.epoch],
    ['status', decided.status, 'consumed'],
    ['terms', sha256OfPlain([terms]), sha256OfPlain([readTerms(action)])],
    ['allowance_id', terms.allowance_id, state.allowance_id],
    ['agent_id', terms.agent_id, state.agent_id],
    ['tool_name', terms.target.tool_name, state.tool_name],
    // The people signed how long it lasts (AL-8).
    ['end', state.expires_at, addSeconds(state.made_at, terms.lifetime_seconds)],
  ];
  const differing = agreements.find(([, found, expected]) => found !== expected);
  if (differing !== undefined) return no('allowance_inconsistent', `${differing[0]} differs`);
  // What was never suspended was made while its house request could be carried out.
  const { resolved_at = '', grant_expires_at = '' } = resolution ?? {};
  const inTime = resolved_at <= state.made_at && state.made_at < (grant_expires_at ?? '');
  if (version === 1 && !inTime) return no('allowance_inconsistent', 'it was made at another time');
  const people = decided.entries.filter(({ approver_kind }) => approver_kind === 'human');
  const isSigned =
    people.length > 0 &&
    people.every(({ identity_assurance }) => identity_assurance === 'webauthn');
  return isSigned ? null : no('assertion_missing', 'a person decided it without a passkey');
}

/**
 * Why an allowance does not cover this use, or null where it does (AL-1, AL-2, AL-5, AL-9). Its state, its time and its
 * limits are judged apart. The same function judges the opening, the consume and the evidence.
 */
export function findCoverFault(evidence: AllowanceEvidence, use: CoveredUse): NotCovered | null {
  const { request, action, parties } = use;
  const fault = findEvidenceFault(evidence);
  if (fault !== null) return { refusal: fault, suspends: null };
  if (request.risk.level === 'critical') return not('critical risk always asks');
  if (isReservedForHouse(action)) return not('a change of Countersign itself always asks');
  if (sha256(action) !== request.action_digest) return not('the action is not that of the request');
  const { terms, decided } = evidence;
  if (request.amends !== undefined) return not('an amended action always asks');
  const differing = findPin(terms, use);
  if (differing !== null) return not(`${differing} is not the one of the allowance`);
  const uncovered = findUncovered(terms.template, action.parameters);
  if (uncovered !== null) return not(`the template does not cover ${uncovered.path}`);
  if (
    terms.approval_chain_id !== request.approval_chain_id ||
    terms.approval_chain_version !== request.approval_chain_version
  ) {
    return not('another chain is asked now', 'chain_changed');
  }
  if (terms.tool_definition_digest !== request.tool_definition_digest) {
    return not('the tool is defined otherwise now', 'tool_definition_changed');
  }
  for (const entry of decided.entries) {
    const stage = decided.chain.stages[entry.stage_index];
    const isAgent = entry.approver_identity === request.agent_id;
    const judged =
      stage === undefined
        ? null
        : judgeApprover({ ...decided, parties }, stage, approverOf(entry), entry);
    if (isAgent || judged?.ok !== true) {
      return not(`${entry.chain_entry_id} could not decide this action`);
    }
  }
  return null;
}

/** The pinned member that differs, or null. */
function findPin(terms: AllowanceTerms, { request, action }: CoveredUse): string | null {
  const pins: readonly [string, unknown, unknown][] = [
    ['the agent', action.agent_id, terms.agent_id],
    ['the operation', action.operation, terms.operation],
    ['the tool', action.target.tool_name, terms.target.tool_name],
    [
      'the schema version of the tool',
      action.target.tool_schema_version,
      terms.target.tool_schema_version,
    ],
    ['the resource', action.target.resource, terms.target.resource],
    ['the subject', action.subject_id, terms.subject_id],
    ['the audience', request.audience, terms.audience],
    ['the requester', request.requested_by.principal_id, terms.requested_by],
  ];
  return pins.find(([, found, expected]) => found !== expected)?.[0] ?? null;
}

function not(detail: string, suspends: SuspensionCause | null = null): NotCovered {
  return { refusal: no('allowance_not_covering', detail), suspends };
}

function no(code: ReasonCode, detail: string): Refusal {
  return { code, detail };
}
