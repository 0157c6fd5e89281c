import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import type { StoredRow } from '../commit.ts';
import type { Clock, Ids } from '../ports.ts';
import {
  type LaterMessage,
  type LeasedMessage,
  type ListPage,
  type ListQuery,
  type OutboxSettlement,
  type Store,
  StoreUnavailable,
} from '../store.ts';
import { applyCommit } from './model-commit.ts';
import { emptyModelData, heldClaim, isHeld, type ModelData } from './model-data.ts';
import { modelLog } from './model-log.ts';
import { eraseWords, modelSearch } from './model-search.ts';
import { modelTallies } from './model-tallies.ts';

/**
 * A model of a store for tests: the contract written down as plainly as possible, in memory, without timers
 * and without a clock or randomness of its own. It keeps nothing when the process ends and is not for
 * production. Everything waits only on promises, so that a simulator that owns the clock, the ids and the
 * interception owns the whole order of events.
 */
export interface ModelStore extends Store {
  /** What is durable. Another handle on it is another process; a copy of it is a backup. */
  readonly data: ModelData;
}

/** `fail_but_persist` does the work and loses the answer. */
export type Fault = 'proceed' | 'fail' | 'fail_but_persist';

export interface ModelStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Asked before each call, by the name of its method; before each hint, `onChange`. */
  readonly intercept?: (call: keyof Store) => Promise<Fault>;
}

interface Listening {
  readonly listener: (stream: string) => void;
}

/** The handles that are open on some data: what one commits, the others are told of. */
const openHandles = new WeakMap<ModelData, Set<(stream: string) => void>>();

/** Makes an empty store. */
export function createModelStore(options: ModelStoreOptions & { readonly ids: Ids }): ModelStore {
  const data = emptyModelData(`store_${options.ids.uuid().replaceAll('-', '')}`);
  return openModelStore(data, options);
}

/** Opens another handle, as another process would, or the same one again after a crash. */
export function openModelStore(
  data: ModelData,
  { clock, intercept = async () => 'proceed' }: ModelStoreOptions,
): ModelStore {
  const listeners = new Set<Listening>();
  const underway = new Set<Promise<unknown>>();
  let closed = false;

  async function work<T>(name: keyof Store, change: (now: Timestamp) => T): Promise<T> {
    const fault = await intercept(name);
    if (fault === 'fail') throw new StoreUnavailable(`the call ${name} failed`);
    const result = change(clock.now());
    if (fault === 'fail_but_persist') throw new StoreUnavailable(`the answer to ${name} was lost`);
    return result;
  }

  async function call<T>(name: keyof Store, change: (now: Timestamp) => T): Promise<T> {
    if (closed) throw new StoreUnavailable('the store is closed');
    const answer = work(name, change);
    underway.add(answer);
    try {
      return await answer;
    } finally {
      underway.delete(answer);
    }
  }

  async function tell(entry: Listening, stream: string): Promise<void> {
    const fault = await intercept('onChange');
    if (fault === 'proceed' && listeners.has(entry)) entry.listener(stream);
  }
  const hint = (stream: string): void => {
    // An error of one listener does not affect the others.
    for (const entry of listeners) tell(entry, stream).catch(() => undefined);
  };
  const handles = openHandles.get(data) ?? new Set();
  openHandles.set(data, handles.add(hint));

  return {
    data,
    commit: commit =>
      call('commit', now => {
        const result = applyCommit(data, commit, now);
        if (result.outcome === 'committed') {
          for (const { stream } of commit.appends) for (const handle of handles) handle(stream);
        }
        return result;
      }),
    readStream: (stream, after = 0) =>
      call('readStream', () =>
        (data.streams.get(stream) ?? [])
          .slice(after)
          .map(({ version, event_digest, text }) => ({ version, event_digest, text })),
      ),
    findClaim: claim => call('findClaim', now => heldClaim(data, claim, now)),
    listClaims: (scope, keyPrefix) =>
      call('listClaims', now =>
        [...data.claims.values()].filter(
          claim => claim.scope === scope && claim.key.startsWith(keyPrefix) && isHeld(claim, now),
        ),
      ),
    readAction: digest => call('readAction', () => data.actions.get(digest)?.text ?? null),
    readState: () =>
      call('readState', now => {
        const { storeId, epoch, policyVersion } = data;
        return { storeId, epoch, policyVersion, now };
      }),
    readClockMark: () => call('readClockMark', now => data.clockMark ?? now),
    listRequests: query => call('listRequests', now => listPage(data, query, now)),
    countRequests: () =>
      call('countRequests', () => {
        const counts = new Map<string, number>();
        for (const { status } of data.rows.values()) {
          counts.set(status, (counts.get(status) ?? 0) + 1);
        }
        return Object.fromEntries(counts);
      }),
    listDue: limit =>
      call('listDue', now =>
        [...data.rows.values()]
          .flatMap(({ approval_request_id, due_at }) =>
            due_at !== null && due_at <= now ? [{ approval_request_id, due_at }] : [],
          )
          .sort((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : 0))
          .slice(0, limit),
      ),
    listSilent: limit =>
      call('listSilent', now =>
        [...data.rows.values()]
          .flatMap(({ approval_request_id, silent_at }) =>
            silent_at !== null && silent_at <= now ? [{ approval_request_id, silent_at }] : [],
          )
          .sort((a, b) => (a.silent_at < b.silent_at ? -1 : a.silent_at > b.silent_at ? 1 : 0))
          .slice(0, limit),
      ),
    enqueue: messages => call('enqueue', now => addLater(data, messages, now)),
    leaseOutbox: lease => call('leaseOutbox', now => takeLease(data, lease, now)),
    settleOutbox: settlement => call('settleOutbox', now => settle(data, settlement, now)),
    listDeadLetters: limit =>
      call('listDeadLetters', () =>
        [...data.deadLetters.values()]
          .sort((a, b) => (a.died_at > b.died_at ? -1 : a.died_at < b.died_at ? 1 : b.id - a.id))
          .slice(0, limit)
          .map(({ payload: _, ...letter }) => letter),
      ),
    retryDeadLetter: id => call('retryDeadLetter', now => retryDeadLetter(data, id, now)),
    readPreferences: ids =>
      call('readPreferences', () =>
        [...new Set(ids)].flatMap(id => {
          const kept = data.preferences.get(id);
          return kept === undefined ? [] : [{ person_id: id, ...kept }];
        }),
      ),
    writePreferences: ({ person_id, version, text }) =>
      call('writePreferences', () => {
        if (version !== (data.preferences.get(person_id)?.version ?? 0) + 1) return false;
        if (text === null) data.preferences.delete(person_id);
        else data.preferences.set(person_id, { version, text });
        return true;
      }),
    ...modelTallies(data, call),
    ...modelSearch(data, call),
    ...modelLog(data, call),
    eraseActions: limit =>
      call('eraseActions', now => {
        const over = [...data.actions]
          .filter(([, { retainUntil }]) => retainUntil <= now)
          .slice(0, limit);
        for (const [digest] of over) {
          data.actions.delete(digest);
          eraseWords(data, digest);
        }
        return over.length;
      }),
    onChange: listener => {
      const entry = { listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    timeline: () => data.timeline,
    close: async () => {
      closed = true;
      await Promise.allSettled(underway);
      listeners.clear();
      handles.delete(hint);
    },
  };
}

/** A cursor is the key of the last row of a page. */
const keysOf = {
  newest: ({ requested_at, approval_request_id }: StoredRow) =>
    `${requested_at} ${approval_request_id}`,
  due: ({ due_at, approval_request_id }: StoredRow) => `${due_at} ${approval_request_id}`,
};

function listPage(data: ModelData, query: ListQuery, now: Timestamp): ListPage {
  const { status, agentId, toolName, order = 'newest', limit, after } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) {
    throw new RangeError('expected a limit of 1 to 200');
  }
  if (order === 'due' && status !== 'pending') {
    throw new RangeError('expected the status pending with the order due');
  }
  const keyOf = keysOf[order];
  const isBefore = (a: string, b: string) => (order === 'due' ? a < b : a > b);
  const candidates = [...data.rows.values()]
    .filter(row => status === undefined || row.status === status)
    .filter(row => agentId === undefined || row.agent_id === agentId)
    .filter(row => toolName === undefined || row.tool_name === toolName)
    .filter(row => order === 'newest' || row.due_at !== null)
    .filter(row => after === undefined || isBefore(after, keyOf(row)))
    .sort((a, b) => (isBefore(keyOf(a), keyOf(b)) ? -1 : 1));
  const page = candidates.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page
      .map(row => (row.due_at !== null && row.due_at <= now ? { ...row, status: 'expired' } : row))
      .filter(row => status === undefined || row.status === status),
    next: candidates.length > limit && last !== undefined ? keyOf(last) : null,
  };
}

