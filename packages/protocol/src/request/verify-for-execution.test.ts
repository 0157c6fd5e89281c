import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type * as z from 'zod';
import {
  ActionBinding,
  bindingMismatchCodes,
  parseActionBinding,
} from '../action/action-binding.ts';
import { parseChain } from '../chain/chain.ts';
import { type ChainEntry, entryDigest } from '../chain/chain-entry.ts';
import type { Approver } from '../chain/eligibility.ts';
import { sha256 } from '../crypto/digest.ts';
import type { Lock } from '../directory/lock-target.ts';
import { absentHold, evolveHold, type Hold } from '../hold/hold.ts';
import { evolvePlan, newPlan } from '../plan/plan.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { makePasskey, signDecision } from '../testing/passkey.ts';
import {
  alice,
  allowed,
  consumeCommand,
  entryCommand,
  idOf,
  inForce,
  later,
  noon,
  noPasskeys,
  openCommand,
  opened,
  parties,
  pending,
  people,
  play,
  sampleAction,
  samplePolicyDecision,
  sampleRequest,
  type storeId,
  verifiedGrant,
} from '../testing/samples.ts';
import { systemActor } from '../value/actor.ts';
import type { ChainEntryId, LockId } from '../value/ids.ts';
import { presentedView, viewDigest } from '../view/presented-view.ts';
import { decideRequest } from './decide-request.ts';
import type { Grant } from './grant.ts';
import type { ConsumeGrant } from './request-command.ts';
import type { OpenedRequest, RequestState } from './request-state.ts';
import { executionSteps, verifyForExecution } from './verify-for-execution.ts';

function outcome(
  state: RequestState,
  change: Partial<ConsumeGrant> = {},
  now = noon,
): ReasonCode | 'ok' {
  const verdict = verifyForExecution(state, consumeCommand(state, change), now);
  return verdict.ok ? 'ok' : verdict.refusal.code;
}

function stepOf(state: RequestState, change: Partial<ConsumeGrant> = {}): string {
  const verdict = verifyForExecution(state, consumeCommand(state, change), noon);
  assert.ok(!verdict.ok);
  return verdict.step;
}

/** The same request with some of what the store holds replaced, as a tamperer would. */
function tampered(change: Partial<OpenedRequest>): OpenedRequest {
  return { ...opened(allowed()), ...change };
}

test('an untouched allowed request passes every step', () => {
  assert.equal(outcome(allowed()), 'ok');
});

describe('the action', () => {
  /** Every leaf of the binding's schema, so that a new member cannot be forgotten here. */
  function leaves(schema: z.ZodObject, path = ''): string[] {
    return Object.entries(schema.shape).flatMap(([key, member]) =>
      'shape' in member ? leaves(member as z.ZodObject, `${path}/${key}`) : [`${path}/${key}`],
    );
  }

  function changed(path: string): ActionBinding {
    const copy = structuredClone(sampleAction()) as unknown as Record<string, unknown>;
    const keys = path.slice(1).split('/');
    const last = keys.pop() as string;
    const parent = keys.reduce((value, key) => value[key] as Record<string, unknown>, copy);
    parent[last] = last === 'parameters' ? { amount: 4201 } : 'something else';
    return copy as unknown as ActionBinding;
  }

  test('[AB-2] every bound member has its own code', () => {
    assert.deepEqual(Object.keys(bindingMismatchCodes).sort(), leaves(ActionBinding).sort());
    assert.equal(
      new Set(Object.values(bindingMismatchCodes)).size,
      Object.keys(bindingMismatchCodes).length,
    );
  });

  for (const [path, code] of Object.entries(bindingMismatchCodes)) {
    test(`[AB-2] a changed ${path} changes the digest and is refused with ${code}`, () => {
      const action = changed(path);
      assert.notEqual(sha256(action), sha256(sampleAction()));
      assert.equal(outcome(allowed(), { action }), code);
      assert.equal(stepOf(allowed(), { action }), 'action');
      // Where the approved bytes were erased the digest still refuses, it just cannot say which member.
      assert.equal(outcome(allowed(), { action, approved_action: null }), 'action_digest_mismatch');
    });
  }

  test('[AB-2] a null member and a filled one are different actions', () => {
    const withoutSubject = parseActionBinding({ ...sampleAction(), subject_id: null });
    assert.equal(outcome(allowed(), { action: withoutSubject }), 'action_subject_mismatch');
    const withoutResource = parseActionBinding({
      ...sampleAction(),
      target: { ...sampleAction().target, resource: null },
    });
    assert.equal(outcome(allowed(), { action: withoutResource }), 'action_resource_mismatch');
  });

  test('[AB-3] the digest is computed from the action about to run, and the record cannot replace it', () => {
    const action = sampleAction({ parameters: { amount: 999_999 } });
    const state = tampered({});
    // A tamperer who also swaps the kept copy of the approved bytes still fails on the digest.
    assert.equal(outcome(state, { action, approved_action: action }), 'action_digest_mismatch');
  });

  test('[AB-4] a missing digest matches nothing, not even another missing one', () => {
    const resolution = opened(allowed()).resolution;
    assert.ok(resolution);
    const state = tampered({
      resolution: { ...resolution, final_entry_digest: null },
      entries: [],
    });
    assert.equal(outcome(state), 'resolution_inconsistent');
    assert.equal(outcome(allowed(), { tool_definition_digest: null }), 'tool_definition_changed');
  });
});

