import { agentOutcomes, type ReasonCode, reasonCodes } from '@countersign/protocol/reason';
import * as z from 'zod';

export const problemMediaType = 'application/problem+json';

export const Retry = z.enum(['same_call', 'new_request', 'never']);

/** Why a call was refused, in the form of RFC 9457. `type` is stable; `code` is one of docs/errors.md. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(reasonCodes) as [ReasonCode, ...ReasonCode[]]),
  remedy: z.string(),
  retry: Retry,
  /** The word that an agent is told, where there is one. */
  outcome: z.enum(agentOutcomes).nullable(),
  /** Names the call in the log of the server. */
  call_id: z.string(),
});
export type Problem = z.infer<typeof Problem>;

/**
 * A problem as a client reads it. A newer server may know more codes, and a proxy may have dropped members, so only the
 * code has to be there.
 */
export const ReceivedProblem = z.object({
  code: z.string(),
  title: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  remedy: z.string().optional().catch(undefined),
  retry: Retry.optional().catch(undefined),
  call_id: z.string().optional().catch(undefined),
});
export type ReceivedProblem = z.infer<typeof ReceivedProblem>;
