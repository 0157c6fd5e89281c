import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AmendTerms, judgeAmendedParameters } from '@countersign/protocol/request';
import { amendableValues, readNumber, withValues } from './amendable-values.ts';

const narrow: AmendTerms = {
  mode: 'narrow',
  lower: ['/amount', '/missing', '/order/paid'],
  subset: ['/lines', '/one'],
  becomes: [
    { path: '/notify', value: true },
    { path: '/method', value: 'card' },
  ],
};
const parameters = {
  amount: 1240,
  lines: ['L-1', 'L-2', 'L-3'],
  one: ['only'],
  notify: false,
  method: 'card',
  order: { paid: '12', 'a/b': 1 },
  token: { $sealed: 'v1', commitment: `${'A'.repeat(11)}.${'A'.repeat(43)}` },
};

test('[AM-2] with narrow, only listed values of the expected type are offered', () => {
  assert.deepEqual(amendableValues(narrow, parameters), [
    { kind: 'number', path: '/amount', value: 1240, lower: true },
    { kind: 'list', path: '/lines', items: ['L-1', 'L-2', 'L-3'] },
    { kind: 'fixed', path: '/notify', value: false, becomes: true },
  ]);
});

test('[AM-2] with any, every text, number and boolean is offered, and a listed list as a whole', () => {
  const any: AmendTerms = { ...narrow, mode: 'any' };
  assert.deepEqual(
    amendableValues(any, parameters).map(({ kind, path }) => `${kind} ${path}`),
    [
      'number /amount',
      'list /lines',
      'text /one/0',
      'boolean /notify',
      'text /method',
      'text /order/paid',
      'number /order/a~1b',
    ],
  );
});

test('[AM-2] every offered change passes the judge of amendments, and other values stay', () => {
  const changed = withValues(
    parameters,
    new Map<string, never>([
      ['/amount', 240],
      ['/lines', ['L-1']],
      ['/notify', true],
    ] as never),
  );
  assert.deepEqual(changed, { ...parameters, amount: 240, lines: ['L-1'], notify: true });
  const judged = judgeAmendedParameters(narrow, parameters, changed as never);
  assert.ok(judged.ok && judged.value.narrowing);
  assert.deepEqual(withValues(parameters, new Map([['/nothing/here', 1]])), parameters);
});

test('a number is read as JSON writes it, and never becomes another one', () => {
  assert.deepEqual(
    ['240', ' 240.5 ', '240.50', '0', '-3'].map(readNumber),
    [240, 240.5, 240.5, 0, -3],
  );
  for (const text of ['', '1,5', '1 000', '€5', '01', '1e3', '.5', '-0', '0x10', 'NaN'])
    assert.equal(readNumber(text), null, text);
  assert.equal(readNumber('9007199254740993'), null);
  assert.equal(readNumber('0.12345678901234567890'), null);
});
