// Needs its own process: it loads parts of the product once more for each patch.
// The patches of demand-patches.table.ts whose tests run a server. `npm run prove` applies them; `npm test` only looks
// whether each of them fits its source (demand-patches.test.ts).

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort } from '@countersign/testing';
import { assertNoticed, assertSound } from './apply-demand-patch.ts';
import { demandPatches } from './demand-patches.table.ts';

const costly = demandPatches.filter(patch => patch.costly === true);
const patches = costly.slice(0, effort({ fast: 0, full: costly.length, of: 'patches' }));

test('there are patches that need a server', () => assert.notEqual(costly.length, 0));

describe('a patch', () => {
  for (const patch of patches) {
    test(`a test of each demand notices that ${patch.name}`, () => assertNoticed(patch));
  }

  test('without a patch, every test that carries a patched demand passes', () =>
    assertSound(patches));
});