function addLater(data: ModelData, messages: readonly LaterMessage[], now: Timestamp): void {
  for (const { key, inSeconds, topic, stream, payload } of messages) {
    if ([...data.outbox.values()].some(message => message.key === key)) continue;
    const id = data.lastMessageId + 1;
    data.lastMessageId = id;
    const availableAt = addSeconds(now, inSeconds);
    const waiting = { tries: 0, availableAt, lease: null, problem: '' };
    data.outbox.set(id, { id, topic, stream, payload, key, ...waiting });
  }
}

function takeLease(
  data: ModelData,
  { owner, seconds, limit }: Parameters<Store['leaseOutbox']>[0],
  now: Timestamp,
): LeasedMessage[] {
  const free = [...data.outbox.values()]
    .filter(
      ({ availableAt, lease }) => availableAt <= now && (lease === null || lease.until <= now),
    )
    .slice(0, limit);
  return free.map(message => {
    const { id, topic, stream, payload, tries, problem, lease } = message;
    data.outbox.set(id, { ...message, lease: { owner, until: addSeconds(now, seconds) } });
    return { id, topic, stream, payload, tries, problem, abandoned: lease !== null };
  });
}

function settle(data: ModelData, settlement: OutboxSettlement, now: Timestamp): void {
  const { id, owner, outcome, retryInSeconds = 0 } = settlement;
  const message = data.outbox.get(id);
  if (message === undefined || message.lease?.owner !== owner || message.lease.until <= now) return;
  const { topic, stream, payload, tries } = message;
  const problem = settlement.problem ?? message.problem;
  if (outcome === 'retry') {
    const availableAt = addSeconds(now, retryInSeconds);
    data.outbox.set(id, { ...message, tries: tries + 1, availableAt, lease: null, problem });
    return;
  }
  data.outbox.delete(id);
  if (outcome === 'dead') {
    data.deadLetters.set(id, { id, topic, stream, payload, tries, problem, died_at: now });
  }
}

function retryDeadLetter(data: ModelData, id: number, now: Timestamp): boolean {
  const letter = data.deadLetters.get(id);
  if (letter === undefined) return false;
  const { topic, stream, payload, problem } = letter;
  data.deadLetters.delete(id);
  const waiting = { tries: 0, availableAt: now, lease: null, problem };
  data.outbox.set(id, { id, topic, stream, payload, ...waiting });
  return true;
}
