import { Name } from '@countersign/protocol/value';
import * as z from 'zod';
import { answerTo, json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { takeAnswer } from '../webhooks/webhook-answer.ts';
import { AnswerReceipt, ApprovalAnswer } from '../webhooks/webhook-body.ts';

/** What approval services call. The signature over the bytes identifies the caller, before the body is parsed. */
export const webhookRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/webhooks/:endpoint/answers',
    id: 'answerByWebhook',
    tag: 'webhooks',
    summary: 'The answer of an approval service, signed as Standard Webhooks says',
    access: ['anyone'],
    bodyForm: 'raw',
    params: z.strictObject({ endpoint: Name }),
    body: ApprovalAnswer,
    answers: { 200: AnswerReceipt },
    handle: async (app, { params, headers, raw }) =>
      answerTo(await takeAnswer(app, params.endpoint, { headers, raw }), receipt => json(receipt)),
  }),
];
