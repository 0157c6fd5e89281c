// An agent of the Claude Agent SDK whose session ends while a person decides, and is resumed after the decision.
import assert from 'node:assert/strict';
import { createSdkMcpServer, type Options, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { gateAgent } from '@countersign/claude-agent-sdk';
import { z } from 'zod';
import { exampleGate } from '../example-gate.ts';
import { offlineHome, prompt } from './driver.ts';

const paid: number[] = [];
const transfer = tool('transfer', 'Transfers money.', { amount: z.number() }, async input => {
  paid.push(input.amount);
  return { content: [{ type: 'text', text: 'The money was sent.' }] };
});
const { gate, approve, close } = await exampleGate('billing-bot');
const countersign = gateAgent(gate, { mode: 'suspend' });
const home = await offlineHome([{ tool: 'transfer', input: { amount: 4200 }, id: 'call-1' }]);

async function run(more: Options): Promise<{ session: string; why: string | null }> {
  const { input, end } = prompt('Pay invoice 7.');
  const mcpServers = { bank: createSdkMcpServer({ name: 'bank', tools: [transfer] }) };
  const options = countersign.options({ ...home.options, mcpServers, ...more });
  for await (const message of query({ prompt: input, options })) {
    if (message.type !== 'result' || message.stop_reason === 'tool_deferred_unavailable') continue;
    end();
    return { session: message.session_id, why: message.stop_reason };
  }
  throw new Error('the session ended without a result');
}

// The model asks for a transfer, in a mode without questions. The session ends, and Claude Code keeps it.
const { session, why } = await run({});
assert.deepEqual([why, paid], ['tool_deferred', []]);

// A person approves. The session goes on.
await approve();
assert.deepEqual([(await run({ resume: session })).why, paid], ['end_turn', [4200]]);
await Promise.all([home.close(), close()]);
