// The first screen of the inbox over HTTP, as a browser asks for it: the list by time left, the counts, and the card of
// the first request; and a random page of the list. A whole server on SQLite each, at 10,000 and at 1,000,000 pending,
// read in the same rounds. The 200 that are due first are real requests; the others are rows of the lists and have no
// stream, so a random page pays for finding its rows and for 50 vain reads, not for titles.

import { loadavg } from 'node:os';
import { join } from 'node:path';
import {
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import { quantile } from './measure/closed-loop.ts';
import { isUnstable, verdict } from './measure/durable-rounds.ts';
import { fillSqlite } from './measure/pending-requests.ts';
import { scaledSeconds } from './measure/scale.ts';

const sizes = [10_000, 1_000_000] as const;
const realRequests = 200;
const rounds = 5;
const readsPerRound = Math.max(10, Math.round(scaledSeconds(100)));

const list = '/v1/requests?status=pending&order=due&limit=50';

const policy = `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - { id: reviewer, stages: [{ name: reviewer, approvers: { roles: [reviewer] } }] }
rules:
  - { id: transfers, match: { tool: wire_transfer }, outcome: require_approval, expires_in: 30m, display: "Wire {/amount} {/currency}" }
`;

interface Read {
  readonly what: string;
  readonly size: number;
  readonly work: () => Promise<unknown>;
  readonly milliseconds: number[];
}

const servers: StartedServer[] = [];
try {
  const reads: Read[] = [];
  for (const size of sizes) reads.push(...(await prepare(size)));
  for (let round = 0; round <= rounds; round++) {
    for (const { work, milliseconds } of reads) {
      for (let times = 0; times < readsPerRound; times++) {
        const start = performance.now();
        await work();
        // The first round only warms up.
        if (round > 0) milliseconds.push(performance.now() - start);
      }
    }
  }
  console.log(`\nFirst screen of the inbox over HTTP, SQLite   (load ${loadavg()[0]?.toFixed(1)})`);
  for (const { what, size, milliseconds } of reads) {
    const [p50, p99] = [0.5, 0.99].map(part => quantile(milliseconds, part).toFixed(2));
    const pending = size.toLocaleString('en-US').padStart(9);
    console.log(`  ${pending} pending   ${what.padEnd(18)}p50 ${p50} ms   p99 ${p99} ms`);
  }
  for (const what of ['first screen', 'random page']) judge(reads, what);
} finally {
  for (const server of servers) await server.remove();
}

async function prepare(size: number): Promise<Read[]> {
  const server = await startedServer({ policy });
  servers.push(server);
  const person = await server.person(['reviewer']);
  const agents = Array.from({ length: realRequests / 5 }, (_, n) => `billing-bot-${n}`);
  const headers = await server.apiKey({ verbs: ['propose'], agent_ids: agents });
  for (let n = 0; n < realRequests; n++) {
    await propose(server, headers, sampleAction(agents[n % agents.length]));
  }
  fillSqlite(join(server.folder, 'data', 'countersign.db'), size - realRequests);
  const cursors = await cursorsOf(server);
  const read = (what: string, work: () => Promise<unknown>): Read => ({
    what,
    size,
    work,
    milliseconds: [],
  });
  return [
    read('plain read', () => must(server, person, '/v1/session')),
    read('first screen', () => firstScreen(server, person)),
    read('random page', () => {
      const after = cursors[Math.floor(Math.random() * cursors.length)] ?? '';
      return must(server, person, `${list}&after=${encodeURIComponent(after)}`);
    }),
    read('plain read again', () => must(server, person, '/v1/session')),
  ];
}

async function firstScreen(server: StartedServer, person: SignedIn): Promise<void> {
  const [page] = await Promise.all([
    must(server, person, list),
    must(server, person, '/v1/counts'),
  ]);
  const [first] = (page as { rows: { approval_request_id: string }[] }).rows;
  const path = `/v1/requests/${first?.approval_request_id}`;
  await Promise.all([must(server, person, path), must(server, person, `${path}/view`)]);
}

async function must(server: StartedServer, { headers }: SignedIn, path: string): Promise<unknown> {
  const { status, body } = await server.call('GET', path, { headers });
  if (status !== 200) throw new Error(`expected ${path}, found ${status}`);
  return body;
}

/** Cursors are opaque, so those to choose from are walked to, behind the requests that are real. */
async function cursorsOf({ app }: StartedServer): Promise<string[]> {
  const { store } = app.context;
  const cursors: string[] = [];
  const query = { status: 'pending', order: 'due', limit: 200 } as const;
  let page = await store.listRequests(query);
  while (page.next !== null) {
    cursors.push(page.next);
    page = await store.listRequests({ ...query, after: page.next });
  }
  return cursors.slice(realRequests / 200);
}

function judge(reads: readonly Read[], what: string): void {
  const [least, most] = sizes;
  const p50 = (size: number, name: string) => {
    const found = reads.find(each => each.size === size && each.what === name);
    return quantile(found?.milliseconds ?? [], 0.5);
  };
  const unstable = sizes.some(size =>
    isUnstable([p50(size, 'plain read')], [p50(size, 'plain read again')]),
  );
  const growth = p50(most, what) / p50(least, what);
  const answer = verdict(growth, { atMost: 1.5, stretch: 1.2 }, ratio => `${ratio.toFixed(2)}x`);
  const pending = most.toLocaleString('en-US');
  console.log(
    `  ${what}: at ${pending} ${growth.toFixed(2)}x of 10,000: ${unstable ? 'UNSTABLE, not judged' : answer}`,
  );
}
