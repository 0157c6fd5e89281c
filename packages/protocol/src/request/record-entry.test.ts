import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseChain } from '../chain/chain.ts';
import type { Approver } from '../chain/eligibility.ts';
import { sha256 } from '../crypto/digest.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import {
  agent,
  alice,
  allowed,
  apply,
  bob,
  carol,
  entryCommand,
  human,
  idOf,
  inForce,
  noon,
  opened,
  parties,
  pending,
  people,
  play,
  uncounted,
} from '../testing/samples.ts';
import type { ChainEntryId, PersonId } from '../value/ids.ts';
import { authenticated, type Principal } from '../value/principal.ts';
import { decideRequest } from './decide-request.ts';
import type { RecordEntry } from './request-command.ts';
import { evolveRequest, type RequestState } from './request-state.ts';

const second = { chain_entry_id: idOf('ace', 2) as ChainEntryId };

function refusedWith(state: RequestState, command: RecordEntry): ReasonCode {
  const decision = decideRequest(state, command, noon);
  assert.ok(!decision.ok, 'expected a refusal');
  return decision.refusal.code;
}

/** A pending request under a chain of the given stages, in which every person can decide every stage. */
function pendingUnder(...stages: Record<string, unknown>[]): RequestState {
  const chain = parseChain({ chain_id: 'finance', version: '3', stages });
  const everyone: Approver[] = [
    ...Object.values(people).map(
      (identity): Approver => ({
        kind: 'human',
        identity,
        roles: ['finance'],
        assurance: 'webauthn',
      }),
    ),
    { kind: 'service', identity: 'fraud-check', roles: [], assurance: 'mtls' },
  ];
  return pending({ chain, directory: everyone });
}

const anyone = { name: 'anyone', approvers: { roles: ['finance'] } };

