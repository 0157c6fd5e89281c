import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createGate, type Gate, type GateClock, type GateOptions } from '@countersign/client';
import {
  type Advisor,
  activatePolicy,
  type Context,
  changeDirectory,
  compareAnchor,
  createContext,
  directoryPeople,
  flushDecisions,
  loadDirectory,
  type PublishedKeys,
  syncKeys,
  watchTime,
} from '@countersign/coordinator';
import { type KeyedSigner, openFileSigner } from '@countersign/keys';
import { openFileAnchor } from '@countersign/outside';
import { ThreadedViews } from '@countersign/policy/workers';
import type { Result } from '@countersign/protocol/reason';
import { type Assurance, systemActor } from '@countersign/protocol/value';
import type { OwnPlaces } from '@countersign/risk';
import { makeDataFolder, openSqliteStore } from '@countersign/store-sqlite';
import { runBackground } from './background.ts';
import { closableTransport } from './closable-transport.ts';
import { type Decider, Deciding } from './decider.ts';
import { EmbedRefused } from './embed-refused.ts';
import { embeddedTransport } from './embedded-transport.ts';
import { loadPolicies, type PolicySource } from './load-policies.ts';
import { coordinatorClock } from './process-clock.ts';
import { warnOfFault } from './warn-of-fault.ts';

export interface EmbedOptions extends Pick<GateOptions, 'agent' | 'executor'> {
  /** The folder of the store; created where there is none. */
  readonly data: string;
  readonly policy: PolicySource;
  /**
   * Asks a person in this process. Without it no person can be asked here, and a question waits for another process.
   */
  readonly decider?: Decider;
  /** May raise the risk of an action, and never lower it (GT-12). None by default. */
  readonly advisor?: Advisor;
  /** The folder of the signing keys; beside the data where nothing is said. */
  readonly keys?: string;
  /** The file that detects a restored store (EV-10); beside the data by default, null for none. */
  readonly anchor?: string | null;
  readonly issuer?: string;
  /** Told where background work fails, which is tried again, and where the decider fails. Without it, the process warns
   * of a failing decider. */
  readonly onFault?: (error: unknown) => void;
}

/** A gate whose approvals are kept by this process. */
export interface EmbeddedGate extends Gate {
  /** For callers that compose more from the same parts, such as an export of evidence. */
  readonly context: Context;
  /** Refuses further calls, finishes what was accepted, then lets go of the store. A second call changes nothing. */
  close(): Promise<void>;
}

/** What differs between a gate that counts and one for tests. */
interface EmbeddedKind {
  readonly forTests: boolean;
  readonly clock: GateClock;
  /** Absent where a test moves the clock. */
  readonly elapsedSeconds?: () => number;
  /** How sure this process can be of who decides. */
  readonly assurances: readonly Assurance[];
}

export async function openEmbedded(
  options: EmbedOptions,
  { forTests, clock: gateClock, elapsedSeconds, assurances }: EmbeddedKind,
): Promise<EmbeddedGate> {
  const { agent, executor = agent, decider, issuer = 'countersign' } = options;
  const data = resolve(options.data);
  const clock = coordinatorClock(gateClock);
  const ids = { uuid: () => randomUUID() };
  const keysFolder = options.keys ?? `${data}-keys`;
  const own = ownPlacesOf(options, data, keysFolder);
  const { policies, evaluations } = await loadPolicies(options.policy, own);
  const views = new ThreadedViews(() => performance.now());
  makeDataFolder(data);
  const signer = await openFileSigner({ issuer, folder: keysFolder, clock });
  const anchor =
    options.anchor === null
      ? null
      : openFileAnchor({ file: options.anchor ?? `${data}.anchor`, dataFolder: data });
  const store = await openSqliteStore({
    path: join(data, 'countersign.db'),
    clock,
    ids,
    turn: () => new Promise(done => setImmediate(done)),
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  try {
    const people = directoryPeople(
      { store },
      { origin: 'http://localhost', rpId: 'localhost', assurances },
    );
    const notifier = { committed: () => undefined };
    const context = createContext({
      store,
      policies,
      views,
      people,
      clock,
      ids,
      signer,
      notifier,
      anchor,
      ...(options.advisor === undefined ? {} : { advisor: options.advisor }),
      ...(elapsedSeconds === undefined ? {} : { time: watchTime({ clock, elapsedSeconds }) }),
    });
    await checkKind(context, forTests);
    must('the store cannot be used', await compareAnchor(context));
    must('the policy could not be activated', await activatePolicy(context));
    must('the keys could not be recorded', await syncKeys(context, publishedKeys(signer, issuer)));
    const deciding =
      decider === undefined
        ? null
        : await Deciding.open(context, decider, {
            signal,
            onFault: options.onFault ?? warnOfFault,
          });
    const kept = embeddedTransport({
      context,
      evaluations,
      signer,
      agent,
      executor,
      deciding,
      isSimulated: forTests,
    });
    const { transport, close: refuseCalls } = closableTransport(kept);
    let closed: Promise<void> | null = null;
    const background = runBackground(
      { context, signer, logName: issuer },
      { signal, onFault: options.onFault ?? (() => undefined) },
    );
    return {
      ...createGate(transport, { agent, executor, clock: gateClock }),
      context,
      close: () => {
        closed ??= (async () => {
          // What was accepted before is answered, so that what is answered is on the record.
          await refuseCalls();
          stopping.abort();
          await background;
          await evaluations.close();
          await views.close();
          await flushDecisions(context);
          await store.close();
        })();
        return closed;
      },
    };
  } catch (error) {
    stopping.abort();
    await store.close();
    throw error;
  }
}

/** What no agent may touch (OF-5). This process keeps it, and the agent runs here. */
function ownPlacesOf(
  { policy, anchor }: EmbedOptions,
  data: string,
  keysFolder: string,
): OwnPlaces {
  const marks = anchor === null ? [] : [anchor ?? `${data}.anchor`];
  const files = [...(typeof policy === 'string' ? [policy] : []), ...marks];
  const here = resolve('.');
  return {
    secrets: [here.startsWith(data) ? join(data, 'countersign.db') : data, resolve(keysFolder)],
    safeguards: files.map(file => resolve(file)),
    origins: [],
    sockets: [],
    environment: ['COUNTERSIGN_*'],
    home: null,
    folder: here,
  };
}

/**
 * A store is for tests from its first event on, or never. Approvals in one may be simulated, so no production code
 * opens it; and no approval is simulated in any other.
 */
async function checkKind(context: Context, forTests: boolean): Promise<void> {
  if (forTests) {
    must(
      'this store is not for tests',
      await changeDirectory(context, { type: 'mark_for_tests' }, systemActor),
    );
  } else if ((await loadDirectory(context)).state.for_tests) {
    throw new EmbedRefused(
      'this store was made for tests, where approvals are simulated; use another folder',
    );
  }
}

/** One key signs artifacts and checkpoints alike. */
function publishedKeys(signer: KeyedSigner, name: string): PublishedKeys {
  const artifact = signer.records();
  return { artifact, checkpoint: artifact.map(key => ({ ...key, name })) };
}

function must<T>(what: string, outcome: Result<T>): T {
  if (outcome.ok) return outcome.value;
  throw new EmbedRefused(`${what}: ${outcome.refusal.detail}`);
}
