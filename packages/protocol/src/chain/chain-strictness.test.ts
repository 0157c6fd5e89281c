import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chain } from '@countersign/protocol/chain';
import { compareChains, needsAnotherPerson, strictestChain } from './chain-strictness.ts';

const stage = (parts: object = {}) => ({ name: 's', approvers: { roles: ['r'] }, ...parts });
const chain = (chain_id: string, ...stages: readonly object[]) =>
  Chain.parse({ chain_id, version: '1', stages });

const ordered = [
  chain('three', stage({ quorum: 2 }), stage()),
  chain('two', stage({ quorum: 2 })),
  chain('one-sure', stage({ min_assurance: 'webauthn' })),
  chain('one-that-reads', stage({ read: 'every_row' })),
  chain('one', stage()),
  chain('one-with-an-objector', stage(), stage({ required: false, quorum: 5 })),
  chain('one-less-sure', stage({ min_assurance: 'conversation' })),
  chain('self-sure', stage({ separation: 'self_confirm', min_assurance: 'webauthn' })),
  chain('self', stage({ separation: 'self_confirm' })),
];

test('chains are ordered by people, independence, assurance, steps, reading and id, in any order of input', () => {
  const ids = (chains: readonly Chain[]) => chains.map(({ chain_id }) => chain_id);
  assert.deepEqual(ids(ordered.toReversed().toSorted(compareChains)), ids(ordered));
  assert.equal(strictestChain(ordered.toReversed())?.chain_id, 'three');
  assert.equal(strictestChain([]), null);
});

test('a chain needs another person when any required stage does', () => {
  assert.deepEqual(
    ordered.filter(each => !needsAnotherPerson(each)).map(({ chain_id }) => chain_id),
    ['self-sure', 'self'],
  );
});
