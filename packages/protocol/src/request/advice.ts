import * as z from 'zod';
import { parserOf } from '../json/parse-object.ts';
import { AdviceId, ApprovalRequestId } from '../value/ids.ts';
import { Name, Prose } from '../value/wire-text.ts';

/** A model's opinion, kept apart from the entries. It resolves nothing (ID-6). */
export const Advice = z.strictObject({
  advice_id: AdviceId,
  approval_request_id: ApprovalRequestId,
  model: Name,
  prompt_version: Name,
  recommendation: Prose,
  explanation: Prose,
  risk_annotations: z.array(Prose).max(64),
});
export type Advice = z.infer<typeof Advice>;

export const parseAdvice = parserOf('Advice', Advice);
