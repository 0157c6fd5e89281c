import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon } from '../testing/samples.ts';
import {
  type ConversationState,
  conversationSessionsMax,
  decideConversation,
  emptyConversation,
  evolveConversation,
  parseConversationEvent,
} from './conversation.ts';

function join(state: ConversationState, session_id: string) {
  const by = { kind: 'agent', identity: 'ops-agent' } as const;
  const data = { agent_id: 'ops-agent', conversation_id: 'c-1', session_id, by };
  return decideConversation(state, data, noon);
}

test('[GT-9] a session joins a conversation once and never leaves it', () => {
  const first = join(emptyConversation, 'a');
  assert.ok(first.ok);
  for (const event of first.events) assert.deepEqual(parseConversationEvent(event), event);
  const state = first.events.reduce(evolveConversation, emptyConversation);
  assert.deepEqual(state.sessions, ['a']);
  const again = join(state, 'a');
  assert.ok(again.ok && again.events.length === 0);
});

test('[GT-9] a conversation has a limited number of sessions, because a hold halts them in one commit', () => {
  let state = emptyConversation;
  for (let n = 0; n < conversationSessionsMax; n++) {
    const joined = join(state, `s${n}`);
    assert.ok(joined.ok);
    state = joined.events.reduce(evolveConversation, state);
  }
  const more = join(state, 'one more');
  assert.ok(!more.ok);
  assert.equal(more.refusal.code, 'conversation_full');
});
