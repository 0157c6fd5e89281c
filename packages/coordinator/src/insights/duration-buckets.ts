/**
 * A fixed histogram of durations. Each bucket ends a quarter of an octave after the one before, so a bucket says a
 * duration to within 9 percent, and counts of different days can be added. The limits never change: stored counts rest
 * on them.
 */

/** How far a value read from the histogram can be from the true one, as a share of it. */
export const durationPrecision = 0.09;

const quarters = [1000, 1189, 1414, 1682] as const;
const octaves = 25;

/** Bucket n holds durations from `limits[n - 1]` up to, and without, `limits[n]` milliseconds; bucket 0 begins at 0. */
const limits: readonly number[] = Array.from({ length: octaves }, (_, octave) =>
  quarters.map(quarter => quarter * 2 ** octave),
).flat();

/** The bucket of a duration, as it is kept. Anything longer than the last limit, a year, is in the last bucket. */
export function durationBucket(milliseconds: number): string {
  const found = limits.findIndex(limit => milliseconds < limit);
  return String(found === -1 ? limits.length : found).padStart(3, '0');
}

/**
 * The duration below which this share of what was counted lies, in seconds; null where nothing was counted. It is the
 * middle of its bucket, by ratio.
 */
export function durationQuantile(
  counts: ReadonlyMap<string, number>,
  share: number,
): number | null {
  const buckets = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  const wanted = Math.ceil(total * share);
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    if (seen >= wanted) return middleOf(Number(bucket));
  }
  return null;
}

function middleOf(bucket: number): number {
  const end = limits[bucket];
  const start = limits[bucket - 1];
  if (end === undefined) return (limits.at(-1) ?? 0) / 1000;
  // Everything under a second is shown as half of one.
  if (start === undefined) return 0.5;
  return Math.round(Math.sqrt(start * end) / 100) / 10;
}
