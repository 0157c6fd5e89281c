/** True under `npm run prove`: the full counts of the promises instead of the fast ones. */
export const proving: boolean = process.env['COUNTERSIGN_PROVE'] === '1';

/** How many times to try: the fast count in `npm test`, the full one in `npm run prove`. */
export function effort(counts: { fast: number; full: number }): number {
  return proving ? counts.full : counts.fast;
}

/**
 * The seed of everything random in a test. The same in every `npm test`, fresh in every `npm run prove`; both print
 * it, and COUNTERSIGN_SEED sets it.
 */
export const seed: number = Number(
  process.env['COUNTERSIGN_SEED'] ?? (proving ? Date.now() % 2 ** 31 : 1),
);

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
