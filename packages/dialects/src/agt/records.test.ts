import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Grant } from '@countersign/protocol/request';
import { addSeconds } from '@countersign/protocol/value';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { entriesEdited, eventsOf, recordsOf, reseal } from '../testing/agt-records.ts';
import {
  anyRound,
  approvers,
  idOf,
  noon,
  opened,
  type RoundScript,
  sampleAction,
  sampleChain,
  verifiedGrant,
} from '../testing/sample-rounds.ts';
import {
  agtStatusOf,
  fromAgtChain,
  fromAgtRecords,
  toAgtChain,
  toAgtRecords,
  validateAgtRecords,
} from './index.ts';

function codesOf(value: unknown): readonly [string, string] {
  const verdict = fromAgtRecords(value);
  assert.ok(!verdict.ok, 'expected a refusal');
  return [verdict.refusal.agt_code, verdict.refusal.code];
}

test("[D2-14] an empty reason code, which is AGT's default, imports and keeps its digest", () => {
  const plain = entriesEdited(recordsOf(), () => ({ reason_code: '' }));
  const imported = fromAgtRecords(JSON.parse(JSON.stringify(plain)));
  assert.ok(imported.ok, imported.ok ? '' : imported.refusal.detail);
  assert.deepEqual(
    imported.value.records.chain_entries.map(({ reason_code }) => reason_code),
    plain.chain_entries.map(() => ''),
  );
  assert.ok(plain.chain_entries.length > 0);
});

