/** True under `npm run prove`: the full counts of the promises instead of the fast ones. */
const proving: boolean = process.env['COUNTERSIGN_PROVE'] === '1';

/** How many times to try: the fast count in `npm test`, the full one in `npm run prove`. */
export function effort(counts: { fast: number; full: number }): number {
  return proving ? counts.full : counts.fast;
}

/** The seed of everything random in a test; fast-check prints it, and it can be set to replay one. */
export const seed: number = Number(process.env['COUNTERSIGN_SEED'] ?? Date.now() % 2 ** 31);
