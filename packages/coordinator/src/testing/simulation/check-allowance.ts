import { allowanceChainId, chainFor } from './cast.ts';
import { actionOf } from './check-amendment.ts';
import type { SimulatedAction } from './check-opened.ts';
import type { AppliedCommit, Ledger, RequestRecord } from './ledger.ts';
import { plainText } from './plain-digest.ts';
import type { KnownEvent, RawRequest } from './raw-events.ts';
import { later, must, Violation } from './violation.ts';

type EventOf<Type extends KnownEvent['type']> = Extract<KnownEvent, { type: Type }>;

/** What the house request of an allowance binds, as far as histories use it. */
export interface RawTerms {
  readonly allowance_id: string;
  readonly from_request: string;
  readonly agent_id: string;
  readonly target: SimulatedAction['target'];
  readonly subject_id: string | null;
  readonly audience: string;
  readonly requested_by: string;
  readonly tool_definition_digest: string | null;
  readonly approval_chain_id: string;
  readonly approval_chain_version: string;
  readonly template: readonly RawLine[];
  readonly uses: number;
  readonly lifetime_seconds: number;
  readonly budget: { readonly path: string; readonly total: string } | null;
  readonly rate: { readonly uses: number; readonly seconds: number } | null;
  readonly repeat: boolean;
}

interface RawLine {
  readonly path: string;
  readonly equals?: unknown;
  readonly any?: true;
  readonly at_least?: number;
  readonly at_most?: number;
}

/** What the events say of one allowance. */
export interface AllowanceRecord {
  readonly id: string;
  house: RequestRecord;
  terms: RawTerms;
  status: 'active' | 'suspended' | 'revoked';
  /** How many events its stream has. */
  version: number;
  readonly expires_at: string;
  readonly epoch: number;
  readonly uses: EventOf<'allowance.used'>[];
}

/** AL-2: whether every parameter has a line that admits its value, and every line a parameter. */
function covers({ template }: Pick<RawTerms, 'template'>, action: SimulatedAction): boolean {
  const values = action.parameters as Readonly<Record<string, unknown>>;
  const lines = new Map(template.map(line => [line.path.slice(1), line]));
  return (
    lines.size === Object.keys(values).length &&
    Object.entries(values).every(([name, value]) => admits(lines.get(name), value))
  );
}

function admits(line: RawLine | undefined, value: unknown): boolean {
  if (line === undefined) return false;
  if (line.any === true) return true;
  if ('equals' in line) return value === line.equals;
  const { at_least = Number.NEGATIVE_INFINITY, at_most = Number.POSITIVE_INFINITY } = line;
  return typeof value === 'number' && at_least <= value && value <= at_most;
}

/** AL-6: people ask for an allowance, of what a request asked, under its chain, with its parties. */
export function checkHouseOpened(
  ledger: Ledger,
  { caller: { operation } }: AppliedCommit,
  { data: { request, chain, parties } }: EventOf<'request.opened'>,
): void {
  const id = request.approval_request_id;
  const isAsked = operation.kind === 'ask_allowance' || operation.kind === 'confirm_allowance';
  if (!isAsked) throw new Violation('AL-6', `${operation.kind} opened ${id}`);
  const { terms } = actionOf(ledger, request.action_digest).parameters;
  const start = ledger.requests.get(terms?.from_request ?? '');
  if (terms === undefined || start === undefined)
    throw new Violation('AL-6', `${id} starts from no request`);
  const { principal } = operation;
  const listed = start.chain.stages.flatMap(({ approvers }) => approvers.roles);
  must(
    principal.kind === 'human' &&
      [...listed, 'operator'].some(role => principal.roles.includes(role)),
    'AL-6',
    () => `${id} was asked for by ${principal.principal_id}`,
  );
  const revision = Number(request.approval_chain_version.split('/').at(-1));
  const expected = chainFor(
    allowanceChainId(terms.target.tool_name),
    request.policy_version,
    revision,
  );
  must(
    plainText(parties) === plainText(start.parties) && plainText(chain) === plainText(expected),
    'AL-6',
    () => `${id} has other parties or another chain than what it starts from`,
  );
  must(
    start.request.allowable !== undefined && terms.agent_id === start.request.agent_id,
    'AL-6',
    () => `${id} allows what no rule admits`,
  );
}

