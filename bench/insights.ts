// How long the numbers of the page Insights take to read, where 10,000 and 1,000,000 requests were counted, on SQLite; and what
// counting one request costs. The events are made; counting them and reading the tallies is the code of the product.
// COUNTERSIGN_INSIGHTS_REQUESTS sets the larger number of requests.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInsights, type Store } from '@countersign/coordinator';
import type { RequestEvent } from '@countersign/protocol/request';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import { openSqliteStore } from '@countersign/store-sqlite';
import { sumTallies, tallyRequest } from '../packages/coordinator/src/insights/tally-event.ts';
import { quantile } from './measure/closed-loop.ts';
import { printTable } from './measure/print-table.ts';
import { scaled } from './measure/scale.ts';
import { randomIds, systemClock } from './measure/system-ports.ts';

const large = Number(process.env['COUNTERSIGN_INSIGHTS_REQUESTS'] ?? scaled(1_000_000, 20_000));
const sizes = [10_000, large];
const perStep = 1000;
const asked = scaled(200, 20);
const days = 366;
const agents = 20;
const toolsOfAgent = 8;
const rules = 40;

const views: readonly (readonly [string, object])[] = [
  ['30 days', { days: 30 }],
  ['366 days', { days: 366 }],
  ['30 days of one agent', { days: 30, agentId: 'agent-3' }],
  ['366 days of one agent and tool', { days: 366, agentId: 'agent-3', toolName: 'tool-3-1' }],
];

const table: string[][] = [];
for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  try {
    const path = join(folder, 'store.db');
    const store = await openSqliteStore({ path, clock: systemClock, ids: randomIds });
    await measure(store, size);
    await store.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`\nInsights, SQLite   (load ${loadavg()[0]?.toFixed(1)})`);
printTable(['requests', 'what', 'p50', 'p99'], table);

async function measure(store: Store, size: number): Promise<void> {
  const { now } = await store.readState();
  const begun = performance.now();
  let adding = 0;
  for (let from = 0; from < size; from += perStep) {
    const requests = Array.from({ length: perStep }, (_, n) => from + n);
    const tallies = sumTallies(requests.flatMap(n => talliesOf(n, size, now)));
    const place = await store.readTallied();
    const at = performance.now();
    const to = { epoch: 1, index: place.index + perStep, up_to: now };
    await store.addTallies({ from: place, to, tallies });
    adding += performance.now() - at;
  }
  const each = ((performance.now() - begun) * 1000) / size;
  const added = (adding * 1000) / size;
  const cost = `${each.toFixed(0)} µs each, ${added.toFixed(0)} of them in the store`;
  table.push([`${size}`, 'counting one request', cost, '']);
  for (const [name, view] of views) {
    const times: number[] = [];
    for (let n = 0; n < asked; n++) {
      const at = performance.now();
      const read = await readInsights({ store }, { days: 30, personId: 'person_1', ...view });
      times.push(performance.now() - at);
      if (read === null || read.actions === 0) throw new Error(`${name}: expected numbers`);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const shown = (part: number) => `${quantile(sorted, part).toFixed(2)} ms`;
    table.push([`${size}`, name, shown(0.5), shown(0.99)]);
  }
}

/** What one request adds: its opening, the entry of one person, and its end. Half an hour of each day is busy. */
function talliesOf(n: number, size: number, now: Timestamp) {
  const agent = n % agents;
  const tool = Math.floor(n / agents) % toolsOfAgent;
  const requested = addSeconds(now, -Math.floor(((n * 7919) % size) * ((days * 86_400) / size)));
  const decided = addSeconds(requested, 20 + ((n * 31) % 800));
  const denied = n % 17 === 0;
  const chain = {
    chain_id: 'one',
    version: '1',
    stages: [
      {
        name: `stage ${agent % 4}`,
        approvers: { roles: ['one'], identities: [] },
        quorum: 1,
        required: true,
        approver_kinds: ['human'],
      },
    ],
  };
  const decision = { policy_rule_id: `rule ${(agent * toolsOfAgent + tool) % rules}` };
  const request = {
    requested_at: requested,
    expires_at: addSeconds(requested, 900),
    agent_id: `agent-${agent}`,
  };
  const entry = {
    stage_index: 0,
    decision: denied ? 'deny' : 'allow',
    reason_code: denied ? 'never:not_needed' : 'reviewed',
    approver_kind: 'human',
    approver_identity: `person_${n % 9}`,
    decided_at: decided,
  };
  const expired = n % 23 === 0;
  const events = [
    { type: 'policy.decided', data: { decision } },
    { type: 'request.opened', data: { request, tool_name: `tool-${agent}-${tool}`, chain } },
    ...(expired ? [] : [{ type: 'entry.recorded', data: { entry } }]),
    { type: expired ? 'request.expired' : denied ? 'request.denied' : 'request.allowed' },
  ] as unknown as RequestEvent[];
  return events.slice(1).flatMap((_, at) => tallyRequest(events.slice(0, at + 2)));
}
