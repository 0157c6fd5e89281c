import { type Context, createContext } from '../../context.ts';
import type { Anchor, Clock, Settings } from '../../ports.ts';
import type { Store } from '../../store.ts';
import { type LoadedPolicies, signer } from './flow-ports.ts';
import type { Random } from './random.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Where the histories of a run keep their data. A fresh, empty store for each history. */
export interface StoreFactory {
  readonly name: string;
  create(clock: Clock): Promise<SimulatedStore>;
}

export interface SimulatedStore {
  /** Whether commits that are submitted in the same moment are written together, in that order. */
  readonly commitsMeet: boolean;
  /** A handle as another process would open it on the same data. */
  open(): Promise<Store>;
  close(): Promise<void>;
}

/** One replica: its own clock, its own memory, its own copy of the policies. */
export interface SimulatedProcess {
  readonly name: string;
  /** How far its clock is off. */
  offset: number;
  up: boolean;
  context: Context;
  readonly policies: LoadedPolicies;
  /** Who in it wants to be told of changes. */
  readonly hints: Set<(stream: string) => void>;
}

export function startProcess(options: {
  readonly name: string;
  readonly store: Store;
  readonly time: SimulatedTime;
  readonly random: Random;
  readonly policies: LoadedPolicies;
  readonly settings: Settings;
  readonly anchor: Anchor | null;
}): SimulatedProcess {
  const { name, store, time, random, policies, settings, anchor } = options;
  const process: SimulatedProcess = {
    name,
    offset: 0,
    up: true,
    policies,
    hints: new Set(),
    context: createContext(
      {
        store,
        policies,
        signer,
        clock: {
          now: () => time.at(process.offset),
          pause: async milliseconds => time.advance(milliseconds),
        },
        ids: { uuid: () => random.uuid() },
        people: {
          directory: () => Promise.reject(new Error('asked outside of a use case')),
          parties: () => Promise.reject(new Error('asked outside of a use case')),
          passkeyTrust: () => Promise.reject(new Error('asked outside of a use case')),
        },
        notifier: { committed: () => undefined },
        anchor,
      },
      settings,
    ),
  };
  return process;
}

/** Dies and comes back: what it remembered is gone. */
export function restart(process: SimulatedProcess, store: Store): void {
  const { settings, memory: _memory, ...ports } = process.context;
  process.context = createContext({ ...ports, store }, settings);
  process.hints.clear();
  process.up = true;
}
