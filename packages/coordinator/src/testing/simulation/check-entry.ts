import { checkCovered } from './check-allowance.ts';
import { checkRelease } from './check-release.ts';
import { checkBehalf, checkPresent, voicesIn } from './check-standing.ts';
import type { AppliedCommit, Ledger, RequestRecord } from './ledger.ts';
import { plainDigest } from './plain-digest.ts';
import type {
  KnownEvent,
  RawChain,
  RawEntry,
  RawParties,
  RawRequest,
  RawStage,
} from './raw-events.ts';
import { later, must, Violation } from './violation.ts';

const ladders: readonly (readonly string[])[] = [
  ['client_asserted', 'conversation', 'channel', 'session', 'oidc', 'webauthn'],
  ['service_key', 'mtls'],
];

function isSureEnough(assurance: string, minimum: string): boolean {
  return ladders.some(
    ladder =>
      ladder.includes(assurance) &&
      ladder.includes(minimum) &&
      ladder.indexOf(assurance) >= ladder.indexOf(minimum) &&
      assurance !== 'client_asserted',
  );
}

interface Decider {
  readonly kind: string;
  readonly identity: string;
  readonly roles: readonly string[];
  readonly assurance: string;
}

/** ES-1: who has joined a stage by that time is listed like those who were there from the beginning. */
export function standing(stage: RawStage, request: RawRequest, at: string): RawStage {
  const since = request.asked_since ?? request.requested_at;
  const joined = (stage.escalation ?? []).filter(step => later(since, step.after_seconds) <= at);
  const lists = [stage.approvers, ...joined.map(({ approvers }) => approvers)];
  return {
    ...stage,
    approvers: {
      identities: lists.flatMap(({ identities }) => identities),
      roles: lists.flatMap(({ roles }) => roles),
    },
  };
}

/** ID-4, ID-5, ID-7: kind, listed by name or role, independent of the matter, and sure enough. */
export function isEligible(
  stage: RawStage,
  who: Decider,
  parties: RawParties,
  decision = 'allow',
): boolean {
  const listed = isListed(stage, who, who.identity);
  const { requester, subject, agent_owner } = parties;
  const involved = isInvolved(parties, who.identity);
  const self = subject ?? agent_owner ?? requester;
  // ID-13: those whom the action is about may deny it.
  const independent =
    decision === 'deny' ||
    !involved ||
    (stage.separation === 'self_confirm' && who.identity === self);
  const minimum = who.kind === 'human' ? stage.min_assurance : stage.min_service_assurance;
  return (
    stage.approver_kinds.includes(who.kind) &&
    listed &&
    independent &&
    isSureEnough(who.assurance, minimum)
  );
}

/** Whether the action concerns someone, or they changed it (AM-3). */
function isInvolved(parties: RawParties, identity: string): boolean {
  const { requester, subject, agent_owner, authors = [] } = parties;
  return [requester, subject, agent_owner, ...authors].includes(identity);
}

export function isListed(
  { approvers }: RawStage,
  { kind, roles }: Pick<Decider, 'kind' | 'roles'>,
  identity: string,
): boolean {
  return (
    approvers.identities.includes(identity) ||
    (kind === 'human' && approvers.roles.some(role => roles.includes(role)))
  );
}

function allows(entries: readonly RawEntry[], stage_index: number): number {
  return new Set(
    entries
      .filter(entry => entry.stage_index === stage_index && entry.decision === 'allow')
      .map(entry => entry.approver_identity),
  ).size;
}

/** CH-3: every required stage has been allowed by as many people as it asks for, or one person released it (BG-1). */
export function isComplete(chain: RawChain, entries: readonly RawEntry[]): boolean {
  if (entries.some(({ break_glass }) => break_glass !== undefined)) return true;
  return chain.stages.every(
    ({ required, quorum }, index) => !required || allows(entries, index) >= quorum,
  );
}

