import { importWith } from '@countersign/testing';
import type { PlantedBug } from './planted-bugs.ts';

/** Most mistakes show within a few dozen histories, the shyest within some thousands. */
export const historiesMax = 6000;

/** How a hunt ended. */
interface Catch {
  readonly histories: number;
  /** Of the last history. */
  readonly seed: number;
  readonly violation: {
    readonly rule: string;
    readonly message: string;
    readonly plot: string;
  } | null;
}

const folder = 'packages/coordinator/src/testing/simulation';

/** Lives through histories, with a mistake in the code where one is given, until one of them breaks a rule. */
export async function hunt(
  seeds: Iterable<number>,
  bug?: PlantedBug,
  story = bug?.plot,
): Promise<Catch> {
  const { runHistory, modelStores } = await importWith<typeof import('./hunted.ts')>(
    `${folder}/hunted.ts`,
    bug,
  );
  const stores = modelStores();
  const options = story === undefined ? {} : { plot: story };
  let found: Catch = { histories: 0, seed: 0, violation: null };
  for (const seed of seeds) {
    const { violation, plot } = await runHistory(seed, stores, options).catch(error => {
      // A store that is told to write what does not follow refuses by throwing: the mistake was noticed.
      if (bug === undefined || !isRefusedByStore(error)) throw error;
      return { violation: { rule: bug.rule, message: error.message }, plot: '' };
    });
    found = {
      histories: found.histories + 1,
      seed,
      violation: violation && { rule: violation.rule, message: violation.message, plot },
    };
    if (found.violation !== null) break;
  }
  return found;
}

function isRefusedByStore(error: unknown): error is TypeError {
  return error instanceof TypeError && error.message.startsWith('expected the events of ');
}

/** The seeds from this one on, as many as a hunt takes at most. */
export function* seedsFrom(first: number): Generator<number> {
  for (let seed = first; seed < first + historiesMax; seed++) yield seed;
}
