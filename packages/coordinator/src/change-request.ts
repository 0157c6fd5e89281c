import type { PlanEvent, PlanState } from '@countersign/protocol/plan';
import {
  accept,
  type Decision,
  type ReasonCode,
  type Result,
  refuse,
} from '@countersign/protocol/reason';
import {
  absentRequest,
  decideRequest,
  evolveRequest,
  type OpenedRequest,
  type RequestCommand,
  type RequestEvent,
  type RequestState,
  statusCode,
} from '@countersign/protocol/request';
import { sealEvents } from '@countersign/protocol/stream';
import type { Timestamp } from '@countersign/protocol/value';
import type {
  ActionBytes,
  ClaimKey,
  ClaimTaken,
  Commit,
  CommitResult,
  Guards,
  OutboxMessage,
  StreamAppend,
} from './commit.ts';
import { type Context, forgetOtherHistory, remember, storeState } from './context.ts';
import { type Loaded, loadStream } from './load-stream.ts';
import { type PlanBlocking, planConsequences } from './plan-consequences.ts';
import type { Deliveries } from './ports.ts';
import { liveClaimEnds } from './request-claims.ts';
import type { StoreState } from './store.ts';
import { rowOf } from './stored-row.ts';
import { planStream, requestStream } from './stream-name.ts';
import { submitCommit } from './submit-commit.ts';

/** A command, and what must hold in the store for its consequences to be written. */
export interface PreparedChange {
  readonly command: RequestCommand;
  readonly notBefore?: Timestamp;
  readonly notAfter?: Timestamp;
  /** The code of the refusal where the store's clock is before `notBefore`. */
  readonly tooEarly?: ReasonCode;
  /** Whether the policy version in force is part of the decision. */
  readonly dependsOnPolicy: boolean;
  readonly claims?: readonly ClaimTaken[];
  readonly absentClaims?: readonly ClaimKey[];
  /** Other streams that the decision depends on. The commit fails where one has another version. */
  readonly streams?: Guards['streams'];
  readonly actions?: readonly ActionBytes[];
  /** What else the commit does where the command is carried out: other streams, and what comes into force. */
  readonly effect?: CommitEffect;
  /** A second command, decided on the state after the first one and written in the same commit. */
  readonly followedBy?: RequestCommand;
  /** The plan that the request belongs to, as read. Its stream changes in the same commit, or is guarded. */
  readonly plan?: Loaded<PlanState>;
  readonly blocking?: PlanBlocking;
  /** The rounds of its case before this one, where an allow lifts what they still block. */
  readonly earlierRounds?: readonly string[];
}

export interface CommitEffect {
  readonly appends: readonly StreamAppend[];
  readonly brings?: NonNullable<Commit['brings']>;
  /** What is to be delivered because of the other streams. */
  readonly outbox?: Commit['outbox'];
}

export interface RequestChange {
  readonly approvalRequestId: string;
  prepare(
    loaded: Loaded<RequestState>,
    store: StoreState,
    now: Timestamp,
  ): Promise<Result<PreparedChange>>;
  /** The answer where another stream holds a claim. Null reads the stream again and decides again. */
  onClaimTaken?(claim: ClaimKey, owner: string): Promise<Result<ChangedRequest> | null>;
  /** Where the commit goes; a caller may pass a transaction of its own (SU-4). */
  readonly submit?: (commit: Commit) => Promise<CommitResult>;
}

export interface ChangedRequest {
  readonly state: OpenedRequest;
  readonly version: number;
  /** The events that this call added. Empty where an earlier call made the change. */
  readonly events: readonly RequestEvent[];
}

/**
 * Load, decide, commit; after losing a race, again from the new state, a bounded number of times. Nothing is
 * refused from memory, and nothing is done from it that the commit does not guard.
 */
