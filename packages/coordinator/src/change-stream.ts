import {
  accept,
  type Decision,
  type ReasonCode,
  type Refusal,
  type Result,
  refuse,
} from '@countersign/protocol/reason';
import { type EventType, sealEvents } from '@countersign/protocol/stream';
import type { Timestamp } from '@countersign/protocol/value';
import type {
  ActionBytes,
  Brought,
  ClaimEnd,
  ClaimKey,
  ClaimTaken,
  CommitResult,
  Guards,
  StreamAppend,
} from './commit.ts';
import { type Context, storeState } from './context.ts';
import { type Folding, type Loaded, loadStream } from './load-stream.ts';
import { submitCommit } from './submit-commit.ts';

interface PlainEvent {
  readonly type: EventType;
  readonly at: Timestamp;
  readonly data: object;
}

/** A change of a plan, a hold, an evidence envelope or the store: a stream without a row in any list. */
export interface StreamChange<State, Event extends PlainEvent> {
  readonly stream: string;
  readonly folding: Folding<State, Event>;
  /** How to read the stream where it is not to be folded from its beginning. */
  load?(): Promise<Loaded<State>>;
  /** Why the change may not be made now, or the streams that this was read from; asked before each try. */
  pass?(state: State): Promise<Result<Guards['streams']>>;
  decide(state: State, now: Timestamp): Decision<Event>;
  readonly claims?: readonly ClaimTaken[];
  /** Claims that depend on what was read; asked after `load`. */
  claimsFor?(): readonly ClaimTaken[];
  claimEnds?(state: State): readonly ClaimEnd[];
  /** Claims that no stream may hold as the commit is made. */
  absentClaims?(): readonly ClaimKey[];
  /** What is kept under its digest with the events. */
  actions?(now: Timestamp): readonly ActionBytes[];
  /** Other streams that change in the same commit. */
  also?(events: readonly Event[], now: Timestamp): Promise<readonly StreamAppend[]>;
  onClaimTaken?(claim: ClaimKey, owner: string): Refusal;
  /** The change is refused outside of this time, by the store's clock as the commit ends (TM-5). */
  window?(state: State): CommitWindow;
  readonly brings?: Brought;
}

export interface CommitWindow {
  readonly notBefore?: Timestamp;
  readonly notAfter?: Timestamp;
  /** The code of the refusal where the time is over. */
  readonly tooLate?: ReasonCode;
}

/** Load, decide, commit; after losing a race, again from the new state, a bounded number of times. */
export async function changeStream<State, Event extends PlainEvent>(
  context: Context,
  change: StreamChange<State, Event>,
): Promise<Result<State>> {
  const attempt = context.ids.uuid();
  for (let tries = 0; tries < context.settings.triesMax; tries++) {
    const loaded = await loadFor(context, change);
    const passed = await judgePass(change, loaded.state);
    if (!passed.ok) return passed;
    const { epoch } = await storeState(context, tries > 0);
    const now = context.clock.now();
    const decision = change.decide(loaded.state, now);
    const state = decision.events.reduce(change.folding.evolve, loaded.state);
    if (decision.events.length > 0) {
      const { tooLate, ...window } = windowOf(change, loaded.state, decision.ok);
      const result = await submitCommit(context, {
        attempt: `${attempt}.${tries}`,
        appends: await appendsOf(change, loaded, decision, now),
        guards: { epoch, streams: passed.value, absentClaims: absentFor(change) },
        actions: decision.ok ? (change.actions?.(now) ?? []) : [],
        outbox: [],
        ...window,
        ...(change.brings === undefined ? {} : { brings: change.brings }),
      });
      const refused = refusalOf(change, result, tooLate);
      if (refused !== null) return refused;
      if (result.outcome !== 'committed') continue;
      context.notifier.committed([change.stream]);
    }
    return decision.ok ? accept(state) : { ok: false, refusal: decision.refusal };
  }
  return refuse(
    'commit_contended',
    `other calls won ${context.settings.triesMax} times; nothing was changed`,
  );
}

/** The stream itself, and what changes with it; a refusal leaves its events and nothing else. */
async function appendsOf<State, Event extends PlainEvent>(
  change: StreamChange<State, Event>,
  { version, head, state }: Loaded<State>,
  decision: Decision<Event>,
  now: Timestamp,
): Promise<StreamAppend[]> {
  const own = {
    stream: change.stream,
    expectedVersion: version,
    events: sealEvents(change.stream, head, decision.events),
    row: null,
  };
  if (!decision.ok) return [{ ...own, claims: [], claimEnds: [] }];
  return [
    { ...own, claims: claimsOf(change), claimEnds: change.claimEnds?.(state) ?? [] },
    ...((await change.also?.(decision.events, now)) ?? []),
  ];
}

/** When the commit may be made; a refusal may be recorded at any time. */
function windowOf<State, Event extends PlainEvent>(
  change: StreamChange<State, Event>,
  state: State,
  accepted: boolean,
): CommitWindow & { readonly tooLate: ReasonCode } {
  return { tooLate: 'commit_contended', ...(accepted ? change.window?.(state) : undefined) };
}

/** The refusal where another try would meet the same answer; null where the commit was made or may be tried again. */
function refusalOf<State, Event extends PlainEvent>(
  change: StreamChange<State, Event>,
  result: CommitResult,
  tooLate: ReasonCode,
): Extract<Result<never>, { ok: false }> | null {
  if (result.outcome === 'too_late') {
    return refuse(tooLate, 'the time for the change was over before the store wrote it');
  }
  if (result.outcome === 'too_early') {
    return refuse('deadline_not_reached', "the store's clock has not reached the deadline");
  }
  if (result.outcome === 'claim_taken' && change.onClaimTaken !== undefined) {
    return { ok: false, refusal: change.onClaimTaken(result.claim, result.owner) };
  }
  if (result.outcome === 'stale_guard' && result.which === 'clock') {
    return refuse('clock_regressed', "the store's clock is behind what it has recorded");
  }
  return null;
}

function claimsOf<State, Event extends PlainEvent>({
  claims = [],
  claimsFor,
}: StreamChange<State, Event>): readonly ClaimTaken[] {
  return claimsFor === undefined ? claims : [...claims, ...claimsFor()];
}

function absentFor(change: { absentClaims?(): readonly ClaimKey[] }): readonly ClaimKey[] {
  return change.absentClaims?.() ?? [];
}

async function judgePass<State>(
  change: { pass?(state: State): Promise<Result<Guards['streams']>> },
  state: State,
): Promise<Result<Guards['streams']>> {
  return change.pass === undefined ? accept([]) : change.pass(state);
}

function loadFor<State, Event extends PlainEvent>(
  { store }: Pick<Context, 'store'>,
  { load, stream, folding }: StreamChange<State, Event>,
): Promise<Loaded<State>> {
  return load === undefined ? loadStream(store, stream, folding) : load();
}