describe('what is in force', () => {
  const cases: [string, Partial<ConsumeGrant>, ReasonCode][] = [
    [
      'another policy version',
      { in_force: { ...inForce, policy_version: 'newer' } },
      'policy_changed',
    ],
    [
      'another chain version',
      { in_force: { ...inForce, approval_chain_version: '4' } },
      'chain_changed',
    ],
    [
      'a chain that is gone',
      { in_force: { ...inForce, approval_chain_version: null } },
      'chain_changed',
    ],
    [
      'another tool definition',
      { tool_definition_digest: sha256('other') },
      'tool_definition_changed',
    ],
    ['another epoch', { in_force: { ...inForce, epoch: 2 } }, 'epoch_changed'],
    [
      'another store',
      { in_force: { ...inForce, store_id: idOf('store', 2) as typeof storeId } },
      'store_mismatch',
    ],
    ['another executor', { executor: 'somebody-else' }, 'audience_mismatch'],
  ];
  for (const [what, change, code] of cases) {
    test(`[AB-6] ${what} refuses with ${code}`, () =>
      assert.equal(outcome(allowed(), change), code));
  }

  test('[AB-7] a changed or missing precondition refuses and leaves the approval usable', () => {
    const state = allowed();
    const drifted = [{ name: 'balance', digest: sha256({ balance: 0 }) }];
    assert.equal(outcome(state, { preconditions: drifted }), 'precondition_changed');
    assert.equal(outcome(state, { preconditions: [] }), 'precondition_missing');
    const refused = decideRequest(state, consumeCommand(state, { preconditions: drifted }), noon);
    assert.deepEqual(
      refused.events.map(({ type }) => type),
      ['execution.refused'],
    );
    assert.equal(outcome(state), 'ok');
  });
});

test('[LK-2] a lock refuses with locked, and the attempt is recorded', () => {
  const state = allowed();
  const lock: Lock = {
    lock_id: idOf('lock', 1) as LockId,
    target: { kind: 'agent', agent_id: 'billing-bot' },
    reason: 'it pays to changed accounts',
    by: systemActor,
    placed_at: noon,
    lifted_at: null,
  };
  const refused = decideRequest(state, consumeCommand(state, { lock }), noon);
  assert.ok(!refused.ok);
  assert.equal(refused.refusal.code, 'locked');
  assert.match(refused.refusal.detail, /it pays to changed accounts/);
  assert.deepEqual(
    refused.events.map(({ type }) => type),
    ['execution.refused'],
  );
});

