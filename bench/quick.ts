// Whether something got slower: CPU time of single operations as multiples of a calibration loop, beside the multiples that
// were recorded. About two minutes. It fails where an operation takes over 15 % more.
//
//   npm run bench -- --quick
//   npm run bench -- --quick --record    writes the numbers of this run as the recorded ones
//
// A ratio moves less between machines than a time, and a least value less than a mean: other work can only add to it.

import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embed } from '@countersign/embedded';
import { parseActionBinding } from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import { parseStrict } from '@countersign/protocol/json';
import { openSqliteStore } from '@countersign/store-sqlite';
import {
  allowedInput,
  allowedProposal,
  allowedTool,
  allowingPolicy,
} from './measure/allowed-call.ts';
import { createApprovalCycles } from './measure/approval-cycle.ts';
import { runClosedLoop } from './measure/closed-loop.ts';
import { compareRecorded, type Ratios } from './measure/compare-recorded.ts';
import { agentIds, audience, type ServerAccess } from './measure/http-access.ts';
import { HttpConnection } from './measure/http-connection.ts';
import { kilobyteAction } from './measure/kilobyte-action.ts';
import { MeasuredProcess } from './measure/measured-process.ts';
import { printTable } from './measure/print-table.ts';
import { randomIds, systemClock } from './measure/system-ports.ts';

const rounds = 8;
const open: HttpConnection[] = [];
const recordedFile = new URL('quick.json', import.meta.url);

/** Microseconds of CPU for one operation. */
type Read = () => Promise<number>;

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const policy = [{ name: 'policy.yaml', layer: 'operator' as const, text: allowingPolicy }];
const gate = await embed({ data: join(folder, 'embedded'), policy, agent: 'bench' });
const store = await openSqliteStore({
  path: join(folder, 'cycles.db'),
  clock: systemClock,
  ids: randomIds,
});
const server = await MeasuredProcess.start([
  join(import.meta.dirname, 'measure', 'server-process.ts'),
  JSON.stringify({ policy: allowingPolicy }),
]);
try {
  await measure();
} finally {
  for (const connection of open) connection.close();
  await server.close();
  await gate.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const reads = await operations();
  const least = new Map<string, number>();
  for (let round = 0; round <= rounds; round++) {
    for (const [name, read] of Object.entries(reads)) {
      const value = await read();
      // The first round warms up.
      if (round > 0) least.set(name, Math.min(value, least.get(name) ?? value));
    }
  }
  const { calibration = 1, ...others } = Object.fromEntries(least);
  const ratios: Ratios = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, Number((value / calibration).toFixed(3))]),
  );
  if (process.argv.includes('--record')) {
    writeFileSync(recordedFile, `${JSON.stringify(ratios, null, 2)}\n`);
  }
  const compared = compareRecorded(
    ratios,
    JSON.parse(readFileSync(recordedFile, 'utf8')) as Ratios,
  );
  console.log(`CPU of one operation; the calibration loop takes ${calibration.toFixed(1)} µs`);
  printTable(
    ['operation', 'µs', 'ratio', 'recorded', 'change'],
    compared.map(({ name, measured, recorded }) => [
      name,
      (least.get(name) ?? 0).toFixed(1),
      measured.toFixed(2),
      recorded === null ? 'none' : recorded.toFixed(2),
      recorded === null ? '' : `${(100 * (measured / recorded - 1)).toFixed(0)} %`,
    ]),
  );
  const slower = compared.filter(({ isSlower }) => isSlower).map(({ name }) => name);
  if (slower.length === 0) return;
  console.log(`Slower by more than 15 %: ${slower.join(', ')}. Run it again on a calm machine.`);
  process.exitCode = 1;
}

async function operations(): Promise<Readonly<Record<string, Read>>> {
  const action = kilobyteAction('bench', 1);
  const text = JSON.stringify(action);
  const call = gate.tool(allowedTool, ({ account }: typeof allowedInput) => `${account}: 7`);
  const cycles = await createApprovalCycles(store);
  const access = (await server.ask({ do: 'access' })) as ServerAccess;
  const connections = await Promise.all(
    Array.from({ length: 8 }, () => HttpConnection.open(access.port)),
  );
  open.push(...connections);
  let made = 0;
  return {
    calibration: () =>
      timesOf(5000, () =>
        createHash('sha256')
          .update(JSON.stringify(JSON.parse(text)))
          .digest(),
      ),
    'digest of an action': () => timesOf(2000, () => sha256(action)),
    'strict parse of an action': () => timesOf(2000, () => parseStrict(text)),
    'checked copy of an action': () => timesOf(2000, () => parseActionBinding(action)),
    'allowed call, embedded': () =>
      loopOf(1, 0.7, () => call(allowedInput, { key: `call-${made++}` })),
    'cycle on SQLite, 32 callers': () => loopOf(32, 1, cycles.run),
    'allowed call over HTTP, 8 connections': async () => {
      const used = async () =>
        ((await server.ask({ do: 'cpu' })) as { milliseconds: number }).milliseconds;
      const free = [...connections];
      const before = await used();
      const { done } = await runClosedLoop({
        seconds: 1.5,
        callers: free.length,
        work: async () => {
          const connection = free.pop();
          if (connection === undefined) throw new Error('more callers than connections');
          const headers = { ...access.agent, 'idempotency-key': `call-${made++}` };
          const body = allowedProposal(agentIds[made % agentIds.length] ?? '', audience);
          const { status, text } = await connection.ask('POST', '/v1/requests', headers, body);
          if (status !== 200) throw new Error(`expected an answer, found ${status} ${text}`);
          free.push(connection);
        },
      });
      return (1000 * ((await used()) - before)) / done;
    },
  };
}

async function timesOf(times: number, run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

async function loopOf(
  callers: number,
  seconds: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const { cpuMilliseconds } = await runClosedLoop({ seconds, callers, work });
  return 1000 * cpuMilliseconds;
}
