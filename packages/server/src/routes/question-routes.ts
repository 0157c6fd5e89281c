import { answerQuestion, questionAgent } from '@countersign/coordinator';
import { idFromUuid, QuestionId } from '@countersign/protocol/value';
import {
  AnswerBody,
  QuestionBody,
  QuestionParams,
  RequestParams,
  RequestRepresentation,
} from '@countersign/wire/requests';
import { answerTo, refuseCall } from '../http/answer.ts';
import { ofQuestion, ofStatus } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { readSpokenFor, readVisible } from './reach.ts';
import { answerChanged, replayRequest } from './request-answers.ts';

/** A reviewer asks the agent, and the agent answers. Neither decides anything. */
export const questionRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/questions',
    id: 'questionAgent',
    tag: 'deciding',
    summary: 'Ask the agent something; the request and its deadline stay as they are',
    access: ['person'],
    problems: ofQuestion,
    params: RequestParams,
    body: QuestionBody,
    answers: { 200: RequestRepresentation },
    effects: ['question.asked'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'only a person may ask');
      const approvalRequestId = params.approval_request_id;
      const read = await readVisible(context, caller, approvalRequestId);
      return answerTo(read, async () => {
        const questionId = idFromUuid(QuestionId, 'qst', context.ids.uuid());
        const { principal } = caller;
        const words = { approvalRequestId, questionId, principal, text: body.text };
        return answerChanged(app, await questionAgent(context, words));
      });
    },
    replay: replayRequest,
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/questions/:question_id/answers',
    id: 'answerQuestion',
    tag: 'requests',
    summary:
      'Answer a question of a reviewer; the words are kept as unverified, and decide nothing',
    access: ['propose'],
    problems: [...ofStatus, 'question_not_found', 'question_answered'],
    params: QuestionParams,
    body: AnswerBody,
    answers: { 200: RequestRepresentation },
    effects: ['question.answered'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'agent') {
        return refuseCall('not_permitted', 'only the agent that asked may answer');
      }
      const { approval_request_id: approvalRequestId, question_id: questionId } = params;
      const read = await readSpokenFor(context, caller, approvalRequestId);
      return answerTo(read, async () => {
        const { principal } = caller;
        const words = { approvalRequestId, questionId, principal, text: body.text };
        return answerChanged(app, await answerQuestion(context, words));
      });
    },
    replay: replayRequest,
  }),
];