describe('plan and session', () => {
  const scope = { plan_id: 'plan-1', step_id: 'pay', session_id: 'session-1', tool_call_id: null };
  const inPlan = () => {
    const request = sampleRequest(samplePolicyDecision(), sampleAction(), { scope });
    return allowed({ request });
  };
  const blocked = (steps: string[] | null) =>
    evolvePlan(newPlan({ plan_id: 'plan-1', agent_id: null }), {
      type: 'plan.blocked',
      at: noon,
      data: { plan_id: 'plan-1', blocker: 'ar_other', steps, recovery: [] },
    });

  test('[GT-3] a consume is refused while its step is blocked, and when the plan is unknown', () => {
    assert.equal(outcome(inPlan(), { plan: blocked(['pay']) }), 'plan_blocked');
    assert.equal(outcome(inPlan(), { plan: blocked(null) }), 'plan_blocked');
    assert.equal(outcome(inPlan(), { plan: null }), 'plan_blocked');
    assert.equal(
      outcome(inPlan(), { plan: newPlan({ plan_id: 'plan-2', agent_id: null }) }),
      'plan_blocked',
    );
    const other = newPlan({ plan_id: 'plan-1', agent_id: 'another-bot' });
    assert.equal(outcome(inPlan(), { plan: other }), 'plan_blocked');
    assert.equal(outcome(inPlan(), { plan: blocked(['mail']) }), 'ok');
  });

  test('[GT-4] a consume is refused after the plan was aborted', () => {
    const plan = evolvePlan(newPlan({ plan_id: 'plan-1', agent_id: null }), {
      type: 'plan.aborted',
      at: noon,
      data: { plan_id: 'plan-1', reason: 'rejected' },
    });
    assert.equal(outcome(inPlan(), { plan }), 'plan_aborted');
  });

  test('a consume is refused while the session is on hold', () => {
    const held: Hold = {
      hold_id: idOf('hold', 1) as never,
      session_id: 'session-1',
      plan_id: null,
      message_digest: sha256('Should I proceed?'),
      intent: {
        confirmation_required: true,
        risk_level: 'high',
        action_type: 'delete',
        scope: {
          records: null,
          type: null,
          amount: null,
          currency: null,
          environment: null,
          path: null,
          branch: null,
        },
      },
      placed_at: noon,
      expires_at: later(60),
    };
    const hold = evolveHold(absentHold, { type: 'hold.placed', at: noon, data: { hold: held } });
    assert.equal(outcome(allowed(), { hold }), 'session_on_hold');
  });
});

describe('the grant', () => {
  const other: Record<keyof Grant, unknown> = {
    version: undefined,
    issuer: undefined,
    issued_at: undefined,
    store_id: idOf('store', 9),
    epoch: 9,
    audience: 'other',
    grant_id: idOf('grant', 9),
    expires_at: later(800),
    approval_request_id: idOf('ar', 9),
    approval_resolution_id: idOf('apr', 9),
    intent_id: idOf('intent', 9),
    action_digest: sha256('other'),
    policy_version: 'other',
    approval_chain_id: 'other',
    approval_chain_version: 'other',
    final_entry_digest: sha256('other'),
  };
  for (const [member, value] of Object.entries(other)) {
    if (value === undefined) continue;
    test(`a grant with another ${member} is refused`, () => {
      const grant = opened(allowed()).grant;
      assert.ok(grant);
      const forged = verifiedGrant({ ...grant, [member]: value });
      const codes: Record<string, ReasonCode> = {
        store_id: 'store_mismatch',
        epoch: 'epoch_changed',
      };
      assert.equal(
        outcome(allowed(), { grant: forged }),
        codes[member] ?? 'grant_binding_mismatch',
      );
    });
  }
});

