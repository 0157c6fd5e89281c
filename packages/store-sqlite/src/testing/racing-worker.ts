// Tries to append the second event to each of many streams, as the other processes of the race do, once it is
// told to. Says for which of them it was the one.
//
//   node … racing-worker.ts <path> <name> <streams> <first>

import { once } from 'node:events';
import { openSqliteStore } from '../open-store.ts';
import { consume } from './race.ts';
import { ids, systemClock, turn } from './temporary-store.ts';

const [, , path = '', name = '', streams = '0', first = '0'] = process.argv;
const store = await openSqliteStore({ path, clock: systemClock, ids, turn });
process.stdout.write('ready\n');
await once(process.stdin, 'data');

let tried = 0;
let conflicts = 0;
const won: number[] = [];
const run = async (): Promise<void> => {
  while (tried < Number(streams)) {
    const n = (Number(first) + tried++) % Number(streams);
    const { outcome } = await store.commit(consume(n, name));
    if (outcome === 'committed') won.push(n);
    else if (outcome === 'version_conflict') conflicts++;
    else throw new Error(`stream ${n} was answered ${outcome}`);
  }
};
await Promise.all(Array.from({ length: 16 }, run));
await store.close();
process.stdout.write(`${JSON.stringify({ won, conflicts })}\n`);
process.stdin.destroy();
