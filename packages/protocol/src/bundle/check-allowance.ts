import {
  type AllowanceUseEvent,
  parseAllowanceEvent,
  parseAllowanceUseEvent,
} from '../allowance/allowance-event.ts';
import {
  type AllowanceState,
  type AllowanceUses,
  absentAllowance,
  evolveAllowance,
  evolveUses,
  type MadeAllowance,
  noUses,
} from '../allowance/allowance-state.ts';
import { decideUse } from '../allowance/decide-use.ts';
import { findCoverFault, readTerms } from '../allowance/judge-cover.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import type { OpenedRequest } from '../request/request-state.ts';
import type { Resolution } from '../request/resolution.ts';
import { type StreamEvent, verifyStream } from '../stream/stream-event.ts';
import type { ReadTrust } from './bundle-trust.ts';
import { readBoundAction } from './check-action.ts';
import { checkPath, checkStream, type Established, type RequestPath } from './check-path.ts';
import { type EvidenceBundle, parseBundleText } from './evidence-bundle.ts';
import { failed, notShown, proven, type StatementResult } from './statement.ts';

/** The events of an allowance and of its uses, each whole and linked. */
export interface AllowanceStreams {
  readonly stream: readonly StreamEvent[];
  readonly uses: readonly StreamEvent[];
}

/** Null as a value where no allowance is in the bundle. */
export function readAllowance({
  allowance,
}: EvidenceBundle): Established<AllowanceStreams | 'none'> {
  if (allowance === undefined)
    return { statement: proven('No allowance was used.'), value: 'none' };
  const streams: (readonly StreamEvent[])[] = [];
  for (const { name, events } of [allowance.stream, allowance.uses]) {
    const verdict = verifyStream(name, events);
    if (!verdict.ok) {
      return { statement: failed(verdict.refusal.code, verdict.refusal.detail), value: null };
    }
    streams.push(verdict.value.events);
  }
  const [stream = [], uses = []] = streams;
  return { statement: proven('Its events are whole.'), value: { stream, uses } };
}

/** Judges the bundle of the house request like any other, and answers the first failure. */
export type JudgeNested = (bundle: EvidenceBundle, trust: ReadTrust) => StatementResult | null;

type Use = NonNullable<Resolution['allowance']>;

/**
 * Where an allowance stands in place of decisions: it was made by an approved house request, whose evidence is checked
 * in the same depth; it was active; it covers exactly this action; and its limits held up to this use (AL-3, AL-7).
 */
export function checkAllowance(
  bundle: EvidenceBundle,
  streams: AllowanceStreams | 'none',
  path: RequestPath,
  trust: ReadTrust,
  judgeNested: JudgeNested,
): StatementResult {
  const use = path.state.resolution?.allowance;
  if (use === undefined) {
    return streams === 'none'
      ? proven('No allowance stands in place of decisions.')
      : failed('bundle_inconsistent', 'an allowance is shown that decided nothing');
  }
  const { allowance } = bundle;
  if (streams === 'none' || allowance === undefined) {
    return failed('bundle_incomplete', 'expected the evidence of the allowance');
  }
  const named =
    allowance.stream.name === `allowance/${use.allowance_id}` &&
    allowance.uses.name === `allowance-uses/${use.allowance_id}`;
  if (!named) return failed('allowance_inconsistent', 'the events are of another allowance');
  const state = foldTo(streams.stream, use);
  const uses = foldUses(streams.uses, use);
  if (state === null || uses === null) {
    return failed('stream_broken', 'the events of the allowance lead to no such use');
  }
  if (state.status !== 'active') {
    return failed(`allowance_${state.status}`, `the allowance was ${state.status} at this use`);
  }
  const ended = findEndBeforeConsume(bundle, streams.stream, path, use);
  if (ended !== null) return ended;
  return judgeUse({ bundle, path, use, state, uses, trust, judgeNested });
}

/**
 * What came after the use and before its consume ends it, also where people confirmed the allowance again (AL-4). Two
 * processes may have written the times. So an event that the log has after the consume came after it.
 */
function findEndBeforeConsume(
  { log }: EvidenceBundle,
  events: readonly StreamEvent[],
  path: RequestPath,
  { version }: Use,
): StatementResult | null {
  const consumed = path.events.findIndex(({ type }) => type === 'grant.consumed');
  const at = path.events[consumed]?.at;
  if (at === undefined) return null;
  const consumedLeaf = log?.stream[consumed]?.leaf_index;
  const isLater = (index: number): boolean => {
    const leaf = log?.allowance?.stream[index]?.leaf_index;
    return leaf !== undefined && consumedLeaf !== undefined && leaf > consumedLeaf;
  };
  const before = events.find(
    (event, index) => event.version > version && event.at < at && !isLater(index),
  );
  if (before === undefined) return null;
  const code = before.type === 'allowance.revoked' ? 'allowance_revoked' : 'allowance_suspended';
  return failed(code, `the allowance was ended at ${before.at}, before the consume`);
}

interface JudgedUse {
  readonly bundle: EvidenceBundle;
  readonly path: RequestPath;
  readonly use: Use;
  readonly state: MadeAllowance;
  readonly uses: readonly AllowanceUseEvent[];
  readonly trust: ReadTrust;
  readonly judgeNested: JudgeNested;
}