export function checkEntry(
  ledger: Ledger,
  commit: AppliedCommit,
  record: RequestRecord,
  entry: RawEntry,
): void {
  const { caller, at, events } = commit;
  const { request, parties, entries, id } = record;
  const { operation } = caller;
  if (operation.kind !== 'decide' && operation.kind !== 'batch')
    throw new Violation('ID-1', `${operation.kind} recorded an entry`);
  const { principal } = operation;
  const what = entry.chain_entry_id;
  const rows = operation.kind === 'batch' ? operation.rows : [operation];
  const own = rows.find(row => row.approvalRequestId === id);
  if (own === undefined) throw new Violation('BA-2', `${what} decides a row that was not sent`);
  const { submission } = own;
  // BA-2: all rows are one commit, or none is.
  const recorded = events.filter(({ type }) => type === 'entry.recorded').length;
  must(
    recorded === rows.length,
    'BA-2',
    () => `${recorded} of ${rows.length} decisions are in the commit of ${what}`,
  );

  must(at < request.expires_at, 'TM-5', () => `${what} was recorded at ${at}, after ${id} ended`);
  must(
    entry.decided_at < request.expires_at,
    'TM-1',
    () => `${what} was decided at ${entry.decided_at}, after ${id} ended`,
  );
  must(
    record.epoch === ledger.epoch,
    'EV-10',
    () => `${what} decides ${id} of epoch ${record.epoch} in epoch ${ledger.epoch}`,
  );
  checkVersions(ledger, caller, record, what);

  // Who decided comes from the credential and from nowhere else.
  const identity = principal.kind === 'human' ? principal.person_id : principal.principal_id;
  must(
    entry.approval_request_id === id &&
      entry.approver_identity === identity &&
      entry.approver_kind === principal.kind &&
      entry.approver_roles.join() === principal.roles.join() &&
      entry.decision === submission.decision &&
      entry.stage_index === submission.stage_index &&
      what === submission.chain_entry_id,
    'ID-1',
    () => `${what} does not say what its approver said`,
  );
  must(
    principal.kind !== 'agent' && identity !== request.agent_id,
    'ID-6',
    () => `${what} was made by an agent`,
  );
  const assurance = submission.assertion === undefined ? principal.assurance : 'webauthn';
  must(
    entry.identity_assurance === assurance,
    'ID-4',
    () => `${what} claims ${entry.identity_assurance}, it is ${assurance}`,
  );
  checkPresent(ledger, entry);
  checkBehalf(ledger, commit, record, entry);
  if (entry.break_glass === undefined) checkStage(commit, record, entry);
  else checkRelease(ledger, commit, record, entry);
  const involved = isInvolved(parties, identity);
  const isForOther = isInvolved(parties, entry.on_behalf_of?.person_id ?? '');
  must(
    entry.separation === (involved || isForOther ? 'self_confirm' : 'other_person'),
    'ID-5',
    () => `${what} is called ${entry.separation}`,
  );
  const voices = voicesIn(entry);
  must(
    !entries.flatMap(voicesIn).some(voice => voices.includes(voice)),
    entry.on_behalf_of === undefined ? 'CH-5' : 'DG-4',
    () => `${what} is a second decision of one person`,
  );
  checkLinks(record, entry);
  if (entry.assertion !== null) takeNonce(ledger, entry, rows[0] === own);
  entries.push(entry);
  ledger.entries.set(what, ledger.commits);
}

/** EV-7, CH-4, CH-8: the entry answers this question, once, and follows the one before it. */
function checkLinks({ request, entries }: RequestRecord, entry: RawEntry): void {
  const what = entry.chain_entry_id;
  must(
    !entries.some(({ chain_entry_id }) => chain_entry_id === what),
    'CH-4',
    () => `${what} was recorded twice`,
  );
  const { trace: _trace, ...presented } = request as { trace?: unknown };
  must(
    entry.input_digest === plainDigest(presented),
    'EV-7',
    () => `${what} answers another question`,
  );
  must(
    entry.previous_entry_digest === (entries.at(-1)?.entry_digest ?? null),
    'CH-8',
    () => `${what} does not follow the entry before it`,
  );
  const { entry_digest, ...rest } = entry;
  must(entry_digest === plainDigest(rest), 'CH-8', () => `${what} has another digest`);
}

/** SU-2: a nonce serves one decision. The rows of a batch share the nonce of its signature. */
function takeNonce(
  ledger: Ledger,
  { chain_entry_id, assertion }: RawEntry,
  isFirst: boolean,
): void {
  const nonce = assertion?.nonce ?? '';
  must(
    !isFirst || !ledger.nonces.has(nonce),
    'SU-2',
    () => `${chain_entry_id} uses a nonce that was used before`,
  );
  ledger.nonces.add(nonce);
}

