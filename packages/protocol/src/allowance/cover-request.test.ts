import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256 } from '../crypto/digest.ts';
import { decideRequest } from '../request/decide-request.ts';
import type { CoverRequest, OpenRequest } from '../request/request-command.ts';
import { absentRequest, type RequestState } from '../request/request-state.ts';
import {
  alicePasskey,
  coverCommand,
  sampleEvidence,
  sampleTerms,
  useChain,
  useOpening,
} from '../testing/allowance-samples.ts';
import {
  alice,
  apply,
  bob,
  consumeCommand,
  directory,
  entryCommand,
  human,
  later,
  opened,
  operator,
  parties,
  people,
  sampleChain,
} from '../testing/samples.ts';
import { authenticated } from '../value/principal.ts';
import { absentAllowance, evolveAllowance } from './allowance-state.ts';
import { type AllowanceCommand, decideAllowance } from './decide-allowance.ts';
import { type AllowanceEvidence, findCoverFault } from './judge-cover.ts';

const evidence = sampleEvidence();

function play(state: RequestState, command: Parameters<typeof decideRequest>[1], at = later(100)) {
  const decision = decideRequest(state, command, at);
  return { decision, state: apply(state, decision.events) };
}

/** Opens and covers, as one commit does. */
function cover(
  open: OpenRequest = useOpening(),
  held: AllowanceEvidence = evidence,
  change: Partial<CoverRequest> = {},
) {
  const before = play(absentRequest, open);
  assert.ok(before.decision.ok, before.decision.ok ? '' : before.decision.refusal.detail);
  const { decision, state } = play(before.state, coverCommand(held, open.action, change));
  return { code: decision.ok ? 'ok' : decision.refusal.code, state, open };
}

const { state: covered, open: opening } = cover();

function consume(change: Parameters<typeof consumeCommand>[1] = {}, held = evidence) {
  const { action } = opening;
  const command = consumeCommand(covered, {
    action,
    approved_action: action,
    passkeys: alicePasskey,
    allowance: held,
    ...change,
  });
  const decision = decideRequest(covered, command, later(120));
  if (decision.ok) return 'ok';
  const [event] = decision.events;
  const step = event?.type === 'execution.refused' ? event.data.step : '';
  return `${step} ${decision.refusal.code}`;
}

describe('[AL-2] an allowance in place of entries', () => {
  test('a covered action is allowed at once, with the allowance and its final entry in the resolution', () => {
    const { resolution, status, grant, entries } = opened(covered);
    assert.equal(status, 'allowed');
    assert.deepEqual(entries, []);
    const { allowance_id } = evidence.terms;
    assert.deepEqual(resolution?.allowance, { allowance_id, version: 1, n: 1 });
    const final = evidence.decided.entries.at(-1)?.entry_digest;
    assert.equal(resolution?.final_entry_digest, final);
    assert.equal(grant?.final_entry_digest, final);
    assert.equal(consume(), 'ok');
  });

  const words: Readonly<Record<string, OpenRequest>> = {
    'an extra member': useOpening({ cc: 'x' }),
    'a number as text': useOpening({ amount: '4200' }),
    'a negative amount': useOpening({ amount: -5 }),
    'a unicode twin': useOpening({ to: 'Mu\u0308ller GmbH' }),
    'another schema version': useOpening(
      {},
      {
        action: {
          target: { tool_name: 'wire_transfer', tool_schema_version: '3', resource: 'acct-42' },
        },
      },
    ),
    'another resource': useOpening(
      {},
      {
        action: {
          target: { tool_name: 'wire_transfer', tool_schema_version: '2', resource: 'acct-43' },
        },
      },
    ),
    'another audience': useOpening({}, { request: { audience: 'other-executor' } }),
    'another requester': useOpening(
      {},
      { request: { requested_by: { principal_id: 'key-2', role: 'agent' } } },
    ),
    'another agent': useOpening({}, { action: { agent_id: 'billing-b0t' } }),
    'another operation': useOpening({}, { action: { operation: 'tool.invoke2' } }),
  };
  for (const [what, open] of Object.entries(words)) {
    test(`an agent that rides on it with ${what} is asked about`, () => {
      assert.equal(cover(open).code, 'allowance_not_covering');
      const fault = findCoverFault(evidence, open);
      assert.equal(fault?.suspends, null);
    });
  }

  test('another subject is not covered', () => {
    const open = useOpening({}, { action: { subject_id: people.rita } });
    const other = { ...open, parties: { ...parties, subject: people.rita } };
    assert.equal(cover(other).code, 'allowance_not_covering');
  });
});

