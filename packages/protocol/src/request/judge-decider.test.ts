import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseChain } from '../chain/chain.ts';
import type { Approver } from '../chain/eligibility.ts';
import {
  alice,
  allowed,
  bob,
  carol,
  entryCommand,
  idOf,
  inForce,
  noon,
  opened,
  pending,
  people,
  play,
} from '../testing/samples.ts';
import type { ChainEntryId } from '../value/ids.ts';
import { identityOf, type Principal } from '../value/principal.ts';
import { addSeconds } from '../value/timestamp.ts';
import { decideRequest } from './decide-request.ts';
import { judgeDecider } from './judge-decider.ts';
import type { OpenedRequest } from './request-state.ts';

function approverOf(principal: Principal): Approver {
  assert.ok(principal.kind === 'human');
  const { kind, roles, assurance } = principal;
  return { kind, identity: identityOf(principal), roles, assurance };
}

const everyone = Object.values(people).map(
  (identity): Approver => ({ kind: 'human', identity, roles: ['finance'], assurance: 'webauthn' }),
);

function pendingUnder(...stages: Record<string, unknown>[]): OpenedRequest {
  const chain = parseChain({ chain_id: 'finance', version: '3', stages });
  return opened(pending({ chain, directory: everyone }));
}

const finance = { name: 'finance', approvers: { roles: ['finance'] } };

describe('a look ahead at who may decide', () => {
  test('the preview gives the answer that the decision gets, for every person and every stage', () => {
    const states = [
      opened(pending()),
      opened(allowed()),
      pendingUnder(finance),
      pendingUnder({ ...finance, quorum: 2 }),
      pendingUnder({ ...finance, min_assurance: 'oidc' }),
      pendingUnder({ ...finance, separation: 'self_confirm' }),
      pendingUnder({ ...finance, approvers: { identities: [people.bob] } }),
      pendingUnder({ ...finance, approvers: { roles: ['board'], identities: [people.alice] } }),
    ];
    const decided = pendingUnder({ ...finance, quorum: 2 });
    states.push(opened(play(decided, entryCommand(decided, alice))));
    let accepted = 0;
    for (const state of states) {
      for (const principal of [alice, bob, carol]) {
        const judged = judgeDecider(state, approverOf(principal), inForce, noon);
        const command = entryCommand(state, principal, {
          chain_entry_id: idOf('ace', 9) as ChainEntryId,
        });
        const decision = decideRequest(state, command, noon);
        const code = judged.ok ? null : judged.refusal.code;
        assert.equal(code, decision.ok ? null : decision.refusal.code);
        if (judged.ok) accepted += 1;
      }
    }
    assert.ok(accepted >= 5, `${accepted} were accepted`);
  });

  test('the preview names the open stage, or the stage that blocks the request for this person', () => {
    const state = pendingUnder(
      { name: 'advice', approvers: { identities: [people.bob] }, required: false },
      { name: 'board', approvers: { identities: [people.alice] } },
    );
    const stageOf = (principal: Principal) => {
      const judged = judgeDecider(state, approverOf(principal), inForce, noon);
      return judged.ok ? [judged.value.stage.name, judged.value.stage_index] : judged.refusal;
    };
    assert.deepEqual(stageOf(bob), ['advice', 0]);
    assert.deepEqual(stageOf(alice), ['board', 1]);
    assert.deepEqual(stageOf(carol), {
      code: 'approver_not_eligible',
      detail: 'stage "board" does not list this approver',
    });
  });

  test('the preview is no after the deadline, under another policy, and in another epoch', () => {
    const state = pendingUnder(finance);
    const judge = (changed: object, now = noon) => {
      const judged = judgeDecider(state, approverOf(alice), { ...inForce, ...changed }, now);
      return judged.ok ? 'ok' : judged.refusal.code;
    };
    assert.equal(judge({}), 'ok');
    assert.equal(judge({}, addSeconds(noon, 86_400)), 'request_expired');
    assert.equal(judge({ policy_version: 'another' }), 'policy_changed');
    assert.equal(judge({ approval_chain_version: null }), 'chain_changed');
    assert.equal(judge({ epoch: 2 }), 'epoch_changed');
  });
});
