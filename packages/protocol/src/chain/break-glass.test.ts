import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decideRequest } from '../request/decide-request.ts';
import { judgeReleaser } from '../request/judge-decider.ts';
import type { RequestCommand } from '../request/request-command.ts';
import type { RequestState } from '../request/request-state.ts';
import { verifyForExecution } from '../request/verify-for-execution.ts';
import {
  dora,
  doraId,
  doraPasskey,
  releaseChain,
  releaseCommand,
  releaseVoters,
  reviewCommand,
} from '../testing/release-samples.ts';
import {
  alice,
  apply,
  bob,
  carol,
  consumeCommand,
  entryCommand,
  human,
  idOf,
  inForce,
  later,
  noPasskeys,
  opened,
  operator,
  parties,
  pending,
  people,
  play,
  sampleChain,
} from '../testing/samples.ts';
import { parseChain } from './chain.ts';
import { compareChains } from './chain-strictness.ts';

const asked = (chain = releaseChain, change = {}) => pending({ chain, ...change });

function codeOf(state: RequestState, command: RequestCommand, now = later(60)): string {
  const decision = decideRequest(state, command, now);
  if (!decision.ok) return decision.refusal.code;
  const after = apply(state, decision.events);
  return `→ ${after.status}`;
}

const trust = { ...noPasskeys, passkeys: [doraPasskey.registered] };

function verdictOf(state: RequestState, change = {}): string {
  const attempt = consumeCommand(state, { passkeys: trust, voters: releaseVoters, ...change });
  const verdict = verifyForExecution(state, attempt, later(120));
  return verdict.ok ? 'ok' : `${verdict.step}: ${verdict.refusal.code}`;
}

describe('[BG-1] break-glass', () => {
  test('one person with the role, a passkey and a reason releases the action at once', () => {
    const state = play(asked(), releaseCommand(asked()), later(60));
    assert.equal(state.status, 'allowed');
    assert.equal(verdictOf(state), 'ok');
    const [entry] = opened(state).entries;
    assert.equal(entry?.break_glass, 'outage');
    assert.equal(entry?.identity_assurance, 'webauthn');
  });

  test('a chain that does not name it, another role and a change of Countersign itself refuse', () => {
    const plain = asked(sampleChain());
    assert.equal(codeOf(plain, releaseCommand(plain)), 'break_glass_not_permitted');
    const named = asked(sampleChain({ break_glass: { roles: ['platform'] } }));
    assert.equal(codeOf(named, releaseCommand(named)), 'break_glass_not_permitted');
    const { request, ...rest } = opened(asked());
    const house = { ...rest, request: { ...request, operation: 'countersign.policy' } };
    const approver = { kind: 'human', identity: doraId, roles: ['on_call'] } as const;
    const judged = judgeReleaser(house, { ...approver, assurance: 'webauthn' }, inForce, later(60));
    assert.equal(judged.ok ? null : judged.refusal.code, 'break_glass_not_permitted');
  });

  test('without a passkey, without a reason, as a denial and in a batch it is refused', () => {
    const state = asked();
    const signed = releaseCommand(state);
    const bare = { ...signed, submission: { ...signed.submission, assertion: null } };
    assert.equal(codeOf(state, bare), 'assertion_missing');
    assert.equal(codeOf(state, releaseCommand(state, { reason: ' ' })), 'entry_reason_missing');
    const denial = releaseCommand(state, { decision: 'deny' });
    assert.equal(codeOf(state, denial), 'break_glass_not_permitted');
  });

  test('a signature over a plain approval releases nothing, and the reverse', () => {
    const state = asked();
    const released = releaseCommand(state);
    const { break_glass, ...approval } = released.submission;
    assert.equal(break_glass, 'outage');
    assert.equal(
      codeOf(state, { ...released, submission: approval }),
      'assertion_challenge_mismatch',
    );
    const plain = releaseCommand(state, { break_glass: undefined });
    const submission = { ...plain.submission, break_glass: 'outage' as const };
    assert.equal(codeOf(state, { ...plain, submission }), 'assertion_challenge_mismatch');
    const other = { ...released.submission, break_glass: 'safety' as const };
    assert.equal(codeOf(state, { ...released, submission: other }), 'assertion_challenge_mismatch');
  });

  test('a preview says who may release, and a chain without it is the stricter one', () => {
    const state = opened(asked());
    const approver = { kind: 'human', identity: doraId, roles: ['on_call'] } as const;
    const may = (assurance: 'session' | 'webauthn', change = {}) =>
      judgeReleaser({ ...state, ...change }, { ...approver, assurance }, inForce, later(60)).ok;
    assert.equal(may('webauthn'), true);
    assert.equal(may('session'), false);
    assert.equal(may('webauthn', { parties: { ...parties, subject: doraId } }), false);
    assert.ok(compareChains(sampleChain(), releaseChain) < 0);
    assert.throws(() => parseChain({ ...releaseChain, break_glass: { roles: [] } }));
  });
});

