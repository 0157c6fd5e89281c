import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleTerms } from '../testing/allowance-samples.ts';
import { idOf, later, noon } from '../testing/samples.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { type AllowanceUses, evolveUses, noUses } from './allowance-state.ts';
import type { AllowanceTerms } from './allowance-terms.ts';
import { decideUse } from './decide-use.ts';
import { amountOf, decimalText, exactUnits } from './exact-decimal.ts';

function use(
  uses: AllowanceUses,
  terms: AllowanceTerms,
  amount: unknown,
  at: Timestamp = noon,
  consumed_before = false,
): { uses: AllowanceUses; code: string } {
  const decision = decideUse(
    uses,
    {
      terms,
      parameters: { amount } as never,
      action_digest: `sha256:${'0'.repeat(64)}` as never,
      approval_request_id: idOf('ar', uses.count + 1) as never,
      consumed_before,
    },
    at,
  );
  return decision.ok
    ? { uses: decision.events.reduce(evolveUses, uses), code: 'ok' }
    : { uses, code: decision.refusal.code };
}

function playUses(terms: AllowanceTerms, amounts: readonly unknown[]): readonly string[] {
  let uses = noUses;
  return amounts.map(amount => {
    const used = use(uses, terms, amount);
    ({ uses } = used);
    return used.code;
  });
}

describe('[AL-3] the limits of an allowance', () => {
  test('a use beyond the last one is refused', () => {
    const terms = sampleTerms({ uses: 2, budget: null });
    assert.deepEqual(playUses(terms, [1, 1, 1]), ['ok', 'ok', 'allowance_used_up']);
  });

  test('a budget is taken exactly, to the last cent', () => {
    const budget = { path: '/amount', total: '0.3', currency: '/currency' };
    const terms = sampleTerms({ uses: 9, budget });
    assert.deepEqual(playUses(terms, [0.1, 0.2, 0.000000001]), ['ok', 'ok', 'allowance_used_up']);
    assert.deepEqual(playUses(terms, [0.1, 0.2000001, 0.2]), ['ok', 'allowance_used_up', 'ok']);
  });

  test('a rate counts every use of its window, by the time of the use', () => {
    const terms = sampleTerms({ uses: 9, budget: null, rate: { uses: 2, seconds: 60 } });
    let { uses } = use(noUses, terms, 1, noon);
    ({ uses } = use(uses, terms, 1, later(30)));
    assert.equal(use(uses, terms, 1, later(59)).code, 'allowance_rate_reached');
    const third = use(uses, terms, 1, later(60));
    assert.equal(third.code, 'ok');
    assert.equal(use(third.uses, terms, 1, later(89)).code, 'allowance_rate_reached');
    assert.equal(use(third.uses, terms, 1, later(90)).code, 'ok');
  });

  test('a clock that is set back opens no rate, and dates no use before the one that it follows', () => {
    const terms = sampleTerms({ uses: 9, budget: null, rate: { uses: 1, seconds: 60 } });
    const { uses } = use(noUses, terms, 1, later(100));
    assert.equal(use(uses, terms, 1, noon).code, 'allowance_rate_reached');
    const free = sampleTerms({ uses: 9, budget: null });
    assert.equal(use(uses, free, 1, noon).uses.last?.at, later(100));
  });
});

describe('[AL-10] amounts', () => {
  test('what is not an exact number above zero takes nothing and is not covered', () => {
    const terms = sampleTerms();
    for (const amount of [0, -5, '5', null, Number.NaN, Infinity, 1e-10, [5], undefined, true]) {
      assert.deepEqual(playUses(terms, [amount]), ['allowance_budget_unsound'], String(amount));
    }
  });

  test('decimals are read and written exactly', () => {
    for (const [text, units] of [
      ['0.1', 100_000_000n],
      ['1e21', 10n ** 30n],
      ['5e-9', 5n],
      ['1.5e3', 1500n * 10n ** 9n],
      ['9007199254740991', 9_007_199_254_740_991n * 10n ** 9n],
    ] as const) {
      assert.equal(exactUnits(text), units);
    }
    for (const text of ['', '-1', '.5', '1.', '5e-10', '1e999', 'NaN', '0x1', '1_0']) {
      assert.equal(exactUnits(text), null, text);
    }
    for (const amount of [0.1, 1240, 5000.5, 0.000000001, 123456.789]) {
      assert.equal(Number(decimalText(amountOf(amount) ?? 0n)), amount);
    }
  });
});

test('[AL-12] an action that ran under the allowance asks again, unless repeat was signed', () => {
  assert.equal(use(noUses, sampleTerms(), 5, noon, true).code, 'allowance_action_repeated');
  assert.equal(use(noUses, sampleTerms({ repeat: true }), 5, noon, true).code, 'ok');
});

test('[AL-3] uses that do not follow one another cannot be read', () => {
  const { uses } = use(noUses, sampleTerms(), 5);
  const event = {
    type: 'allowance.used',
    at: noon,
    data: { n: 3, amount: null, action_digest: 'x', approval_request_id: 'y' },
  } as never;
  assert.throws(() => evolveUses(uses, event), /AL-3/);
});
