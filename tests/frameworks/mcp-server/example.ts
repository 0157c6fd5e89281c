// An MCP server with a tool whose call ends while a person decides. Its client comes back with the state that it was given.
import assert from 'node:assert/strict';
import { registerGatedTool } from '@countersign/mcp-server';
import { z } from 'zod';
import { exampleGate } from '../example-gate.ts';
import { newClient } from './driver.ts';

const paid: number[] = [];
const { gate, approve, close } = await exampleGate('bank-server');
// A server for each call, as `createMcpHandler` makes them.
const client = await newClient(server => {
  registerGatedTool(
    server,
    gate,
    'transfer',
    { description: 'Transfers money.', inputSchema: z.object({ amount: z.number() }) },
    async ({ amount }) => {
      paid.push(amount);
      return { content: [{ type: 'text', text: 'The money was sent.' }] };
    },
    { hold: 0 },
  );
});

// The client calls the tool. The answer is a state, and nothing has run.
const call = { name: 'transfer', arguments: { amount: 4200 } };
const first: object = await client.callTool(call, { allowInputRequired: true });
assert.ok('requestState' in first && paid.length === 0);

// A person approves. The client calls again with the state.
await approve();
const { content } = await client.callTool({ ...call, requestState: first.requestState } as never);
assert.deepEqual([content, paid], [[{ type: 'text', text: 'The money was sent.' }], [4200]]);
await client.close();
await close();
