import * as z from 'zod';
import { parserOf } from '../json/parse-object.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { eventForm } from '../stream/event-form.ts';
import { Actor } from '../value/actor.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';

/** As many sessions as one conversation may have. A hold halts all of them in one commit. */
export const conversationSessionsMax = 64;

export const ConversationEvent = eventForm(
  'conversation.joined',
  z.strictObject({ agent_id: Name, conversation_id: Name, session_id: Name, by: Actor }),
);
export type ConversationEvent = z.infer<typeof ConversationEvent>;

export const parseConversationEvent = parserOf('ConversationEvent', ConversationEvent);

/** The sessions of one agent that its host says are the same conversation. A hold on one halts all of them (GT-9). */
export interface ConversationState {
  readonly sessions: readonly string[];
}

export const emptyConversation: ConversationState = { sessions: [] };

/** Joining twice changes nothing. No session leaves a conversation, or the halt would end with it. */
export function decideConversation(
  { sessions }: ConversationState,
  joined: ConversationEvent['data'],
  now: Timestamp,
): Decision<ConversationEvent> {
  if (sessions.includes(joined.session_id)) return emit();
  if (sessions.length >= conversationSessionsMax) {
    return decline({
      code: 'conversation_full',
      detail: `expected at most ${conversationSessionsMax} sessions in a conversation`,
    });
  }
  return emit({ type: 'conversation.joined', at: now, data: joined });
}

export function evolveConversation(
  { sessions }: ConversationState,
  { data }: ConversationEvent,
): ConversationState {
  return { sessions: [...sessions, data.session_id] };
}