describe('records of AGT, converted there and back', () => {
  test('[D2-12] [D2-13] [D2-14] [D2-18] every request survives the conversion there and back, and each record is valid for AGT', () => {
    fc.assert(
      fc.property(anyRound, script => {
        const events = eventsOf(script);
        const exported = toAgtRecords(events);
        assert.ok(exported.ok);
        const { value } = exported;
        const state = opened(events);
        assert.equal(value.approval_request.status, agtStatusOf[state.status]);
        assert.equal(value.chain_entries.length, state.entries.length);
        const imported = fromAgtRecords(JSON.parse(JSON.stringify(value)));
        assert.ok(imported.ok, imported.ok ? '' : imported.refusal.detail);
        assert.deepEqual(imported.value.events, events);
        assert.equal(imported.value.state?.status, state.status);
        // Without our extension the records stand alone, and are still sound.
        const alone = fromAgtRecords({ ...value, countersign: null });
        assert.ok(alone.ok, alone.ok ? '' : alone.refusal.detail);
        assert.equal(alone.value.events, null);
      }),
      { numRuns: effort({ fast: 60, full: 2000 }), seed },
    );
  });

  test('any single edit of an exported record is detected', () => {
    const exported = toAgtRecords(eventsOf({ stages: 3, end: 'succeeded' }));
    assert.ok(exported.ok);
    const text = JSON.stringify(exported.value);
    const places = fc.integer({ min: 0, max: text.length - 1 });
    fc.assert(
      fc.property(places, fc.constantFrom('0', '1', 'a', 'Z', '"', '}'), (place, character) => {
        if (text[place] === character) return;
        const edited = `${text.slice(0, place)}${character}${text.slice(place + 1)}`;
        let value: unknown;
        try {
          value = JSON.parse(edited);
        } catch {
          return;
        }
        if (JSON.stringify(value) === text) return;
        assert.equal(fromAgtRecords(value).ok, false, `at ${place}: ${character}`);
      }),
      { numRuns: effort({ fast: 200, full: 5000 }), seed },
    );
  });

  test('[D2-28] a chain that needs several people in a stage is refused, not shortened', () => {
    const refused = toAgtChain(sampleChain(1, 2));
    assert.ok(!refused.ok);
    assert.equal(refused.refusal.code, 'form_cannot_carry');
    assert.equal(refused.refusal.agt_code, 'runtime_error:manifest_invalid');
    assert.match(refused.refusal.detail, /needs 2 people/);
  });

  test('[D2-20] [D2-21] a chain of AGT gets our stricter defaults, and converts back to itself', () => {
    const chain = toAgtChain(sampleChain(3));
    assert.ok(chain.ok);
    const ours = fromAgtChain(chain.value);
    assert.ok(
      ours.stages.every(
        ({ separation, min_assurance }) =>
          separation === 'other_person' && min_assurance === 'session',
      ),
    );
    assert.deepEqual(toAgtChain(ours), chain);
    const nobody = {
      ...chain.value,
      stages: [{ stage_index: 0, allowed_identities: [], allowed_roles: [], required: true }],
    };
    assert.throws(() => fromAgtChain(nobody), /CH-6/);
    const optional = chain.value.stages.map(stage => ({ ...stage, required: false }));
    assert.throws(() => fromAgtChain({ ...chain.value, stages: optional }), /CH-6/);
  });

  test('[D2-21] stages may be in any order and are found by their unique number', () => {
    const records = recordsOf({ stages: 3 });
    const { chain } = records;
    const turned = { ...chain, stages: [...chain.stages].reverse() };
    const imported = fromAgtRecords({ ...records, chain: turned });
    assert.ok(imported.ok);
    assert.deepEqual(imported.value.records.chain, chain);
    assert.deepEqual(fromAgtChain(turned), fromAgtChain(chain));
    const [first, ...rest] = chain.stages;
    for (const stages of [
      [first, first, ...rest],
      rest,
      [{ ...first, stage_index: -1 }, ...rest],
    ]) {
      assert.deepEqual(codesOf({ ...records, chain: { ...chain, stages } }), [
        'internal_error',
        'object_malformed',
      ]);
    }
  });

  test('a chain without approvers is imported only as the deny that AGT makes of it', () => {
    const denied = recordsOf({ end: 'denied' });
    const stages = denied.chain.stages.map(stage => ({ ...stage, required: false }));
    const chain = { ...denied.chain, stages };
    const nobody = entriesEdited({ ...denied, chain }, () => ({ decision: 'allow' }));
    assert.ok(fromAgtRecords(nobody).ok);
    const allowed = { ...recordsOf(), chain };
    assert.deepEqual(codesOf(allowed), ['not_terminal_allow', 'stage_not_satisfied']);
    assert.deepEqual(codesOf(entriesEdited(denied, () => ({ decision: 'allow' }))), [
      'chain_tampered',
      'resolution_inconsistent',
    ]);
  });

  test('an import reports that the records of AGT do not contain the roles of an approver', () => {
    const imported = fromAgtRecords(recordsOf({ stages: 2 }));
    assert.ok(imported.ok);
    assert.deepEqual(imported.value.unproven_entries, [idOf('ace', 1)]);
  });
});

