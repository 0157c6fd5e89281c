import { ConfirmationCard } from '@countersign/risk/intent';
import * as z from 'zod';
import { askInConversation, takeConversationAnswer } from '../channels/conversation.ts';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { answerChanged } from './request-answers.ts';
import { RequestParams } from './request-parameters.ts';
import { RequestRepresentation } from './request-representation.ts';

const Question = z.strictObject({
  store_id: z.string(),
  approval_request_id: z.string(),
  stage_index: z.int(),
  confirmation: ConfirmationCard,
  view: z.record(z.string(), z.unknown()),
  input_digest: z.string(),
  view_digest: z.string(),
  /** Once used in an answer that this host signs about this request, and then never again. */
  nonce: z.string(),
  expires_at: z.string(),
});

/** What the host of a conversation calls. It asks under its key, and answers with what it signs for a person. */
export const conversationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id/conversation',
    id: 'askInConversation',
    tag: 'conversations',
    summary: 'What a host shows where its agent was stopped, and what it signs',
    access: ['host'],
    params: RequestParams,
    answers: { 200: Question },
    handle: async (app, { caller, params }) => {
      if (caller.kind !== 'host') return refuseCall('not_permitted', 'only a host may show this');
      const question = await askInConversation(app, caller, params.approval_request_id);
      return answerTo(question, value => json(value, 200, { 'cache-control': 'no-store' }));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/conversation-answers',
    id: 'answerInConversation',
    tag: 'conversations',
    summary: 'What a host signed for a person who pressed a button',
    access: ['anyone'],
    params: RequestParams,
    body: z.strictObject({
      /** A compact JWS; the caller that transports it adds nothing to it. */
      assertion: z.string().max(65_536),
    }),
    answers: { 200: RequestRepresentation },
    handle: async (app, { params, body }) =>
      answerChanged(
        app,
        await takeConversationAnswer(app, params.approval_request_id, body.assertion),
      ),
  }),
];
