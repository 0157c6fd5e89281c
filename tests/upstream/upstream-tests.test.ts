// Goal: upstream's own tests hold for our dialects, without an edit. Method: each test file runs in a process of its own
// with our modules in place of the ones that it imports. The files are not part of this project: UPSTREAM_TESTS names a
// folder with a checkout of each project. Without it, the tests say that they are skipped.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type GoldenOutput, goldenJudge, harnessFolder } from './golden-harness.ts';

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

const mplp = folder === undefined ? null : join(folder, 'MPLP-Protocol');
const skipMplp =
  mplp === null
    ? 'UPSTREAM_TESTS does not name a folder with the checkouts'
    : existsSync(join(mplp, harnessFolder))
      ? false
      : 'MPLP-Protocol is not in the folder that UPSTREAM_TESTS names';

test("MPLP's golden harness accepts flow 05 as our server ran it, and refuses it with one value changed", {
  skip: skipMplp,
  timeout: 120_000,
}, async context => {
  const place = mkdtempSync(join(tmpdir(), 'countersign-golden-'));
  context.after(() => rmSync(place, { recursive: true, force: true }));
  const file = join(place, 'flow.json');
  const example = fileURLToPath(
    new URL('../../examples/mplp-golden-flow/main.ts', import.meta.url),
  );
  const args = ['--conditions=source', example, '--write', file];
  await promisify(execFile)(process.execPath, args);
  const output: GoldenOutput = JSON.parse(readFileSync(file, 'utf8'));
  const judge = await goldenJudge(mplp ?? '');
  assert.deepEqual(await judge(output), []);
  const others: readonly (readonly [object, string])[] = [
    [{ confirm: { ...output.confirm, status: 'rejected' } }, 'confirm.status'],
    [{ confirm: { ...output.confirm, decisions: [] } }, 'confirm.decisions'],
    [{ trace: { ...output.trace, events: [] } }, 'trace.events'],
  ];
  for (const [change, path] of others) {
    const [first = ''] = await judge({ ...output, ...change });
    assert.ok(first.startsWith(path), first);
  }
});

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