describe('who decides', () => {
  test('[ID-1] the decider is the authenticated principal, and a submission has no member for a name', () => {
    const state = pending();
    const after = opened(play(state, entryCommand(state, alice)));
    assert.equal(after.entries[0]?.approver_identity, people.alice);
    assert.equal('approver_identity' in entryCommand(state, alice).submission, false);
  });

  test('[ID-3] exactly the roles of the principal are recorded with the decision', () => {
    const state = pending();
    const after = opened(play(state, entryCommand(state, alice)));
    assert.deepEqual(after.entries[0]?.approver_roles, ['finance']);
    assert.equal(
      refusedWith(state, entryCommand(state, human(people.alice, []))),
      'approver_not_eligible',
    );
  });

  test('[ID-4] a person with a weaker proof of identity than the stage demands is refused', () => {
    const state = pendingUnder({ ...anyone, min_assurance: 'oidc' });
    const weaker = ['client_asserted', 'conversation', 'channel', 'session'] as const;
    for (const assurance of weaker) {
      const principal = human(people.alice, ['finance'], { assurance });
      assert.equal(
        refusedWith(state, entryCommand(state, principal)),
        'approver_assurance_too_low',
      );
    }
    assert.ok(
      decideRequest(
        state,
        entryCommand(state, human(people.alice, ['finance'], { assurance: 'oidc' })),
        noon,
      ).ok,
    );
  });

  test('[ID-4] a stage that demands a passkey refuses every decision without one', () => {
    const state = pendingUnder({ ...anyone, min_assurance: 'webauthn' });
    const principal = human(people.alice, ['finance'], { assurance: 'oidc' });
    assert.equal(refusedWith(state, entryCommand(state, principal)), 'assertion_missing');
  });

  test('[ID-4] a mere assertion of a client satisfies no stage', () => {
    const state = pendingUnder({ ...anyone, min_assurance: 'conversation' });
    const principal = human(people.alice, ['finance'], { assurance: 'client_asserted' });
    assert.equal(refusedWith(state, entryCommand(state, principal)), 'approver_assurance_too_low');
  });

  test('[ID-5] other_person excludes the requester, the subject and the agent owner, by person', () => {
    const state = pendingUnder(anyone);
    for (const person of [parties.requester, parties.subject, parties.agent_owner]) {
      const principal = human(person as PersonId, ['finance'], {
        principal_id: 'another-credential',
      });
      assert.equal(refusedWith(state, entryCommand(state, principal)), 'approver_not_independent');
    }
  });

  test('[ID-13] the requester, the subject and the agent owner may deny where the stage lists them', () => {
    for (const person of [parties.requester, parties.subject, parties.agent_owner]) {
      const state = pendingUnder(anyone);
      const denial = { decision: 'deny', reason: 'not in my name' } as const;
      const after = opened(
        play(state, entryCommand(state, human(person as PersonId, ['finance']), denial)),
      );
      assert.equal(after.status, 'denied');
      assert.equal(after.entries[0]?.separation, 'self_confirm');
    }
  });

  test('[ID-13] a denial by a person whom the stage does not list is refused', () => {
    const state = pendingUnder({ ...anyone, approvers: { identities: [people.alice], roles: [] } });
    const denial = { decision: 'deny', reason: 'not in my name' } as const;
    const command = entryCommand(state, human(people.sam, ['finance']), denial);
    assert.equal(refusedWith(state, command), 'approver_not_eligible');
  });

  test('[ID-5] other_person excludes every decider of an earlier stage', () => {
    const state = pendingUnder(anyone, { ...anyone, name: 'again' });
    const after = play(state, entryCommand(state, alice));
    assert.equal(
      refusedWith(after, entryCommand(after, alice, { ...second, stage_index: 1 })),
      'approver_already_decided',
    );
  });

  test('[ID-5] self_confirm lets the person acted for decide, and the entry is marked as such', () => {
    const state = pendingUnder({ ...anyone, separation: 'self_confirm' });
    const after = opened(play(state, entryCommand(state, human(people.sam, ['finance']))));
    assert.equal(after.status, 'allowed');
    assert.equal(after.entries[0]?.separation, 'self_confirm');
  });

  test('[ID-5] an independent person stays marked as independent under self_confirm', () => {
    const state = pendingUnder({ ...anyone, separation: 'self_confirm' });
    const after = opened(play(state, entryCommand(state, alice)));
    assert.equal(after.entries[0]?.separation, 'other_person');
  });

  test('[ID-5] self_confirm applies to the person acted for, and to no other party', () => {
    const state = pendingUnder({ ...anyone, separation: 'self_confirm' });
    for (const person of [people.rita, people.olga]) {
      assert.equal(
        refusedWith(state, entryCommand(state, human(person, ['finance']))),
        'approver_not_independent',
      );
    }
  });

  test('[ID-6] an agent never decides, whatever roles its credential carries', () => {
    const state = pendingUnder(anyone);
    const eager = authenticated({
      kind: 'agent',
      principal_id: 'key-7',
      roles: ['finance', 'operator'],
    });
    assert.equal(refusedWith(state, entryCommand(state, eager)), 'approver_is_agent');
    assert.equal(refusedWith(state, entryCommand(state, agent)), 'approver_is_agent');
  });

  test('[ID-6] the acting agent cannot decide as a service that a stage lists', () => {
    const state = pendingUnder({
      name: 'automatic',
      approvers: { identities: ['billing-bot', people.alice] },
      approver_kinds: ['service', 'human'],
    });
    const disguised = authenticated({
      kind: 'service',
      principal_id: 'billing-bot',
      roles: [],
      assurance: 'mtls',
    });
    assert.equal(refusedWith(state, entryCommand(state, disguised)), 'approver_is_agent');
  });

  test('[ID-7] a service decides only in a stage that lists its id and accepts services', () => {
    const service: Principal = authenticated({
      kind: 'service',
      principal_id: 'fraud-check',
      roles: ['finance'],
      assurance: 'service_key',
    });
    const byRole = pendingUnder({ ...anyone, approver_kinds: ['human', 'service'] });
    assert.equal(refusedWith(byRole, entryCommand(byRole, service)), 'approver_not_eligible');
    const otherKind = pendingUnder({
      name: 'people',
      approvers: { identities: ['fraud-check', people.alice] },
    });
    assert.equal(
      refusedWith(otherKind, entryCommand(otherKind, service)),
      'approver_kind_not_permitted',
    );
    const listed = pendingUnder({
      name: 'automatic',
      approvers: { identities: ['fraud-check'] },
      approver_kinds: ['service'],
    });
    const after = opened(play(listed, entryCommand(listed, service)));
    assert.equal(after.entries[0]?.approver_kind, 'service');
    const strict = pendingUnder({
      name: 'automatic',
      approvers: { identities: ['fraud-check'] },
      approver_kinds: ['service'],
      min_service_assurance: 'mtls',
    });
    assert.equal(refusedWith(strict, entryCommand(strict, service)), 'approver_assurance_too_low');
  });

  test('[ID-10] a person with two authenticators counts once in a quorum', () => {
    const state = pendingUnder({ ...anyone, quorum: 2 });
    const after = play(state, entryCommand(state, alice));
    assert.equal(after.status, 'pending');
    const otherDevice = human(people.alice, ['finance'], {
      principal_id: 'passkey-2',
      assurance: 'oidc',
    });
    assert.equal(
      refusedWith(after, entryCommand(after, otherDevice, second)),
      'approver_already_decided',
    );
  });
});

