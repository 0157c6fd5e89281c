import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { canonicalize } from '../json/canonical-json.ts';
import type { JsonValue } from '../json/json-value.ts';
import { decideRequest } from '../request/decide-request.ts';
import { absentRequest } from '../request/request-state.ts';
import {
  noon,
  openCommand,
  sampleAction,
  sampleChain,
  samplePolicyDecision,
  sampleRequest,
} from '../testing/samples.ts';
import { presentedView } from './presented-view.ts';
import { judgeViewSize, measureView, viewLimits } from './view-size.ts';

function asked(parameters: JsonValue, change: Record<string, unknown> = {}) {
  const action = sampleAction({ parameters });
  return { action, request: sampleRequest(samplePolicyDecision(action), action, change) };
}

/** Keys of `width` characters, nested `depth` times, over `leaves` small values. */
function longPath(depth: number, width: number, leaves: number): JsonValue {
  let value: JsonValue = Array.from({ length: leaves }, () => 1);
  for (let level = 0; level < depth; level++) value = { ['k'.repeat(width)]: value };
  return { deep: value };
}

const tooLarge: Readonly<Record<string, JsonValue>> = {
  'long names above many values': longPath(50, 8_000, 10_000),
  'more values than facts': { list: Array.from({ length: viewLimits.facts }, () => 0) },
  'empty containers': { list: Array.from({ length: viewLimits.facts }, () => ({})) },
  'text of marks': { text: '\u202ea'.repeat(150_000) },
  'names of marks': JSON.parse(
    canonicalize(longPath(40, 64, 2_000)).replaceAll('k', '\u200b-'),
  ) as JsonValue,
};

for (const [shape, parameters] of Object.entries(tooLarge)) {
  test(`[HI-1] no request is opened for ${shape}, and no view is built`, () => {
    const { action, request } = asked(parameters);
    const policy_decision = samplePolicyDecision(action, sampleChain());
    const command = openCommand({ action, request, policy_decision });
    const opened = decideRequest(absentRequest, command, noon);
    assert.ok(!opened.ok);
    assert.equal(opened.refusal.code, 'view_too_large');
    assert.deepEqual(opened.events, []);
    assert.throws(() => presentedView(request, action), { code: 'view_too_large' });
  });
}

test('[HI-1] long text and many flat values can be shown', () => {
  const { action, request } = asked({
    source: 'const answer = 42; // about thirty\n'.repeat(20_000),
    rows: Array.from({ length: 15_000 }, (_, index) => index),
  });
  assert.equal(judgeViewSize(request, action), null);
  assert.equal(presentedView(request, action).action.length > 15_000, true);
});

test('[HI-1] a question of many names is measured like an action', () => {
  const names = Array.from({ length: viewLimits.facts }, (_, index) => [`name-${index}`, 'x']);
  const { action, request } = asked({}, { external_ids: Object.fromEntries(names) });
  assert.equal(judgeViewSize(request, action)?.code, 'view_too_large');
});

/** Text in which some characters are marked, and some only beside others. */
const oddText = fc.string({ unit: fc.constantFrom(...'ab1/~ :：–\u0430\u202e\u200b\n漢') });
const { value: oddValue } = fc.letrec<{ value: JsonValue }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    oddText,
    fc.integer(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(oddText, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test('[HI-1] the measure is never below what the view holds', () => {
  fc.assert(
    fc.property(oddValue, value => {
      const { action, request } = asked({ value });
      const view = presentedView(request, action);
      const shown = [...view.action, ...view.question];
      const segments = shown.flatMap(fact => [...fact.label, ...fact.value]);
      const measured = measureView(request, action);
      assert.equal(measured.facts, shown.length);
      assert.ok(measured.units >= 64 * segments.length);
    }),
    { numRuns: effort({ fast: 50, full: 5_000 }), seed },
  );
});

/** Shapes that grow with a number, each of a kind that once cost more than it should. */
const growing: Readonly<Record<string, (size: number) => JsonValue>> = {
  'plain text': size => 'x'.repeat(32 * size),
  'text of marks': size => 'a\u202e'.repeat(size),
  'combining marks': size => `e${'\u0301'.repeat(8)}`.repeat(size),
  'joined emoji': size => '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'.repeat(size),
  'many numbers': size => Array.from({ length: size }, (_, at) => at % 10),
  'many names': size => Object.fromEntries(Array.from({ length: size }, (_, at) => [`n${at}`, 1])),
  'empty lists': size => Array.from({ length: size }, () => []),
  'rows of a table': size => Array.from({ length: size }, () => ({ to: 'a', amount: 1 })),
  'long names above values': size => longPath(5, 20, size),
  'line breaks': size => 'a\n'.repeat(size),
  'sealed look-alikes': size => Array.from({ length: size }, () => ({ sealed: 'x' })),
  'escaped names': size => Array.from({ length: size }, () => ({ 'a/b~c': 1 })),
};

for (const [shape, make] of Object.entries(growing)) {
  test(`[HI-2] the view of ${shape} grows no faster than the action`, () => {
    const sizes = [250, 500, 1000, 2000].map(size => {
      const { action, request } = asked({ value: make(size) });
      const { action: facts } = presentedView(request, action);
      return { facts: facts.length, text: canonicalize(facts as unknown as JsonValue).length };
    });
    for (const [at, { facts, text }] of sizes.slice(1).entries()) {
      const before = sizes[at] ?? { facts: 0, text: 0 };
      assert.ok(facts <= 2 * before.facts, `${before.facts} facts became ${facts}`);
      assert.ok(text <= 2.2 * before.text, `${before.text} characters became ${text}`);
    }
  });
}
