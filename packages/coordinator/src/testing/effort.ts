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

/** The seed of everything random: the same in every `npm test`, a fresh one in the ledger for every proof. */
export const seed: number = Number(process.env['COUNTERSIGN_SEED'] ?? 1);