function judgeUse(judged: JudgedUse): StatementResult {
  const { bundle, state, trust, judgeNested } = judged;
  const nested = readNested(bundle);
  if (nested === null) {
    return failed('bundle_malformed', 'the evidence of the allowance is no bundle');
  }
  if (!isOfHere(nested, bundle, state)) {
    return failed('bundle_inconsistent', 'the evidence is not that of this allowance');
  }
  const fault = judgeNested(nested, trustFor(trust));
  if (fault !== null) return fault;
  const stream = checkStream(nested).value;
  const decided = stream === null ? null : (checkPath(stream).value?.state ?? null);
  if (decided === null) return failed('stream_broken', 'the house request cannot be read');
  return isUseOf(judged, decided)
    ? judgeTerms(judged, nested, decided)
    : failed('allowance_inconsistent', 'the use is not that of this request');
}

/** The house request is of the same store and epoch, and under the same checkpoint. */
function isOfHere(nested: EvidenceBundle, bundle: EvidenceBundle, state: MadeAllowance): boolean {
  return (
    nested.store_id === bundle.store_id &&
    nested.epoch === bundle.epoch &&
    state.epoch === bundle.epoch &&
    nested.approval_request_id === state.approval_request_id &&
    nested.allowance === undefined &&
    (nested.log?.checkpoint ?? null) === (bundle.log?.checkpoint ?? null)
  );
}

function isUseOf({ path, use, state, uses }: JudgedUse, decided: OpenedRequest): boolean {
  const { request, resolution, entries } = path.state;
  const last = uses.at(-1);
  return (
    last?.data.n === use.n &&
    last.data.approval_request_id === request.approval_request_id &&
    last.data.action_digest === request.action_digest &&
    last.data.allowance_id === use.allowance_id &&
    entries.length === 0 &&
    resolution !== null &&
    resolution.resolved_at < state.expires_at &&
    resolution.final_entry_digest === decided.entries.at(-1)?.entry_digest
  );
}

function judgeTerms(
  { bundle, path, use, state, uses }: JudgedUse,
  nested: EvidenceBundle,
  decided: OpenedRequest,
): StatementResult {
  const { request, parties } = path.state;
  const action = readBoundAction(nested.action, decided.request.action_digest);
  const used = readBoundAction(bundle.action, request.action_digest);
  if (action === null || used === null) {
    return notShown(
      'Bytes of an action were erased, so that what the template covers is not shown.',
    );
  }
  const terms = action === 'altered' ? null : readTerms(action);
  if (terms === null || action === 'altered' || used === 'altered') {
    return failed('allowance_inconsistent', 'the house request binds no terms');
  }
  const evidence = { state, version: use.version, terms, decided, action };
  const wrong = findCoverFault(evidence, { request, parties, action: used });
  if (wrong !== null) return failed(wrong.refusal.code, wrong.refusal.detail);
  return (
    findLimitFault(uses, terms, used.parameters) ??
    proven(
      `Use ${use.n} of ${terms.uses} of ${use.allowance_id}, which ends at ${state.expires_at}.`,
    )
  );
}

/** Replays every use against the limits, by the amounts and times that the linked events state (AL-3). */
function findLimitFault(
  events: readonly AllowanceUseEvent[],
  terms: NonNullable<ReturnType<typeof readTerms>>,
  parameters: Parameters<typeof decideUse>[1]['parameters'],
): StatementResult | null {
  let uses: AllowanceUses = noUses;
  for (const [index, event] of events.entries()) {
    const isLast = index === events.length - 1;
    // Of an earlier use the amount is known, and not the action.
    const known = terms.budget === null || isLast ? parameters : amountAt(terms.budget.path, event);
    const decision = decideUse(
      uses,
      {
        terms,
        parameters: known,
        action_digest: event.data.action_digest,
        approval_request_id: event.data.approval_request_id,
        consumed_before: false,
      },
      event.at,
    );
    if (!decision.ok) return failed(decision.refusal.code, `use ${event.data.n} is beyond a limit`);
    const [expected] = decision.events;
    if (expected?.data.amount !== event.data.amount || expected.at !== event.at) {
      return failed('allowance_inconsistent', `use ${event.data.n} misstates its amount or time`);
    }
    uses = evolveUses(uses, event);
  }
  return null;
}

/** Parameters that hold nothing but this amount, at its path. */
function amountAt(path: string, { data }: AllowanceUseEvent): Record<string, never> {
  let value: unknown = data.amount === null ? null : Number(data.amount);
  for (const part of path.slice(1).split('/').reverse()) {
    value = { [part.replaceAll('~1', '/').replaceAll('~0', '~')]: value };
  }
  return value as Record<string, never>;
}

/** The house request has its own end, executor and policy. Everything else is trusted as before. */
function trustFor({ given, required, ...keys }: ReadTrust): ReadTrust {
  const { head: _head, audience: _audience, policy_documents: _documents, ...kept } = given;
  const own = [...required].filter(id => id !== 'stream_end' && id !== 'policy');
  return { ...keys, given: kept, required: new Set(own) };
}

function readNested({ allowance }: EvidenceBundle): EvidenceBundle | null {
  return orNull(() => parseBundleText(allowance?.evidence ?? ''));
}

function foldTo(events: readonly StreamEvent[], { version }: Use): MadeAllowance | null {
  if (events.length < version) return null;
  return orNull(() => {
    let state: AllowanceState = absentAllowance;
    let then: AllowanceState = absentAllowance;
    for (const { type, at, data, version: place } of events) {
      state = evolveAllowance(state, parseAllowanceEvent({ type, at, data }));
      if (place === version) then = state;
    }
    return then.status === 'absent' ? null : then;
  });
}

function foldUses(events: readonly StreamEvent[], { n }: Use): AllowanceUseEvent[] | null {
  if (events.length !== n) return null;
  const uses = orNull(() =>
    events.map(({ type, at, data }) => parseAllowanceUseEvent({ type, at, data })),
  );
  return uses?.every(({ data }, index) => data.n === index + 1) === true ? uses : null;
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}