export function checkAllowanceEvent(
  ledger: Ledger,
  commit: AppliedCommit,
  event: KnownEvent,
): void {
  const { allowance_id: id } = event.data as { allowance_id: string };
  if (event.type === 'allowance.made') {
    must(!ledger.allowances.has(id), 'EV-6', () => `${id} was made twice`);
    const { house, terms } = decidedBy(ledger, commit, event);
    const { expires_at, epoch } = event.data;
    must(
      terms.lifetime_seconds <= 3600 &&
        expires_at === later(event.at, terms.lifetime_seconds) &&
        terms.uses <= 10_000 &&
        epoch === ledger.epoch,
      'AL-8',
      () => `${id} ends at ${expires_at}`,
    );
    const record = { id, house, terms, status: 'active', version: 1, expires_at, epoch } as const;
    ledger.allowances.set(id, { ...record, uses: [] });
    return;
  }
  const record = ledger.allowances.get(id);
  if (record === undefined)
    throw new Violation('EV-6', `${event.type} of ${id}, which no one made`);
  record.version++;
  must(record.status !== 'revoked', 'AL-4', () => `${event.type} of ${id}, which was revoked`);
  switch (event.type) {
    case 'allowance.suspended':
      checkSuspended(commit, event);
      record.status = 'suspended';
      return;
    case 'allowance.confirmed': {
      must(record.status === 'suspended', 'AL-6', () => `${id} was confirmed and was active`);
      const { house, terms } = decidedBy(ledger, commit, event);
      must(
        terms.allowance_id === id && plainText(terms.template) === plainText(record.terms.template),
        'AL-6',
        () => `${id} was confirmed with other terms`,
      );
      Object.assign(record, { house, terms, status: 'active' });
      return;
    }
    case 'allowance.revoked':
      checkEndedBy(commit, id);
      record.status = 'revoked';
      return;
    default:
      throw new Violation('EV-6', `${event.type} in ${event.stream}`);
  }
}

/** AL-6, AL-11: the house request that made or confirmed it is consumed in the same commit, and nothing it covers was rejected since. */
function decidedBy(
  ledger: Ledger,
  { caller: { operation }, events }: AppliedCommit,
  event: EventOf<'allowance.made' | 'allowance.confirmed'>,
): { readonly house: RequestRecord; readonly terms: RawTerms } {
  const { allowance_id: id, approval_request_id, action_digest } = event.data;
  const house = ledger.requests.get(approval_request_id);
  const { terms } = actionOf(ledger, action_digest).parameters;
  if (house === undefined || terms === undefined)
    throw new Violation('AL-6', `${id} was decided by no request`);
  must(
    operation.kind === 'carry_out' &&
      house.request.action_digest === action_digest &&
      house.status === 'consumed' &&
      events.some(({ type, stream }) => type === 'grant.consumed' && stream === house.stream) &&
      house.entries.every(({ identity_assurance }) => identity_assurance === 'webauthn'),
    'AL-6',
    () => `${id} was made, and ${house.id} is ${house.status}`,
  );
  const rejected = [...ledger.requests.values()].find(
    ({ status, request, resolution }) =>
      status === 'denied' &&
      (resolution?.resolved_at ?? '') >= house.request.requested_at &&
      isOfKind(terms, request) &&
      covers(terms, actionOf(ledger, request.action_digest)),
  );
  must(
    rejected === undefined,
    'AL-11',
    () => `${id} was made although ${rejected?.id} was rejected meanwhile`,
  );
  return { house, terms };
}

/** Whether a request is of the agent and the tool of an allowance. */
function isOfKind({ agent_id, target }: RawTerms, request: RawRequest): boolean {
  return request.agent_id === agent_id && request.approval_chain_id === target.tool_name;
}

function checkSuspended(
  { caller: { operation }, events }: AppliedCommit,
  { data: { allowance_id: id, cause } }: EventOf<'allowance.suspended'>,
): void {
  if (cause === 'person') {
    checkEndedBy({ caller: { operation } }, id);
    return;
  }
  must(
    cause === 'rejection'
      ? events.some(({ type }) => type === 'request.denied')
      : operation.kind === 'propose',
    'AL-5',
    () => `${id} was suspended for ${cause} by ${operation.kind}`,
  );
}

/** AL-6: an operator or a person of the chain ends an allowance, and no agent. */
function checkEndedBy(
  { caller: { operation } }: { readonly caller: Pick<AppliedCommit['caller'], 'operation'> },
  id: string,
): void {
  const principal = operation.kind === 'end_allowance' ? operation.principal : null;
  must(
    principal?.kind === 'human' &&
      ['operator', 'controller'].some(role => principal.roles.includes(role)),
    'AL-6',
    () => `${id} was ended by ${operation.kind}`,
  );
}

