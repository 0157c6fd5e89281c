import { channel } from 'node:diagnostics_channel';

/** True under `npm run prove`: the full counts of the promises instead of the fast ones. */
export const proving: boolean = process.env['COUNTERSIGN_PROVE'] === '1';

/** `npm run prove` listens here, and writes the counts to its ledger. */
const efforts = channel('countersign:effort');

/**
 * How many times to try: the fast count in `npm test`, the full one in `npm run prove`. `of` names what is counted,
 * where a promise gives a number for it.
 */
export function effort({ fast, full, of }: { fast: number; full: number; of?: string }): number {
  const count = proving ? full : fast;
  efforts.publish({ count, full, of });
  return count;
}

/**
 * The seed of everything random in a test: the same in every `npm test`, a fresh one in the ledger for every proof.
 * COUNTERSIGN_SEED sets it.
 */
export const seed: number = Number(process.env['COUNTERSIGN_SEED'] ?? 1);

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