describe('the chain', () => {
  test('[CH-1] a stage is closed until every earlier required stage is satisfied', () => {
    const state = pending();
    assert.equal(
      refusedWith(state, entryCommand(state, carol, { stage_index: 1 })),
      'stage_not_open',
    );
    const after = play(state, entryCommand(state, alice));
    assert.ok(
      decideRequest(after, entryCommand(after, carol, { ...second, stage_index: 1 }), noon).ok,
    );
  });

  test('[CH-1] an optional stage never delays later stages, and may deny while it is open', () => {
    const optional = { ...anyone, name: 'optional', required: false };
    const state = pendingUnder(optional, {
      name: 'controller',
      approvers: { identities: [people.carol] },
    });
    assert.equal(play(state, entryCommand(state, carol, { stage_index: 1 })).status, 'allowed');
    const denied = play(state, entryCommand(state, alice, { decision: 'deny', reason: 'no' }));
    assert.equal(denied.status, 'denied');
  });

  test('[CH-2] one eligible deny ends the chain at once, also after allows', () => {
    const state = pending();
    const after = play(state, entryCommand(state, alice));
    const denied = opened(
      play(
        after,
        entryCommand(after, carol, { ...second, stage_index: 1, decision: 'deny', reason: 'no' }),
      ),
    );
    assert.equal(denied.status, 'denied');
    assert.equal(denied.resolution?.outcome, 'deny');
    assert.equal(denied.grant, null);
  });

  test('[CH-2] a deny by an ineligible person ends nothing', () => {
    const state = pending();
    const stranger = human(idOf('person', 77) as PersonId, ['sales']);
    assert.equal(
      refusedWith(state, entryCommand(state, stranger, { decision: 'deny', reason: 'no' })),
      'approver_not_eligible',
    );
  });

  test('a deny without a reason is refused', () => {
    const state = pending();
    assert.equal(
      refusedWith(state, entryCommand(state, alice, { decision: 'deny', reason: '  ' })),
      'entry_reason_missing',
    );
  });

  test('[CH-3] a quorum needs that many distinct people, in any order', () => {
    const state = pendingUnder({ ...anyone, quorum: 2 });
    const one = play(state, entryCommand(state, bob));
    assert.equal(one.status, 'pending');
    assert.equal(play(one, entryCommand(one, alice, second)).status, 'allowed');
  });

  test('[CH-3] an allow comes only after every required stage', () => {
    const state = pending();
    const one = play(state, entryCommand(state, alice));
    assert.equal(one.status, 'pending');
    assert.equal(opened(one).resolution, null);
    assert.equal(allowed().status, 'allowed');
  });

  test('[CH-4] the same entry again gets the same answer and adds nothing, also after the end', () => {
    const state = pending();
    const command = entryCommand(state, alice);
    const after = play(state, command);
    const again = decideRequest(after, command, noon);
    assert.deepEqual(again, { ok: true, events: [] });
    const end = allowed();
    assert.deepEqual(decideRequest(end, entryCommand(end, alice), noon), { ok: true, events: [] });
  });

  test('[CH-4] the same id with other content is a conflict that is refused and audited', () => {
    const state = pending();
    const after = play(state, entryCommand(state, alice));
    const variants = [
      entryCommand(after, alice, { decision: 'deny', reason: 'changed my mind' }),
      entryCommand(after, alice, { stage_index: 1 }),
      entryCommand(after, alice, { reason_code: 'other' }),
      entryCommand(after, bob),
    ];
    for (const command of variants) {
      const decision = decideRequest(after, command, noon);
      assert.ok(!decision.ok);
      assert.equal(decision.refusal.code, 'entry_conflict');
      assert.deepEqual(
        decision.events.map(({ type }) => type),
        ['entry.refused'],
      );
      assert.deepEqual(uncounted(apply(after, decision.events)), after);
    }
  });

  test('[CH-5] a second decision on a satisfied stage is a conflict', () => {
    const state = pending();
    const after = play(state, entryCommand(state, alice));
    assert.equal(refusedWith(after, entryCommand(after, bob, second)), 'stage_satisfied');
  });

  test('[CH-5] a second decision by the same person is a conflict', () => {
    const state = pendingUnder({ ...anyone, quorum: 3 });
    const after = play(state, entryCommand(state, alice));
    assert.equal(
      refusedWith(after, entryCommand(after, alice, second)),
      'approver_already_decided',
    );
  });

  test('[CH-7] an entry under another policy or chain version is refused', () => {
    const state = pending();
    const under = (change: object) =>
      entryCommand(state, alice, {}, { in_force: { ...inForce, ...change } });
    assert.equal(refusedWith(state, under({ policy_version: 'newer' })), 'policy_changed');
    assert.equal(refusedWith(state, under({ approval_chain_version: '4' })), 'chain_changed');
    assert.equal(refusedWith(state, under({ approval_chain_version: null })), 'chain_changed');
  });

  test('[EV-10] an entry in another epoch than the one of the opening is refused', () => {
    const state = pending();
    const in_force = { ...inForce, epoch: 2 };
    assert.equal(refusedWith(state, entryCommand(state, alice, {}, { in_force })), 'epoch_changed');
  });

  test('a stage that the chain does not have is refused', () => {
    const state = pending();
    assert.equal(
      refusedWith(state, entryCommand(state, alice, { stage_index: 2 })),
      'stage_unknown',
    );
  });
});

