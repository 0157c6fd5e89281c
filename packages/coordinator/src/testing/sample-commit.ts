import { randomUUID } from 'node:crypto';
import { sha256OfText } from '@countersign/protocol/crypto';
import { type StreamHead, sealEvents } from '@countersign/protocol/stream';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import type {
  ActionBytes,
  ClaimEnd,
  ClaimTaken,
  Commit,
  StoredRow,
  StreamAppend,
} from '../commit.ts';

/** When everything in a sample happened. A store never compares it with its clock. */
const noon: Timestamp = timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12));

export interface SampleAppend {
  /** Where the stream ends by now; null, the default, where it does not exist. */
  readonly after?: StreamHead | null;
  /** The data of each event; one small event by default. */
  readonly data?: readonly object[];
  readonly row?: StoredRow | null;
}

export function sampleAppend(
  stream: string,
  { after = null, data = [{ note: stream }], row = null }: SampleAppend = {},
): StreamAppend {
  return {
    stream,
    expectedVersion: after?.version ?? 0,
    events: sealEvents(
      stream,
      after,
      data.map(each => ({ type: 'evidence.recorded', at: noon, data: each })),
    ),
    row,
  };
}

type CommitChange = Partial<Omit<Commit, 'guards'>> & {
  readonly guards?: Partial<Commit['guards']>;
  /** Of the first stream. */
  readonly claims?: readonly ClaimTaken[] | undefined;
  readonly claimEnds?: readonly ClaimEnd[] | undefined;
};

/**
 * A well-formed commit that appends one event to a stream and does nothing else, except for what is changed.
 * Each has an attempt of its own, unless one is given.
 */
export function sampleCommit(first: string | StreamAppend, change: CommitChange = {}): Commit {
  const append = typeof first === 'string' ? sampleAppend(first) : first;
  const { guards, appends = [append], claims, claimEnds, ...rest } = change;
  return {
    attempt: randomUUID(),
    appends: appends.map((each, place) =>
      place === 0 ? withClaims(each, { claims, claimEnds }) : each,
    ),
    actions: [],
    outbox: [],
    ...rest,
    guards: { epoch: 1, streams: [], absentClaims: [], ...guards },
  };
}

/** What the first stream takes and ends besides. */
export function withClaims(
  append: StreamAppend,
  { claims, claimEnds }: Pick<CommitChange, 'claims' | 'claimEnds'>,
): StreamAppend {
  return {
    ...append,
    ...(claims === undefined ? {} : { claims: [...(append.claims ?? []), ...claims] }),
    ...(claimEnds === undefined ? {} : { claimEnds: [...(append.claimEnds ?? []), ...claimEnds] }),
  };
}

/** Where a stream ends once this was appended. */
export function headAfter({ stream, expectedVersion, events }: StreamAppend): StreamHead {
  const last = events.at(-1);
  if (last === undefined) throw new Error(`nothing is appended to ${stream}`);
  return { version: expectedVersion + events.length, event_digest: last.event_digest };
}

/** The head of a stream that never was: whatever is put behind it leaves a gap. */
export function imaginaryHead(version: number): StreamHead {
  return { version, event_digest: sha256OfText(`imaginary ${version}`) };
}

/** The row of a pending request. The same number gives the same row. */
export function sampleRow(number: number, change: Partial<StoredRow> = {}): StoredRow {
  const digits = number.toString(16).padStart(32, '0');
  return {
    approval_request_id: `ar_${digits}`,
    case_id: `case_${digits}`,
    status: 'pending',
    agent_id: 'billing-bot',
    operation: 'tool.invoke',
    tool_name: 'wire_transfer',
    risk_level: 'high',
    route: 'admin_channel',
    requested_at: addSeconds(noon, number),
    due_at: null,
    report_by: null,
    silent_at: null,
    ...change,
  };
}

export function sampleActionBytes(text: string, retainUntil: Timestamp): ActionBytes {
  return { digest: sha256OfText(text), text, retainUntil };
}

/** A commit with something in every part of it, good on an empty store until an hour after `now`. */
export function sampleFullCommit(
  now: Timestamp,
  change: Parameters<typeof sampleCommit>[1] = {},
): Commit {
  const later = addSeconds(now, 3600);
  const row = sampleRow(1, { due_at: later });
  const request = sampleAppend('request/full', { data: [{ step: 1 }, { step: 2 }], row });
  return sampleCommit(request, {
    appends: [request, sampleAppend('plan/full')],
    notBefore: addSeconds(now, -3600),
    notAfter: later,
    claims: [
      { scope: 'idem', key: 'key-1', until: null },
      { scope: 'slot', key: 'billing-bot/7', until: later },
    ],
    actions: [sampleActionBytes('{"amount":4200}', later)],
    outbox: [
      { topic: 'request.opened', stream: 'request/full', payload: '{"from":1}' },
      { topic: 'plan.blocked', stream: 'plan/full', payload: '{"from":1}' },
    ],
    brings: { policyVersion: 'v1', epoch: 2 },
    ...change,
  });
}
