// What a gate adds to one allowed call of a tool, through each adapter and without one. The gate is embedded, so that the
// network does not hide the adapter. The limit is the bare tool. No framework is needed: an adapter takes their objects
// by structure, and what a framework does around a tool is the same with and without a gate.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gateTools as gateAiTools } from '@countersign/ai-sdk';
import { gateAgent } from '@countersign/claude-agent-sdk';
import { embedForTests } from '@countersign/embedded/testing';
import { gateToolCalls } from '@countersign/langchain';
import { gateTools as gateMastraTools } from '@countersign/mastra';
import { registerGatedTool } from '@countersign/mcp-server';
import { gateTools as gateAgentTools } from '@countersign/openai-agents';
import { printTable } from './measure/print-table.ts';
import { count, median } from './measure/rounds.ts';

const rounds = 5;
const calls = 1000;

const text = `version: "1"
default: require_approval
default_chain: lead
chain_by_risk: { low: lead, medium: lead, high: lead, critical: lead }
chains:
  - { id: lead, stages: [{ name: lead, approvers: { roles: [lead] } }] }
rules:
  - { id: reading, match: { tool: "read_*" }, outcome: allow }
`;

type Call = (id: string) => unknown;
const input = { account: 'acct-42' };
const execute = async ({ account }: typeof input) => `${account}: 7`;

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const policy = [{ name: 'policy.yaml', layer: 'operator' as const, text }];
const gate = await embedForTests({ data: join(folder, 'data'), policy, agent: 'bench' });

const gated = gate.tool('read_balance', execute);
const aiTool = gateAiTools(gate, { read_balance: { execute } }).tools.read_balance as {
  execute: (input: object, options: object) => unknown;
};
const agentTool = gateAgentTools(gate).options({ name: 'read_balance', execute }) as unknown as {
  execute: (input: object, context: object, details: object) => unknown;
};
const middleware = gateToolCalls(gate, {
  ToolMessage: Object,
  interrupt: () => undefined,
} as never);
const tool = { invoke: (call: { args: typeof input }) => execute(call.args) };
const mastraTool = gateMastraTools(gate).tools({ read_balance: { execute } }).read_balance as {
  execute: (input: object, context: object) => unknown;
};
let served: Served = () => undefined;
registerGatedTool(
  {
    registerTool: (...args: readonly unknown[]) => {
      served = args[2] as Served;
    },
  },
  gate,
  'read_balance',
  { inputSchema: {} },
  async given => ({ content: [{ type: 'text', text: await execute(given as typeof input) }] }),
);
type Served = (input: object, context: object) => unknown;
type Hook = (input: object, id: string, options: object) => Promise<unknown>;
const { hooks } = gateAgent(gate).options({}) as unknown as {
  hooks: Record<'PreToolUse' | 'PostToolUse', [{ hooks: [Hook] }]>;
};
const { signal } = new AbortController();
const hooked = async (tool_use_id: string) => {
  const call = { tool_name: 'read_balance', tool_input: input, tool_use_id, session_id: 'bench' };
  await hooks.PreToolUse[0].hooks[0](call, tool_use_id, { signal });
  const tool_response = await execute(input);
  const ended = { ...call, tool_response, hook_event_name: 'PostToolUse' };
  await hooks.PostToolUse[0].hooks[0](ended, tool_use_id, { signal });
};

const contenders: readonly (readonly [string, Call])[] = [
  ['the bare tool', () => execute(input)],
  ['gate.tool', key => gated(input, { key })],
  ['ai-sdk', toolCallId => aiTool.execute(input, { toolCallId, messages: [] })],
  ['openai-agents', callId => agentTool.execute(input, {}, { toolCall: { callId } })],
  ['mastra', toolCallId => mastraTool.execute(input, { agent: { toolCallId } })],
  ['mcp-server', () => served(input, {})],
  ['claude-agent-sdk', hooked],
  [
    'langchain',
    id =>
      middleware.wrapToolCall(
        { tool, toolCall: { name: 'read_balance', args: input, id }, runtime: {} },
        request => (request.tool as typeof tool).invoke(request.toolCall as { args: typeof input }),
      ),
  ],
];

/** Microseconds for one call, one after the other. */
async function measure(call: Call, round: number): Promise<number> {
  const begun = performance.now();
  for (let i = 0; i < calls; i++) await call(`call-${round}-${i}`);
  return ((performance.now() - begun) * 1000) / calls;
}

try {
  const readings = new Map(contenders.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, call] of contenders) {
      const reading = await measure(call, round);
      // The first round warms up.
      if (round > 0) readings.get(name)?.push(reading);
    }
  }
  console.log(`One allowed call, ${count(calls)} calls in each of ${rounds} rounds, medians:`);
  const rows = [...readings].map(([name, each]) => [name, median(each).toFixed(1)]);
  printTable(['through', 'µs'], rows);
} finally {
  await gate.close();
  rmSync(folder, { recursive: true, force: true });
}
