import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agent,
  alice,
  allowed,
  carol,
  human,
  idOf,
  inForce,
  noon,
  opened,
  operator,
  pending,
  people,
  play,
} from '../testing/samples.ts';
import type { PersonId } from '../value/ids.ts';
import { authenticated, type Principal } from '../value/principal.ts';
import { decideRequest } from './decide-request.ts';
import type { CancelRequest, RequestCommand } from './request-command.ts';

const ids = { approval_resolution_id: idOf('apr', 7) as never };
const stranger = human(idOf('person', 99) as PersonId, ['sales']);

function cancel(by: CancelRequest['by'], change: Partial<CancelRequest> = {}): CancelRequest {
  return { type: 'cancel', by, in_force: inForce, reason: 'not needed', ids, ...change };
}

test('the opener, the requester, the subject and an operator can withdraw a request', () => {
  for (const by of [agent, human(people.rita), human(people.sam), operator]) {
    const state = opened(play(pending(), cancel(by)));
    assert.equal(state.status, 'cancelled');
    assert.equal(state.resolution?.outcome, 'cancelled');
  }
});

test('an approver, another agent and an outsider cannot withdraw a request', () => {
  const otherAgent = authenticated({
    kind: 'agent',
    principal_id: 'key-other',
    roles: ['operator'],
  });
  for (const by of [alice, carol, stranger, otherAgent]) {
    const decision = decideRequest(pending(), cancel(by), noon);
    assert.ok(!decision.ok && decision.refusal.code === 'actor_not_permitted');
  }
});

test('the system cancels a request for a changed policy or chain only when that happened', () => {
  const changed = { ...inForce, policy_version: 'newer' };
  assert.equal(
    play(pending(), cancel('policy_changed', { in_force: changed })).status,
    'cancelled',
  );
  const chain = { ...inForce, approval_chain_version: '4' };
  assert.equal(play(pending(), cancel('chain_changed', { in_force: chain })).status, 'cancelled');
  for (const cause of ['policy_changed', 'chain_changed'] as const) {
    const decision = decideRequest(pending(), cancel(cause), noon);
    assert.ok(!decision.ok && decision.refusal.code === 'actor_not_permitted');
  }
});

test('[EV-10] the system ends the open requests of an earlier epoch, and no others', () => {
  const ending = (epoch: number): RequestCommand => ({
    type: 'void',
    in_force: { ...inForce, epoch },
    reason: 'a copy was restored',
    ids,
  });
  const cancelled = opened(play(pending(), ending(2)));
  assert.equal(cancelled.status, 'cancelled');
  assert.equal(cancelled.resolution?.outcome, 'cancelled');
  assert.equal(play(allowed(), ending(2)).status, 'revoked');
  for (const state of [pending(), allowed()]) {
    const decision = decideRequest(state, ending(1), noon);
    assert.ok(!decision.ok && decision.refusal.code === 'actor_not_permitted');
  }
});

test('an operator or any approver of the chain can revoke a grant, with a reason', () => {
  for (const principal of [operator, alice, carol]) {
    assert.equal(play(allowed(), { type: 'revoke', principal, reason: 'stop' }).status, 'revoked');
  }
  const attempts: [Principal, string, string][] = [
    [stranger, 'stop', 'actor_not_permitted'],
    [agent, 'stop', 'actor_not_permitted'],
    [operator, ' ', 'reason_missing'],
  ];
  for (const [principal, reason, code] of attempts) {
    const decision = decideRequest(allowed(), { type: 'revoke', principal, reason }, noon);
    assert.ok(!decision.ok && decision.refusal.code === code);
  }
});
