import { type ReasonCode, type Refusal, reasonCodes } from '@countersign/protocol/reason';
import * as z from 'zod';

/** What went wrong, in the form of RFC 9457. `type` is stable; `code` is one of docs/errors.md. */
export const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(reasonCodes) as [ReasonCode, ...ReasonCode[]]),
  remedy: z.string(),
  retry: z.enum(['same_call', 'new_request', 'never']),
  /** The word of the agent's vocabulary, where there is one. */
  outcome: z.string().nullable(),
  call_id: z.string(),
});
export type Problem = z.infer<typeof Problem>;

export const problemMediaType = 'application/problem+json';

export function problemOf({ code, detail }: Refusal, callId: string): Problem {
  const { http, title, remedy, retry, outcome } = reasonCodes[code];
  return {
    type: `urn:countersign:problem:${code}`,
    title,
    status: http,
    detail,
    code,
    remedy,
    retry,
    outcome,
    call_id: callId,
  };
}
