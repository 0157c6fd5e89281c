import * as z from 'zod';
import { PersonId, QuestionId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';

/** Longer words would hide the card that they are about. */
export const QuestionText = z.string().min(1).max(1000);
export const AnswerText = z.string().min(1).max(2000);

/** What a person asked the agent, and what the agent said. Nothing of it was verified (QA-4). */
export const AgentQuestion = z.strictObject({
  question_id: QuestionId,
  asked_by: PersonId,
  asked_at: Timestamp,
  text: QuestionText,
  answer: z.strictObject({ answered_at: Timestamp, text: AnswerText }).nullable(),
});
export type AgentQuestion = z.infer<typeof AgentQuestion>;
