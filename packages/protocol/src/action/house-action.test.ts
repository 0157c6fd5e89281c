import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReservedName } from './house-action.ts';

test('[HR-1] a name that reads like one of ours is reserved, however it is written', () => {
  const spellings = [
    'countersign.policy',
    ' Countersign.Policy',
    'counter\u200bsign.policy',
    'counter\u{e0020}sign.policy',
    '\uff43ountersign\uff0epolicy',
    '\u0441\u043eunt\u0435r\u0455\u0456gn.policy',
    'c\u03bfunters\u0131gn\u3002policy',
    'c0unters1gn.policy',
    'co\u0308untersign.policy',
    'countersign\u2e31policy',
    'countersign\u0660policy',
    'countersign\u0589policy',
  ];
  assert.deepEqual(
    spellings.filter(name => !isReservedName(name)),
    [],
  );
});

test('[HR-1] a name that only contains our word, or begins like it, is free', () => {
  const names = ['countersign', 'countersignature.check', 'acme.countersign.x', 'counter.sign', ''];
  assert.deepEqual(
    names.filter(name => isReservedName(name)),
    [],
  );
});
