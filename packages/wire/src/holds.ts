import { Hold } from '@countersign/protocol/hold';
import type {} from '@countersign/protocol/json';
import { Actor, ApprovalRequestId, HoldId, Name, Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';
import { PlainObject } from './sent.ts';

export const HoldParams = z.strictObject({ hold_id: HoldId });

/** Something that an agent is about to say. */
export const MessageBody = z.strictObject({
  agent_id: Name,
  session_id: Name,
  plan_id: Name.nullable().default(null),
  text: z.string().max(262_144),
  metadata: PlainObject.optional(),
});

export const MessageAnswer = z
  .object({
    confirmation_required: z.boolean(),
    /** What was found in the message, and where. */
    detection: PlainObject,
    hold: Hold.nullable(),
  })
  // A message that needs an answer has a hold that people can open.
  .refine(({ confirmation_required, hold }) => confirmation_required === (hold !== null), {
    message: 'expected a hold where a confirmation is required, and only there',
  });
export type MessageAnswer = z.infer<typeof MessageAnswer>;

const status = z.enum(['placed', 'lifted', 'refused']);

/** What was read in the words of an agent. It is analysis, and decides nothing. */
const IntentReading = z.object({
  /** Places in the message, in UTF-16 units: what asks, and what it seems to want. */
  marks: z.array(
    z.object({ start: z.int(), end: z.int(), kind: z.enum(['asks', 'effect']) }).readonly(),
  ),
  /** Why the words stopped the agent, each as the end of a sentence that begins with "It". */
  why: z.array(z.string()),
});

/** A halted session. */
export const HoldFacts = z.object({
  status,
  hold: Hold,
  /** What the agent wrote. Null in lists, to readers who may not answer, and where only its digest is kept. */
  message: z.string().nullable().default(null),
  /** What was read in it. Null without the message, and where it could not be read in time. */
  reading: IntentReading.nullable().default(null),
  /** Whether the caller may answer it. */
  may_answer: z.boolean().default(false),
  /** What the agent is told: true only after an explicit Proceed. */
  proceed: z.boolean(),
});
export type HoldFacts = z.infer<typeof HoldFacts>;

/** What is known of a hold from its beginning to what followed it. */
export const HoldRecord = z.object({
  status,
  hold: Hold,
  /** What the agent wrote. Null to readers who may not see it, and where only its digest is kept. */
  message: z.string().nullable(),
  /** The people to whom a screen showed it. */
  rendered: z.array(z.string()),
  /** How it was answered, by whom and when. Null while it stands. */
  answered: z
    .object({ answer: z.enum(['proceed', 'cancel', 'expired']), by: Actor, at: Timestamp })
    .nullable(),
  /** Whether the agent was given the answer. */
  resumed: z.boolean(),
  /** What was first started in its sessions after a Proceed. */
  started: z
    .object({
      approval_request_id: ApprovalRequestId,
      /** Null to readers who may not see its values, and where its bytes were erased. */
      action: PlainObject.nullable(),
    })
    .nullable(),
});
export type HoldRecord = z.infer<typeof HoldRecord>;

export const HoldList = z.object({ holds: z.array(HoldFacts) });
export type HoldList = z.infer<typeof HoldList>;

/** A host says that a session belongs to a conversation. A hold on one session of it halts all of them. */
export const ConversationBody = z.strictObject({
  agent_id: Name,
  conversation_id: Name,
  session_id: Name,
});

/** Proceed, or anything else, which is no. */
export const HoldAnswerBody = z.strictObject({ choice: z.string().max(64) });