describe('the record', () => {
  const entries = opened(allowed()).entries;
  const [first, last] = entries as [ChainEntry, ChainEntry];
  const reseal = (entry: ChainEntry): ChainEntry => ({
    ...entry,
    entry_digest: entryDigest(entry),
  });

  test('[CH-8] an entry altered without its digest is refused', () => {
    for (const change of [
      { decision: 'deny' },
      { approver_identity: people.bob },
      { reason: 'x' },
    ] as const) {
      const state = tampered({ entries: [{ ...first, ...change }, last] });
      assert.equal(outcome(state), 'entry_digest_mismatch');
    }
  });

  test('[CH-8] a re-sealed entry breaks the chain to the one after it', () => {
    const state = tampered({
      entries: [reseal({ ...first, approver_identity: people.bob }), last],
    });
    assert.equal(outcome(state), 'entry_link_broken');
  });

  test('[CH-8] a record whose entries, links and resolution are all re-sealed does not match the signed grant', () => {
    const forgedFirst = reseal({ ...first, approver_identity: people.bob });
    const forgedLast = reseal({ ...last, previous_entry_digest: forgedFirst.entry_digest });
    const resolution = opened(allowed()).resolution;
    assert.ok(resolution);
    const state = tampered({
      entries: [forgedFirst, forgedLast],
      resolution: { ...resolution, final_entry_digest: forgedLast.entry_digest },
    });
    assert.equal(outcome(state), 'grant_binding_mismatch');
  });

  test('[CH-8] missing, repeated and swapped entries are refused', () => {
    assert.equal(outcome(tampered({ entries: [] })), 'resolution_inconsistent');
    assert.equal(outcome(tampered({ entries: [first] })), 'resolution_inconsistent');
    assert.equal(outcome(tampered({ entries: [last] })), 'entry_link_broken');
    assert.equal(outcome(tampered({ entries: [last, first] })), 'resolution_inconsistent');
    assert.equal(outcome(tampered({ entries: [first, first, last] })), 'entry_link_broken');
  });

  /** Everything re-sealed and re-signed: as if the signing key itself had been misused. */
  function resealed(
    change: (entries: ChainEntry[]) => ChainEntry[],
    more: Partial<OpenedRequest> = {},
  ) {
    const base = opened(allowed());
    let previous: ChainEntry['previous_entry_digest'] = null;
    const sealed = change(structuredClone([...base.entries])).map(entry => {
      const next = reseal({ ...entry, previous_entry_digest: previous });
      previous = next.entry_digest;
      return next;
    });
    const final = sealed.at(-1)?.entry_digest;
    assert.ok(final && base.resolution && base.grant);
    return {
      ...base,
      entries: sealed,
      resolution: { ...base.resolution, final_entry_digest: final },
      grant: { ...base.grant, final_entry_digest: final },
      ...more,
    } satisfies OpenedRequest;
  }

  const unsound: [string, (entries: ChainEntry[]) => ChainEntry[], ReasonCode][] = [
    ['lacks a stage', ([a]) => [a as ChainEntry], 'stage_not_satisfied'],
    ['has stages out of order', ([a, b]) => [b as ChainEntry, a as ChainEntry], 'entry_not_valid'],
    [
      'denies',
      ([a, b]) => [a as ChainEntry, { ...(b as ChainEntry), decision: 'deny' }],
      'entry_denies',
    ],
    [
      'comes from a stranger',
      ([a, b]) => [{ ...(a as ChainEntry), approver_roles: [] }, b as ChainEntry],
      'entry_not_valid',
    ],
    [
      'comes from the subject',
      ([a, b]) => [
        { ...(a as ChainEntry), approver_identity: parties.subject as string },
        b as ChainEntry,
      ],
      'entry_not_valid',
    ],
    [
      'comes from the agent',
      ([a, b]) => [{ ...(a as ChainEntry), approver_identity: 'billing-bot' }, b as ChainEntry],
      'entry_not_valid',
    ],
    [
      'has one person twice',
      ([a, b]) => [{ ...(a as ChainEntry), approver_identity: people.carol }, b as ChainEntry],
      'entry_not_valid',
    ],
    [
      'is too weakly proven',
      ([a, b]) => [{ ...(a as ChainEntry), identity_assurance: 'conversation' }, b as ChainEntry],
      'entry_not_valid',
    ],
    [
      'claims independence falsely',
      ([a, b]) => [{ ...(a as ChainEntry), separation: 'self_confirm' }, b as ChainEntry],
      'entry_not_valid',
    ],
    [
      'was decided on other facts',
      ([a, b]) => [{ ...(a as ChainEntry), input_digest: sha256('x') }, b as ChainEntry],
      'entry_not_valid',
    ],
    [
      'was decided on another view',
      ([a, b]) => [{ ...(a as ChainEntry), view_digest: sha256('x') }, b as ChainEntry],
      'entry_not_valid',
    ],
    [
      'was decided too late',
      ([a, b]) => [{ ...(a as ChainEntry), decided_at: later(900) }, b as ChainEntry],
      'entry_not_valid',
    ],
    [
      'was decided too early',
      ([a, b]) => [{ ...(a as ChainEntry), decided_at: later(-1) }, b as ChainEntry],
      'entry_not_valid',
    ],
    [
      'belongs to another request',
      ([a, b]) => [
        { ...(a as ChainEntry), approval_request_id: idOf('ar', 2) as never },
        b as ChainEntry,
      ],
      'entry_not_valid',
    ],
    [
      'claims a passkey it does not show',
      ([a, b]) => [{ ...(a as ChainEntry), identity_assurance: 'webauthn' }, b as ChainEntry],
      'assertion_missing',
    ],
    [
      'is for a stage that does not exist',
      ([a, b]) => [{ ...(a as ChainEntry), stage_index: 7 }, b as ChainEntry],
      'entry_not_valid',
    ],
  ];
  for (const [what, change, code] of unsound) {
    test(`[CH-8] a fully re-sealed record that ${what} is refused with ${code}`, () => {
      assert.equal(outcome(resealed(change)), code);
    });
  }

  test('[CH-7] a chain that was replaced under the same version fails on its required entries', () => {
    const lax = parseChain({
      chain_id: 'finance',
      version: '3',
      stages: [{ name: 'lax', approvers: { identities: [people.bob] } }],
    });
    assert.equal(outcome(resealed(list => list, { chain: lax })), 'entry_not_valid');
  });

  test('a resolution that does not match is refused, whatever the status says', () => {
    const resolution = opened(allowed()).resolution;
    assert.ok(resolution);
    const cases: [Partial<typeof resolution> | null, ReasonCode][] = [
      [null, 'resolution_inconsistent'],
      [{ outcome: 'deny' }, 'resolution_not_allow'],
      [{ policy_version: 'x' }, 'resolution_inconsistent'],
      [{ approval_chain_version: 'x' }, 'resolution_inconsistent'],
      [{ action_digest: sha256('x') }, 'resolution_inconsistent'],
      [{ grant_id: null }, 'resolution_inconsistent'],
      [{ grant_expires_at: later(100_000) }, 'resolution_inconsistent'],
      [{ approval_request_id: idOf('ar', 3) as never }, 'resolution_inconsistent'],
    ];
    for (const [change, code] of cases) {
      const state = tampered({ resolution: change === null ? null : { ...resolution, ...change } });
      assert.equal(outcome(state), code);
    }
  });
});

