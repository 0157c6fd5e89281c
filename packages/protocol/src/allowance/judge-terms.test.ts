import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../testing/allowance-samples.ts';
import { type AllowanceChoice, parseAllowanceChoice, usesMax } from './allowance-terms.ts';
import { judgeChoice } from './judge-terms.ts';
import { pinnedTemplate } from './match-template.ts';

const parameters = {
  amount: 40.5,
  code: '40',
  currency: 'EUR',
  to: { name: 'Acme', iban: 'DE1' },
  memo: 'invoice 7',
  folder: '/srv/work/a',
  url: 'https://api.example.com/v1',
  secret: { $sealed: 'v1', commitment: `${'A'.repeat(11)}.${'A'.repeat(43)}` },
};

const pinned = pinnedTemplate(parameters as never);

/** The pinned template with other lines in place of those at the same paths. */
function choice(lines: readonly object[] = [], more: object = {}): AllowanceChoice {
  const paths = new Set(lines.map(line => (line as { path: string }).path));
  return parseAllowanceChoice({
    template: [...pinned.filter(({ path }) => !paths.has(path)), ...lines],
    uses: 5,
    lifetime_seconds: 3600,
    budget: null,
    rate: null,
    repeat: false,
    ...more,
  });
}

function codeOf(chosen: AllowanceChoice): string {
  const judged = judgeChoice(chosen, { parameters: parameters as never, limits });
  return judged.ok ? 'ok' : judged.refusal.code;
}

const budget = { path: '/amount', total: '100', currency: '/currency' };
const bounded = { path: '/amount', at_most: 50 };

describe('[AL-2] the lines of a template', () => {
  test('everything pinned is accepted, and so is each way to loosen one line', () => {
    assert.equal(codeOf(choice()), 'ok');
    for (const line of [
      bounded,
      { path: '/amount', at_least: 1, at_most: 40.5 },
      { path: '/to/name', one_of: ['Acme', 'Müller'] },
      { path: '/memo', any: true },
      { path: '/folder', under: { kind: 'path', base: '/srv/work' } },
      { path: '/url', under: { kind: 'url', base: 'https://api.example.com/' } },
    ]) {
      assert.equal(codeOf(choice([line])), 'ok', JSON.stringify(line));
    }
  });

  const faults: Readonly<Record<string, readonly [string, AllowanceChoice]>> = {
    'a path with two lines': [
      'allowance_path_repeated',
      choice([bounded, { path: '/amount', equals: 40.5 }]),
    ],
    'a value listed twice': [
      'allowance_path_repeated',
      choice([{ path: '/to/name', one_of: ['Acme', 'Acme'] }]),
    ],
    'a path inside another': ['allowance_paths_overlap', choice([{ path: '/to', any: true }])],
    'a member that the action does not have': [
      'allowance_path_missing',
      choice([{ path: '/cc', equals: 'x' }]),
    ],
    'a member without a line': [
      'allowance_member_uncovered',
      { ...choice(), template: pinned.filter(({ path }) => path !== '/currency') },
    ],
    'a line that the starting action does not meet': [
      'allowance_line_not_met',
      choice([{ path: '/amount', at_most: 40 }]),
    ],
    'a pinned value of another type': [
      'allowance_line_not_met',
      choice([{ path: '/code', equals: 40 }]),
    ],
    'a range with its ends swapped': [
      'allowance_range_impossible',
      choice([{ path: '/amount', at_least: 50, at_most: 40 }]),
    ],
    'a range without an end': ['allowance_range_impossible', choice([{ path: '/amount' }])],
    'a range over a number written as text': [
      'allowance_number_expected',
      choice([{ path: '/code', at_most: 50 }]),
    ],
    'values of several types': [
      'allowance_types_mixed',
      choice([{ path: '/code', one_of: ['40', 41] }]),
    ],
    'values that look alike': [
      'allowance_values_alike',
      choice([{ path: '/to/name', one_of: ['Acme', 'Аcme'] }]),
    ],
    'values that differ by a hidden character': [
      'allowance_values_alike',
      choice([{ path: '/to/name', one_of: ['Acme', 'Ac\u200bme'] }]),
    ],
    'any value where the policy does not list the path': [
      'allowance_any_not_permitted',
      choice([{ path: '/to/iban', any: true }]),
    ],
    'a folder where the policy does not say that paths are real': [
      'allowance_path_not_real',
      choice([{ path: '/memo', under: { kind: 'path', base: '/srv' } }]),
    ],
    'a base that is not in its normal form': [
      'allowance_text_not_normal',
      choice([{ path: '/url', under: { kind: 'url', base: 'https://u@api.example.com/' } }]),
    ],
    'a loosened sealed value': [
      'allowance_value_sealed',
      {
        ...choice(),
        template: [
          ...pinned.filter(({ path }) => !path.startsWith('/secret')),
          { path: '/secret', one_of: ['a'] },
        ],
      },
    ],
    'too many uses': ['allowance_limit_too_high', choice([], { uses: usesMax + 1 })],
    'a life beyond the policy': [
      'allowance_limit_too_high',
      choice([], { lifetime_seconds: limits.lifetime_max_seconds + 1 }),
    ],
  };

  for (const [what, [code, chosen]] of Object.entries(faults)) {
    test(`refuses ${what} with ${code}`, () => assert.equal(codeOf(chosen), code));
  }

  test('refuses a line with two constraints, and a member that no line has', () => {
    for (const line of [
      { path: '/amount', at_most: 5, any: true },
      { path: '/amount', like: 'x' },
      { path: 'amount', equals: 1 },
      { path: '/to', equals: { name: 'Acme' } },
    ]) {
      assert.throws(() => choice([line]), { code: 'object_malformed' });
    }
  });
});

describe('[AL-10] a budget', () => {
  test('needs an upper bound for the amount and one pinned currency', () => {
    assert.equal(codeOf(choice([bounded], { budget })), 'ok');
    assert.equal(codeOf(choice([{ path: '/amount', at_least: 1 }], { budget })), unsound);
    const currency = { path: '/currency', one_of: ['EUR', 'USD'] };
    assert.equal(codeOf(choice([bounded, currency], { budget })), unsound);
    assert.equal(codeOf(choice([bounded], { budget: { ...budget, total: '40' } })), unsound);
    const text = { ...budget, path: '/code' };
    assert.equal(codeOf(choice([bounded], { budget: text })), unsound);
    const missing = { ...budget, currency: '/unit' };
    assert.equal(codeOf(choice([bounded], { budget: missing })), 'allowance_path_missing');
    for (const total of ['-1', '1e9', '01', '1.0000000001', ' 1', '١']) {
      assert.throws(() => choice([bounded], { budget: { ...budget, total } }), total);
    }
  });

  const unsound = 'allowance_budget_unsound';
});
