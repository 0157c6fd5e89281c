import { millisecondsOf, type Timestamp } from '@countersign/protocol/value';
import type { Waiter } from '@countersign/wire/agent-answers';
import type { App } from '../app.ts';
import type { Caller } from '../http/caller.ts';
import { feedOf } from './request-feed.ts';

/** Which requests an agent waits for here, and since when; or since when it no longer does. */
const waiting = new WeakMap<App, Map<string, { connections: number; since: Timestamp }>>();

/** The oldest are forgotten beyond this; then nothing is said of them. */
const rememberedMax = 4096;

/** Between one connection of a waiting agent and its next one. */
const graceMilliseconds = 5000;

/** How much later the pages are told: timers and clocks are not that exact. */
const marginMilliseconds = 250;

/** Notes that an agent waits for a request, until its call has ended. Others who look at it do not count. */
export function noteWaiting(
  app: App,
  caller: Caller,
  approvalRequestId: string,
  ended: AbortSignal,
): void {
  if (caller.kind !== 'agent' || ended.aborted) return;
  const { clock } = app.context;
  const known = waiting.get(app) ?? new Map<string, { connections: number; since: Timestamp }>();
  waiting.set(app, known);
  const waiter = known.get(approvalRequestId) ?? { connections: 0, since: clock.now() };
  const wasGone = waiterOf(app, approvalRequestId)?.waiting === false;
  if (waiter.connections === 0) waiter.since = clock.now();
  waiter.connections += 1;
  if (wasGone) feedOf(app).tellPeople([approvalRequestId]);
  known.delete(approvalRequestId);
  known.set(approvalRequestId, waiter);
  for (const oldest of known.keys()) {
    if (known.size <= rememberedMax) break;
    known.delete(oldest);
  }
  ended.addEventListener(
    'abort',
    () => {
      waiter.connections -= 1;
      if (waiter.connections > 0) return;
      waiter.since = clock.now();
      void tellWhenGone(app, approvalRequestId, waiter.since);
    },
    { once: true },
  );
}

/** Open pages read the request again once its agent has stayed away, so that the card says so by itself. */
async function tellWhenGone(app: App, id: string, since: Timestamp): Promise<void> {
  await app.context.clock.pause(graceMilliseconds + marginMilliseconds, app.stopping);
  const waiter = waiting.get(app)?.get(id);
  const isGone = waiter?.connections === 0 && waiter.since === since;
  if (isGone && !app.stopping.aborted) feedOf(app).tellPeople([id]);
}

/** Null where no agent has waited at this process, such as one that suspended its run. */
export function waiterOf(app: App, approvalRequestId: string): Waiter | null {
  const waiter = waiting.get(app)?.get(approvalRequestId);
  if (waiter === undefined) return null;
  const { connections, since } = waiter;
  const now = millisecondsOf(app.context.clock.now());
  return { waiting: connections > 0 || now - millisecondsOf(since) < graceMilliseconds, since };
}
