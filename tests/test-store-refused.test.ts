import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { embedForTests } from '@countersign/embedded/testing';
import { samplePolicy, startedServer } from '@countersign/server/testing';

test('a server does not start on a store that was made for tests', async context => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-store-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const policy = [{ name: 'policy.yaml', text: samplePolicy, layer: 'operator' as const }];
  const gate = await embedForTests({ data: join(folder, 'data'), policy, agent: 'bot' });
  await gate.close();
  await assert.rejects(startedServer({ folder }), { name: 'StartRefused', message: /for tests/ });
});
