import type { Frontier } from '@countersign/protocol/log';
import type { Timestamp } from '@countersign/protocol/value';
import type { ClaimKey, StoredRow } from '../commit.ts';
import type { TalliedPlace, Tally } from '../insights/tally.ts';
import type { LoggedLeaf } from '../log/log-store.ts';
import type { IndexEntry, IndexedPlace } from '../search/search-store.ts';
import type { DeadLetter, HeldClaim, LeasedMessage, StreamRow } from '../store.ts';

/** What the model store keeps: what would be on disk, and nothing else, so that a copy of it is a backup. */
export interface ModelData {
  readonly storeId: string;
  /** Which history of the database this is; a test that puts a copy back names another. */
  timeline: string;
  epoch: number;
  policyVersion: string | null;
  /** The latest time at which anything was committed (TM-7). */
  clockMark: Timestamp | null;
  lastMessageId: number;
  readonly streams: Map<string, (StreamRow & { readonly attempt: string })[]>;
  readonly unsequenced: { readonly stream: string; readonly version: number }[];
  /** By epoch. */
  readonly logs: Map<number, ModelLog>;
  readonly claims: Map<string, HeldClaim>;
  readonly rows: Map<string, StoredRow>;
  readonly actions: Map<string, { readonly text: string; readonly retainUntil: Timestamp }>;
  readonly outbox: Map<number, QueuedMessage>;
  readonly deadLetters: Map<number, DeadLetter & { readonly payload: string }>;
  /** By person. */
  readonly preferences: Map<string, { readonly version: number; readonly text: string }>;
  /** By the whole key. */
  readonly tallies: Map<string, Tally>;
  tallied: TalliedPlace;
  /** By request. */
  readonly index: Map<string, IndexEntry>;
  indexed: IndexedPlace;
}

export interface ModelLog {
  frontier: Frontier;
  readonly leaves: LoggedLeaf[];
  /** By size. */
  readonly checkpoints: Map<number, { readonly note: string; readonly published: boolean }>;
}

interface QueuedMessage extends Omit<LeasedMessage, 'abandoned'> {
  readonly availableAt: Timestamp;
  readonly lease: { readonly owner: string; readonly until: Timestamp } | null;
  readonly problem: string;
  readonly key?: string;
}

export function emptyModelData(storeId: string): ModelData {
  return {
    storeId,
    timeline: '1',
    epoch: 1,
    policyVersion: null,
    clockMark: null,
    lastMessageId: 0,
    streams: new Map(),
    unsequenced: [],
    logs: new Map(),
    claims: new Map(),
    rows: new Map(),
    actions: new Map(),
    outbox: new Map(),
    deadLetters: new Map(),
    preferences: new Map(),
    tallies: new Map(),
    tallied: { epoch: 1, index: 0, up_to: null },
    index: new Map(),
    indexed: { epoch: 1, index: 0 },
  };
}

/** A copy that later commits do not change: a backup. */
export function copyModelData(data: ModelData): ModelData {
  return structuredClone(data);
}

export function claimName({ scope, key }: ClaimKey): string {
  return `${scope} ${key}`;
}

export function isHeld({ until }: HeldClaim, now: Timestamp): boolean {
  return until === null || until > now;
}

export function heldClaim(data: ModelData, claim: ClaimKey, now: Timestamp): HeldClaim | null {
  const found = data.claims.get(claimName(claim));
  return found !== undefined && isHeld(found, now) ? found : null;
}
