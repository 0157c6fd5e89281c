// Goal: upstream's own tests hold for our dialects, without an edit. Method: each test file runs in a process of its own
// with our modules in place of the ones that it imports. The files are not part of this project: UPSTREAM_TESTS names a
// folder with a checkout of each project. Without it, the tests say that they are skipped.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

interface UpstreamTest {
  readonly project: string;
  readonly file: string;
  /** How many of its tests must pass. */
  readonly passing: number;
}

/** One file of agents-lab is missing: it reads the source of upstream and says nothing about behaviour. */
const files: readonly UpstreamTest[] = [
  {
    project: 'agents-lab',
    file: 'packages/pi-stack/test/smoke/guardrails-operator-confirmation.test.ts',
    passing: 19,
  },
  {
    project: 'agents-lab',
    file: 'packages/pi-stack/test/smoke/guardrails-operator-confirmation-surface.test.ts',
    passing: 3,
  },
  { project: 'Manasvi', file: 'packages/executor-sdk/src/index.test.ts', passing: 22 },
  { project: 'Manasvi', file: 'packages/contracts/src/execution-intent.test.ts', passing: 2 },
];

const folder = process.env['UPSTREAM_TESTS'];

for (const { project, file, passing } of files) {
  const path = folder === undefined ? null : join(folder, project, file);
  const skip =
    path === null
      ? 'UPSTREAM_TESTS does not name a folder with the checkouts'
      : existsSync(path)
        ? false
        : `${project} is not in the folder that UPSTREAM_TESTS names`;
  test(`${project} accepts our dialect in ${file}`, { skip, timeout: 60_000 }, async () => {
    const { passed, output } = await run(path ?? '', file);
    assert.equal(passed, passing, output);
  });
}

async function run(path: string, file: string) {
  const hooks = fileURLToPath(new URL('./our-modules.mjs', import.meta.url));
  const { NODE_TEST_CONTEXT: _context, ...environment } = process.env;
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import', hooks, '--test-reporter=tap', path],
    { env: { ...environment, UPSTREAM_TEST: file }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const [code] = await once(child, 'close');
  const passed = Number(/^# pass (\d+)$/m.exec(output)?.[1] ?? 0);
  return { passed: code === 0 ? passed : -1, output };
}