describe('passkeys', () => {
  const passkey = makePasskey(people.alice);
  const trust = { ...noPasskeys, passkeys: [passkey.registered] };
  const chain = parseChain({
    chain_id: 'finance',
    version: '3',
    stages: [{ name: 'reviewer', approvers: { roles: ['finance'] }, min_assurance: 'webauthn' }],
  });
  const ask = () => pending({ chain });
  const command = (state: RequestState) => {
    const view_digest = viewDigest(presentedView(opened(state).request, sampleAction()));
    const base = entryCommand(state, alice, { view_digest });
    return { ...base, passkeys: trust, submission: signDecision(state, base.submission, passkey) };
  };
  const decided = () => {
    const state = ask();
    return play(state, command(state));
  };

  test('[ID-9] a passkey decision is accepted, recorded as webauthn, and verified again at execution', () => {
    const state = opened(decided());
    assert.equal(state.status, 'allowed');
    assert.equal(state.entries[0]?.identity_assurance, 'webauthn');
    assert.equal(outcome(state, { passkeys: trust }), 'ok');
  });

  test('[ID-9] a passkey decision with Ed25519 is accepted and verified again', () => {
    const edPasskey = makePasskey(people.alice, 'EdDSA');
    const edTrust = { ...noPasskeys, passkeys: [edPasskey.registered] };
    const state = ask();
    const base = command(state);
    const submission = signDecision(state, { ...base.submission, assertion: null }, edPasskey);
    const after = play(state, { ...base, passkeys: edTrust, submission });
    assert.equal(outcome(after, { passkeys: edTrust }), 'ok');
  });

  test('[ID-9] an execution is refused when its passkey is no longer registered or is of another origin', () => {
    const state = decided();
    assert.equal(outcome(state, { passkeys: noPasskeys }), 'assertion_credential_unknown');
    assert.equal(
      outcome(state, { passkeys: { ...trust, origin: 'http://localhost:9999' } }),
      'assertion_origin_mismatch',
    );
    assert.equal(
      outcome(state, { passkeys: { ...trust, rp_id: 'example.com' } }),
      'assertion_rp_mismatch',
    );
    const other = makePasskey(people.alice).registered;
    assert.equal(
      outcome(state, { passkeys: { ...trust, passkeys: [other] } }),
      'assertion_credential_unknown',
    );
  });

  test('[ID-9] an assertion over any other decision is refused, never ignored', () => {
    const state = ask();
    const { submission, ...rest } = command(state);
    const variants = [
      { ...submission, decision: 'deny' as const, reason: 'no' },
      { ...submission, reason_code: 'other' },
      { ...submission, summary: 'other' },
      { ...submission, chain_entry_id: idOf('ace', 5) as ChainEntryId },
      { ...submission, assertion: { ...submission.assertion, nonce: 'nonce-fedcba9876543210' } },
    ];
    for (const variant of variants) {
      const decision = decideRequest(
        state,
        { ...rest, submission: variant as typeof submission },
        noon,
      );
      assert.ok(!decision.ok);
      assert.equal(decision.refusal.code, 'assertion_challenge_mismatch');
    }
    const elsewhere = { ...rest, submission, in_force: { ...inForce, epoch: 2 } };
    const decision = decideRequest({ ...opened(state), epoch: 2 }, elsewhere, noon);
    assert.ok(!decision.ok && decision.refusal.code === 'assertion_challenge_mismatch');
  });

  test('[ID-9] a person cannot decide with the passkey of another person', () => {
    const state = ask();
    const thief = { ...command(state), principal: play as never };
    const bobs = entryCommand(state, alice);
    const decision = decideRequest(
      state,
      { ...thief, principal: { ...bobs.principal, person_id: people.bob } as never },
      noon,
    );
    assert.ok(!decision.ok && decision.refusal.code === 'assertion_credential_unknown');
  });

  test('a passkey decision without the digest of the shown view is refused', () => {
    const state = ask();
    const base = command(state);
    const submission = { ...base.submission, view_digest: null };
    const decision = decideRequest(state, { ...base, submission }, noon);
    assert.ok(!decision.ok && decision.refusal.code === 'entry_view_missing');
  });
});