describe('[AL-1] what no allowance covers', () => {
  test('[AM-6] an amended action asks', () => {
    const { request, parties, action } = useOpening();
    const amends = [{ approval_request_id: request.approval_request_id }] as never;
    assert.equal(findCoverFault(evidence, { request, parties, action }), null);
    const amended = { request: { ...request, amends }, parties, action };
    assert.equal(findCoverFault(evidence, amended)?.refusal.code, 'allowance_not_covering');
  });

  test('critical risk asks', () => {
    const open = useOpening({}, { decision: { risk: { level: 'critical', signals: [] } } });
    assert.equal(cover(open).code, 'allowance_not_covering');
  });

  test('a denied action is never opened, so that nothing could cover it', () => {
    const denied = { verdict: 'deny', approval_chain_id: null, approval_chain_version: null };
    const { policy_decision, ...open } = useOpening();
    const command = { ...open, policy_decision: { ...policy_decision, ...denied } as never };
    const { decision } = play(absentRequest, command);
    assert.ok(!decision.ok);
    assert.equal(decision.refusal.code, 'policy_denied');
  });

  test('a house request is decided by people', () => {
    const { decided, action } = evidence;
    const use = { request: decided.request, parties: decided.parties, action };
    assert.equal(findCoverFault(evidence, use)?.refusal.code, 'allowance_not_covering');
  });
});

describe('[AL-5] what people decided must still hold', () => {
  test('another version of the chain, or another chain, suspends', () => {
    const chain = sampleChain({ stages: useChain.stages, version: '4' });
    const base = useOpening();
    const policy_decision = { ...base.policy_decision, approval_chain_version: '4' };
    const request = { ...base.request, approval_chain_version: '4' };
    const fault = findCoverFault(evidence, { ...base, request });
    assert.equal(fault?.suspends, 'chain_changed');
    const in_force = {
      ...coverCommand(evidence, base.action).in_force,
      approval_chain_version: '4',
    };
    const open = { ...base, chain, policy_decision, request };
    assert.equal(cover(open, evidence, { in_force }).code, 'allowance_not_covering');
  });

  test('another definition of the tool suspends', () => {
    const open = useOpening({}, { request: { tool_definition_digest: sha256({ tool: 'new' }) } });
    assert.equal(findCoverFault(evidence, open)?.suspends, 'tool_definition_changed');
    assert.equal(cover(open).code, 'allowance_not_covering');
  });
});

describe('[AL-4] an allowance at the consume', () => {
  const after = (command: AllowanceCommand): AllowanceEvidence => {
    const decision = decideAllowance(evidence.state, command, later(110));
    assert.ok(decision.ok);
    const state = decision.events.reduce(evolveAllowance, evidence.state as never);
    return { ...evidence, state: state as never, version: 1 + decision.events.length };
  };
  const ending = { principal: operator, reason: 'now', decided: evidence.decided, epoch: 1 };

  test('a revocation or suspension holds for what was not consumed', () => {
    assert.equal(consume({}, after({ type: 'revoke', ...ending })), 'allowance allowance_revoked');
    assert.equal(
      consume({}, after({ type: 'suspend', ...ending })),
      'allowance allowance_suspended',
    );
  });

  test('one that was confirmed again does not revive what it covered before', () => {
    const suspended = after({ type: 'suspend', ...ending });
    const confirmed = { ...evidence, state: evidence.state, version: suspended.version + 1 };
    assert.equal(consume({}, confirmed), 'allowance allowance_inconsistent');
  });

  test('without the allowance, or with another one, nothing starts', () => {
    assert.equal(consume({ allowance: undefined }), 'resolution resolution_inconsistent');
    const other = sampleEvidence(sampleTerms({ uses: 2 }));
    assert.match(
      consume({}, { ...other, state: evidence.state }),
      /allowance_inconsistent|resolution/,
    );
  });

  test('an approver of the allowance who left, or whose passkey is gone, stops the consume', () => {
    const voters = directory.filter(({ identity }) => identity !== people.alice);
    assert.equal(consume({ voters }), 'standing approver_left');
    const passkeys = { ...alicePasskey, passkeys: [] };
    assert.equal(consume({ passkeys }), 'passkeys assertion_credential_unknown');
  });

  test('an altered entry of the house request stops the consume', () => {
    const entries = evidence.decided.entries.map(entry => ({ ...entry, reason: 'altered' }));
    const altered = { ...evidence, decided: { ...evidence.decided, entries } };
    assert.equal(consume({}, altered), 'entry_links entry_digest_mismatch');
  });
});

describe('[AL-9] entries are judged again against the parties of the use', () => {
  for (const member of ['requester', 'subject', 'agent_owner'] as const) {
    test(`no one signs for an action of which they are the ${member}`, () => {
      const open = useOpening();
      const changed = { ...open.parties, [member]: people.alice };
      assert.equal(
        findCoverFault(evidence, { ...open, parties: changed })?.refusal.code,
        'allowance_not_covering',
      );
    });
  }
});

