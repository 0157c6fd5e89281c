import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { dumpSchema } from './testing/dump-schema.ts';
import { startTestServer } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

// Other versions of Postgres write the same definitions a little differently.
const skip = server.server.ours ? false : 'schema.sql is written by the Postgres that npm brings';

test('schema.sql equals the result of the migrations, so that a change is visible in review', {
  skip,
}, async () => {
  const database = await server.createDatabase();
  const kept = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8');
  assert.equal(
    await dumpSchema(database),
    kept,
    'run node --conditions=source packages/store-postgres/src/testing/write-schema.ts',
  );
  await database.query('ALTER TABLE countersign.events ADD COLUMN surprise text');
  assert.notEqual(await dumpSchema(database), kept);
  await database.close();
});
