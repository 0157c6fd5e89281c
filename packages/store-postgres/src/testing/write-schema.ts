// Writes schema.sql after a change of the migrations:
// node --conditions=source packages/store-postgres/src/testing/write-schema.ts

import { writeFileSync } from 'node:fs';
import { dumpSchema } from './dump-schema.ts';
import { startTestServer } from './test-database.ts';

const server = await startTestServer();
const database = await server.createDatabase();
writeFileSync(new URL('../../schema.sql', import.meta.url), await dumpSchema(database));
await database.close();
await server.close();
