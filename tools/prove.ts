// `npm run prove`: shows the promises with their full counts, and remembers in a ledger what was shown.

import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ImportGraph } from './proofs/import-closure.ts';
import { Ledger } from './proofs/ledger.ts';
import { proofs } from './proofs/proofs.table.ts';
import { proofsPage } from './proofs/proofs-page.ts';
import { chooseProofs, prove, statusOf } from './proofs/prove.ts';
import { root } from './repository.ts';

const ledger = new Ledger(join(root, 'tools/proofs/ledger'));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function tellStatus(chosen: ReturnType<typeof chooseProofs>): number {
  for (const { proof, state, row } of statusOf(chosen, ledger, new ImportGraph(root))) {
    const when = row === undefined ? '' : `  ${row.at.slice(0, 10)}, ${row.count} ${row.of}`;
    say(`${state.padEnd(10)} ${proof.id}${when}`);
  }
  return 0;
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      again: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      status: { type: 'boolean', default: false },
      seed: { type: 'string' },
    },
  });
  const chosen = chooseProofs(proofs, positionals);
  if (chosen.length === 0) {
    say(`No proof has "${positionals.join('" or "')}" in its name or in the path of a test.`);
    return 1;
  }
  if (values.status) return tellStatus(chosen);
  const seed = values.seed === undefined ? null : Number(values.seed);
  if (seed !== null && !Number.isSafeInteger(seed)) {
    say('--seed takes a whole number.');
    return 1;
  }
  const interruption = new AbortController();
  let endedBy: NodeJS.Signals | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      endedBy = signal;
      interruption.abort();
    });
  }
  const code = await prove({
    root,
    proofs: chosen,
    ledger,
    graph: new ImportGraph(root),
    quick: values.quick,
    again: values.again,
    seed: () => seed ?? randomInt(1, 2 ** 31),
    output: 'inherit',
    signal: interruption.signal,
    say,
    written: () => writeFileSync(join(root, 'docs/proofs.md'), proofsPage(proofs, ledger.read())),
  });
  if (endedBy === undefined) return code;
  say('Interrupted. The next run continues with the proofs that are left.');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  process.kill(process.pid, endedBy);
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
