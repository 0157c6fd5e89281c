import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256 } from '../crypto/digest.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { idOf, later, noon } from '../testing/samples.ts';
import {
  absentEvidence,
  decideEvidence,
  type EvidenceCommand,
  type EvidenceState,
  type EvidenceStatus,
  evolveEvidence,
  type Fingerprint,
  parseEvidenceEnvelope,
  parseEvidenceEvent,
} from './evidence-envelope.ts';

const fingerprint: Fingerprint = {
  action_kind: 'destructive',
  tool_name: 'shell',
  path: '/srv/data',
  scope: 'repo',
  payload_hash: sha256({ command: 'rm -r /srv/data' }),
};

const form = {
  evidence_id: idOf('ev', 1),
  fingerprint,
  origin: 'runtime_ui_confirm',
  created_at: noon,
  expires_at: later(30),
  dispatch_allowed: false,
  can_override_monitor_block: false,
  authorization: 'none',
};
const envelope = parseEvidenceEnvelope(form);

function play(state: EvidenceState, command: EvidenceCommand, now = noon): EvidenceState {
  const decision = decideEvidence(state, command, now);
  assert.ok(decision.ok, JSON.stringify(decision));
  for (const event of decision.events) assert.deepEqual(parseEvidenceEvent(event), event);
  return decision.events.reduce(evolveEvidence, state);
}

const recorded = play(absentEvidence, { type: 'record', envelope });
const states: Record<EvidenceStatus, EvidenceState> = {
  absent: absentEvidence,
  recorded,
  consumed: play(recorded, { type: 'consume', fingerprint }),
};
const commands: Record<EvidenceCommand['type'], EvidenceCommand> = {
  record: { type: 'record', envelope },
  consume: { type: 'consume', fingerprint },
};
const table: Record<
  EvidenceStatus,
  Record<EvidenceCommand['type'], ReasonCode | `→ ${EvidenceStatus}`>
> = {
  absent: { record: '→ recorded', consume: 'evidence_not_found' },
  recorded: { record: 'evidence_already_recorded', consume: '→ consumed' },
  consumed: { record: 'evidence_already_recorded', consume: 'evidence_already_consumed' },
};

describe('every evidence state and command', () => {
  for (const status of Object.keys(table) as EvidenceStatus[]) {
    for (const type of Object.keys(commands) as EvidenceCommand['type'][]) {
      const expected = table[status][type];
      test(`${type} on evidence that is ${status} gives ${expected}`, () => {
        const decision = decideEvidence(states[status], commands[type], noon);
        if (!decision.ok) return assert.equal(decision.refusal.code, expected);
        assert.equal(
          `→ ${decision.events.reduce(evolveEvidence, states[status]).status}`,
          expected,
        );
      });
    }
  }
});

test('[EV-2] any other value of the three flags makes an envelope invalid', () => {
  const flags = [
    { dispatch_allowed: true },
    { can_override_monitor_block: true },
    { authorization: 'granted' },
    { dispatch_allowed: undefined },
    { authorization: null },
  ];
  for (const flag of flags) {
    const path = `/${Object.keys(flag)[0]}`;
    const { [path.slice(1)]: _dropped, ...rest } = form as Record<string, unknown>;
    const value = Object.values(flag)[0];
    assert.throws(() => parseEvidenceEnvelope(value === undefined ? rest : { ...form, ...flag }), {
      code: 'object_malformed',
      path,
    });
  }
});

test('[EV-2] consuming an envelope yields a record and no permission', () => {
  const decision = decideEvidence(recorded, { type: 'consume', fingerprint }, noon);
  assert.ok(decision.ok);
  assert.deepEqual(
    decision.events.map(({ type }) => type),
    ['evidence.consumed'],
  );
});

const mismatches: [Partial<Fingerprint>, ReasonCode][] = [
  [{ action_kind: 'protected' }, 'evidence_action_kind_mismatch'],
  [{ tool_name: 'Shell' }, 'evidence_tool_mismatch'],
  [{ path: '/srv/data/' }, 'evidence_path_mismatch'],
  [{ path: '\\srv\\data' }, 'evidence_path_mismatch'],
  [{ path: null }, 'evidence_path_mismatch'],
  [{ scope: null }, 'evidence_scope_mismatch'],
  [{ payload_hash: sha256('other') }, 'evidence_payload_mismatch'],
];
for (const [change, code] of mismatches) {
  test(`[EV-3] another ${JSON.stringify(change).slice(0, 40)} is refused with ${code}, audited, and leaves the evidence unused`, () => {
    const decision = decideEvidence(
      recorded,
      { type: 'consume', fingerprint: { ...fingerprint, ...change } },
      noon,
    );
    assert.ok(!decision.ok);
    assert.equal(decision.refusal.code, code);
    assert.deepEqual(
      decision.events.map(({ type }) => type),
      ['evidence.refused'],
    );
    const after = decision.events.reduce(evolveEvidence, recorded);
    assert.deepEqual(after, { ...recorded, refused: 1 });
  });
}

test('[EV-3] evidence with a wrong origin, a wrong kind or without a payload digest cannot be written', () => {
  for (const change of [
    { origin: 'model' },
    { fingerprint: { ...fingerprint, action_kind: 'local_safe' } },
    { fingerprint: { ...fingerprint, payload_hash: null } },
  ]) {
    assert.throws(() => parseEvidenceEnvelope({ ...form, ...change }), {
      code: 'object_malformed',
    });
  }
});

test('[EV-3] evidence is refused at its expiry, from the future, or with no time to live', () => {
  assert.ok(decideEvidence(recorded, { type: 'consume', fingerprint }, later(29.999)).ok);
  const late = decideEvidence(recorded, { type: 'consume', fingerprint }, later(30));
  assert.ok(!late.ok && late.refusal.code === 'evidence_expired');
  const unusable = [
    { ...envelope, created_at: later(1) },
    { ...envelope, expires_at: noon },
    { ...envelope, consumed_at: noon },
  ];
  for (const bad of unusable) {
    const decision = decideEvidence(absentEvidence, { type: 'record', envelope: bad }, noon);
    assert.ok(!decision.ok && decision.refusal.code === 'evidence_window_empty');
  }
});

test('[EV-3] evidence is consumed once', () => {
  const again = decideEvidence(states.consumed, { type: 'consume', fingerprint }, noon);
  assert.ok(!again.ok && again.refusal.code === 'evidence_already_consumed');
});

test('[HI-6] a signal records 16 refused uses, and the true action still uses it after them', () => {
  let state = recorded;
  let written = 0;
  for (let tries = 0; tries < 50; tries++) {
    const wrong = { ...fingerprint, path: `/srv/${tries}` };
    const refused = decideEvidence(state, { type: 'consume', fingerprint: wrong }, noon);
    assert.ok(!refused.ok && refused.refusal.code === 'evidence_path_mismatch');
    written += refused.events.length;
    state = refused.events.reduce(evolveEvidence, state);
  }
  assert.equal(written, 16);
  assert.ok(decideEvidence(state, { type: 'consume', fingerprint }, noon).ok);
});
