// The schemas of three libraries give a gated tool its types, its checks and its defaults. The compiler checks every line
// that expects an error (`framework-types.test.ts`).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ProtocolError } from '@countersign/client';
import { gatePolicy } from '@countersign/client/testing';
import { type EmbeddedGate, embed } from '@countersign/embedded';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';

describe('schemas of other libraries', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-schemas-'));
  let gate: EmbeddedGate;
  before(async () => {
    const text = gatePolicy('conversation');
    const policy = [{ name: 'policy.yaml', text, layer: 'operator' as const }];
    gate = await embed({ data: join(folder, 'data'), policy, agent: 'bot' });
  });
  after(async () => {
    await gate.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a schema of Zod gives types, checks and defaults', async () => {
    const schema = z.object({ path: z.string().trim(), lines: z.number().default(10) });
    const read = gate.tool('read.file', ({ path, lines }) => `${path.length}:${lines.toFixed()}`, {
      schema,
      resource: ({ path }) => path,
    });
    const result: string = await read({ path: ' a.txt ' });
    assert.equal(result, '5:10');
    // @ts-expect-error A path is a text.
    await assert.rejects(read({ path: 7 }), /what does not fit is \/parameters\/path/);
    // @ts-expect-error A path is needed.
    await assert.rejects(read({}), ProtocolError);
  });

  test('a schema of Valibot gives types, checks and defaults', async () => {
    const schema = v.object({
      path: v.pipe(v.string(), v.trim()),
      lines: v.optional(v.number(), 10),
    });
    const read = gate.tool('read.file', ({ path, lines }) => `${path.length}:${lines.toFixed()}`, {
      schema,
      resource: ({ path }) => path,
    });
    const result: string = await read({ path: ' a.txt ' });
    assert.equal(result, '5:10');
    // @ts-expect-error A path is a text.
    await assert.rejects(read({ path: 7 }), /what does not fit is \/parameters\/path/);
    // @ts-expect-error A path is needed.
    await assert.rejects(read({}), ProtocolError);
  });

  test('a schema of ArkType gives types, checks and defaults', async () => {
    const schema = type({ path: 'string.trim', lines: 'number = 10' });
    const read = gate.tool('read.file', ({ path, lines }) => `${path.length}:${lines.toFixed()}`, {
      schema,
      resource: ({ path }) => path,
    });
    const result: string = await read({ path: ' a.txt ' });
    assert.equal(result, '5:10');
    // @ts-expect-error A path is a text.
    await assert.rejects(read({ path: 7 }), /what does not fit is \/parameters\/path/);
    // @ts-expect-error A path is needed.
    await assert.rejects(read({}), ProtocolError);
  });

  test('a message about parameters that do not fit never quotes their values', async () => {
    const secret = 'sk-4111-1111';
    for (const schema of [
      z.object({ path: z.literal('a.txt') }),
      v.object({ path: v.literal('a.txt') }),
      type({ path: "'a.txt'" }),
    ]) {
      const read = gate.tool('read.file', () => 'never', { schema });
      await assert.rejects(read({ path: secret as 'a.txt' }), error => {
        assert.ok(error instanceof ProtocolError);
        return !error.message.includes(secret);
      });
    }
  });

  test('what a schema makes of the parameters must be plain JSON', async () => {
    const schema = z.object({ at: z.string().transform(text => new Date(text)) });
    const read = gate.tool('read.since', ({ at }) => at.getTime(), { schema });
    await assert.rejects(read({ at: '2026-01-01' }), { code: 'json_value_not_plain' });
  });
});
