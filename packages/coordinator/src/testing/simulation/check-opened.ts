import { chainFor, people, verdictOf } from './cast.ts';
import { checkHouseOpened, type RawTerms } from './check-allowance.ts';
import { checkAmended, digestsOf } from './check-amendment.ts';
import { isEligible, standing } from './check-entry.ts';
import { haltOf } from './check-hold.ts';
import { isBlocked } from './check-plan.ts';
import { choiceIn } from './check-rejection.ts';
import { presentDirectory } from './check-standing.ts';
import { type AppliedCommit, isLive, type Ledger, type RequestRecord } from './ledger.ts';
import type { OperationOf } from './operation.ts';
import { plainDigest, plainText } from './plain-digest.ts';
import type { KnownEvent, RawParties, RawRequest } from './raw-events.ts';
import { later, must, Violation } from './violation.ts';

type Opened = Extract<KnownEvent, { type: 'request.opened' }>;

/** What must hold, in the store, at the moment a question is opened. */
export function checkOpened(ledger: Ledger, commit: AppliedCommit, event: Opened): void {
  const { request, change, epoch } = event.data;
  const id = request.approval_request_id;
  const decided = commit.events.find(
    ({ type, stream }) => type === 'policy.decided' && stream === event.stream,
  );
  must(
    decided?.type === 'policy.decided' &&
      decided.data.decision.verdict === 'require_approval' &&
      decided.data.decision.policy_decision_id === request.policy_decision_id &&
      decided.data.decision.action_digest === request.action_digest &&
      decided.data.decision.policy_version === request.policy_version,
    'GT-2',
    () => `${id} does not rest on a policy decision that asks for approval`,
  );
  must(epoch === ledger.epoch, 'EV-10', () => `${id} was opened in ${epoch}, not ${ledger.epoch}`);
  must(
    commit.at < request.expires_at,
    'TM-5',
    () => `${id} was opened after ${request.expires_at}`,
  );
  const before = request.amends === undefined ? null : checkAmended(ledger, commit, event);
  if (before === null) checkAsked(ledger, commit, event);
  must(
    canBeDecided(ledger, event.data),
    'ID-11',
    () => `${id} was opened although no one can decide it`,
  );
  checkNotAskedBefore(ledger, commit.at, event.data.request);
  const record = recordOf(event);
  must(change === null || change.trim() !== '', 'GT-5', () => `${id} says nothing new`);
  ledger.requests.set(id, record);
  const rounds = ledger.cases.get(request.case_id) ?? [];
  // An amended request takes the place of the one before it in the same round.
  const kept = before === null ? rounds : rounds.filter(each => each !== before);
  ledger.cases.set(request.case_id, [...kept, record]);
  ledger.become(record, 'pending');
}

/** A question that was not there before: an agent asks it, or people ask it of the house. */
function checkAsked(ledger: Ledger, commit: AppliedCommit, event: Opened): void {
  const { request } = event.data;
  const { operation } = commit.caller;
  if (isOfHouse(request)) {
    checkHouseOpened(ledger, commit, event);
  } else {
    if (operation.kind !== 'propose')
      throw new Violation('AB-1', `${operation.kind} opened a request`);
    checkProposal(ledger, commit, event, operation);
  }
  const isUse = commit.events.some(({ type }) => type === 'allowance.used');
  if (!isUse) checkSlot(ledger, commit.at, request);
  checkRound(ledger, event.data);
}

/** Whether it asks for a change of Countersign itself. */
export function isOfHouse({ operation }: RawRequest): boolean {
  return operation.startsWith('countersign.');
}

/** GT-8: requests take slots, and neither uses of allowances nor amendments do. */
export function takesSlot({ request, resolution }: RequestRecord): boolean {
  return request.amends === undefined && resolution?.allowance === undefined;
}

function checkSlot(ledger: Ledger, at: string, request: RawRequest): void {
  const { windowSeconds, requestsPerWindow } = ledger.circumstances.settings;
  const asked = [...ledger.requests.values()].filter(
    other =>
      takesSlot(other) &&
      other.request.agent_id === request.agent_id &&
      later(other.request.requested_at, windowSeconds) > at,
  );
  must(
    asked.length < requestsPerWindow,
    'GT-8',
    () => `${request.approval_request_id} is request ${asked.length + 1} of its agent`,
  );
}

