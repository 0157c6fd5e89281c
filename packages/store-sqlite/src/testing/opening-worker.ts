// Opens the store once it is told to, and says which store it found.
//
//   node … opening-worker.ts <path>

import { once } from 'node:events';
import { openStore } from './temporary-store.ts';

const [, , path = ''] = process.argv;
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const store = await openStore(path);
process.stdout.write(`${(await store.readState()).storeId}\n`);
await store.close();
process.stdin.destroy();
