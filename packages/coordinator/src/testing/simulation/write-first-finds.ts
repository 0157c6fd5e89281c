// Writes first-finds.table.ts again, after a change of the product or of the histories has moved the seeds:
// node --conditions=source packages/coordinator/src/testing/simulation/write-first-finds.ts

import { readFileSync, writeFileSync } from 'node:fs';
import { firstFinds } from './first-finds.table.ts';
import { hunt, seedsFrom } from './hunt.ts';
import { plantedBugs } from './planted-bugs.ts';

const table = new URL('./first-finds.table.ts', import.meta.url);
const [comment = ''] = readFileSync(table, 'utf8').split('export const');
const found = new Map(Object.entries(firstFinds));

for (const bug of plantedBugs) {
  // The seed that is known is tried first, and then every other one.
  const known = firstFinds[bug.name];
  const again = known === undefined ? null : await hunt([known], bug);
  const { seed, violation } = again?.violation == null ? await hunt(seedsFrom(0), bug) : again;
  if (violation === null) throw new Error(`${bug.name} was not found`);
  if (seed === known) continue;
  found.set(bug.name, seed);
  // Written at once, so that an interrupted run loses nothing.
  writeTable();
}
writeTable();

function writeTable(): void {
  const rows = plantedBugs
    .filter(({ name }) => found.has(name))
    .map(({ name }) => `  ${JSON.stringify(name)}: ${found.get(name)},\n`);
  writeFileSync(
    table,
    `${comment}export const firstFinds: Readonly<Record<string, number>> = {\n${rows.join('')}};\n`,
  );
}
