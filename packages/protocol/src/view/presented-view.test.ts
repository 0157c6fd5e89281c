import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { sha256 } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import type { JsonValue } from '../json/json-value.ts';
import { parseStrict } from '../json/strict-json.ts';
import { commitTo, sealKey } from '../sealed/seal-key.ts';
import { sealKeyIdOf } from '../sealed/sealed-value.ts';
import {
  requestIdOf,
  sampleAction,
  samplePolicyDecision,
  sampleRequest,
} from '../testing/samples.ts';
import { factsOf } from './fact.ts';
import { presentedView, shortCode, viewDigest } from './presented-view.ts';
import { joinSegments, renderPlain, type TextSegment } from './visible-text.ts';

const viewOf = (parameters: JsonValue, change: Record<string, unknown> = {}) => {
  const action = sampleAction({ parameters });
  return presentedView(sampleRequest(samplePolicyDecision(action), action, change), action);
};
const factNamed = (view: ReturnType<typeof viewOf>, label: string) =>
  view.action.find(fact => joinSegments(fact.label) === label);

describe('[EV-7] what is shown', () => {
  test('[EV-7] every parameter is a fact, whole, with its size', () => {
    const memo = 'x'.repeat(100_000);
    const view = viewOf({ amount: 4200, memo, list: [true, null, 'é'], empty: {} });
    const shown = view.action.map(({ label, kind, value, size }) => [
      joinSegments(label),
      kind,
      joinSegments(value).slice(0, 12),
      size,
    ]);
    const parameters = shown.filter(([label]) => String(label).startsWith('/parameters'));
    assert.deepEqual(parameters, [
      ['/parameters', 'object', '', 4],
      ['/parameters/amount', 'number', '4200', 4],
      ['/parameters/empty', 'object', '', 0],
      ['/parameters/list', 'array', '', 3],
      ['/parameters/list/0', 'boolean', 'true', 4],
      ['/parameters/list/1', 'null', 'null', 4],
      ['/parameters/list/2', 'text', 'é', 2],
      ['/parameters/memo', 'text', 'xxxxxxxxxxxx', 100_000],
    ]);
  });

  test('[EV-7] hidden characters are made visible in values and in names', () => {
    const view = viewOf({ 'to\u200b': 'invoice\u202Efdp.exe' });
    const fact = view.action.find(({ label }) => joinSegments(label) === '/parameters/to\u200b');
    assert.ok(fact);
    assert.equal(renderPlain(fact.label), '/parameters/to<U+200B>');
    assert.equal(renderPlain(fact.value), 'invoice<U+202E>fdp.exe');
  });

  test('[EV-7] the words of the agent are separate and change no fact', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), words => {
        const quiet = viewOf({ amount: 1 }, { agent_reasoning: null });
        const loud = viewOf({ amount: 1 }, { agent_reasoning: words });
        assert.deepEqual(loud.action, quiet.action);
        assert.deepEqual(loud.question, quiet.question);
        assert.equal(quiet.agent_says, null);
        assert.equal(joinSegments(loud.agent_says ?? []), words);
      }),
      { seed, numRuns: effort({ fast: 150, full: 10_000 }) },
    );
  });

  test('[EV-8] a sealed parameter is shown as sealed, with its key, and never as a text', () => {
    const seal = commitTo(sealKey(new Uint8Array(32)), 'hunter2');
    const key_id = sealKeyIdOf(seal);
    const fact = factNamed(viewOf({ secret: seal }), '/parameters/secret');
    assert.equal(fact?.kind, 'sealed');
    const [short, rest] = fact.value.map(segment => renderPlain([segment]));
    assert.equal(short, `sealed with key ${key_id}`);
    assert.equal(rest, `, commitment ${seal.commitment.slice(key_id.length + 1)}`);
    assert.equal(fact.size, joinSegments(fact.value).length);
    const written = factNamed(viewOf({ secret: joinSegments(fact.value) }), '/parameters/secret');
    assert.equal(written?.kind, 'text', 'a text that says so is still a text');
  });

  test('[EV-8] an object that resembles a seal is shown as an object', () => {
    const seal = commitTo(sealKey(new Uint8Array(32)), 'hunter2');
    for (const value of [{ ...seal, more: 1 }, { ...seal, $sealed: 'v2' }, { $sealed: 'v1' }]) {
      assert.equal(factsOf(value)[0]?.kind, 'object');
    }
  });

  test('no view is made for an action that the request does not name', () => {
    assert.throws(() => presentedView(sampleRequest(), sampleAction({ operation: 'other' })), {
      code: 'object_malformed',
      path: '/action',
    });
  });

  test('the order of members does not change the view', () => {
    const one = viewOf({ a: 1, b: { c: 2, d: 3 } });
    const other = viewOf({ b: { d: 3, c: 2 }, a: 1 });
    assert.equal(viewDigest(one), viewDigest(other));
  });

  test('different values never show the same facts', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(json, json, (a, b) => {
        const [x, y] = [plain(a), plain(b)];
        if (x === null || y === null) return;
        assert.equal(sha256(factsOf(x.value)) === sha256(factsOf(y.value)), x.text === y.text);
      }),
      { seed, numRuns: effort({ fast: 500, full: 100_000 }) },
    );
    assert.notDeepEqual(factsOf({ a: { 0: 1 } }), factsOf({ a: [1] }));
    assert.notDeepEqual(factsOf({ a: '1' }), factsOf({ a: 1 }));
    assert.notDeepEqual(factsOf({ 'a/b': 1 }), factsOf({ a: { b: 1 } }));
  });
});

function plain(value: unknown): { value: JsonValue; text: string } | null {
  try {
    const text = canonicalize(value);
    return { value: parseStrict(text), text };
  } catch {
    return null;
  }
}

describe('the short code', () => {
  const shown = {
    approval_request_id: requestIdOf(1),
    action_digest: sha256('action'),
    view_digest: sha256('view'),
  };

  test('the short code has eight unambiguous characters, and changes with each thing it covers', () => {
    const code = shortCode(shown);
    assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    for (const change of [
      { approval_request_id: requestIdOf(2) },
      { action_digest: sha256('x') },
      { view_digest: sha256('x') },
    ]) {
      assert.notEqual(shortCode({ ...shown, ...change }), code);
    }
  });

  test('the short code uses all of its forty bits', () => {
    const seen = new Set<string>();
    const letters = Array.from({ length: 9 }, () => new Set<string>());
    for (let number = 0; number < 2_000; number++) {
      const code = shortCode({ ...shown, approval_request_id: requestIdOf(number) });
      seen.add(code);
      for (const [place, letter] of [...code].entries()) letters[place]?.add(letter);
    }
    assert.equal(seen.size, 2_000);
    assert.deepEqual(
      letters.map(set => set.size),
      [32, 32, 32, 32, 1, 32, 32, 32, 32],
    );
  });
});

test('a view is plain data, so the hashed form survives JSON', () => {
  const view = viewOf({ amount: 4200, memo: 'a  b\u202E' });
  assert.equal(viewDigest(JSON.parse(JSON.stringify(view))), viewDigest(view));
  const marks = (factNamed(view, '/parameters/memo')?.value ?? []).filter(
    (segment: TextSegment) => 'mark' in segment,
  );
  assert.equal(marks.length, 2);
});
