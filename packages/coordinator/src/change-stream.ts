import {
  type Decision,
  type EventType,
  type Refusal,
  sealEvents,
  type Timestamp,
} from '@countersign/protocol';
import type { ClaimEnd, ClaimKey, ClaimTaken, StreamAppend } from './commit.ts';
import { type Context, storeState } from './context.ts';
import { type Folding, type Loaded, loadStream } from './load-stream.ts';
import { done, type Outcome, refused } from './refusals.ts';
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
  decide(state: State, now: Timestamp): Decision<Event>;
  readonly claims?: readonly ClaimTaken[];
  claimEnds?(now: Timestamp): readonly ClaimEnd[];
  /** Other streams that change in the same commit. */
  also?(events: readonly Event[], now: Timestamp): Promise<readonly StreamAppend[]>;
  onClaimTaken?(claim: ClaimKey, owner: string): Refusal;
  readonly brings?: { readonly policyVersion?: string; readonly epoch?: number };
}

/** Load, decide, commit; after losing a race, again from the new state, a bounded number of times. */
export async function changeStream<State, Event extends PlainEvent>(
  context: Context,
  change: StreamChange<State, Event>,
): Promise<Outcome<State>> {
  const attempt = context.ids.uuid();
  for (let tries = 0; tries < context.settings.triesMax; tries++) {
    const loaded: Loaded<State> = await loadStream(context.store, change.stream, change.folding);
    const { epoch } = await storeState(context, tries > 0);
    const now = context.clock.now();
    const decision = change.decide(loaded.state, now);
    const state = decision.events.reduce(change.folding.evolve, loaded.state);
    if (decision.events.length > 0) {
      const result = await submitCommit(context, {
        attempt: `${attempt}.${tries}`,
        appends: [
          {
            stream: change.stream,
            expectedVersion: loaded.version,
            events: sealEvents(change.stream, loaded.head, decision.events),
            view: null,
          },
          ...((decision.ok && (await change.also?.(decision.events, now))) || []),
        ],
        guards: { epoch, streams: [], absentClaims: [] },
        claims: decision.ok ? (change.claims ?? []) : [],
        claimEnds: decision.ok ? (change.claimEnds?.(now) ?? []) : [],
        actions: [],
        outbox: [],
        ...(change.brings === undefined ? {} : { brings: change.brings }),
      });
      if (result.outcome === 'claim_taken' && change.onClaimTaken !== undefined) {
        return { ok: false, refusal: change.onClaimTaken(result.claim, result.owner) };
      }
      if (result.outcome === 'stale_guard' && result.which === 'clock') {
        return refused('clock_regressed', "the store's clock is behind what it has recorded");
      }
      if (result.outcome !== 'committed') continue;
      context.notifier.committed([change.stream]);
    }
    return decision.ok ? done(state) : { ok: false, refusal: decision.refusal };
  }
  return refused(
    'commit_contended',
    `lost ${context.settings.triesMax} races; nothing was changed`,
  );
}
