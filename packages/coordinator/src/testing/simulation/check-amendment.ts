import { verdictOf } from './cast.ts';
import { isComplete, isListed, standing } from './check-entry.ts';
import type { SimulatedAction } from './check-opened.ts';
import type { AppliedCommit, Ledger, RequestRecord } from './ledger.ts';
import { plainDigest, plainText } from './plain-digest.ts';
import type { KnownEvent, RawRequest } from './raw-events.ts';
import { must, Violation } from './violation.ts';

type Opened = Extract<KnownEvent, { type: 'request.opened' }>;

const amendmentsMost = 3;

/** The action of a digest, as a commit brought it. */
export function actionOf(ledger: Ledger, digest: string): SimulatedAction {
  return JSON.parse(ledger.texts.get(digest) ?? 'null') as SimulatedAction;
}

/** The digests of an action and of every version before a reviewer changed it (AM-7). */
export function digestsOf({ action_digest, amends = [] }: RawRequest): readonly string[] {
  return [action_digest, ...amends.map(version => version.action_digest)];
}

/** AM-5: who ends a request by changing it, and when. The amended one is judged where it opens. */
export function checkAmendedEnd(
  ledger: Ledger,
  { caller: { operation } }: AppliedCommit,
  record: RequestRecord,
  event: Extract<KnownEvent, { type: 'request.amended' }>,
): void {
  const { chain, entries, request, id } = record;
  if (operation.kind !== 'amend') throw new Violation('AM-5', `${operation.kind} amended ${id}`);
  const { principal } = operation;
  const open = chain.stages.filter((_, index) =>
    isComplete({ ...chain, stages: chain.stages.slice(0, index) }, entries),
  );
  must(
    principal.kind === 'human' &&
      event.data.by.identity === principal.person_id &&
      open.some(stage =>
        isListed(standing(stage, request, event.at), principal, principal.person_id),
      ),
    'AM-2',
    () => `${id} was changed by ${principal.principal_id}, whom no open stage lists`,
  );
  record.supersededBy = event.data.superseded_by;
  ledger.become(record, 'amended');
}

/** AM-1 to AM-9: the request that takes the place of the one that a reviewer changed. */
export function checkAmended(ledger: Ledger, commit: AppliedCommit, event: Opened): RequestRecord {
  const { request, chain, parties } = event.data;
  const { operation } = commit.caller;
  const id = request.approval_request_id;
  const version = request.amends?.at(-1);
  const before = ledger.requests.get(version?.approval_request_id ?? '');
  if (operation.kind !== 'amend' || version === undefined || before === undefined)
    throw new Violation('AM-4', `${id} amends nothing`);
  must(
    before.id === operation.approvalRequestId &&
      before.supersededBy === id &&
      before.timeline.at(-1)?.from === ledger.commits &&
      version.action_digest === before.request.action_digest &&
      plainText(request.amends?.slice(0, -1)) === plainText(before.request.amends ?? []),
    'AM-4',
    () => `${id} does not follow the version before it`,
  );
  const action = actionOf(ledger, before.request.action_digest);
  const amended = actionOf(ledger, request.action_digest);
  checkChange(before, { action, amended, parameters: operation.parameters }, version.narrowing);
  must(
    verdictOf(request.policy_version, amended.parameters.amount) !== 'deny' &&
      request.policy_version === ledger.policyVersion,
    'AM-1',
    () => `${id} asks for what policy denies`,
  );
  must(
    plainText(chain.stages) === plainText(before.chain.stages),
    'AM-6',
    () => `${id} is asked under another chain than ${before.id}`,
  );
  const { principal } = operation;
  const author = principal.kind === 'human' ? principal.person_id : '';
  const authors = new Set(before.parties.authors ?? []);
  if (!version.narrowing) authors.add(author);
  must(
    version.changed_by === author && plainText(parties.authors ?? []) === plainText([...authors]),
    'AM-3',
    () => `${id} does not name its author among its parties`,
  );
  const { case_id, round, supersedes, expires_at } = before.request;
  must(
    request.case_id === case_id &&
      request.round === round &&
      request.supersedes === supersedes &&
      request.expires_at === expires_at,
    'AM-9',
    () => `${id} has another round or deadline than ${before.id}`,
  );
  const versions = [...ledger.requests.values()].filter(each => each.request.case_id === case_id);
  const amendments = versions.filter(({ status }) => status === 'amended').length;
  must(amendments <= amendmentsMost, 'AM-9', () => `${case_id} was amended ${amendments} times`);
  return before;
}

interface Change {
  readonly action: SimulatedAction;
  readonly amended: SimulatedAction;
  readonly parameters: object;
}

/** AM-2, AM-3, AM-8: what differs between two versions, and whether it is called by its name. */
function checkChange(
  { request, id }: RequestRecord,
  { action, amended, parameters }: Change,
  narrowing: boolean,
): void {
  const { amendable } = request;
  must(amendable !== undefined, 'AM-2', () => `${id} was not to be changed`);
  must(
    plainText({ ...action, parameters: null }) === plainText({ ...amended, parameters: null }) &&
      plainText(amended.parameters) === plainText(parameters),
    'AM-2',
    () => `more than the parameters of ${id} changed`,
  );
  const before = Object.entries(action.parameters);
  const after = amended.parameters as Record<string, unknown>;
  must(
    before.length === Object.keys(after).length &&
      before.every(([name, value]) => typeof value === typeof after[name]),
    'AM-8',
    () => `a parameter of ${id} became another kind of value`,
  );
  const changed = before.filter(([name, value]) => after[name] !== value);
  const narrowed = changed.every(
    ([name, value]) =>
      amendable.lower.includes(`/${name}`) &&
      Number(after[name]) >= 0 &&
      Number(after[name]) < Number(value),
  );
  must(
    changed.length > 0 && narrowed === narrowing && (narrowed || amendable.mode === 'any'),
    'AM-2',
    () => `${id} was changed in ${changed.map(([name]) => name).join()}, called ${narrowing}`,
  );
  must(
    plainDigest(amended) !== request.action_digest,
    'AM-2',
    () => `${id} was amended into itself`,
  );
}
