import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed } from '@countersign/testing';
import fc from 'fast-check';
import * as z from 'zod';
import { ProtocolError } from '../reason/protocol-error.ts';
import { jsonValue } from '../testing/json-arbitraries.ts';
import { OpenObject } from '../value/wire-text.ts';
import { bytesMostOf, defaultJsonLimits } from './json-value.ts';
import { checkerOf, parserOf } from './parse-object.ts';

const schema = z.strictObject({ note: z.string(), context: OpenObject });
const parse = parserOf('Note', schema);
const check = checkerOf('Note', schema);

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'accepted';
  } catch (error) {
    assert.ok(error instanceof ProtocolError);
    return error.code;
  }
}

const nested = (levels: number): object =>
  Array.from({ length: levels }).reduce<object>(inner => ({ inner }), {});

test('[AB-5] an object that was built here is refused for what the checked copy is refused for', () => {
  const objects: Readonly<Record<string, object>> = {
    accepted: { note: 'ü "quoted" \\ 漢字', context: { list: [1, null, true, -0.5, 'a'] } },
    json_surrogate_lone: { note: 'cut \ud800', context: {} },
    json_number_inexact: { note: '', context: { zero: -0 } },
    json_value_not_plain: { note: '', context: { at: undefined } },
    json_too_deep: { note: '', context: nested(64) },
    json_too_large: { note: 'x'.repeat(defaultJsonLimits.bytesMax), context: {} },
    json_key_duplicate: { note: '', context: { 'e\u0301': 1, é: 2 } },
    object_malformed: { note: 1, context: {} },
  };
  for (const [code, object] of Object.entries(objects)) {
    assert.equal(
      codeOf(() => parse(object)),
      code,
    );
    assert.equal(
      codeOf(() => check(object)),
      code,
    );
  }
  assert.deepEqual(check(objects['accepted'] ?? {}), parse(objects['accepted']));
});

test('what a glance at plain data promises is never less than its text takes', () => {
  fc.assert(
    fc.property(jsonValue, value => {
      const text = JSON.stringify(value);
      assert.ok(bytesMostOf(value) >= new TextEncoder().encode(text).length);
    }),
    { seed, numRuns: 300 },
  );
});