describe('what was decided on', () => {
  test('[EV-7] a decision on other facts, or on another view, is refused', () => {
    const state = pending();
    const other = sha256({ other: true });
    assert.equal(
      refusedWith(state, entryCommand(state, alice, { input_digest: other })),
      'entry_input_mismatch',
    );
    assert.equal(
      refusedWith(state, entryCommand(state, alice, { view_digest: other })),
      'entry_view_mismatch',
    );
  });

  test('[EV-7] the entry contains the digest of the shown view', () => {
    const state = pending();
    const { view_digest } = entryCommand(state, alice);
    const after = opened(play(state, entryCommand(state, alice, { view_digest })));
    assert.equal(after.entries[0]?.view_digest, view_digest);
  });

  test('entries are linked, and each names the digest of the one before', () => {
    const { entries } = opened(allowed());
    assert.equal(entries[0]?.previous_entry_digest, null);
    assert.equal(entries[1]?.previous_entry_digest, entries[0]?.entry_digest);
    assert.equal(opened(allowed()).resolution?.final_entry_digest, entries[1]?.entry_digest);
  });

  test('[ID-6] advice decides nothing and does not change entries', () => {
    const state = pending();
    const advised = play(state, {
      type: 'advise',
      advice: {
        advice_id: idOf('adv', 1) as never,
        approval_request_id: opened(state).request.approval_request_id,
        model: 'model-1',
        prompt_version: '7',
        recommendation: 'allow',
        explanation: '{"decision":"allow","approver_identity":"alice"}',
        risk_annotations: [],
      },
    });
    assert.equal(advised.status, 'pending');
    assert.deepEqual(opened(advised).entries, []);
    assert.equal(opened(advised).advice[0]?.model, 'model-1');
    const [plain, withAdvice] = [state, advised].map(from => {
      const one = play(from, entryCommand(from, alice));
      return opened(play(one, entryCommand(one, carol, { ...second, stage_index: 1 }))).resolution;
    });
    assert.deepEqual(plain, withAdvice);
  });
});

test('[TR-5] a fault that a channel found is recorded and changes nothing, even when the entry is valid', () => {
  const found = {
    code: 'answer_binding_mismatch',
    detail: 'expires_at is not that of the request',
  } as const;
  const state = pending();
  const command = { ...entryCommand(opened(state), alice), found };
  const decision = decideRequest(state, command, noon);
  assert.ok(!decision.ok);
  assert.deepEqual(decision.refusal, found);
  assert.deepEqual(
    decision.events.map(({ type }) => type),
    ['entry.refused'],
  );
  assert.deepEqual(uncounted(apply(state, decision.events)), state);
  const over = decideRequest(allowed(), { ...command, found }, noon);
  assert.ok(!over.ok);
  assert.deepEqual([over.refusal, over.events], [found, []]);
});

test('[HI-6] a request records 16 refused entries of one person, and those of others too', () => {
  let state: RequestState = pending();
  let recorded = 0;
  const send = (principal: Principal) => {
    const decision = decideRequest(state, entryCommand(state, principal, { stage_index: 7 }), noon);
    assert.ok(!decision.ok);
    assert.equal(decision.refusal.code, 'stage_unknown');
    for (const event of decision.events) state = evolveRequest(state, event);
    recorded += decision.events.length;
  };
  for (let sent = 0; sent < 40; sent++) send(alice);
  assert.equal(recorded, 16);
  send(bob);
  assert.equal(recorded, 17);
});
