import {
  type Context,
  createContext,
  logOrigin,
  type PolicyBrought,
  startEpoch,
  voidEarlierEpochs,
} from '@countersign/coordinator';
import type { Refusal, Result } from '@countersign/protocol/reason';
import { systemActor, type Timestamp } from '@countersign/protocol/value';
import { deliveriesTo } from '../webhooks/deliveries.ts';
import type { ServerSettings } from './server-settings.ts';
import type { ServerParts } from './start-server.ts';

interface BegunEpoch {
  readonly previous: number;
  readonly epoch: number;
  /** How many approvals were open, and are void now. */
  readonly voided: number;
  /** Why some were not ended; they are void all the same. */
  readonly unfinished: Refusal | null;
  /** The name of the log from now on. */
  readonly origin: string;
}

/** Why an epoch begins, and what begins with it. */
interface EpochCause {
  readonly reason: string;
  readonly policy?: PolicyBrought | undefined;
  readonly clockBackFrom?: Timestamp | undefined;
}

type Parts = Pick<ServerParts, 'anchor' | 'clock' | 'ids' | 'signer' | 'store'> & {
  readonly settings: ServerSettings;
};

/**
 * Begins a new life of a store that no server runs on, and ends in it what the lives before left open. It judges no
 * action, so it needs no policy: what is void is void under every one.
 */
export async function beginEpoch(
  parts: Parts,
  { reason, policy, clockBackFrom }: EpochCause,
): Promise<Result<BegunEpoch>> {
  const { settings, ...ports } = parts;
  const { store } = ports;
  const { epoch: previous } = await store.readState();
  const context = createContext({
    ...ports,
    // Waiting agents hear that their request is void, as they hear of any other end.
    deliveries: deliveriesTo(settings),
    policies: {
      evaluate: () => {
        throw new Error('nothing is evaluated while an epoch starts');
      },
      version: () => '',
      chainVersion: () => null,
      settings: { cooldown_seconds: null, fatigue: null },
    },
    people: {
      directory: unasked,
      parties: unasked,
      passkeyTrust: unasked,
    },
    notifier: { committed: () => undefined },
  });
  const openBefore = await countOpen(store);
  const started = await startEpoch(context, {
    reason,
    by: systemActor,
    ...(policy === undefined ? {} : { policy }),
    ...(clockBackFrom === undefined ? {} : { clockBackFrom }),
  });
  if (!started.ok) return started;
  const unfinished = await voidAll(context);
  const { storeId, epoch } = await store.readState();
  const voided = openBefore - (await countOpen(store));
  const origin = logOrigin({ storeId, epoch });
  return { ok: true, value: { previous, epoch, voided, unfinished, origin } };
}

async function voidAll(context: Context): Promise<Refusal | null> {
  let after: string | undefined;
  do {
    const voided = await voidEarlierEpochs(context, after);
    if (!voided.ok) return voided.refusal;
    after = voided.value ?? undefined;
  } while (after !== undefined);
  return null;
}

function unasked(): Promise<never> {
  return Promise.reject(new Error('no person is asked while an epoch starts'));
}

async function countOpen(store: ServerParts['store']): Promise<number> {
  const { pending = 0, allowed = 0 } = await store.countRequests();
  return pending + allowed;
}
