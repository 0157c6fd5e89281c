import { findAskedSinceFault } from '../chain/escalation.ts';
import { sha256OfPlain } from '../crypto/digest.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { findAnswerDifference } from '../request/reaffirm-request.ts';
import { parseRequestEvent, type RequestEvent } from '../request/request-event.ts';
import {
  absentRequest,
  evolveRequest,
  type OpenedRequest,
  type RequestState,
} from '../request/request-state.ts';
import { type StreamEvent, type StreamHead, verifyStream } from '../stream/stream-event.ts';
import { PersonId } from '../value/ids.ts';
import type { Timestamp } from '../value/timestamp.ts';
import type { EvidenceBundle } from './evidence-bundle.ts';
import { disagreement, failed, notShown, proven, type StatementResult } from './statement.ts';

/** A statement, and what later ones build on where it holds. */
export interface Established<T> {
  readonly statement: StatementResult;
  readonly value: T | null;
}

/** The stream from its kept texts, whole and linked (EV-6). */
export function checkStream(bundle: EvidenceBundle): Established<readonly StreamEvent[]> {
  const { name, events } = bundle.stream;
  const verdict = verifyStream(name, events);
  if (!verdict.ok) {
    const { code, detail } = verdict.refusal;
    return { statement: failed(code, detail), value: null };
  }
  return { statement: proven(`${events.length} events.`), value: verdict.value.events };
}

const executions: ReadonlySet<string> = new Set([
  'execution.allowed',
  'execution.reported',
  'execution.reconciled',
]);

/** Looks at the types alone, so that it also holds for a stream that no rule would have let happen (EV-9). */
export function checkConsumption(events: readonly StreamEvent[]): StatementResult {
  let consumed = 0;
  let executed = 0;
  for (const { type, version } of events) {
    if (type === 'grant.consumed') consumed += 1;
    if (consumed > 1) return failed('execution_unconsumed', `event ${version} consumes again`);
    if (!executions.has(type)) continue;
    executed += 1;
    if (consumed !== 1) {
      return failed('execution_unconsumed', `event ${version} is an execution without a consume`);
    }
  }
  if (executed === 0) return proven('No execution is recorded.');
  return proven('One consume, and what was executed came after it.');
}

export interface RequestPath {
  readonly state: OpenedRequest;
  readonly events: readonly RequestEvent[];
}

/** The fold that every reader of a stream uses, and the order of events within one commit (EV-6). */
export function checkPath(stream: readonly StreamEvent[]): Established<RequestPath> {
  const broken = (detail: string) => ({ statement: failed('stream_broken', detail), value: null });
  const events: RequestEvent[] = [];
  let state: RequestState = absentRequest;
  for (const { type, at, data, version } of stream) {
    try {
      const event = parseRequestEvent({ type, at, data });
      const misplaced = findMisplaced(event, events.at(-1));
      if (misplaced !== null) return broken(`event ${version}: ${misplaced}`);
      state = evolveRequest(state, event);
      events.push(event);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return broken(`event ${version} (${type}) cannot stand there`);
    }
  }
  const last = events.at(-1)?.type;
  if (last !== undefined && Object.hasOwn(commits, last)) {
    return broken(`${last} is not followed by what was committed with it`);
  }
  if (state.status === 'absent') return broken('nothing was opened');
  return {
    statement: proven(`The request is ${state.status}.`),
    value: { state, events },
  };
}

/** What is committed together, the first of it and what must come next. */
const commits: Readonly<Partial<Record<string, string>>> = {
  'policy.decided': 'request.opened',
  'request.allowed': 'grant.issued',
  'grant.consumed': 'execution.allowed',
};

const outcomes: Readonly<Partial<Record<string, string>>> = {
  'request.allowed': 'allow',
  'request.denied': 'deny',
  'request.expired': 'expired',
  'request.cancelled': 'cancelled',
  'request.amended': 'amended',
};

