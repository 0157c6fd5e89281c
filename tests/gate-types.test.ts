// What the types of a gate accept is what the gate accepts. The compiler checks every line below that expects an error.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type AgentOutcome, type Gate, ProtocolError } from '@countersign/client';
import { gatePolicy } from '@countersign/client/testing';
import { embed } from '@countersign/embedded';
import * as z from 'zod';

async function opened(context: { after(fn: () => Promise<void>): void }): Promise<Gate> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-types-'));
  const policy = [
    { name: 'policy.yaml', text: gatePolicy('conversation'), layer: 'operator' as const },
  ];
  const gate = await embed({ data: join(folder, 'data'), policy, agent: 'bot' });
  context.after(async () => {
    await gate.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return gate;
}

test('a schema of Zod gives a gated tool its types, its checks and its defaults', async context => {
  const gate = await opened(context);
  const schema = z.object({ path: z.string(), lines: z.number().default(10) });
  const read = gate.tool('read.file', ({ path, lines }) => `${path.trim()}:${lines.toFixed()}`, {
    schema,
    resource: ({ path }) => path,
  });
  assert.equal(await read({ path: 'a.txt' }), 'a.txt:10');
  // @ts-expect-error A path is a text.
  await assert.rejects(read({ path: 7 }), ProtocolError);
});

test('what cannot be bound does not compile, and is refused where it comes anyway', async context => {
  const gate = await opened(context);
  const dated = gate.tool('read.since', ({ since }: { since: Date }) => String(since));
  // @ts-expect-error A date is not plain JSON.
  await assert.rejects(dated({ since: new Date(0) }), { code: 'json_value_not_plain' });
  const noted = gate.tool('read.note', ({ note }: { note: string | undefined }) => note ?? '');
  // @ts-expect-error A member that is undefined cannot be bound; leave it out.
  await assert.rejects(noted({ note: undefined }), { code: 'json_value_not_plain' });
  const optional = gate.tool('read.note', ({ note }: { note?: string }) => note ?? 'none');
  assert.equal(await optional({}), 'none');
});

test('options may be undefined, resources are typed, and every call may say more', async context => {
  const gate = await opened(context);
  const read = gate.tool('read.file', ({ path }: { path: string }) => path, {
    resource: parameters => parameters.path.toUpperCase(),
    key: ({ path }) => path,
    version: undefined,
  });
  const signal: AbortSignal | undefined = undefined;
  const asked: AgentOutcome[] = [];
  const call = { signal, key: undefined, context: { ticket: 'T-1' }, waitTimeout: 1000 };
  assert.equal(await read({ path: 'a' }, { ...call, onAsked: f => asked.push(f.outcome) }), 'a');
  assert.deepEqual(asked, []);
});