describe('[BG-2] separation holds for a release', () => {
  test('no party, author or earlier approver releases', () => {
    for (const who of ['requester', 'subject', 'agent_owner'] as const) {
      const state = { ...opened(asked()), parties: { ...parties, [who]: doraId } };
      assert.equal(codeOf(state, releaseCommand(state)), 'approver_not_independent', who);
    }
    const authored = asked(releaseChain, { parties: { ...parties, authors: [doraId] } });
    assert.equal(codeOf(authored, releaseCommand(authored)), 'approver_not_independent');
    const chain = sampleChain({
      stages: [{ name: 'on call', approvers: { roles: ['on_call'] }, quorum: 2 }],
      break_glass: { roles: ['on_call'] },
    });
    const first = asked(chain, {
      directory: [
        ...releaseVoters,
        { kind: 'human', identity: people.bob, roles: ['on_call'], assurance: 'webauthn' },
      ],
    });
    const own = play(first, entryCommand(first, dora, { chain_entry_id: idOf('ace', 1) as never }));
    assert.equal(codeOf(own, releaseCommand(own)), 'approver_already_decided');
  });

  test('separation holds where the stages let a person confirm their own agent', () => {
    const stages = releaseChain.stages.map(stage => ({ ...stage, separation: 'self_confirm' }));
    const chain = sampleChain({ stages, break_glass: { roles: ['on_call'] } });
    const state = { ...opened(asked(chain)), parties: { ...parties, subject: doraId } };
    assert.equal(codeOf(state, releaseCommand(state)), 'approver_not_independent');
  });

  test('never in a case that an approver denied', () => {
    const first = asked();
    const denied = play(
      first,
      entryCommand(first, alice, { decision: 'deny', reason: 'unknown payee' }),
    );
    assert.equal(codeOf(denied, releaseCommand(denied)), 'request_denied');
    const second = { ...opened(first), request: { ...opened(first).request, round: 2 } };
    const state = second as RequestState;
    assert.equal(codeOf(state, releaseCommand(state)), 'break_glass_case_denied');
    const again = (denied_before: boolean) => releaseCommand(state, {}, { denied_before });
    assert.equal(codeOf(state, again(true)), 'break_glass_case_denied');
    assert.equal(codeOf(state, again(false)), '→ allowed');
  });

  test('after a release nothing is decided any more', () => {
    const state = play(asked(), releaseCommand(asked()), later(60));
    assert.equal(codeOf(state, entryCommand(state, bob)), 'request_allowed');
  });

  test('a person who lost the role or their passkeys since stops the consume', () => {
    const state = play(asked(), releaseCommand(asked()), later(60));
    const without = (change: object) =>
      releaseVoters.map(each => (each.identity === doraId ? { ...each, ...change } : each));
    assert.equal(verdictOf(state, { voters: without({ roles: [] }) }), 'standing: approver_left');
    const weak = without({ assurance: 'session' });
    assert.equal(verdictOf(state, { voters: weak }), 'standing: approver_left');
    assert.equal(verdictOf(state, { voters: [] }), 'standing: approver_left');
  });

  test('[CH-8] a forged release is refused before execution', () => {
    const state = opened(play(asked(), releaseCommand(asked()), later(60)));
    const chain = sampleChain();
    assert.equal(verdictOf({ ...state, chain } as RequestState), 'entry_content: entry_not_valid');
    const involved = { ...state, parties: { ...parties, subject: doraId } } as RequestState;
    assert.equal(verdictOf(involved), 'entry_content: entry_not_valid');
    const stripped = state.entries.map(({ break_glass: _glass, ...entry }) => entry);
    assert.equal(
      verdictOf({ ...state, entries: stripped } as RequestState),
      'entry_links: entry_digest_mismatch',
    );
  });
});

describe('[BG-3] the review of a release', () => {
  const released = play(asked(), releaseCommand(asked()), later(60));
  const codeBy = (change: object, state = released) => codeOf(state, reviewCommand(change));

  test('another person whom the chain lists, or an operator, closes it with findings', () => {
    assert.equal(codeBy({}), '→ allowed');
    assert.equal(codeBy({ principal: carol, verdict: 'not_justified' }), '→ allowed');
    const consumed = play(
      released,
      consumeCommand(released, { passkeys: trust, voters: releaseVoters }),
      later(120),
    );
    const reviewed = play(consumed, reviewCommand(), later(3600));
    assert.equal(reviewed.status, 'consumed');
    assert.deepEqual(opened(reviewed).review, {
      by: operator.kind === 'human' ? operator.person_id : '',
      verdict: 'justified',
      findings: 'the outage was real',
      reviewed_at: later(3600),
    });
  });

  test('the person who released it, a party, a stranger and an agent do not', () => {
    const self = human(doraId, ['on_call', 'operator']);
    assert.equal(codeBy({ principal: self }), 'approver_not_independent');
    const owner = human(people.olga, ['operator']);
    assert.equal(codeBy({ principal: owner }), 'approver_not_independent');
    const stranger = human(people.olga);
    assert.equal(codeBy({ principal: stranger }), 'actor_not_permitted');
  });

  test('a review has findings, is made once, and only of a release', () => {
    assert.equal(codeBy({ findings: ' ' }), 'reason_missing');
    const reviewed = play(released, reviewCommand(), later(90));
    assert.equal(codeBy({}, reviewed), '→ allowed');
    assert.equal(codeBy({ verdict: 'not_justified' }, reviewed), 'release_reviewed');
    assert.equal(codeBy({}, asked()), 'release_not_found');
  });
});
