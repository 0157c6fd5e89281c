import { ConversationAnswerBody } from '@countersign/wire/conversations';
import { RequestParams, RequestRepresentation } from '@countersign/wire/requests';
import { askInConversation, takeConversationAnswer } from '../channels/conversation.ts';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import { ofEntry } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { HostQuestion } from './host-question.ts';
import { answerChanged } from './request-answers.ts';

/** What the host of a conversation calls. It asks under its key, and answers with what it signs for a person. */
export const conversationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id/conversation',
    id: 'askInConversation',
    tag: 'conversations',
    summary: 'What a host shows where its agent was stopped, and what it signs',
    access: ['host'],
    problems: [...ofEntry, 'route_kind_mismatch'],
    params: RequestParams,
    answers: { 200: HostQuestion },
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
    purpose: 'answer',
    problems: [
      ...ofEntry,
      'conversation_assertion_not_valid',
      'route_kind_mismatch',
      'channel_level_exceeded',
      'not_permitted',
    ],
    params: RequestParams,
    body: ConversationAnswerBody,
    answers: { 200: RequestRepresentation },
    handle: async (app, { params, body }) =>
      answerChanged(
        app,
        await takeConversationAnswer(app, params.approval_request_id, body.assertion),
      ),
  }),
];
