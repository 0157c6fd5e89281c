import { AnswerReceipt, ApprovalAnswer, WebhookParams } from '@countersign/wire/webhooks';
import { answerTo, json } from '../http/answer.ts';
import { ofEntry } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { takeAnswer } from '../webhooks/webhook-answer.ts';

/** What approval services call. The signature over the bytes identifies the caller, before the body is parsed. */
export const webhookRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/webhooks/:endpoint/answers',
    id: 'answerByWebhook',
    tag: 'webhooks',
    summary: 'The answer of an approval service, signed as Standard Webhooks says',
    access: ['anyone'],
    purpose: 'answer',
    problems: [
      ...ofEntry,
      'route_not_found',
      'answer_signature_mismatch',
      'answer_malformed',
      'answer_binding_mismatch',
      'person_assertion_not_valid',
      'route_kind_mismatch',
    ],
    bodyForm: 'raw',
    params: WebhookParams,
    body: ApprovalAnswer,
    answers: { 200: AnswerReceipt },
    handle: async (app, { params, headers, raw }) =>
      answerTo(await takeAnswer(app, params.endpoint, { headers, raw }), receipt => json(receipt)),
  }),
];
