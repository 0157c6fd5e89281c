import {
  type Context,
  endAllLocked,
  expireDue,
  expireHoldsDue,
  loadDirectory,
  passAnchor,
  recordSilentDue,
  sequenceEvents,
} from '@countersign/coordinator';
import type { KeyedSigner } from '@countersign/keys';
import type { Result } from '@countersign/protocol/reason';

const roundMilliseconds = 500;
const limit = 200;

/**
 * What has to go on beside the calls: what time has ended is recorded, and events get their place in the log. Nothing
 * depends on it for its safety, so a round that fails is told and tried again. It keeps no process alive.
 */
export function runBackground(
  { context, signer, logName }: { context: Context; signer: KeyedSigner; logName: string },
  { onFault, signal }: { onFault: (error: unknown) => void; signal: AbortSignal },
): Promise<void> {
  const jobs: readonly (() => Promise<unknown>)[] = [
    async () => must(await expireDue(context, limit)),
    async () => must(await recordSilentDue(context, limit)),
    async () => must(await expireHoldsDue(context, limit)),
    ending(context),
    async () => {
      must(await passAnchor(context));
      const sink = { publish: async () => undefined };
      must(
        await sequenceEvents({ store: context.store, signer: signer.noteSigner(logName), sink }),
      );
    },
  ];
  return repeat(async () => {
    for (const job of jobs) {
      if (signal.aborted) return;
      await job().catch(onFault);
    }
  }, signal);
}

/** Ends what a lock covers, once after each change of the directory. */
function ending(context: Context): () => Promise<void> {
  let settledFor = 0;
  return async () => {
    const { state, version } = await loadDirectory(context);
    if (settledFor === version || state.locks.size === 0) return;
    let after: string | null = null;
    do after = must(await endAllLocked(context, after ?? undefined));
    while (after !== null);
    settledFor = version;
  };
}

async function repeat(round: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await round();
    await unobtrusivePause(roundMilliseconds, signal);
  }
}

function unobtrusivePause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    timer.unref();
    signal.addEventListener('abort', end);
  });
}

function must<T>(outcome: Result<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.refusal.code}: ${outcome.refusal.detail}`);
}