function findMisplaced(event: RequestEvent, before: RequestEvent | undefined): string | null {
  const expected = before === undefined ? 'policy.decided' : commits[before.type];
  if (expected !== undefined && event.type !== expected) return `expected ${expected}`;
  if (expected === undefined && Object.values(commits).includes(event.type)) {
    return `${event.type} without what is committed before it`;
  }
  const time = timeOf(event);
  if (time !== null && time !== event.at) return 'it is dated otherwise than what it says';
  const outcome = outcomes[event.type];
  if (outcome !== undefined && 'resolution' in event.data) {
    if (event.data.resolution.outcome !== outcome) return 'its resolution says something else';
  }
  return null;
}

function timeOf({ type, data }: RequestEvent): Timestamp | null {
  switch (type) {
    case 'request.opened':
      return data.request.requested_at;
    case 'entry.recorded':
      return data.entry.decided_at;
    case 'request.allowed':
    case 'request.denied':
    case 'request.expired':
    case 'request.cancelled':
    case 'request.amended':
      return data.resolution.resolved_at;
    case 'grant.consumed':
    case 'execution.reported':
    case 'execution.reconciled':
      return data.receipt.recorded_at;
    default:
      return null;
  }
}

/** Only a head known from elsewhere shows that no later event was left out. */
export function checkEnd(bundle: EvidenceBundle, head: StreamHead | undefined): StatementResult {
  if (head === undefined) {
    return notShown(
      'Later events may have been left out: no end of the stream was given to compare with.',
    );
  }
  const { events } = bundle.stream;
  return events.length === head.version && events.at(-1)?.event_digest === head.event_digest
    ? proven(`The stream ends at event ${head.version}, as was known.`)
    : failed('stream_broken', `expected to end at event ${head.version}, found ${events.length}`);
}

/** What opening a request demands, once more. The action's own members are compared where its bytes are. */
export function checkRequest(bundle: EvidenceBundle, path: RequestPath): StatementResult {
  const { request, policy_decision, chain, parties } = path.state;
  const inconsistent = disagreement('request_inconsistent', [
    ['approval_request_id', request.approval_request_id, bundle.approval_request_id],
    ['verdict', policy_decision.verdict, 'require_approval'],
    ['policy_decision_id', request.policy_decision_id, policy_decision.policy_decision_id],
    ['action_digest', request.action_digest, policy_decision.action_digest],
    ['policy_version', request.policy_version, policy_decision.policy_version],
    ['approval_chain_id', request.approval_chain_id, policy_decision.approval_chain_id],
    [
      'approval_chain_version',
      request.approval_chain_version,
      policy_decision.approval_chain_version,
    ],
    ['chain_id', chain.chain_id, request.approval_chain_id],
    ['chain version', chain.version, request.approval_chain_version],
    ['risk', sha256OfPlain(request.risk), sha256OfPlain(policy_decision.risk)],
  ]);
  if (inconsistent !== null) return inconsistent;
  const since = findAskedSinceFault(request, chain);
  if (since !== null) return failed('request_inconsistent', since);
  for (const event of path.events) {
    if (event.type !== 'request.reaffirmed') continue;
    const differing = findAnswerDifference(policy_decision, event.data.decision);
    if (differing !== null)
      return failed(
        'request_inconsistent',
        'it was kept open under a policy that answers otherwise',
      );
  }
  if (PersonId.safeParse(request.subject_id).success && parties.subject !== request.subject_id) {
    return failed('request_inconsistent', 'the subject is not among the parties');
  }
  return proven('They name one another by id, digest and version.');
}

/** Models' opinions are in the stream; beside it they are repeated, and they are nowhere else. */
export function checkAdvice(bundle: EvidenceBundle, path: RequestPath): StatementResult {
  const { advice, request } = path.state;
  const same = disagreement('bundle_inconsistent', [
    ['advice', sha256OfPlain(bundle.advice), sha256OfPlain(advice)],
  ]);
  if (same !== null) return same;
  if (advice.some(each => each.approval_request_id !== request.approval_request_id)) {
    return failed('bundle_inconsistent', 'an advice is about another request');
  }
  if (advice.length === 0) return proven('No advice was recorded.');
  return proven(`${advice.length} recorded; no decision rests on them.`);
}
