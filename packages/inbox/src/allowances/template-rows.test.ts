import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf, numberOf, rowsOf } from './template-rows.ts';

const rows = rowsOf(
  [
    { path: '/amount', equals: 40 },
    { path: '/to', equals: 'Acme' },
    { path: '/memo', equals: 'x' },
    { path: '/url', equals: 'https://api.example.com/v1' },
    { path: '/folder', equals: '/srv/a' },
    { path: '/flag', equals: true },
  ],
  ['/memo'],
  ['/folder'],
);

test('[AL-2] every row starts as it is, and offers only what its type and the policy permit', () => {
  assert.deepEqual(
    rows.map(({ choices }) => choices.join()),
    [
      'exactly,at_most,at_least,one_of',
      'exactly,one_of',
      'exactly,one_of,any',
      'exactly,one_of,under',
      'exactly,one_of,under',
      'exactly',
    ],
  );
  assert.deepEqual(rows.map(lineOf), [
    { path: '/amount', equals: 40 },
    { path: '/to', equals: 'Acme' },
    { path: '/memo', equals: 'x' },
    { path: '/url', equals: 'https://api.example.com/v1' },
    { path: '/folder', equals: '/srv/a' },
    { path: '/flag', equals: true },
  ]);
});

test('[AL-2] a loosened row becomes its line, and a field that cannot be read becomes none', () => {
  const [amount, to, memo, url, folder] = rows;
  assert.ok(amount && to && memo && url && folder);
  const loosened = (row: typeof amount, kind: typeof amount.kind, bound = row.bound) =>
    lineOf({ ...row, kind, bound });
  assert.deepEqual(loosened(amount, 'at_most', '50.5'), { path: '/amount', at_most: 50.5 });
  assert.deepEqual(loosened(amount, 'at_least', '1'), { path: '/amount', at_least: 1 });
  assert.deepEqual(loosened(amount, 'one_of', '40\n50'), { path: '/amount', one_of: [40, 50] });
  assert.deepEqual(loosened(to, 'one_of', 'Acme\n Eve \n'), {
    path: '/to',
    one_of: ['Acme', 'Eve'],
  });
  assert.deepEqual(loosened(memo, 'any'), { path: '/memo', any: true });
  assert.deepEqual(loosened(url, 'under', 'https://api.example.com/'), {
    path: '/url',
    under: { kind: 'url', base: 'https://api.example.com/' },
  });
  assert.deepEqual(loosened(folder, 'under', '/srv'), {
    path: '/folder',
    under: { kind: 'path', base: '/srv' },
  });
  for (const bound of ['', 'fifty', '1e3', '0x1', '1,000', '--1']) {
    assert.equal(loosened(amount, 'at_most', bound), null, bound);
  }
  assert.equal(numberOf('12.50'), 12.5);
});