describe('records that upstream accepts', () => {
  test('[D2-22] [D2-24] stages out of order are refused', () => {
    const records = recordsOf({ stages: 2 });
    const swapped = reseal({ ...records, chain_entries: [...records.chain_entries].reverse() });
    assert.deepEqual(codesOf(swapped), ['chain_tampered', 'stage_not_open']);
  });

  test('[D2-28] one person for every stage is refused', () => {
    const records = entriesEdited(recordsOf({ stages: 2 }), () => ({
      approver_identity: approvers[1] ?? '',
    }));
    assert.deepEqual(codesOf(records), ['chain_tampered', 'approver_already_decided']);
  });

  test('[D2-35] an approver without known identity is refused', () => {
    for (const identity_assurance of [
      'none',
      'webhook',
      'approval-handler',
      'client_asserted',
      'unheard-of',
      'mtls',
    ]) {
      const records = entriesEdited(recordsOf(), () => ({ identity_assurance }));
      assert.deepEqual(codesOf(records), ['chain_tampered', 'approver_assurance_too_low']);
    }
  });

  test('the acting agent cannot approve itself, whatever role it claims', () => {
    const records = entriesEdited(recordsOf(), () => ({ approver_identity: 'billing-bot' }));
    assert.deepEqual(codesOf(records), ['chain_tampered', 'approver_is_agent']);
  });

  test('[D2-22] a person whom the stage does not list is refused, and so is a service that it lists by role only', () => {
    const service = { approver_kind: 'service', identity_assurance: 'mtls' } as const;
    const byRole = entriesEdited(recordsOf(), () => ({ ...service, approver_identity: 'bot' }));
    assert.deepEqual(codesOf(byRole), ['chain_tampered', 'approver_not_eligible']);
    const stranger = entriesEdited(recordsOf({ stages: 2 }), (_, index) =>
      index === 1 ? { approver_identity: approvers[3] ?? '' } : {},
    );
    assert.deepEqual(codesOf(stranger), ['chain_tampered', 'approver_not_eligible']);
  });

  test('[D2-20] a chain that was replaced while the request was pending is refused', () => {
    const records = recordsOf();
    const chain = { ...records.chain, version: '4' };
    assert.deepEqual(codesOf({ ...records, chain }), ['chain_version_mismatch', 'chain_changed']);
    const approval_request = { ...records.approval_request, approval_chain_version: '4' };
    const followed = reseal({ ...records, chain, approval_request });
    assert.deepEqual(codesOf(followed), ['chain_version_mismatch', 'chain_changed']);
  });

  test('[D2-19] [D2-46] a forged resolution without entries is refused', () => {
    const pending = recordsOf({ end: 'pending' });
    const allowed = recordsOf();
    const forged = {
      ...pending,
      approval_request: { ...pending.approval_request, status: 'allowed' },
      resolution: { ...allowed.resolution, final_entry_digest: null },
    };
    assert.deepEqual(codesOf(forged), ['not_terminal_allow', 'stage_not_satisfied']);
    const emptied = { ...allowed, chain_entries: [], resolution: forged.resolution };
    assert.deepEqual(codesOf(emptied), ['not_terminal_allow', 'stage_not_satisfied']);
  });

  test('[D2-24] an allow needs every required stage and no optional one', () => {
    const records = recordsOf({ stages: 2 });
    const short = reseal({ ...records, chain_entries: records.chain_entries.slice(0, 1) });
    assert.deepEqual(codesOf(short), ['not_terminal_allow', 'stage_not_satisfied']);
    const [first, second] = records.chain.stages;
    assert.ok(first !== undefined && second !== undefined);
    const chain = { ...records.chain, stages: [first, { ...second, required: false }] };
    assert.ok(fromAgtRecords({ ...short, chain }).ok);
    assert.ok(fromAgtRecords({ ...records, chain }).ok);
  });

  test('[D2-17] [D2-54] an altered entry breaks its digest, and an entry that was taken out breaks the links', () => {
    const records = { ...recordsOf({ stages: 2 }), countersign: null };
    const [first, second] = records.chain_entries;
    assert.ok(first !== undefined && second !== undefined);
    assert.ok(fromAgtRecords(records).ok);
    const altered = [{ ...first, reason_code: 'another' }, second];
    assert.deepEqual(codesOf({ ...records, chain_entries: altered }), [
      'chain_tampered',
      'entry_digest_mismatch',
    ]);
    for (const chain_entries of [[second], [second, first], [first, first]]) {
      assert.deepEqual(codesOf({ ...records, chain_entries }), [
        'chain_tampered',
        'entry_link_broken',
      ]);
    }
  });

  test('[D2-46] [D2-54] entries that were sealed again release nothing, because only a signature proves them', () => {
    const events = eventsOf({ stages: 2 });
    const exported = toAgtRecords(events);
    assert.ok(exported.ok);
    const altered = entriesEdited({ ...exported.value }, (_, index) =>
      index === 0 ? { reason_code: 'another' } : {},
    );
    // Beside our events the edit shows at once.
    assert.deepEqual(codesOf(altered), ['chain_tampered', 'record_inconsistent']);
    // Without them the records are consistent in themselves, as upstream has it, and prove nothing.
    const imported = fromAgtRecords({ ...altered, countersign: null });
    assert.ok(imported.ok);
    const grant = verifiedGrant(opened(events).grant as Grant, addSeconds(noon, 120));
    const attempt = {
      action: sampleAction({ amount: 4200, round: 0 }),
      policy_version: '2026.11.15',
      approval_chain_version: '3',
      now: addSeconds(noon, 120),
      grant,
    };
    const verdict = validateAgtRecords(imported.value, attempt);
    assert.ok(!verdict.ok);
    assert.equal(verdict.refusal.agt_code, 'chain_tampered');
    assert.equal(verdict.refusal.code, 'grant_binding_mismatch');
  });

  test('[D2-25] [D2-26] an id that is used twice, and a stage that is decided twice, are refused', () => {
    const records = recordsOf({ stages: 2 });
    const twice = entriesEdited(records, () => ({ chain_entry_id: idOf('ace', 1) as never }));
    assert.deepEqual(codesOf(twice), ['chain_tampered', 'entry_conflict']);
    const same = entriesEdited(records, () => ({ stage_index: 0 }));
    assert.deepEqual(codesOf(same), ['chain_tampered', 'entry_conflict']);
  });

  test('[D2-23] nothing follows a deny, and a chain with a deny is not an allow', () => {
    const records = recordsOf({ stages: 2 });
    const denied = entriesEdited(records, (_, index) => (index === 0 ? { decision: 'deny' } : {}));
    assert.deepEqual(codesOf(denied), ['not_terminal_allow', 'entry_denies']);
    const last = entriesEdited(records, (_, index) => (index === 1 ? { decision: 'deny' } : {}));
    assert.deepEqual(codesOf(last), ['not_terminal_allow', 'stage_not_satisfied']);
  });

  test('[D2-56] [D2-57] [D2-58] advice of a model in the chain of decisions is refused', () => {
    const records = entriesEdited(recordsOf(), () => ({ approver_kind: 'llm_advisory' }));
    assert.deepEqual(codesOf(records), ['chain_tampered', 'approver_kind_not_permitted']);
  });

  test('[D2-27] a decision outside the window of its request is refused', () => {
    const late = entriesEdited(recordsOf(), () => ({ decided_at: '2026-11-15T12:15:00+00:00' }));
    assert.deepEqual(codesOf(late), ['expired', 'request_expired']);
    const early = entriesEdited(recordsOf(), () => ({ decided_at: '2026-11-15T11:59:59.999999Z' }));
    assert.deepEqual(codesOf(early), ['expired', 'request_expired']);
  });

  test('[D2-64] a request that would allow on timeout cannot be written', () => {
    const records = recordsOf();
    const open = { ...records.approval_request, fail_closed_on_timeout: false };
    assert.deepEqual(codesOf({ ...records, approval_request: open }), [
      'internal_error',
      'object_malformed',
    ]);
  });
});

