import { checkAmendedEnd } from './check-amendment.ts';
import { checkEntry, checkResolved } from './check-entry.ts';
import {
  checkConsumed,
  checkExecutionAllowed,
  checkReconciled,
  checkReported,
} from './check-execution.ts';
import { checkOpened } from './check-opened.ts';
import { checkReviewed } from './check-release.ts';
import { hasLeft } from './check-standing.ts';
import type { AppliedCommit, Ledger, RequestRecord } from './ledger.ts';
import type { KnownEvent, RawGrant } from './raw-events.ts';
import { must, Violation } from './violation.ts';

/** Events that record an attempt. They may follow anything and change nothing. */
/** Words beside an open request, which change nothing of it. */
const beside: ReadonlySet<string> = new Set([
  'advice.recorded',
  'question.asked',
  'question.answered',
]);
const remarks: ReadonlySet<string> = new Set(['entry.refused', 'execution.refused']);

export function checkRequestEvent(ledger: Ledger, commit: AppliedCommit, event: KnownEvent): void {
  const record = ledger.requestOf(event.stream);
  if (event.type === 'policy.decided') {
    must(event.version === 1, 'EV-6', () => `a second policy decision in ${event.stream}`);
    return;
  }
  if (event.type === 'request.opened') {
    must(record === undefined, 'EV-6', () => `${event.stream} was opened twice`);
    checkOpened(ledger, commit, event);
    return;
  }
  if (record === undefined)
    throw new Violation('AB-1', `${event.type} in ${event.stream} before it was opened`);
  if (remarks.has(event.type)) return;
  if (beside.has(event.type)) {
    mustBe(record, 'pending', event);
    return;
  }
  const check = checks[event.type];
  if (check === undefined) throw new Violation('EV-6', `${event.type} in ${event.stream}`);
  check(ledger, commit, record, event as never);
}

type Checks = {
  readonly [Type in KnownEvent['type']]?: (
    ledger: Ledger,
    commit: AppliedCommit,
    record: RequestRecord,
    event: Extract<KnownEvent, { type: Type }>,
  ) => void;
};

/** What must hold of each event in the stream of a request, and what it makes of the request. */
const checks: Checks = {
  'entry.recorded': (ledger, commit, record, event) => {
    mustBe(record, 'pending', event);
    checkEntry(ledger, commit, record, event.data.entry);
  },
  'request.allowed': (ledger, commit, record, event) => {
    mustBe(record, 'pending', event);
    checkResolved(ledger, commit, record, event);
    ledger.become(record, 'allowed');
  },
  'request.denied': (ledger, commit, record, event) => {
    mustBe(record, 'pending', event);
    checkResolved(ledger, commit, record, event);
    ledger.become(record, 'denied');
  },
  'request.amended': (ledger, commit, record, event) => {
    mustBe(record, 'pending', event);
    mustBeInTime(commit, event, record.request.expires_at);
    record.resolution = event.data.resolution;
    checkAmendedEnd(ledger, commit, record, event);
  },
  'release.reviewed': (_ledger, commit, record, event) => checkReviewed(commit, record, event),
  'request.expired': (ledger, commit, record, event) => {
    mustBe(record, 'pending', event);
    mustBeDue(commit, event, record.request.expires_at);
    record.resolution = event.data.resolution;
    ledger.become(record, 'expired');
  },
  'request.cancelled': (ledger, commit, record, event) => {
    mustBe(record, 'pending', event);
    mustBeInTime(commit, event, record.request.expires_at);
    checkCancelled(ledger, commit, record, event.data.cause);
    record.resolution = event.data.resolution;
    ledger.become(record, 'cancelled');
  },
  'grant.issued': (ledger, _commit, record, event) => {
    mustBe(record, 'allowed', event);
    must(record.grant === null, 'SU-2', () => `${record.id} has two grants`);
    must(
      event.data.epoch === ledger.epoch,
      'EV-10',
      () => `a grant of epoch ${event.data.epoch} was issued in epoch ${ledger.epoch}`,
    );
    record.grant = issuedGrant(record, event.data);
  },
  'grant.expired': (ledger, commit, record, event) => {
    mustBe(record, 'allowed', event);
    mustBeDue(commit, event, record.resolution?.grant_expires_at ?? '9999');
    ledger.become(record, 'expired');
  },
  'grant.revoked': (ledger, commit, record, event) => {
    mustBe(record, 'allowed', event);
    must(
      event.data.by.kind === 'system'
        ? record.epoch < ledger.epoch || hasLeft(ledger, record)
        : mayOversee(record, commit),
      'ID-3',
      () => `${record.id} was revoked by a caller without the right`,
    );
    mustBeInTime(commit, event, record.resolution?.grant_expires_at ?? '');
    ledger.become(record, 'revoked');
  },
  'grant.consumed': (ledger, commit, record, event) => {
    mustBe(record, 'allowed', event);
    checkConsumed(ledger, commit, record, event.data.receipt);
    record.receipts.push(event.data.receipt);
    record.consumedAs = ++ledger.consumed;
    ledger.become(record, 'consumed');
  },
  'execution.allowed': (_ledger, _commit, record, event) => {
    mustBe(record, 'consumed', event);
    checkExecutionAllowed(record, event.data);
  },
  'execution.reported': (_ledger, commit, record, event) => {
    mustBe(record, 'consumed', event);
    checkReported(commit, record, event.data.receipt);
    record.receipts.push(event.data.receipt);
  },
  'execution.reconciled': (_ledger, commit, record, event) => {
    mustBe(record, 'consumed', event);
    checkReconciled(commit, record, event, mayOversee(record, commit));
    record.receipts.push(event.data.receipt);
  },
};

