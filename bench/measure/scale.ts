/** A share of the full sizes, for a look whether a bench runs at all. Readings are taken without it. */
const scale = Number(process.env['COUNTERSIGN_BENCH_SCALE'] ?? 1);
if (!(scale > 0 && scale <= 1)) {
  throw new Error('COUNTERSIGN_BENCH_SCALE: expected a number above 0, up to 1');
}

/** How many of something to measure with. */
export function scaled(size: number, atLeast = 1): number {
  return Math.max(atLeast, Math.round(size * scale));
}

/** How long to measure. */
export function scaledSeconds(seconds: number): number {
  return Math.max(0.2, seconds * scale);
}
