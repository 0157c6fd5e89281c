import type { AppliedCommit, Ledger, RequestRecord } from './ledger.ts';
import type { KnownEvent, RawEntry } from './raw-events.ts';
import { must, Violation } from './violation.ts';

/** The entry by which one person released a request alone. */
function releaseIn({ entries }: Pick<RequestRecord, 'entries'>): RawEntry | undefined {
  return entries.find(({ break_glass }) => break_glass !== undefined);
}

/** BG-1, BG-2, BG-3: who releases an action alone, when, and what is written with it. */
export function checkRelease(
  ledger: Ledger,
  { events }: AppliedCommit,
  record: RequestRecord,
  entry: RawEntry,
): void {
  const { chain, parties, entries, request, id } = record;
  const { approver_identity, approver_roles, chain_entry_id: what } = entry;
  const named = chain.break_glass?.roles ?? [];
  must(
    entry.approver_kind === 'human' && approver_roles.some(role => named.includes(role)),
    'BG-1',
    () => `${what} releases ${id}, which its chain does not permit`,
  );
  must(
    entry.identity_assurance === 'webauthn' &&
      entry.reason.trim() !== '' &&
      entry.decision === 'allow' &&
      entry.on_behalf_of === undefined &&
      entry.assertion?.batch === undefined,
    'BG-1',
    () => `${what} is no release by a passkey, with a reason, in the own name`,
  );
  const { requester, subject, agent_owner, authors = [] } = parties;
  must(
    ![requester, subject, agent_owner, ...authors].includes(approver_identity) &&
      !entries.some(other => other.approver_identity === approver_identity),
    'BG-2',
    () => `${what} releases ${id}, which concerns its approver`,
  );
  const rounds = ledger.cases.get(request.case_id) ?? [];
  must(
    !rounds.some(({ status }) => status === 'denied'),
    'BG-2',
    () => `${what} releases ${id} in a case that was denied`,
  );
  must(
    events.some(event => event.type === 'review.opened' && event.data.approval_request_id === id) &&
      events.some(({ type }) => type === 'request.allowed'),
    'BG-3',
    () => `${what} releases ${id}, and no one is to review it`,
  );
}

/** BG-3: the list of reviews has each release once, from its commit until another person closes it. */
export function checkReviewEvent(
  ledger: Ledger,
  { events }: AppliedCommit,
  event: KnownEvent,
): void {
  if (event.type === 'review.opened') {
    const { approval_request_id: id, released_by } = event.data;
    const record = ledger.requests.get(id);
    must(
      !ledger.reviews.has(id) &&
        record !== undefined &&
        releaseIn(record)?.approver_identity === released_by,
      'BG-3',
      () => `a review was opened of ${id}, which no one released`,
    );
    ledger.reviews.set(id, released_by);
    return;
  }
  if (event.type !== 'review.closed')
    throw new Violation('EV-6', `${event.type} in ${event.stream}`);
  const { approval_request_id: id } = event.data;
  must(
    ledger.reviews.has(id) &&
      events.some(({ type, stream }) => type === 'release.reviewed' && stream === `request/${id}`),
    'BG-3',
    () => `the review of ${id} left the list without a review`,
  );
  ledger.reviews.delete(id);
}

/** BG-3: another person closes it, whom it does not concern, and once. */
export function checkReviewed(
  { events, caller: { operation } }: AppliedCommit,
  record: RequestRecord,
  { data: { by } }: Extract<KnownEvent, { type: 'release.reviewed' }>,
): void {
  const { chain, parties, id } = record;
  const release = releaseIn(record);
  const { requester, subject, agent_owner, authors = [] } = parties;
  const involved = [requester, subject, agent_owner, ...authors, release?.approver_identity];
  const principal = operation.kind === 'review' ? operation.principal : null;
  const isListed =
    principal?.kind === 'human' &&
    chain.stages.some(({ approvers }) =>
      [...approvers.roles, 'operator'].some(role => principal.roles.includes(role)),
    );
  must(
    principal?.kind === 'human' &&
      principal.person_id === by &&
      release !== undefined &&
      !involved.includes(by) &&
      isListed,
    'BG-3',
    () => `the release of ${id} was reviewed by ${by}`,
  );
  must(
    events.some(event => event.type === 'review.closed' && event.data.approval_request_id === id),
    'BG-3',
    () => `the release of ${id} was reviewed, and stays on the list`,
  );
}
