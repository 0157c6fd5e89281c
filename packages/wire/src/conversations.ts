import type {} from '@countersign/protocol/json';
import * as z from 'zod';
import { PlainObject, unread } from './sent.ts';
import { ShownView } from './views.ts';

/** What the host of a conversation shows where its agent was stopped, and what it signs. */
export const ConversationQuestion = z.object({
  store_id: z.string(),
  approval_request_id: z.string(),
  stage_index: z.int(),
  /** What the buttons stand under. The server says its exact form. */
  confirmation: PlainObject,
  view: unread(ShownView),
  input_digest: z.string(),
  view_digest: z.string(),
  /** Used once, in an answer that this host signs about this request. */
  nonce: z.string(),
  expires_at: z.string(),
});

export const ConversationAnswerBody = z.strictObject({
  /** A compact JWS. The caller who carries it here adds nothing to it. */
  assertion: z.string().max(65_536),
});