/** Every end is final: nothing but remarks follows it (CH-2, SU-2). */
function mustBe(record: RequestRecord, status: RequestRecord['status'], event: KnownEvent): void {
  const rule = record.status === 'consumed' ? 'SU-1' : record.status === 'denied' ? 'CH-2' : 'SU-2';
  must(record.status === status, rule, () => `${event.type} in a request that is ${record.status}`);
}

/** TM-5: what time has ended cannot be ended otherwise. */
function mustBeInTime({ at }: AppliedCommit, event: KnownEvent, deadline: string): void {
  must(at < deadline, 'TM-5', () => `${event.type} at ${at}, after ${deadline}`);
}

/** TM-5: nothing is declared over before the store's clock says so. */
function mustBeDue({ at }: AppliedCommit, event: KnownEvent, deadline: string): void {
  must(at >= deadline, 'TM-5', () => `${event.type} at ${at}, before ${deadline}`);
  must(event.at >= deadline, 'TM-1', () => `${event.type} dated ${event.at}, before ${deadline}`);
}

function checkCancelled(
  ledger: Ledger,
  { caller }: AppliedCommit,
  { request, parties, epoch, id }: RequestRecord,
  cause: string,
): void {
  if (cause === 'epoch_changed') {
    must(
      epoch < ledger.epoch,
      'EV-10',
      () => `${id} was cancelled for an epoch that did not begin`,
    );
    return;
  }
  if (cause === 'policy_changed') {
    must(
      request.policy_version !== ledger.policyVersion,
      'AB-6',
      () => `${id} was cancelled for a change of policy that did not happen`,
    );
    return;
  }
  if (cause === 'chain_changed') {
    must(
      request.approval_chain_version !==
        `${request.policy_version}/${ledger.circumstances.chainRevision}`,
      'AB-6',
      () => `${id} was cancelled for a change of chain that did not happen`,
    );
    return;
  }
  const { operation } = caller;
  must(
    operation.kind === 'cancel' &&
      (operation.principal.principal_id === request.requested_by.principal_id ||
        (operation.principal.kind !== 'agent' && operation.principal.roles.includes('operator')) ||
        (operation.principal.kind === 'human' &&
          [parties.subject, parties.requester].includes(operation.principal.person_id))),
    'ID-3',
    () => `${id} was cancelled by a caller without the right`,
  );
}

/** An operator, or any principal whom a stage of the chain lists; never an agent. */
function mayOversee({ chain }: RequestRecord, { caller: { operation } }: AppliedCommit): boolean {
  if (operation.kind !== 'revoke' && operation.kind !== 'reconcile') return false;
  const { principal, reason } = operation;
  if (principal.kind === 'agent' || reason === '') return false;
  if (principal.roles.includes('operator')) return true;
  const identity = principal.kind === 'human' ? principal.person_id : principal.principal_id;
  return chain.stages.some(
    ({ approvers, approver_kinds }) =>
      approver_kinds.includes(principal.kind) &&
      (approvers.identities.includes(identity) ||
        (principal.kind === 'human' &&
          approvers.roles.some(role => principal.roles.includes(role)))),
  );
}

/** What the signed grant must say, put together here from the request and its resolution. */
function issuedGrant(
  { request, resolution }: RequestRecord,
  issued: { grant_id: string; issuer: string; store_id: string; epoch: number },
): RawGrant {
  return {
    version: '1',
    issuer: issued.issuer,
    store_id: issued.store_id,
    epoch: issued.epoch,
    audience: request.audience,
    grant_id: issued.grant_id,
    issued_at: resolution?.resolved_at ?? '',
    expires_at: resolution?.grant_expires_at ?? '',
    approval_request_id: request.approval_request_id,
    approval_resolution_id: resolution?.approval_resolution_id ?? '',
    intent_id: request.intent_id,
    action_digest: request.action_digest,
    policy_version: request.policy_version,
    approval_chain_id: request.approval_chain_id,
    approval_chain_version: request.approval_chain_version,
    final_entry_digest: resolution?.final_entry_digest ?? '',
  };
}