function recordOf({ stream, data }: Opened): RequestRecord {
  const { request, chain, parties, epoch, tool_name } = data;
  return {
    id: request.approval_request_id,
    stream,
    tool: tool_name,
    request,
    chain,
    parties,
    epoch,
    status: 'absent',
    entries: [],
    resolution: null,
    grant: null,
    receipts: [],
    timeline: [],
    starts: 0,
    consumedAs: 0,
    supersededBy: null,
  };
}

/** The question of an agent, as it was proposed and as policy answered it. */
function checkProposal(
  ledger: Ledger,
  commit: AppliedCommit,
  event: Opened,
  operation: OperationOf<'propose'>,
): void {
  const { request, chain, parties } = event.data;
  const action = operation.proposal.action as SimulatedAction;
  const id = request.approval_request_id;
  const { at } = commit;
  must(
    request.action_digest === plainDigest(action),
    'AB-2',
    () => `${id} is about another action than the one proposed`,
  );
  must(
    request.policy_version === ledger.policyVersion,
    'CH-7',
    () => `${id} was opened under ${request.policy_version}, in force was ${ledger.policyVersion}`,
  );
  must(
    verdictOf(request.policy_version, action.parameters.amount) === 'require_approval',
    'GT-2',
    () => `${request.policy_version} does not ask for approval of this`,
  );
  const { chainRevision } = ledger.circumstances;
  let revision = commit.caller.chainsAtStart;
  const isChain = () =>
    plainText(chain) ===
    plainText(chainFor(action.target.tool_name, request.policy_version, revision));
  while (!isChain() && revision < chainRevision) revision++;
  must(
    isChain() && chain.version === request.approval_chain_version,
    'CH-7',
    () => `${id} has a chain that was not in force`,
  );
  must(
    request.expires_at === later(request.requested_at, ledger.circumstances.expiresInSeconds) &&
      at < request.expires_at,
    'TM-5',
    () => `${id} was opened at ${at} and ends at ${request.expires_at}`,
  );
  checkParties(ledger, operation, action, parties);
  checkKey(ledger, operation, id);
  checkSurroundings(ledger, operation, request, at);
}

export interface SimulatedAction {
  readonly agent_id: string;
  readonly subject_id: string | null;
  readonly target: { readonly tool_name: string };
  readonly parameters: { readonly amount: number; readonly terms?: RawTerms };
}

function checkParties(
  ledger: Ledger,
  { proposal }: OperationOf<'propose'>,
  { subject_id }: SimulatedAction,
  parties: RawParties,
): void {
  const { principal } = proposal;
  const expected = {
    requester: principal.kind === 'human' ? principal.person_id : null,
    subject: subject_id?.startsWith('person_') ? subject_id : null,
    agent_owner: ledger.circumstances.staffed ? null : people.sam,
  };
  must(
    plainText(parties) === plainText(expected),
    'ID-5',
    () => 'a party of the request is left out',
  );
}

/** ID-11: people are put on the seats of all required stages, each on one at most. */
function canBeDecided(ledger: Ledger, { chain, parties, request }: Opened['data']): boolean {
  const seats = chain.stages
    .map(stage => standing(stage, request, request.expires_at))
    .filter(({ required }) => required)
    .flatMap(stage => Array.from({ length: stage.quorum }, () => stage));
  const fill = (seat: number, taken: ReadonlySet<string>): boolean => {
    const stage = seats[seat];
    if (stage === undefined) return true;
    return presentDirectory(ledger).some(
      who =>
        !taken.has(who.identity) &&
        isEligible(stage, who, parties) &&
        fill(seat + 1, new Set([...taken, who.identity])),
    );
  };
  return fill(0, new Set());
}

/** SU-7 and GT-5: the same question is neither open already nor was it denied just now. */
function checkNotAskedBefore(ledger: Ledger, at: string, request: RawRequest): void {
  for (const other of ledger.requests.values()) {
    const same =
      other.request.agent_id === request.agent_id &&
      other.request.subject_id === request.subject_id &&
      digestsOf(other.request).includes(request.action_digest);
    if (!same) continue;
    must(!isLive(other, at), 'SU-7', () => `${other.id} asks the same and is ${other.status}`);
    const until = deniedUntil(ledger, other);
    must(
      other.status !== 'denied' || choiceIn(other) !== 'never',
      'GT-4',
      () => `${other.id} was rejected for good; the same was asked at ${at}`,
    );
    must(
      other.request.case_id === request.case_id || until === null || at >= until,
      'GT-5',
      () => `${other.id} was denied; the same was asked at ${at}`,
    );
  }
}