describe('hostile records', () => {
  const whole = recordsOf();

  test('[D2-1] [D2-60] malformed records, and those of another version, are refused whole, with the codes of both sides', () => {
    const huge = { chain_entries: ['x'.repeat(2 ** 21)] };
    for (const change of [{ schema_version: '1.1' }, { more: 1 }, huge]) {
      const [agt, ours] = codesOf({ ...whole, ...change });
      assert.equal(agt, 'internal_error');
      assert.match(ours, /^(object_malformed|json_too_large)$/);
    }
  });

  test('records of several requests are refused', () => {
    const { resolution, policy_decision } = whole;
    const other = { ...resolution, approval_request_id: idOf('ar', 7) };
    assert.deepEqual(codesOf({ ...whole, resolution: other }), [
      'chain_tampered',
      'record_inconsistent',
    ]);
    const decided = { ...policy_decision, policy_version: 'x' };
    assert.deepEqual(codesOf({ ...whole, policy_decision: decided }), [
      'policy_version_mismatch',
      'policy_changed',
    ]);
    const chained = { ...resolution, approval_chain_version: '4' };
    assert.deepEqual(codesOf({ ...whole, resolution: chained }), [
      'chain_version_mismatch',
      'chain_changed',
    ]);
    const acted = { ...policy_decision, action_digest: `sha256:${'0'.repeat(64)}` };
    assert.deepEqual(codesOf({ ...whole, policy_decision: acted }), [
      'action_digest_mismatch',
      'action_digest_mismatch',
    ]);
  });
});

