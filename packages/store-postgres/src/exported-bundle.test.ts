import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { exportSample, tellSample } from '@countersign/coordinator/testing';
import { bundleText, verifyBundle } from '@countersign/protocol/bundle';
import { clock, ids } from './testing/system-ports.ts';
import { startTestServer } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

test('[EV-6] the evidence of a request leaves Postgres and verifies elsewhere', async () => {
  const database = await server.borrowDatabase();
  const sample = await tellSample({ store: await database.open(), clock, ids });
  const { bundle, trust } = await exportSample(sample);
  const report = verifyBundle(bundleText(bundle), trust);
  assert.equal(report.code, null);
  const unshown = report.statements.filter(({ result }) => result !== 'proven');
  assert.deepEqual(
    unshown.map(({ id }) => id),
    ['people', 'outside_checkpoint', 'policy'],
  );
  // Another process, with nothing but the database, exports exactly the same text.
  const context = { ...sample.context, store: await database.open() };
  const again = await exportSample({ ...sample, context });
  assert.equal(bundleText(again.bundle), bundleText(bundle));
  await database.close();
});
