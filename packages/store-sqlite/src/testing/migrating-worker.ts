// Migrates the store, and stays in the middle of the last migration until it is killed.
//
//   node … migrating-worker.ts <path> <folder of the migrations, as a URL>

import { writeSync } from 'node:fs';
import { Connection } from '../connection.ts';
import { migrate, readMigrations } from '../migrate.ts';

const [, , path = '', folder = ''] = process.argv;
const connection = new Connection(path);
connection.database.function('stay_here', () => {
  writeSync(1, 'in the middle\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return null;
});
migrate(connection, readMigrations(new URL(folder)));