/** Until when a denial keeps the same question away, except as a round of its case; null where it does not. */
export function deniedUntil(
  ledger: Ledger,
  { status, request, resolution }: RequestRecord,
): string | null {
  const { settings, clocksOffBy } = ledger.circumstances;
  if (status !== 'denied' || resolution === null) return null;
  // An allow in a later round revoked the denial.
  const rounds = ledger.cases.get(request.case_id) ?? [];
  const takenBack = rounds.some(
    later => later.request.round > request.round && later.resolution?.outcome === 'allow',
  );
  return takenBack ? null : later(resolution.resolved_at, settings.cooldownSeconds - clocksOffBy);
}

function sinceOf(first: RawRequest | undefined): string | undefined {
  return first?.asked_since ?? first?.requested_at;
}

function checkRound(ledger: Ledger, { request, change }: Opened['data']): void {
  const rounds = ledger.cases.get(request.case_id) ?? [];
  const previous = rounds.at(-1);
  const id = request.approval_request_id;
  must(
    request.round === rounds.length + 1 && request.supersedes === (previous?.id ?? null),
    'GT-5',
    () => `${id} is round ${request.round} after ${rounds.length}`,
  );
  must(
    request.round <= ledger.circumstances.settings.roundsMax,
    'GT-5',
    () => `${id} is round ${request.round}`,
  );
  const since = previous === undefined ? request.requested_at : sinceOf(rounds[0]?.request);
  must(
    request.asked_since === undefined || request.asked_since === since,
    'ES-1',
    () => `${id} says that its case was asked at ${request.asked_since}, it was at ${since}`,
  );
  if (previous === undefined) return;
  must(
    ['denied', 'expired', 'cancelled', 'revoked'].includes(previous.status) && change !== null,
    'GT-5',
    () => `${id} follows ${previous.id}, which is ${previous.status}`,
  );
  const choice = previous.status === 'denied' ? choiceIn(previous) : null;
  must(
    choice !== 'never' &&
      (choice !== 'fix' || previous.request.action_digest !== request.action_digest),
    'GT-4',
    () => `${id} follows ${previous.id}, which was rejected as ${choice}`,
  );
}

/** SU-5: one key of one credential opens one request, ever. */
function checkKey(ledger: Ledger, { proposal }: OperationOf<'propose'>, id: string): void {
  if (proposal.idempotencyKey === undefined) return;
  const key = `${proposal.principal.principal_id} ${proposal.idempotencyKey}`;
  const known = ledger.keys.get(key);
  must(known === undefined, 'SU-5', () => `the key of ${known?.id} opened ${id} too`);
  ledger.keys.set(key, { id, since: ledger.commits });
}

/** GT-3 and GT-9, as things stand in the store at this commit. */
function checkSurroundings(
  ledger: Ledger,
  { proposal }: OperationOf<'propose'>,
  { approval_request_id, case_id, scope }: RawRequest,
  at: string,
): void {
  const plan = scope.plan_id === null ? undefined : ledger.plans.get(scope.plan_id);
  // A question whose time is over blocks nothing any more, whether or not that was recorded. One that was denied
  // blocks everything but the rounds of its case.
  const blocks = plan?.blocks.filter(({ blocker }) => {
    const request = ledger.requests.get(blocker);
    if (request?.status === 'denied') return request.request.case_id !== case_id;
    return request === undefined || isLive(request, at);
  });
  const refusal =
    plan === undefined || blocks === undefined
      ? null
      : isBlocked({ ...plan, blocks }, scope.step_id, proposal.plan?.depends_on ?? []);
  must(refusal === null, 'GT-3', () => `${approval_request_id} was opened in a plan: ${refusal}`);
  const hold = haltOf(ledger, scope.session_id);
  must(hold === undefined, 'GT-9', () => `${approval_request_id} was opened in a halted session`);
}
