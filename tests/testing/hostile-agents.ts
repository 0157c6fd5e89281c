// Three hostile agents in a process of their own. Each goes for one limit: bytes, evaluation time, or both with words
// and views. They run outside the process that times the reads of people, so that writing their calls slows no read.

import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as pace } from 'node:timers/promises';
import { sha256 } from '@countersign/protocol/crypto';
import { EvidenceId, idFromUuid, timestampFromMilliseconds } from '@countersign/protocol/value';
import { sampleAction } from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

/** What the process is started with, as its first argument. */
export interface HostileOrders {
  readonly origin: string;
  readonly greedy: Headers;
  readonly slow: Headers;
  readonly both: Headers;
}

/** What it answers after each storm. */
export interface HostileReport {
  /** How often each agent was refused, by the reason. */
  readonly refusals: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly failures: readonly string[];
}

/** Commands that take the grammar of the shell longer than any deadline. */
const endless = [`{'}'`.repeat(15_000), '$["]"'.repeat(12_000)];

const orders = JSON.parse(process.argv[2] ?? '{}') as HostileOrders;
const refusals: Record<string, Record<string, number>> = {};
const failures: string[] = [];
let said = 0;

async function send(agent: string, headers: Headers, path: string, body: object): Promise<void> {
  const answer = await fetch(`${orders.origin}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status < 400) return;
  const { code = String(answer.status) } = JSON.parse(text) as { readonly code?: string };
  if (answer.status >= 500) failures.push(`${agent} was answered with ${code}`);
  refusals[agent] ??= {};
  const counts = refusals[agent];
  counts[code] = (counts[code] ?? 0) + 1;
}

function propose(
  agent: string,
  headers: Headers,
  tool_name: string,
  parameters: object,
  context = {},
) {
  const target = { tool_name, tool_schema_version: '1', resource: null };
  const action = { ...sampleAction(), agent_id: agent, target, parameters };
  return send(agent, headers, '/v1/requests', { action, context, audience: 'any-executor' });
}

/** A signal is stored without an evaluation. Only its bytes limit it. */
function record(agent: string, headers: Headers): Promise<void> {
  const now = Date.now();
  return send(agent, headers, '/v1/evidence', {
    evidence_id: idFromUuid(EvidenceId, 'ev', randomUUID()),
    fingerprint: {
      action_kind: 'destructive',
      tool_name: 'purge',
      path: 'x'.repeat(4_096),
      scope: 'y'.repeat(4_096),
      payload_hash: sha256('payload'),
    },
    origin: 'runtime_ui_confirm',
    created_at: timestampFromMilliseconds(now - 5_000),
    expires_at: timestampFromMilliseconds(now + 600_000),
    dispatch_allowed: false,
    can_override_monitor_block: false,
    authorization: 'none',
  });
}

function say(agent_id: string, headers: Headers, text: string): Promise<void> {
  return send(agent_id, headers, '/v1/messages', {
    agent_id,
    session_id: `session ${said++}`,
    text,
  });
}

const [greedy, slow, both] = ['hostile-greedy', 'hostile-slow', 'hostile-both'];
const note = { note: 'x'.repeat(15_000) };
const wide = { rows: Array.from({ length: 4_000 }, (_, row) => row) };
/** What is done again and again, with a pause in milliseconds. */
const steps: readonly { readonly act: () => Promise<void>; readonly pause: number }[] = [
  {
    act: () => propose(greedy, orders.greedy, 'read.file', { path: 'b.txt' }, note),
    pause: 20,
  },
  { act: () => record(greedy, orders.greedy), pause: 5 },
  { act: () => record(greedy, orders.greedy), pause: 5 },
  ...endless.map(command => ({
    act: () => propose(slow, orders.slow, 'shell.run', { command }),
    pause: 20,
  })),
  { act: () => propose(both, orders.both, 'rows.update', wide, note), pause: 20 },
  { act: () => say(both, orders.both, 'May I delete all users? '.repeat(2_000)), pause: 20 },
];

process.on('message', async ({ milliseconds }: { readonly milliseconds: number }) => {
  const ends = performance.now() + milliseconds;
  await Promise.all(
    steps.map(async ({ act, pause }) => {
      while (performance.now() < ends) {
        await act();
        await pace(pause);
      }
    }),
  );
  process.send?.({ refusals, failures } satisfies HostileReport);
});
process.on('disconnect', () => process.exit());
// Real agents run on other machines and do not use the processor of the server. So these threads get a low priority. On
// Linux each thread has its own priority, and this process has several threads.
for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), 10);
process.send?.({ ready: true });
