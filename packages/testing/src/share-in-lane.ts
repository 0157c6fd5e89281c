// Test files that run in one process (a lane, see tools/test-lanes.mjs) share what is slow to start: one Postgres, one
// Chromium. It is started when the first file asks for it and closed when the lane ends. A file that runs alone
// starts its own and closes it itself.

interface Lane {
  readonly shared: Map<string, Promise<unknown>>;
  readonly closers: (() => Promise<void>)[];
}

const laneKey = Symbol.for('countersign.testing.lane');

export interface Shared<T> {
  readonly resource: T;
  /** Closes the resource, unless the files after this one share it. */
  readonly release: () => Promise<void>;
}

/** The resource of this name, which `start` starts where no file of the lane has started it yet. */
export async function shareInLane<T>(
  name: string,
  start: () => Promise<{ readonly resource: T; readonly close: () => Promise<void> }>,
): Promise<Shared<T>> {
  const lane = Reflect.get(globalThis, laneKey) as Lane | undefined;
  if (lane === undefined) {
    const { resource, close } = await start();
    return { resource, release: close };
  }
  const started = lane.shared.get(name) ?? startFor(lane, start);
  lane.shared.set(name, started);
  return { resource: (await started) as T, release: () => Promise.resolve() };
}

async function startFor<T>(
  lane: Lane,
  start: () => Promise<{ readonly resource: T; readonly close: () => Promise<void> }>,
): Promise<T> {
  const { resource, close } = await start();
  lane.closers.push(close);
  return resource;
}
