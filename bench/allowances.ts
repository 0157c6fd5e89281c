// How long a proposal takes that allowances are matched with, where the agent has 1, 100 and 10,000 allowances, on SQLite.
// One tool has at most 32 of them, so the others belong to other tools. Each was asked for and signed as people do.
// COUNTERSIGN_ALLOWANCES sets the largest number.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { activatePolicy, createContext, evaluateAndOpen } from '@countersign/coordinator';
import { openSqliteStore } from '@countersign/store-sqlite';
import {
  approveHouse,
  askFor,
  limits,
  openTransfer,
  sampleChoice,
  transfer,
} from '../packages/coordinator/src/testing/sample-allowances.ts';
import { samplePasskeys } from '../packages/coordinator/src/testing/sample-passkeys.ts';
import { createSamplePorts } from '../packages/coordinator/src/testing/sample-ports.ts';
import { quantile } from './measure/closed-loop.ts';
import { printTable } from './measure/print-table.ts';
import { scaled } from './measure/scale.ts';
import { randomIds, systemClock } from './measure/system-ports.ts';

const perTool = 32;
const largest = Number(process.env['COUNTERSIGN_ALLOWANCES'] ?? scaled(10_000, 200));
const sizes = [1, 100, largest];
const asked = scaled(300, 50);

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const store = await openSqliteStore({
  path: join(folder, 'store.db'),
  clock: systemClock,
  ids: randomIds,
});
try {
  const ports = createSamplePorts(store, systemClock, randomIds);
  ports.policies.set({ allowable: { ...limits, lifetime_max_seconds: 86_400 } });
  const people = { ...ports.people, passkeyTrust: async () => samplePasskeys };
  const settings = { requestsPerWindow: 1_000_000, pendingPerAgent: 1_000_000 };
  const context = createContext({ ...ports, people }, settings);
  assert.ok((await activatePolicy(context)).ok);

  const actionOf = (tool: number, parameters: object) => {
    const { action } = transfer(parameters as never);
    const { target, ...rest } = action as { target: object };
    return { ...rest, target: { ...target, tool_name: `wire_transfer_${tool}` } };
  };
  const choiceOf = (to: string) =>
    sampleChoice({
      template: [
        { path: '/amount', at_most: 5000, at_least: 1001 },
        { path: '/currency', equals: 'USD' },
        { path: '/to', equals: to },
      ],
      uses: 10_000,
      lifetime_seconds: 86_400,
      budget: null,
      repeat: true,
    });

  let made = 0;
  let started: Awaited<ReturnType<typeof openTransfer>> | null = null;
  const makeUpTo = async (size: number): Promise<void> => {
    for (; made < size; made++) {
      const [tool, slot] = [Math.floor(made / perTool), made % perTool];
      const to = `Payee ${slot}`;
      // The terms must cover the request that they start from, so each payee has a request of its own.
      started = await openTransfer(context, {}, { action: actionOf(tool, { to }) });
      await approveHouse(context, await askFor(context, started, choiceOf(to)));
    }
  };

  const table: string[][] = [];
  let sum = 0;
  const measure = async (size: number, what: string, to: string, verdict: string) => {
    const times: number[] = [];
    for (let n = 0; n < asked; n++) {
      const action = actionOf(0, { to, amount: 1001 + (sum++ % 3900) + n / 1000 });
      const at = performance.now();
      const opened = await evaluateAndOpen(context, transfer({}, { action }));
      times.push(performance.now() - at);
      assert.ok(opened.ok && opened.value.verdict === 'require_approval', JSON.stringify(opened));
      assert.equal(opened.value.state.status, verdict);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number) => `${quantile(sorted, part).toFixed(2)} ms`;
    table.push([`${size}`, `${Math.min(size, perTool)}`, what, at(0.5), at(0.99)]);
  };
  for (const size of sizes) {
    const begun = performance.now();
    const before = made;
    await makeUpTo(size);
    const each = (performance.now() - begun) / Math.max(1, made - before);
    console.log(`  made ${made - before}, ${each.toFixed(1)} ms each`);
    await measure(size, 'covered by the first', 'Payee 0', 'allowed');
    if (size >= perTool) {
      await measure(size, 'covered by the last', `Payee ${perTool - 1}`, 'allowed');
    }
    await measure(size, 'covered by none', 'Nobody', 'pending');
  }
  console.log(`\nA proposal beside allowances, SQLite   (load ${loadavg()[0]?.toFixed(1)})`);
  printTable(['allowances', 'of this tool', 'what', 'p50', 'p99'], table);
} finally {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}
