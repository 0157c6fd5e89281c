import type { Timestamp } from '@countersign/protocol/value';
import type { App } from '../app.ts';

const heardMax = 10_000;

/** When this process last heard of each guard. The store knows it to the hour, so that a busy guard writes little. */
const heard = new WeakMap<App, Map<string, Timestamp>>();

export function noteHeard(app: App, agentId: string, at: Timestamp): void {
  const times = heard.get(app) ?? new Map<string, Timestamp>();
  heard.set(app, times);
  const [oldest] = times.keys();
  if (times.size >= heardMax && oldest !== undefined && !times.has(agentId)) times.delete(oldest);
  times.set(agentId, at);
}

export function lastHeard(app: App, agentId: string): Timestamp | null {
  return heard.get(app)?.get(agentId) ?? null;
}
