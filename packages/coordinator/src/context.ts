import type { AllowanceUses } from '@countersign/protocol/allowance';
import type { Digest } from '@countersign/protocol/crypto';
import type { DirectoryState } from '@countersign/protocol/directory';
import type { EdgeState } from '@countersign/protocol/edge';
import type { InForce, RequestState, SignedGrant } from '@countersign/protocol/request';
import { addSeconds, type StoreId, type Timestamp } from '@countersign/protocol/value';
import type { DecidedAllowance } from './allowance/load-allowance.ts';
import { type AnchorMemory, emptyAnchorMemory } from './anchor/anchor-memory.ts';
import type { ByteAccount } from './byte-quota.ts';
import type { DecisionSegment } from './decision-segment.ts';
import type { Loaded } from './load-stream.ts';
import { plausibleStore } from './plausible-store.ts';
import { defaultSettings, type Ports, type Settings } from './ports.ts';
import type { StoreState } from './store.ts';

/** What every use case is given: the ports, the settings, and what this process remembers. */
export interface Context extends Ports {
  readonly settings: Settings;
  readonly memory: Memory;
}

/**
 * What a process remembers to save reads. None of it is trusted: whatever is decided from it is guarded in the
 * commit by the version and the state of the store that it came from, and a refusal is never given from it
 * without reading again.
 */
export interface Memory {
  /** The history of the database that the rest is of; null before anything is remembered. */
  history: string | null;
  readonly requests: Map<string, Loaded<RequestState>>;
  store: StoreState | null;
  /** When that was read, by the clock of this process. */
  storeReadAt: Timestamp | null;
  /** Grants that this process has signed, by request. */
  readonly grants: Map<string, SignedGrant>;
  /** Where to look first for a free slot of an agent. */
  readonly slots: Map<string, number>;
  /** What each agent may still keep of the parts that this process took. */
  readonly bytes: Map<string, ByteAccount>;
  segment: DecisionSegment | null;
  /** How many questions wait for the advisor. */
  questions: number;
  directory: Loaded<DirectoryState> | null;
  /** See load-directory.ts. */
  directoryReading?: Promise<Loaded<DirectoryState>> | null;
  /** The last change of the directory that began here; the next one waits for it, or many at once would all lose. */
  directoryTurn: Promise<unknown>;
  readonly anchor: AnchorMemory;
  /** Edges, by their stream. */
  readonly edges: Map<string, Loaded<EdgeState>>;
  /** The actions of rejected requests that are closed for good, and null for those that are not, by request. */
  readonly rejections: Map<string, readonly Digest[] | null>;
  /** The uses of allowances, by their stream. */
  readonly allowanceUses: Map<string, Loaded<AllowanceUses>>;
  /** The house requests of allowances that were carried out: they never change. */
  readonly allowanceDecisions: Map<string, DecidedAllowance>;
  /** The last use that began here, by agent and tool; the next one waits for it. */
  readonly allowanceTurns: Map<string, Promise<unknown>>;
}

const remembered = 4096;

export function createContext(ports: Ports, settings: Partial<Settings> = {}): Context {
  const { time } = ports;
  return {
    ...ports,
    store: time === undefined ? ports.store : plausibleStore(ports.store, time),
    settings: { ...defaultSettings, ...settings },
    memory: {
      history: null,
      requests: new Map(),
      grants: new Map(),
      store: null,
      storeReadAt: null,
      slots: new Map(),
      bytes: new Map(),
      segment: null,
      questions: 0,
      directory: null,
      directoryTurn: Promise.resolve(),
      anchor: emptyAnchorMemory(),
      edges: new Map(),
      rejections: new Map(),
      allowanceUses: new Map(),
      allowanceDecisions: new Map(),
      allowanceTurns: new Map(),
    },
  };
}

export function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= remembered) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

/**
 * Forgets what may never have happened in the history that the database is in now, and answers that history. A commit
 * is guarded by versions, and a stream of another history may have as many events and other ones.
 */
export function forgetOtherHistory({ memory, store }: Context): string {
  const history = store.timeline();
  if (memory.history !== history) {
    memory.history = history;
    memory.requests.clear();
    memory.grants.clear();
    memory.edges.clear();
    memory.rejections.clear();
    memory.allowanceUses.clear();
    memory.allowanceDecisions.clear();
    memory.store = null;
  }
  return history;
}

/** The state of the store as last seen; `fresh` reads it again. */
export async function storeState(context: Context, fresh = false): Promise<StoreState> {
  const { memory } = context;
  if (memory.store === null || fresh) {
    const readAt = context.clock.now();
    memory.store = await context.store.readState();
    memory.storeReadAt = readAt;
  }
  return memory.store;
}

/** The limits for asking: those of the policy, or else those of the settings. */
export function askingLimits({
  policies,
  settings,
}: Context): Pick<Settings, 'cooldownSeconds' | 'requestsPerWindow' | 'windowSeconds'> {
  const { cooldown_seconds, fatigue } = policies.settings;
  return {
    cooldownSeconds: cooldown_seconds ?? settings.cooldownSeconds,
    requestsPerWindow: fatigue?.requests ?? settings.requestsPerWindow,
    windowSeconds: fatigue?.window_seconds ?? settings.windowSeconds,
  };
}

/** How long a replica may not yet know that another policy was brought into force. */
const youngSeconds = 1;

export function isStale({ memory, clock }: Context): boolean {
  const { storeReadAt } = memory;
  const now = clock.now();
  return storeReadAt === null || now < storeReadAt || now >= addSeconds(storeReadAt, youngSeconds);
}

/** What is in force for a chain. The policy version pins the chains, so another one decides before them. */
export function inForceFor(
  context: Context,
  store: StoreState,
  chain: { readonly id: string; readonly version: string },
): InForce {
  const current = store.policyVersion === context.policies.version();
  return {
    store_id: store.storeId as StoreId,
    epoch: store.epoch,
    policy_version: store.policyVersion ?? '',
    approval_chain_version: current ? context.policies.chainVersion(chain.id) : chain.version,
  };
}
