// What an allowed call costs at an edge: evaluation with the real assessment of risk, the decision, and its line in the
// backlog on disk. The limit is the evaluation alone. Then what the batches cost: signing at the edge, and verifying,
// evaluating again and recording at the server, which is in the same process.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEdge, openEdgeKey } from '../packages/edge/src/index.ts';
import { loadPolicy } from '../packages/policy/src/policy.ts';
import { parseActionBinding } from '../packages/protocol/src/action/action-binding.ts';
import { loadGrammars, riskAssessor } from '../packages/risk/src/index.ts';
import { samplePolicy, startedServer } from '../packages/server/src/testing/index.ts';
import { median } from './measure/rounds.ts';

const calls = 2000;
const rounds = 5;

const action = parseActionBinding({
  schema_version: '1.0',
  operation: 'tool.invoke',
  agent_id: 'billing-bot',
  subject_id: null,
  target: { tool_name: 'read.invoice', tool_schema_version: '1', resource: null },
  parameters: { invoice: 'INV-2026-0042', fields: ['total', 'due', 'customer'] },
});
const proposal = { action, audience: 'billing-bot' };

/** Of CPU, which other work on the machine changes little. */
async function microsecondsOf(count: number, run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let each = 0; each < count; each++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

const folder = mkdtempSync(join(tmpdir(), 'edge-bench-'));
const server = await startedServer({ settings: { edge_snapshot_seconds: 300 } });
const headers = await server.apiKey({
  verbs: ['consume', 'edge', 'observe', 'propose'],
  agent_ids: ['billing-bot'],
  executor: 'billing-bot',
  edge_key: openEdgeKey(folder).publicKey,
});
const faults: string[] = [];
const edge = await openEdge({
  url: `http://localhost:${server.port}`,
  key: (headers['authorization'] ?? '').slice('Bearer '.length),
  folder,
  onFault: ({ code, detail }) => faults.push(`${code}: ${detail}`),
});
try {
  const grammar = await loadGrammars();
  const loaded = loadPolicy([{ name: 'p.yaml', layer: 'operator', text: samplePolicy }], {
    assessor: settings => riskAssessor({ settings, grammar }),
  });
  if (!loaded.ok) throw new Error('the policy has problems');
  const evaluate = () => loaded.policy.evaluate(action, {});
  const overHttp = await microsecondsOf(200, () => edge.propose(proposal));
  await edge.sync();
  const limits: number[] = [];
  const atEdge: number[] = [];
  const batches: number[] = [];
  for (let round = 0; round < rounds; round++) {
    limits.push(await microsecondsOf(calls, evaluate));
    atEdge.push(await microsecondsOf(calls, () => edge.propose(proposal)));
    const before = process.cpuUsage();
    await edge.sync();
    const { user, system } = process.cpuUsage(before);
    batches.push((user + system) / calls);
  }
  const told = await server.call('GET', '/v1/edges', {
    headers: (await server.person(['operator'])).headers,
  });
  const [listed] = (told.body as { edges: { decisions: number; contradicted: number }[] }).edges;
  console.log(`an evaluation alone            ${median(limits).toFixed(1)} µs CPU`);
  console.log(`an allowed call at the edge    ${median(atEdge).toFixed(1)} µs CPU`);
  console.log(`the same call over HTTP        ${overHttp.toFixed(0)} µs, client and server`);
  console.log(`a decision in a batch          ${median(batches).toFixed(1)} µs CPU, both sides`);
  console.log(`${listed?.decisions} decisions recorded, ${listed?.contradicted} contradicted`);
  for (const fault of faults) console.log(`the edge asked the server: ${fault}`);
  if (listed?.decisions === undefined || listed.decisions < calls) process.exitCode = 1;
} finally {
  await edge.close();
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
}
