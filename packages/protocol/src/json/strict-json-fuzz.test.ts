import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { ProtocolError } from '../reason/protocol-error.ts';
import { jsonValue } from '../testing/json-arbitraries.ts';
import { canonicalize } from './canonical-json.ts';
import type { JsonValue } from './json-value.ts';
import { parseStrict } from './strict-json.ts';

const inherited = Reflect.ownKeys(Object.prototype).length;

const runs = { seed, numRuns: effort({ fast: 3_000, full: 1_000_000, of: 'texts' }) };

/** The value, or the code of the refusal. Anything else that is thrown fails the test. */
function attempt(input: string | Uint8Array): { value: JsonValue } | { code: string } {
  try {
    return { value: parseStrict(input) };
  } catch (error) {
    assert.ok(error instanceof ProtocolError, `escaped: ${String(error)}`);
    return { code: error.code };
  }
}

/**
 * What the engine reads, or undefined where it refuses. It reads every string on its own, and the rest
 * with the strings in hexadecimal, because V8 confuses keys with escapes (nodejs/node#63785).
 */
function native(text: string): { value: unknown } | undefined {
  try {
    const harmless = text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, token => {
      const string: string = JSON.parse(token);
      return `"${Buffer.from(string, 'utf16le').toString('hex')}"`;
    });
    return { value: fromHex(JSON.parse(harmless)) };
  } catch {
    return undefined;
  }
}

function fromHex(value: unknown): unknown {
  if (typeof value === 'string') return Buffer.from(value, 'hex').toString('utf16le');
  if (Array.isArray(value)) return value.map(fromHex);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [fromHex(key), fromHex(member)]),
  );
}

/** The engine's reader decides what is JSON; ours may refuse more, for reasons of its own only. */
function compareWithNative(text: string): boolean {
  const ours = attempt(text);
  const theirs = native(text);
  if ('value' in ours) {
    assert.ok(theirs, `accepted what is not JSON: ${text}`);
    assert.deepEqual(ours.value, theirs.value);
    // What was read can be digested: no rule of AB-5 is kept by one side only.
    assert.deepEqual(parseStrict(canonicalize(ours.value)), ours.value);
    return true;
  }
  if (theirs) assert.notEqual(ours.code, 'json_malformed', `refused JSON: ${text}`);
  return false;
}

const spelled = fc
  .tuple(jsonValue, fc.constantFrom(undefined, 1, '\t', '\r\n'), fc.boolean())
  .map(([value, indent, ascii]) => {
    const text = JSON.stringify(value, null, indent);
    return ascii ? escapeAll(text) : text;
  });

function escapeAll(text: string): string {
  return text.replaceAll(
    /[^\0-\x7f]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const fragment = fc.oneof(
  fc.string({ maxLength: 2 }),
  fc.constantFrom(
    ...[
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '-',
      '+',
      '.',
      'e',
      'E',
      '0',
      '1',
      '9',
      ' ',
      '\n',
      '\0',
      '\ufeff',
    ],
    ...[
      '\\u',
      '\\ud83d',
      '\\ude02',
      '\ud83d',
      '\ude02',
      'true',
      'null',
      '"a":1,',
      '"__proto__":1,',
      'é',
      'e\u0301',
    ],
    ...[
      '00',
      '-0',
      '1e400',
      '9007199254740993',
      '0.1',
      '1e-5',
      '[]',
      '{}',
      '""',
      '//',
      "'",
      '\u00a0',
    ],
  ),
);

interface Edit {
  at: number;
  remove: number;
  insert: string;
}

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({ at: fc.nat({ max: 200 }), remove: fc.nat({ max: 3 }), insert: fragment }),
  { minLength: 1, maxLength: 4 },
);

function edited(text: string, changes: readonly Edit[]): string {
  return changes.reduce((current, { at, remove, insert }) => {
    const start = at % (current.length + 1);
    return current.slice(0, start) + insert + current.slice(start + remove);
  }, text);
}

describe('strict JSON under fuzzing', () => {
  after(() => assert.equal(Reflect.ownKeys(Object.prototype).length, inherited));

  test('[AB-5] every spelling of JSON data is accepted with the value the engine reads', () => {
    fc.assert(
      fc.property(spelled, text => {
        assert.ok(compareWithNative(text), `refused: ${text}`);
      }),
      runs,
    );
  });

  test('[AB-5] damaged JSON is refused exactly when the engine refuses it, or for a stricter rule', () => {
    let accepted = 0;
    fc.assert(
      fc.property(spelled, edits, (text, changes) => {
        if (compareWithNative(edited(text, changes))) accepted++;
      }),
      runs,
    );
    assert.ok(accepted > runs.numRuns / 100, `only ${accepted} were still JSON`);
  });

  test('[AB-5] texts made of JSON fragments are judged as the engine does, or by a stricter rule', () => {
    const text = fc.array(fragment, { maxLength: 12 }).map(fragments => fragments.join(''));
    const list = text.map(inner => `[${inner}]`);
    fc.assert(
      fc.property(fc.oneof(text, list), text => void compareWithNative(text)),
      runs,
    );
  });

  test('[AB-5] arbitrary and damaged bytes are read as the engine reads them, or refused', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const flips = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 3 });
    const damaged = fc.tuple(spelled, flips).map(([text, changes]) => {
      const bytes = new TextEncoder().encode(text);
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
      return bytes;
    });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 40 }), damaged), bytes => {
        const result = attempt(bytes);
        if ('value' in result) assert.deepEqual(result, native(strict.decode(bytes)));
      }),
      runs,
    );
  });
});