/** CH-1, CH-5, ID-5, ES-1: the stage is open, and lists its approver, who is independent and sure enough. */
function checkStage(
  commit: AppliedCommit,
  { request, chain, parties, entries }: RequestRecord,
  entry: RawEntry,
): void {
  const { at } = commit;
  const { chain_entry_id: what, approver_identity, approver_kind, on_behalf_of } = entry;
  const stage = chain.stages[entry.stage_index];
  if (stage === undefined) throw new Violation('CH-1', `${what} is for no stage`);
  const kind = approver_kind;
  // On behalf of another person only lent roles count, and no listed identity (DG-2).
  const [identity, roles] =
    on_behalf_of === undefined
      ? [approver_identity, entry.approver_roles]
      : ['', on_behalf_of.roles];
  const joined = standing(stage, request, at);
  must(
    isListed(standing(stage, request, '9999'), { kind, roles }, identity) ===
      isListed(joined, { kind, roles }, identity),
    'ES-1',
    () => `${what} was recorded at ${at}, before ${approver_identity} joined`,
  );
  must(
    isEligible(
      joined,
      { kind, identity, roles, assurance: entry.identity_assurance },
      parties,
      entry.decision,
    ),
    'ID-5',
    () => `${what} was made by ${approver_identity}, who may not decide "${stage.name}"`,
  );
  must(
    chain.stages.every(
      ({ required, quorum }, index) =>
        index >= entry.stage_index || !required || allows(entries, index) >= quorum,
    ),
    'CH-1',
    () => `${what} decides "${stage.name}" before it was open`,
  );
  must(
    allows(entries, entry.stage_index) < stage.quorum,
    'CH-5',
    () => `${what} decides "${stage.name}", which was complete`,
  );
}

/** CH-7, AB-6: policy and chain are those of the opening, as the store has them at this commit. */
export function checkVersions(
  ledger: Ledger,
  caller: AppliedCommit['caller'],
  { request, id }: RequestRecord,
  what: string,
): void {
  must(
    request.policy_version === ledger.policyVersion,
    'AB-6',
    () => `${what}: ${id} is of ${request.policy_version}, in force is ${ledger.policyVersion}`,
  );
  // A process that has another policy loaded leaves the chains to those that have this one.
  const revision = Number(request.approval_chain_version.split('/').at(-1));
  must(
    revision >= caller.chainsAtStart || caller.policyLoaded !== ledger.policyVersion,
    'CH-7',
    () => `${what}: the chain of ${id} was edited before`,
  );
}

/** CH-2, CH-3: what ended the chain, and the result. */
export function checkResolved(
  ledger: Ledger,
  commit: AppliedCommit,
  record: RequestRecord,
  event: Extract<KnownEvent, { type: 'request.allowed' | 'request.denied' | 'request.expired' }>,
): void {
  const { at } = commit;
  const { request, chain, entries, id } = record;
  const { resolution } = event.data;
  record.resolution = resolution;
  const isCovered = resolution.allowance !== undefined;
  if (isCovered) checkCovered(ledger, commit, record);
  const denied = entries.some(({ decision }) => decision === 'deny');
  must(
    event.type === 'request.denied' ? denied : (isCovered || isComplete(chain, entries)) && !denied,
    'CH-3',
    () => `${event.type} for ${id} with ${entries.length} entries`,
  );
  const allowed = event.type === 'request.allowed';
  must(
    resolution.approval_request_id === id &&
      resolution.action_digest === request.action_digest &&
      resolution.policy_version === request.policy_version &&
      resolution.approval_chain_version === request.approval_chain_version &&
      (isCovered || resolution.final_entry_digest === entries.at(-1)?.entry_digest) &&
      (resolution.grant_id !== null) === allowed &&
      resolution.grant_expires_at ===
        (allowed ? later(resolution.resolved_at, request.execute_within_seconds) : null),
    'CH-3',
    () => `the resolution of ${id} is about something else`,
  );
  must(at < request.expires_at, 'TM-5', () => `${id} was resolved at ${at}, after it ended`);
}