export async function changeRequest(
  context: Context,
  change: RequestChange,
): Promise<Result<ChangedRequest>> {
  const { memory, settings } = context;
  const stream = requestStream(change.approvalRequestId);
  const attempt = context.ids.uuid();
  let fresh = false;
  for (let tries = 0; tries < settings.triesMax; tries++) {
    const history = forgetOtherHistory(context);
    const known = fresh ? undefined : memory.requests.get(stream);
    const loaded = known ?? (await loadRequest(context, stream));
    const store = await storeState(context, fresh);
    const now = context.clock.now();
    const prepared = await change.prepare(loaded, store, now);
    if (context.store.timeline() !== history) {
      fresh = true;
      continue;
    }
    if (!prepared.ok) {
      if (known === undefined) return prepared;
      fresh = true;
      continue;
    }
    const decision = decideBoth(loaded.state, prepared.value, now);
    if (!decision.ok && !fresh) {
      // The memory of this process may be behind; only a fresh read can say no.
      fresh = true;
      continue;
    }
    const state = decision.events.reduce(evolveRequest, loaded.state);
    if (decision.events.length === 0) {
      return decision.ok ? unchanged(loaded) : { ok: false, refusal: decision.refusal };
    }
    if (state.status === 'absent') return refuse('internal_error', 'a change left no request');

    const commit = buildCommit(context, stream, {
      loaded,
      store,
      now,
      state,
      decision,
      prepared: prepared.value,
      attempt: `${attempt}.${tries}`,
    });
    const result = await (change.submit ?? (it => submitCommit(context, it)))(commit);
    fresh = true;
    if (context.store.timeline() !== history) {
      forgetOtherHistory(context);
      return refuse('store_unavailable', 'the database was restored or failed over meanwhile');
    }
    if (result.outcome === 'committed') {
      const version = loaded.version + decision.events.length;
      settle(context, stream, commit, state, version, change.submit === undefined);
      return decision.ok
        ? accept({ state, version, events: decision.events })
        : { ok: false, refusal: decision.refusal };
    }
    memory.requests.delete(stream);
    if (!decision.ok && result.outcome !== 'version_conflict') {
      // The record of a refused attempt could not be written; the refusal stands all the same.
      return { ok: false, refusal: decision.refusal };
    }
    const answer = await answerTo(result, change, loaded.state, prepared.value);
    if (answer !== null) return answer;
  }
  return refuse(
    'commit_contended',
    `other calls won ${settings.triesMax} times; nothing was changed`,
  );
}

/** The decision of a command and, where it was carried out, of the one that follows it: both or neither. */
function decideBoth(
  state: RequestState,
  { command, followedBy }: PreparedChange,
  now: Timestamp,
): Decision<RequestEvent> {
  const first = decideRequest(state, command, now);
  const after = first.events.reduce(evolveRequest, state);
  if (
    !first.ok ||
    followedBy === undefined ||
    first.events.length === 0 ||
    after.status === 'absent'
  ) {
    return first;
  }
  const second = decideRequest(after, followedBy, now);
  return second.ok ? { ok: true, events: [...first.events, ...second.events] } : second;
}

export function loadRequest(context: Context, stream: string): Promise<Loaded<RequestState>> {
  return loadStream<RequestState, RequestEvent>(context.store, stream, {
    initial: absentRequest,
    evolve: evolveRequest,
  });
}

function unchanged({ state, version }: Loaded<RequestState>): Result<ChangedRequest> {
  if (state.status === 'absent')
    return refuse('request_not_found', 'nothing was opened under this id');
  return accept({ state, version, events: [] });
}

/** Remembers the outcome and hints to waiting callers. A foreign transaction may still be rolled back. */
export function settle(
  context: Context,
  stream: string,
  commit: Commit,
  state: OpenedRequest,
  version: number,
  final: boolean,
): void {
  if (!final) {
    context.memory.requests.delete(stream);
    return;
  }
  const last = commit.appends[0]?.events.at(-1);
  const head = last === undefined ? null : { version, event_digest: last.event_digest };
  remember(context.memory.requests, stream, { state, version, head });
  context.notifier.committed(commit.appends.map(append => append.stream));
}

/** The answer where a commit was refused, or null to read and decide again. */
async function answerTo(
  result: Exclude<CommitResult, { outcome: 'committed' }>,
  change: RequestChange,
  state: RequestState,
  prepared: PreparedChange,
): Promise<Result<ChangedRequest> | null> {
  switch (result.outcome) {
    case 'version_conflict':
      return null;
    case 'claim_taken':
      return (await change.onClaimTaken?.(result.claim, result.owner)) ?? null;
    case 'too_late':
      return refuse(
        state.status === 'absent'
          ? 'request_expired'
          : statusCode(state, prepared.notAfter as Timestamp),
        'the time for the change was over before the store wrote it',
      );
    case 'too_early':
      return refuse(
        prepared.tooEarly ?? 'deadline_not_reached',
        `the store's clock has not reached ${prepared.notBefore ?? 'the deadline'}`,
      );
    case 'stale_guard':
      return result.which === 'clock'
        ? refuse('clock_regressed', "the store's clock is behind what it has already recorded")
        : null;
  }
}

