import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decideRequest } from '../request/decide-request.ts';
import { judgeDecider } from '../request/judge-decider.ts';
import type { RequestCommand } from '../request/request-command.ts';
import type { RequestState } from '../request/request-state.ts';
import { verifyForExecution } from '../request/verify-for-execution.ts';
import { addPerson, register } from '../testing/directory-samples.ts';
import { makePasskey, signDelegation } from '../testing/passkey.ts';
import {
  behalfCommand,
  behalfVoters,
  carolAllows,
  danId,
  delegationTerms,
  lent,
} from '../testing/release-samples.ts';
import {
  alice,
  apply,
  consumeCommand,
  entryCommand,
  human,
  idOf,
  inForce,
  later,
  noon,
  noPasskeys,
  opened,
  parties,
  pending,
  people,
  play,
  sampleChain,
  storeId,
} from '../testing/samples.ts';
import { actorOf, systemActor } from '../value/actor.ts';
import { decideDirectory } from './decide-directory.ts';
import type { DirectoryChange } from './directory-command.ts';
import { type DirectoryState, emptyDirectory, evolveDirectory } from './directory-state.ts';
import { lendsOf, lentNow, listDelegations } from './read-delegations.ts';

const passkey = makePasskey(people.alice);
const by = actorOf(alice);

function change(state: DirectoryState, command: DirectoryChange, actor = systemActor) {
  const decision = decideDirectory(state, { ...command, by: actor }, noon);
  if (!decision.ok) throw new Error(`${decision.refusal.code}: ${decision.refusal.detail}`);
  return decision.events.reduce(evolveDirectory, state);
}

const staffed = [
  addPerson(people.alice, ['finance', 'operator']),
  addPerson(danId, []),
  addPerson(people.bob, ['finance']),
  register({
    kind: 'passkey',
    ...passkey.registered,
    label: 'laptop',
    transports: ['internal'],
  } as never),
].reduce((state, each) => change(state, each), emptyDirectory);

const make = (terms: object = {}, more: object = {}) => {
  const all = { ...delegationTerms, ...terms };
  return {
    type: 'make_delegation' as const,
    terms: all,
    assertion: signDelegation(all, passkey),
    store_id: storeId,
    site: { origin: noPasskeys.origin, rp_id: noPasskeys.rp_id },
    ...more,
  };
};

function codeOf(command: DirectoryChange, actor = by, state = staffed, now = noon): string {
  const decision = decideDirectory(state, { ...command, by: actor }, now);
  return decision.ok ? `${decision.events.length} events` : decision.refusal.code;
}

const lending = change(staffed, make(), by);

describe('[DG-1] a person names another person for a time, with a passkey', () => {
  test('it stands from its start to its end, and is listed', () => {
    assert.equal(codeOf(make()), '1 events');
    assert.deepEqual(lentNow(lending, later(60)), [delegationTerms]);
    assert.deepEqual(lentNow(lending, delegationTerms.ends_at), []);
    assert.equal(listDelegations(lending, later(60)).length, 1);
    const tomorrow = change(staffed, make({ starts_at: later(3600) }), by);
    assert.deepEqual(lentNow(tomorrow, later(60)), []);
    assert.equal(lentNow(tomorrow, later(3600)).length, 1);
  });

  test('roles that the person does not hold, another person for them, themselves and no time are refused', () => {
    assert.equal(codeOf(make({ roles: ['security'] })), 'delegation_not_permitted');
    assert.equal(codeOf(make({ delegate_id: people.alice })), 'delegation_not_permitted');
    assert.equal(codeOf(make({ delegate_id: people.sam })), 'delegation_not_permitted');
    assert.equal(codeOf(make({ ends_at: noon })), 'delegation_not_permitted');
    assert.equal(codeOf(make({ ends_at: later(91 * 86_400) })), 'delegation_not_permitted');
    assert.equal(codeOf(make(), systemActor), 'delegation_not_permitted');
    const dan = actorOf(human(danId));
    assert.equal(codeOf(make(), dan), 'delegation_not_permitted');
  });

  test('another signature, key, site, store or epoch is refused', () => {
    const other = make({ delegate_id: people.bob }).assertion;
    assert.equal(codeOf(make({}, { assertion: other })), 'assertion_challenge_mismatch');
    const stranger = signDelegation(delegationTerms, makePasskey(people.alice));
    assert.equal(codeOf(make({}, { assertion: stranger })), 'assertion_credential_unknown');
    const site = { origin: 'http://localhost:8081', rp_id: 'localhost' };
    assert.equal(codeOf(make({}, { site })), 'assertion_origin_mismatch');
    const store_id = idOf('store', 2);
    assert.equal(codeOf(make({}, { store_id })), 'assertion_challenge_mismatch');
    const epoch = signDelegation(delegationTerms, passkey, 2);
    assert.equal(codeOf(make({}, { assertion: epoch })), 'assertion_challenge_mismatch');
  });

  test('the same again changes nothing, and an id that was revoked is not used again', () => {
    assert.equal(codeOf(make(), by, lending), '0 events');
    const { delegation_id } = delegationTerms;
    const end = { type: 'revoke_delegation', delegation_id, reason: 'back' } as const;
    const revoked = change(lending, end, by);
    assert.equal(codeOf(make(), by, revoked), 'delegation_not_permitted');
  });
});