describe('[AL-8] an allowance always ends', () => {
  test('by its time, at the very millisecond', () => {
    const { expires_at } = evidence.state;
    const open = useOpening(
      {},
      { request: { requested_at: expires_at, expires_at: '2027-01-01T00:00:00.000Z' } },
    );
    const at = expires_at;
    const before = decideRequest(absentRequest, open, at);
    const state = apply(absentRequest, before.events);
    const decision = decideRequest(state, coverCommand(evidence, open.action), at);
    assert.ok(!decision.ok);
    assert.equal(decision.refusal.code, 'allowance_expired');
  });

  test('by its uses', () => {
    assert.equal(cover(useOpening(), evidence, { n: 4 }).code, 'allowance_used_up');
  });

  test('[AL-13] with its epoch', () => {
    const state = { ...evidence.state, epoch: 2 };
    assert.equal(cover(useOpening(), { ...evidence, state }).code, 'epoch_changed');
  });
});

describe('[AL-6] who makes and ends an allowance', () => {
  const decided = { decided: evidence.decided, epoch: 1 };
  const code = (command: AllowanceCommand, state = evidence.state) => {
    const decision = decideAllowance(state, command, later(200));
    return decision.ok ? decision.events.map(({ type }) => type).join() : decision.refusal.code;
  };

  test('an agent, a stranger and a party without a say end nothing', () => {
    const agent = authenticated({ kind: 'agent', principal_id: 'key-billing-bot', roles: [] });
    for (const principal of [agent, human(people.sam), human(people.bob)]) {
      const command = { type: 'revoke', principal, reason: 'x', ...decided } as const;
      assert.equal(code(command), 'actor_not_permitted');
    }
  });

  test('an operator, an approver of the chain and the owner of the agent end it', () => {
    for (const principal of [operator, alice, bob, human(people.olga)]) {
      const end = { principal, reason: 'no longer needed', ...decided };
      assert.equal(code({ type: 'revoke', ...end }), 'allowance.revoked');
      assert.equal(code({ type: 'suspend', ...end }), 'allowance.suspended');
    }
    const silent = { principal: operator, reason: ' ', ...decided };
    assert.equal(code({ type: 'revoke', ...silent }), 'reason_missing');
  });

  test('only a suspended one is confirmed, and its end stays', () => {
    const { terms, action, state } = evidence;
    const make = {
      type: 'make',
      terms,
      approval_request_id: evidence.decided.request.approval_request_id,
      action_digest: sha256(action),
      epoch: 1,
    } as const;
    assert.equal(code(make), 'allowance_active');
    const suspended = { ...state, status: 'suspended' } as const;
    assert.equal(code(make, suspended), 'allowance.confirmed');
    assert.equal(code(make, { ...state, status: 'revoked' }), 'allowance_revoked');
    const late = decideAllowance(suspended, make, state.expires_at);
    assert.equal(late.ok ? '' : late.refusal.code, 'allowance_expired');
    const again = decideAllowance(suspended, make, later(200));
    const confirmed = again.events.reduce(evolveAllowance, suspended as never);
    assert.equal((confirmed as typeof state).expires_at, state.expires_at);
  });

  test('a person decides it with a passkey, or it covers nothing', () => {
    const entries = evidence.decided.entries.map(entry => ({
      ...entry,
      identity_assurance: 'session' as const,
    }));
    const weak = { ...evidence, decided: { ...evidence.decided, entries } };
    assert.equal(findCoverFault(weak, useOpening())?.refusal.code, 'assertion_missing');
  });

  test('[AL-8] an end or a beginning that its people did not sign covers nothing', () => {
    for (const change of [
      { expires_at: later(86_400 * 365) },
      { expires_at: later(600) },
      { made_at: later(7200), expires_at: later(7200 + evidence.terms.lifetime_seconds) },
    ]) {
      const held = { ...evidence, state: { ...evidence.state, ...change } };
      assert.equal(cover(useOpening(), held).code, 'allowance_inconsistent');
      assert.equal(consume({}, held), 'allowance allowance_inconsistent');
    }
  });

  test('an allowance that was not carried out covers nothing', () => {
    const decided2 = { ...evidence.decided, status: 'allowed' as const };
    const fault = findCoverFault({ ...evidence, decided: decided2 }, useOpening());
    assert.equal(fault?.refusal.code, 'allowance_inconsistent');
  });

  test('events that no rule would have written cannot be read', () => {
    const revoked = { type: 'allowance.revoked', at: later(1), data: {} } as never;
    assert.throws(() => evolveAllowance(absentAllowance, revoked), /EV-6/);
  });
});

test('a person cannot decide what an allowance has covered', () => {
  const decision = decideRequest(covered, entryCommand(covered, alice), later(110));
  assert.ok(!decision.ok);
  assert.equal(decision.refusal.code, 'request_allowed');
});
