// Runs histories until one of them breaks a rule, or there are no more, and reports the result. A separate program,
// because a planted mistake stays for the life of a process.
//
//   hunt.ts <seeds, separated by commas, or first-last> [<name of a planted bug>]

import { plant } from './plant-bug.ts';
import { plantedBugs } from './planted-bugs.ts';

/** What a hunt says at its end, as JSON. */
export interface Catch {
  readonly histories: number;
  /** Of the last history. */
  readonly seed: number;
  readonly violation: {
    readonly rule: string;
    readonly message: string;
    readonly plot: string;
  } | null;
}

const [wanted = '', name] = process.argv.slice(2);
if (name !== undefined) {
  const bug = plantedBugs.find(each => each.name === name);
  if (bug === undefined) throw new RangeError(`there is no planted bug "${name}"`);
  plant(bug);
}

// Imported only now, so that the mistake is in it.
const { runHistory } = await import('./history.ts');
const { modelStores } = await import('./model-store-factory.ts');

const stores = modelStores();
let found: Catch = { histories: 0, seed: 0, violation: null };
for (const seed of seedsOf(wanted)) {
  const { violation, plot } = await runHistory(seed, stores);
  found = {
    histories: found.histories + 1,
    seed,
    violation: violation && { rule: violation.rule, message: violation.message, plot },
  };
  if (found.violation !== null) break;
}
process.stdout.write(JSON.stringify(found));

function* seedsOf(text: string): Generator<number> {
  const [first = '', last] = text.split('-');
  if (last === undefined) yield* first.split(',').map(Number);
  else for (let seed = Number(first); seed <= Number(last); seed++) yield seed;
}
