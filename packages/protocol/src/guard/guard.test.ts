import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDirectory } from '../directory/directory-state.ts';
import { noon } from '../testing/samples.ts';
import { addSeconds } from '../value/timestamp.ts';
import { decideGuard, pauseSeconds } from './decide-guard.ts';
import { type GuardReport, parseGuardEvent } from './guard-event.ts';
import { absentGuard, evolveGuard, pauseAt } from './guard-state.ts';

const agent_id = 'codex.laptop';
const by = { kind: 'agent', identity: agent_id } as const;
const report = {
  agent_id,
  agent: 'codex',
  agent_version: null,
  machine: 'laptop',
  state: 'guarded',
  why: [],
  proof: 'canary',
} satisfies GuardReport;

test('[PA-1] a report and a look are recorded, and a guard that asks all day is seen once in an hour', () => {
  const reported = decideGuard(absentGuard, { type: 'report', report, by }, emptyDirectory, noon);
  assert.ok(reported.ok);
  for (const event of reported.events) assert.deepEqual(parseGuardEvent(event), event);
  const state = reported.events.reduce(evolveGuard, absentGuard);
  assert.equal(state.report?.state, 'guarded');
  const look = (seconds: number) => {
    const seen = { type: 'see', agent_id, agent: 'codex', by } as const;
    return decideGuard(state, seen, emptyDirectory, addSeconds(noon, seconds)).events.length;
  };
  assert.deepEqual([look(1), look(3599), look(3600)], [0, 0, 1]);
});

test('[PA-1] no agent, no stranger and no one in an empty directory pauses a guard', () => {
  const state = { ...absentGuard, agent: 'codex' };
  const people = [by, { kind: 'human', identity: 'psn_1' }, { kind: 'system', identity: 'x' }];
  for (const actor of people) {
    const command = { type: 'pause', agent_id, reason: 'now', seconds: 60, credential_id: 'c' };
    const decision = decideGuard(
      state,
      { ...command, by: actor } as Parameters<typeof decideGuard>[1],
      emptyDirectory,
      noon,
    );
    assert.ok(!decision.ok);
    assert.equal(decision.refusal.code, 'actor_not_permitted');
  }
});

test('[PA-1] a pause has a reason and lasts at most an hour', () => {
  const state = { ...absentGuard, agent: 'codex' };
  const refused = (reason: string, seconds: number) => {
    const command = { type: 'pause', agent_id, reason, seconds, credential_id: 'c', by } as const;
    const decision = decideGuard(state, command, emptyDirectory, noon);
    return decision.ok ? 'ok' : decision.refusal.code;
  };
  assert.equal(refused(' ', 60), 'reason_missing');
  for (const seconds of [0, 59, 1.5, pauseSeconds.most + 1, Number.NaN]) {
    assert.equal(refused('now', seconds), 'parameter_malformed');
  }
});

test('[PA-3] a pause is over at its end, and after a person ended it', () => {
  const ends_at = addSeconds(noon, 60);
  const paused = parseGuardEvent({
    type: 'guard.paused',
    at: noon,
    data: { agent_id, reason: 'now', ends_at, credential_id: 'c', by },
  });
  const state = evolveGuard(absentGuard, paused);
  assert.equal(pauseAt(state, addSeconds(noon, 59))?.reason, 'now');
  assert.equal(pauseAt(state, ends_at), null);
  const resumed = parseGuardEvent({ type: 'guard.resumed', at: noon, data: { agent_id, by } });
  assert.equal(pauseAt(evolveGuard(state, resumed), noon), null);
});
