import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HoldFacts } from '@countersign/client/people';
import { sha256OfText } from '@countersign/protocol/crypto';
import { parseHold } from '@countersign/protocol/hold';
import { holdLines } from './hold-lines.ts';

const message = "I'm about to delete these 500 user accounts. Should I proceed?";
const facts: HoldFacts = {
  status: 'placed',
  hold: parseHold({
    hold_id: `hold_${'0'.repeat(12)}40008000${'0'.repeat(12)}`,
    session_id: 'chat-1',
    agent_id: 'own-bot',
    message_digest: sha256OfText(message),
    intent: {
      confirmation_required: true,
      risk_level: 'critical',
      action_type: 'batch_delete',
      scope: { records: 500, type: 'user accounts' },
    },
    placed_at: '2026-06-11T12:00:00.000Z',
    expires_at: '2026-06-11T12:15:00.000Z',
  }),
  message,
  reading: null,
  may_answer: true,
  proceed: false,
};
const shown = (change: Partial<HoldFacts> = {}): string =>
  holdLines({ ...facts, ...change }, { now: () => new Date('2026-06-11T12:05:00.000Z') })
    .map(line => line.rendered(false))
    .join('\n');

test('[D3-20] a hold shows the words of the agent, who and where it is, what it wants and how risky that is', () => {
  const text = shown();
  assert.match(text, /The agent wrote \(not verified\)\n {2}│ I'm about to delete these 500/);
  assert.match(text, /Agent +own-bot/);
  assert.match(text, /Session +chat-1/);
  assert.match(text, /It seems to want .*500/);
  assert.match(text, /Risk .*critical/i);
  assert.match(text, /No tool of this conversation runs until you answer/);
});

test('a hold that the reader may not answer says so, and shows no words that are not for them', () => {
  const text = shown({ message: null, may_answer: false });
  assert.match(text, /Its words are not kept, or not for you to read/);
  assert.match(text, /You are not among the people who answer this hold/);
});