describe('[DG-5] the end of a delegation', () => {
  const { delegation_id } = delegationTerms;
  const end = { type: 'revoke_delegation', delegation_id, reason: 'back' } as const;

  test('delegator, delegate and operators end it, no one else, and with a reason', () => {
    assert.equal(codeOf(end, by, lending), '1 events');
    assert.equal(codeOf(end, actorOf(human(danId)), lending), '1 events');
    assert.equal(codeOf(end, actorOf(human(people.bob)), lending), 'actor_not_permitted');
    assert.equal(codeOf({ ...end, reason: ' ' }, by, lending), 'reason_missing');
    const missing = { ...end, delegation_id: idOf('dlg', 9) };
    assert.equal(codeOf(missing, by, lending), 'delegation_not_found');
    const revoked = change(lending, end, by);
    assert.deepEqual(lentNow(revoked, later(60)), []);
    assert.deepEqual(lendsOf(revoked, people.alice), []);
    assert.equal(codeOf(end, by, revoked), '0 events');
  });

  test('a person who leaves, a role that is taken away, a lost passkey and a new epoch end it', () => {
    const left = (command: DirectoryChange) => lentNow(change(lending, command), later(60));
    assert.deepEqual(left({ type: 'change_person', person_id: danId, active: false }), []);
    const bobOperates = change(
      change(lending, { type: 'change_person', person_id: people.bob, roles: ['operator'] }),
      register({
        ...makePasskey(people.bob).registered,
        kind: 'passkey',
        label: 'b',
        transports: [],
      } as never),
    );
    const gone = change(bobOperates, {
      type: 'change_person',
      person_id: people.alice,
      active: false,
    });
    assert.deepEqual(lentNow(gone, later(60)), []);
    assert.deepEqual(
      lentNow(
        change(bobOperates, { type: 'change_person', person_id: people.alice, roles: ['x'] }),
        later(60),
      ),
      [],
    );
    const { credential_id } = passkey.registered;
    const lost = change(bobOperates, { type: 'revoke_credential', credential_id, reason: 'lost' });
    assert.deepEqual(lentNow(lost, later(60)), []);
    const epoch = evolveDirectory(lending, {
      type: 'epoch.started',
      at: later(10),
      data: { epoch: 2 },
    } as never);
    assert.deepEqual(lentNow(epoch, later(60)), []);
  });

  test('[LK-6] under a lock on either of them none is made', () => {
    const locked = (person_id: string) =>
      change(staffed, {
        type: 'place_lock',
        lock_id: idOf('lock', 1),
        target: { kind: 'person', person_id },
        reason: 'a leak',
      } as never);
    assert.equal(codeOf(make(), by, locked(people.alice)), 'locked');
    assert.notEqual(codeOf(make(), by, locked(danId)), '1 events');
  });
});

function outcomeOf(state: RequestState, command: RequestCommand, now = later(60)): string {
  const decision = decideRequest(state, command, now);
  return decision.ok ? `→ ${apply(state, decision.events).status}` : decision.refusal.code;
}

describe('[DG-2] a decision on behalf of another person', () => {
  test('names both, and counts by the lent roles alone', () => {
    const state = play(pending(), behalfCommand(pending()), later(60));
    const [entry] = opened(state).entries;
    assert.deepEqual(entry?.on_behalf_of, {
      delegation_id: delegationTerms.delegation_id,
      person_id: people.alice,
      roles: ['finance'],
    });
    assert.deepEqual(entry?.approver_roles, []);
    assert.equal(entry?.approver_identity, danId);
  });

  test('without a delegation that stands now, or with that of another person, it is refused', () => {
    const state = pending();
    const code = (change: object) => outcomeOf(state, behalfCommand(state, {}, change));
    assert.equal(code({ lent: undefined }), 'delegation_not_in_force');
    assert.equal(code({ lent: { ...lent, delegate_id: people.bob } }), 'delegation_not_in_force');
    assert.equal(code({ lent: { ...lent, person_id: people.bob } }), 'delegation_not_in_force');
    assert.equal(code({ lent: { ...lent, roles: [] } }), 'delegation_not_in_force');
    assert.equal(code({ lent: { ...lent, ends_at: later(60) } }), 'delegation_not_in_force');
    assert.equal(code({ lent: { ...lent, starts_at: later(61) } }), 'delegation_not_in_force');
  });

  test('a listed identity is not lent, and neither is what another person lent', () => {
    const state = play(pending(), entryCommand(pending(), alice), later(30));
    const lentByCarol = { ...lent, person_id: people.carol, roles: ['none'] };
    const on_behalf_of = { delegation_id: lent.delegation_id, person_id: people.carol };
    const command = behalfCommand(state, { stage_index: 1, on_behalf_of }, { lent: lentByCarol });
    assert.equal(outcomeOf(state, command), 'approver_not_eligible');
  });

  test('a preview finds the stage on behalf, and none in the own name', () => {
    const state = opened(pending());
    const dan = { kind: 'human', identity: danId, roles: [], assurance: 'session' } as const;
    const { delegation_id, person_id, roles } = lent;
    const behalf = { delegation_id, person_id, roles };
    assert.equal(judgeDecider(state, dan, inForce, later(60)).ok, false);
    const found = judgeDecider(state, dan, inForce, later(60), 'allow', behalf);
    assert.ok(found.ok);
    assert.equal(found.value.stage_index, 0);
  });
});

