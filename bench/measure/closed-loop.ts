// A closed loop: each caller starts its next piece of work when the last one has ended. The peers run it too, each
// in a process of its own, so that what is theirs is measured in exactly the same way as what is ours.

export interface Reading {
  /** How many pieces of work ended well. */
  readonly done: number;
  readonly perSecond: number;
  /** Milliseconds that half of them, and 99 of 100, took at most. */
  readonly p50: number;
  readonly p99: number;
  /** CPU of this process for each piece of work. */
  readonly cpuMilliseconds: number;
}

export interface ClosedLoop {
  readonly seconds: number;
  readonly callers: number;
  /** Whatever it throws ends the reading. */
  readonly work: () => Promise<unknown>;
}

export async function runClosedLoop({ seconds, callers, work }: ClosedLoop): Promise<Reading> {
  const latencies: number[] = [];
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const end = start + 1000 * seconds;
  const call = async () => {
    for (let began = start; began < end; ) {
      await work();
      const now = performance.now();
      latencies.push(now - began);
      began = now;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const elapsed = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    done: latencies.length,
    perSecond: (1000 * latencies.length) / elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpuMilliseconds: (user + system) / 1000 / Math.max(1, latencies.length),
  };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