interface Parts {
  readonly loaded: Loaded<RequestState>;
  readonly store: StoreState;
  readonly now: Timestamp;
  readonly state: OpenedRequest;
  readonly decision: Decision<RequestEvent>;
  readonly prepared: PreparedChange;
  readonly attempt: string;
}

/** From when and until when the commit may be made, where the change says so. */
function windowOf({
  notBefore,
  notAfter,
}: Pick<PreparedChange, 'notBefore' | 'notAfter'>): Pick<Commit, 'notBefore' | 'notAfter'> {
  return {
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(notAfter === undefined ? {} : { notAfter }),
  };
}

/** The commit of one decided change. A batch joins several of them into one. */
export function buildCommit(context: Context, stream: string, parts: Parts): Commit {
  const { loaded, store, state, decision, prepared, attempt } = parts;
  const { dependsOnPolicy, plan } = prepared;
  const row = rowOf(state);
  const appends: StreamAppend[] = [
    {
      stream,
      expectedVersion: loaded.version,
      events: sealEvents(stream, loaded.head, decision.events),
      row,
      claims: decision.ok ? (prepared.claims ?? []) : [],
      claimEnds: liveClaimEnds(context, state, decision.events),
    },
  ];
  const planEvents = planEventsOf(context, parts);
  const guardedPlan = plan !== undefined && planEvents.length === 0;
  if (plan !== undefined && planEvents.length > 0) appends.push(planAppend(plan, planEvents));
  const effect = decision.ok ? prepared.effect : undefined;
  appends.push(...(effect?.appends ?? []));
  return {
    attempt,
    appends,
    ...(decision.ok ? windowOf(prepared) : {}),
    guards: {
      epoch: store.epoch,
      ...(decision.ok && dependsOnPolicy ? { policyVersion: store.policyVersion ?? '' } : {}),
      streams: [
        ...(guardedPlan ? [{ stream: planStream(plan.state), version: plan.version }] : []),
        ...(decision.ok ? (prepared.streams ?? []).filter(isNotWritten(appends)) : []),
      ],
      absentClaims: decision.ok ? (prepared.absentClaims ?? []) : [],
    },
    actions: prepared.actions ?? [],
    ...(effect?.brings === undefined ? {} : { brings: effect.brings }),
    outbox: [
      ...deliveriesOf(context, { state, events: decision.events, from: loaded.version + 1 }),
      ...(effect?.outbox ?? []),
    ],
  };
}

function planEventsOf(
  { settings }: Context,
  { state, decision, prepared, now }: Parts,
): readonly PlanEvent[] {
  const { plan, blocking, earlierRounds = [] } = prepared;
  if (plan === undefined) return [];
  const asked = { state, blocking, earlierRounds, roundsMax: settings.roundsMax };
  return planConsequences(plan.state, decision.events, asked, now);
}

/** An append at the same version guards its stream already. */
function isNotWritten(appends: readonly StreamAppend[]) {
  return (guard: Guards['streams'][number]): boolean =>
    !appends.some(
      ({ stream, expectedVersion }) => stream === guard.stream && expectedVersion === guard.version,
    );
}

/** What is to be delivered because of the events of one request. */
export function deliveriesOf(
  { deliveries }: Pick<Context, 'deliveries'>,
  change: Parameters<Deliveries>[0],
): readonly OutboxMessage[] {
  return (deliveries ?? oneForAll)(change);
}

const oneForAll: Deliveries = ({ state, events, from }) => [
  {
    topic: events.at(-1)?.type ?? '',
    stream: requestStream(state.request.approval_request_id),
    payload: JSON.stringify({
      approval_request_id: state.request.approval_request_id,
      from,
      types: events.map(({ type }) => type),
    }),
  },
];

function planAppend(plan: Loaded<PlanState>, events: readonly PlanEvent[]): StreamAppend {
  const stream = planStream(plan.state);
  return {
    stream,
    expectedVersion: plan.version,
    events: sealEvents(stream, plan.head, events),
    row: null,
  };
}