describe('validation before execution', () => {
  const attempt = {
    action: sampleAction({ amount: 4200, round: 0 }),
    policy_version: '2026.11.15',
    approval_chain_version: '3',
    now: addSeconds(noon, 120),
  };
  const validate = (change: Partial<RoundScript>, more: object = {}): string => {
    const events = eventsOf(change);
    const exported = toAgtRecords(events);
    assert.ok(exported.ok);
    const imported = fromAgtRecords(exported.value);
    assert.ok(imported.ok);
    const { grant } = opened(events);
    const verified = grant === null ? null : verifiedGrant(grant, attempt.now);
    const verdict = validateAgtRecords(imported.value, { ...attempt, grant: verified, ...more });
    return verdict.ok ? 'ok' : verdict.refusal.agt_code;
  };

  test('[D2-19] the votes of all stages release nothing without their resolution', () => {
    const records = { ...recordsOf({ stages: 2 }), countersign: null };
    const approval_request = { ...records.approval_request, status: 'pending' as const };
    const voted = fromAgtRecords({ ...records, approval_request, resolution: null });
    assert.ok(voted.ok, voted.ok ? '' : voted.refusal.detail);
    assert.equal(voted.value.records.chain_entries.length, 2);
    const verdict = validateAgtRecords(voted.value, { ...attempt, grant: null });
    assert.equal(verdict.ok ? 'ok' : verdict.refusal.agt_code, 'no_resolution');
  });

  test('[D2-41] [D2-42] [D2-47] each state is answered with the code of AGT for it', () => {
    assert.equal(validate({}), 'ok');
    assert.equal(validate({ end: 'pending' }), 'no_resolution');
    assert.equal(validate({ end: 'denied' }), 'not_terminal_allow');
    assert.equal(validate({ end: 'expired' }), 'expired');
    assert.equal(validate({ end: 'unused' }), 'expired');
    assert.equal(validate({ end: 'cancelled' }), 'cancelled');
    assert.equal(validate({ end: 'revoked' }), 'cancelled');
    assert.equal(validate({ end: 'consumed' }), 'already_consumed');
  });

  test('[D2-10] [D2-43] [D2-44] [D2-45] [D2-48] a changed action, policy or chain is refused with its code', () => {
    assert.equal(
      validate({}, { action: sampleAction({ amount: 4201 }) }),
      'action_digest_mismatch',
    );
    assert.equal(validate({}, { action: { any: 'thing' } }), 'internal_error');
    assert.equal(validate({}, { policy_version: '2026.11.16' }), 'policy_version_mismatch');
    assert.equal(validate({}, { approval_chain_version: '4' }), 'chain_version_mismatch');
  });

  test('[D2-3] [D2-55] validation refuses without the signed grant, and at the last moment of the grant', () => {
    assert.equal(validate({}, { grant: null }), 'chain_tampered');
    assert.equal(validate({}, { now: addSeconds(noon, 60 + 900 - 1) }), 'ok');
    assert.equal(validate({}, { now: addSeconds(noon, 60 + 900) }), 'expired');
  });
});