describe('[DG-3] neither side may be a party or the author', () => {
  test('an approval is refused, and a denial counts', () => {
    for (const who of ['requester', 'subject', 'agent_owner'] as const) {
      for (const person of [danId, people.alice]) {
        const state = { ...opened(pending()), parties: { ...parties, [who]: person } };
        assert.equal(outcomeOf(state, behalfCommand(state)), 'approver_not_independent');
        const denial = behalfCommand(state, { decision: 'deny', reason: 'no' });
        assert.equal(outcomeOf(state, denial), '→ denied');
      }
    }
    for (const person of [danId, people.alice]) {
      const state = pending({ parties: { ...parties, authors: [person] } });
      assert.equal(outcomeOf(state, behalfCommand(state)), 'approver_not_independent');
    }
  });

  test('also where the stage lets a person confirm their own agent', () => {
    const stages = sampleChain().stages.map(stage => ({ ...stage, separation: 'self_confirm' }));
    const chain = sampleChain({ stages });
    const state = {
      ...opened(pending({ chain })),
      parties: { ...parties, subject: people.alice },
    };
    assert.equal(outcomeOf(state, entryCommand(state, alice)), '→ pending');
    assert.equal(outcomeOf(state, behalfCommand(state)), 'approver_not_independent');
  });
});

describe('[DG-4] delegator and delegate have one voice', () => {
  const chain = sampleChain({
    stages: [{ name: 'two', approvers: { roles: ['finance'] }, quorum: 2 }],
  });
  const state = pending({ chain });
  const fourth = { chain_entry_id: idOf('ace', 4) as never };

  test('the second of the two is refused, in the same stage and in a later one', () => {
    const byDan = play(state, behalfCommand(state), later(60));
    assert.equal(outcomeOf(byDan, entryCommand(byDan, alice, fourth)), 'approver_already_decided');
    const byAlice = play(state, entryCommand(state, alice), later(60));
    assert.equal(outcomeOf(byAlice, behalfCommand(byAlice)), 'approver_already_decided');
    const own = human(danId, ['finance']);
    const twice = play(state, entryCommand(state, own), later(60));
    assert.equal(outcomeOf(twice, behalfCommand(twice)), 'approver_already_decided');
  });

  test('two voices that share a person are refused before execution', () => {
    const byDan = play(state, behalfCommand(state), later(60));
    const forged = {
      ...opened(byDan),
      chain: sampleChain({
        stages: [
          { name: 'one', approvers: { roles: ['finance'] } },
          { name: 'other', approvers: { roles: ['finance'] } },
        ],
      }),
    } as RequestState;
    const second = entryCommand(forged, alice, { ...fourth, stage_index: 1 });
    assert.equal(outcomeOf(forged, second), 'approver_already_decided');
  });
});

describe('[DG-5] both are active when it runs', () => {
  const first = pending();
  const decided = play(first, behalfCommand(first), later(60));
  const state = play(decided, ...(carolAllows(decided) as [RequestCommand, typeof noon]));

  function verdictOf(change: (each: (typeof behalfVoters)[number]) => object | null): string {
    const voters = behalfVoters.flatMap(each => {
      const changed = change(each);
      return changed === null ? [] : [{ ...each, ...changed }];
    });
    const attempt = consumeCommand(state, { voters });
    const verdict = verifyForExecution(state, attempt, later(120));
    return verdict.ok ? 'ok' : `${verdict.step}: ${verdict.refusal.code}`;
  }

  test('as they are now', () => {
    assert.equal(
      verdictOf(() => ({})),
      'ok',
    );
  });

  test('a delegate or a delegator who left, lost the role or revoked it stops the consume', () => {
    const without = (identity: string) =>
      verdictOf(each => (each.identity === identity ? null : {}));
    assert.equal(without(danId), 'standing: approver_left');
    assert.equal(without(people.alice), 'standing: approver_left');
    const alone = (change: object) =>
      verdictOf(each => (each.identity === people.alice ? change : {}));
    assert.equal(alone({ roles: [] }), 'standing: approver_left');
    assert.equal(alone({ lends: [] }), 'standing: approver_left');
    assert.equal(alone({ lends: undefined }), 'standing: approver_left');
  });
});
