import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseChain, type Stage } from '@countersign/protocol/chain';
import { Timestamp } from '@countersign/protocol/value';
import { joiningWords } from './joining-words.ts';

const at = (minute: number) =>
  Timestamp.parse(`2026-11-15T12:${String(minute).padStart(2, '0')}:00.000Z`);

const [stage] = parseChain({
  chain_id: 'nights',
  version: '1',
  stages: [
    {
      name: 'desk',
      approvers: { roles: ['desk'] },
      escalation: [
        { after_seconds: 300, approvers: { roles: ['on_call'] } },
        { after_seconds: 600, approvers: { roles: ['head'], identities: ['a', 'b'] } },
        { after_seconds: 3600, approvers: { roles: ['board'] } },
      ],
    },
  ],
}).stages;

test('[ES-1] a card says who joined a stage and who joins it when, and omits approvers who would join too late', () => {
  const request = { asked_since: at(0), requested_at: at(0), expires_at: at(15) };
  const words = (now: string) =>
    joiningWords(stage as Stage, request, now, time => time.slice(11, 16));
  assert.deepEqual(words(at(4)), ['On call joins 12:05', 'Head or 2 named approvers joins 12:10']);
  assert.deepEqual(words(at(5)), ['On call joined 12:05', 'Head or 2 named approvers joins 12:10']);
});