/** AL-3, AL-10, AL-12: one more use, within every limit. */
export function checkUseEvent(ledger: Ledger, commit: AppliedCommit, event: KnownEvent): void {
  if (event.type !== 'allowance.used')
    throw new Violation('EV-6', `${event.type} in ${event.stream}`);
  const { allowance_id: id, n, approval_request_id, action_digest, amount } = event.data;
  const record = ledger.allowances.get(id);
  const covered = ledger.requests.get(approval_request_id);
  if (record === undefined || covered?.resolution?.allowance?.allowance_id !== id)
    throw new Violation('AL-3', `a use of ${id} covers nothing`);
  const { terms, uses } = record;
  const { parameters } = actionOf(ledger, action_digest);
  must(
    n === uses.length + 1 && n <= terms.uses && covered.resolution.allowance.n === n,
    'AL-3',
    () => `${approval_request_id} is use ${n} of ${terms.uses}, after ${uses.length}`,
  );
  must(
    covered.timeline.at(-1)?.from === ledger.commits &&
      covered.request.action_digest === action_digest,
    'AL-3',
    () => `use ${n} of ${id} was counted apart from what it covers`,
  );
  if (terms.budget !== null) {
    const spent = [...uses, event].reduce((sum, use) => sum + Number(use.data.amount), 0);
    must(
      amount === String(parameters.amount) && spent <= Number(terms.budget.total),
      'AL-10',
      () => `${spent} of ${terms.budget?.total} were used of ${id}`,
    );
  }
  const [first] = terms.rate === null ? [] : [...uses, event].slice(-terms.rate.uses - 1);
  must(
    terms.rate === null ||
      first === undefined ||
      uses.length < terms.rate.uses ||
      commit.at >= later(first.at, terms.rate.seconds),
    'AL-3',
    () => `use ${n} of ${id} came too early at ${commit.at}`,
  );
  const ran = uses.some(
    use =>
      use.data.action_digest === action_digest &&
      (ledger.requests.get(use.data.approval_request_id)?.receipts.length ?? 0) > 0,
  );
  must(!ran || terms.repeat, 'AL-12', () => `${approval_request_id} asks for what ran already`);
  uses.push(event);
}

/** AL-1, AL-2, AL-4, AL-5, AL-9: an allowance stands in place of entries. */
export function checkCovered(ledger: Ledger, commit: AppliedCommit, record: RequestRecord): void {
  const { request, resolution, entries, parties, id } = record;
  const use = resolution?.allowance;
  const allowance = ledger.allowances.get(use?.allowance_id ?? '');
  if (use === undefined || allowance === undefined)
    throw new Violation('AL-2', `${id} is covered by nothing`);
  const { terms, house } = allowance;
  must(
    commit.events.some(
      event => event.type === 'allowance.used' && event.data.approval_request_id === id,
    ),
    'AL-3',
    () => `${id} is covered by ${allowance.id}, and no use was counted`,
  );
  must(
    allowance.status === 'active' &&
      allowance.version === use.version &&
      allowance.epoch === ledger.epoch &&
      commit.at < allowance.expires_at,
    'AL-4',
    () => `${id} was covered at ${commit.at} by ${allowance.id}, which is ${allowance.status}`,
  );
  const action = actionOf(ledger, request.action_digest);
  must(
    entries.length === 0 &&
      covers(terms, action) &&
      plainText(action.target) === plainText(terms.target) &&
      request.agent_id === terms.agent_id &&
      request.subject_id === terms.subject_id &&
      request.audience === terms.audience &&
      request.requested_by.principal_id === terms.requested_by,
    'AL-2',
    () => `${id} is not of the kind that ${allowance.id} allows`,
  );
  must(
    request.approval_chain_id === terms.approval_chain_id &&
      request.approval_chain_version === terms.approval_chain_version &&
      request.tool_definition_digest === terms.tool_definition_digest,
    'AL-5',
    () => `${id} has another chain or tool than ${allowance.id}`,
  );
  const { requester, subject, agent_owner, authors = [] } = parties;
  const involved = [requester, subject, agent_owner, ...authors];
  must(
    !house.entries.some(({ approver_identity }) => involved.includes(approver_identity)) &&
      resolution?.final_entry_digest === house.entries.at(-1)?.entry_digest,
    'AL-9',
    () => `${id} is covered by someone whom it concerns`,
  );
}

/** AL-4: what was suspended or revoked since a use, and confirmed again or not, consumes nothing of it. */
export function checkCoveredConsume(ledger: Ledger, record: RequestRecord): void {
  const use = record.resolution?.allowance;
  const allowance = ledger.allowances.get(use?.allowance_id ?? '');
  must(
    allowance?.status === 'active' && allowance.version === use?.version,
    'AL-4',
    () => `${record.id} was consumed, and its allowance is ${allowance?.status}`,
  );
}

/** AL-11: a rejection leaves no allowance in force that covers what was rejected. */
export function checkRejectedKind(ledger: Ledger, record: RequestRecord): void {
  for (const { id, terms, status } of ledger.allowances.values()) {
    const action = actionOf(ledger, record.request.action_digest);
    must(
      status !== 'active' || !isOfKind(terms, record.request) || !covers(terms, action),
      'AL-11',
      () => `${record.id} was rejected, and ${id} still covers it`,
    );
  }
}
