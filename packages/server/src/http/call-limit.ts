/** A leaky bucket for each caller: so many calls a minute, with bursts of a tenth of that. */
export interface CallLimit {
  /** Seconds to wait, or 0 where the call may go on. */
  take(name: string, perMinute: number, nowMilliseconds: number): number;
}

interface Bucket {
  level: number;
  at: number;
}

/** With more callers than this, the limiter forgets the oldest ones. */
const callersMax = 65_536;

export function createCallLimit(): CallLimit {
  const buckets = new Map<string, Bucket>();
  return {
    take: (name, perMinute, now) => {
      const perMillisecond = perMinute / 60_000;
      const size = Math.max(10, perMinute / 10);
      const known = buckets.get(name) ?? { level: 0, at: now };
      const level = Math.max(0, known.level - Math.max(0, now - known.at) * perMillisecond);
      const full = level + 1 > size;
      buckets.delete(name);
      buckets.set(name, { level: full ? level : level + 1, at: now });
      if (buckets.size > callersMax) {
        const [oldest] = buckets.keys();
        if (oldest !== undefined) buckets.delete(oldest);
      }
      return full ? Math.max(1, Math.ceil((level + 1 - size) / perMillisecond / 1000)) : 0;
    },
  };
}
