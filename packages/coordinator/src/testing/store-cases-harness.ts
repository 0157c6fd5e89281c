import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { StreamHead } from '@countersign/protocol/stream';
import { addSeconds } from '@countersign/protocol/value';
import type { Commit, CommitResult, StoredRow } from '../commit.ts';
import type { HeldClaim, ListQuery, Store, StoreState, StreamRow } from '../store.ts';

/** A fresh, empty store, and what can be done to it from outside. */
export interface OpenedStore {
  readonly store: Store;
  /** Another handle on the same data, as another connection or process would have it. */
  readonly second?: () => Promise<Store>;
  /** Closes the store, unless that was done, and opens the same data again. */
  readonly reopen: () => Promise<Store>;
  /**
   * Moves the clock of the store, of all its handles, forward or (negative) back. A clock that can be moved
   * stands still otherwise, so that boundaries can be met to the millisecond.
   */
  readonly moveClock?: (seconds: number) => void;
  /** Closes what is still open and removes the data. */
  readonly close: () => Promise<void>;
}

/** An opened store whose extras are there, because the test said that it needs them. */
export interface StoreUnderTest {
  readonly store: Store;
  readonly second: () => Promise<Store>;
  readonly reopen: () => Promise<Store>;
  readonly moveClock: (seconds: number) => void;
  /** Lets time pass on the store's clock: moves it where it can be moved, otherwise waits for it. */
  readonly letPass: (seconds: number) => Promise<void>;
}

export type Need = 'second' | 'moveClock';
export type CaseBody = (opened: StoreUnderTest) => Promise<void>;

/** Defines a test. Where the store does not offer what it needs, it is skipped and says so. */
export interface DefineCase {
  (title: string, body: CaseBody): void;
  (title: string, needs: readonly Need[], body: CaseBody): void;
}

const pollMilliseconds = 5;
/** Only bounds a hang. */
const waitMillisecondsMax = 60_000;

/** Asks again until the answer is yes. It never waits longer than the answer takes, and gives up in the end. */
export async function eventually(
  what: string,
  check: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let waited = 0; waited < waitMillisecondsMax; waited += pollMilliseconds) {
    if (await check()) return;
    await pause(pollMilliseconds);
  }
  assert.fail(`waited in vain until ${what}`);
}

export async function waitForClock(store: Store, seconds: number): Promise<void> {
  const until = addSeconds((await store.readState()).now, seconds);
  await eventually("the store's clock has moved", async () => {
    return (await store.readState()).now >= until;
  });
}

/** Answers are compared by their content: a driver may hand out rows without a prototype. */
export function plain<T>(value: T): T {
  return structuredClone(value);
}

export async function mustCommit(store: Store, commit: Commit): Promise<void> {
  assert.deepEqual(plain(await store.commit(commit)), { outcome: 'committed' });
}

export async function mustAnswer(
  store: Store,
  commit: Commit,
  expected: CommitResult,
): Promise<void> {
  assert.deepEqual(plain(await store.commit(commit)), expected);
}

export const conflictOn = (stream: string): CommitResult => ({
  outcome: 'version_conflict',
  stream,
});

export async function headOf(store: Store, stream: string): Promise<StreamHead | null> {
  const last = (await store.readStream(stream)).at(-1);
  return last === undefined ? null : { version: last.version, event_digest: last.event_digest };
}

/** The rows that a commit leaves in the first stream it appends to, if nothing else does. */
export function rowsOf(commit: Commit, append = 0): StreamRow[] {
  return (commit.appends[append]?.events ?? []).map(({ event, event_digest, text }) => ({
    version: event.version,
    event_digest,
    text,
  }));
}

/** Every row of a list, page by page, with a bound on the pages so that a cursor in a circle is found. */
export async function listAll(
  store: Store,
  query: Omit<ListQuery, 'after'>,
  betweenPages: () => Promise<void> = async () => undefined,
): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 1000; pages++) {
    const page = await store.listRequests(after === null ? query : { ...query, after });
    assert.ok(page.rows.length <= query.limit, 'a page is not longer than asked');
    rows.push(...plain(page.rows));
    if (page.next === null) return rows;
    after = page.next;
    await betweenPages();
  }
  assert.fail('the list did not end');
}

/** Counters without the statuses that nothing has. */
export async function countersOf(store: Store): Promise<Record<string, number>> {
  const counters = Object.entries(await store.countRequests());
  return Object.fromEntries(counters.filter(([, count]) => count !== 0));
}

export const byKey = (a: { key: string }, b: { key: string }): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : 0;

const scopes = ['live', 'idem', 'round', 'slot', 'nonce', 'hold'] as const;

/** Everything that can be seen of a store without changing it. The outbox is looked at by leasing. */
interface Observed {
  readonly streams: Readonly<Record<string, StreamRow[]>>;
  readonly claims: readonly HeldClaim[];
  readonly rows: readonly StoredRow[];
  readonly counters: Readonly<Record<string, number>>;
  readonly actions: Readonly<Record<string, string | null>>;
  readonly unsequenced: readonly string[];
  readonly state: Omit<StoreState, 'now'>;
}

/** Looks at whatever these commits could have changed. */
export async function observe(store: Store, commits: readonly Commit[]): Promise<Observed> {
  const streams: Record<string, StreamRow[]> = {};
  const actions: Record<string, string | null> = {};
  for (const { stream } of commits.flatMap(({ appends }) => appends)) {
    streams[stream] = plain(await store.readStream(stream));
  }
  for (const { digest } of commits.flatMap(commit => commit.actions)) {
    actions[digest] = await store.readAction(digest);
  }
  const claims: HeldClaim[] = [];
  for (const scope of scopes) {
    claims.push(...plain(await store.listClaims(scope, '')).sort(byKey));
  }
  const { now: _now, ...state } = plain(await store.readState());
  const unsequenced = await store.listUnsequenced(10_000);
  return {
    streams,
    claims,
    rows: await listAll(store, { limit: 200 }),
    counters: await countersOf(store),
    actions,
    unsequenced: unsequenced.map(({ stream, version }) => `${stream} ${version}`).sort(),
    state,
  };
}

/** Takes every message that is available now, and says what each is. */
export async function takeMessages(store: Store, owner = 'observer'): Promise<string[]> {
  const leased = await store.leaseOutbox({ owner, seconds: 3600, limit: 1000 });
  return leased.map(({ topic, stream, payload }) => `${topic} ${stream} ${payload}`);
}