test('the steps have names and run in a fixed order', () => {
  assert.deepEqual(executionSteps, [
    'status',
    'resolution',
    'grant',
    'store',
    'lock',
    'action',
    'audience',
    'versions',
    'tool_definition',
    'preconditions',
    'plan',
    'session',
    'allowance',
    'entry_links',
    'entry_content',
    'stages',
    'standing',
    'passkeys',
  ]);
});

describe('the standing of the approvers', () => {
  const { directory } = openCommand();
  const cases: [string, Partial<Approver> | null, ReasonCode | 'ok'][] = [
    ['is as it was', {}, 'ok'],
    ['cannot act any more', null, 'approver_left'],
    ['lost the role', { roles: [] }, 'approver_left'],
    ['has a role of the same name as a service', { kind: 'service' }, 'approver_left'],
    ['can reach less assurance than the stage demands', { assurance: 'channel' }, 'approver_left'],
  ];
  for (const [name, change, expected] of cases) {
    test(`[ID-12] an approver who ${name} gives ${expected}`, () => {
      const voters = directory.flatMap(voter =>
        voter.identity !== people.alice
          ? [voter]
          : change === null
            ? []
            : [{ ...voter, ...change }],
      );
      assert.equal(outcome(allowed(), { voters }), expected);
      if (expected !== 'ok') assert.equal(stepOf(allowed(), { voters }), 'standing');
    });
  }
});
