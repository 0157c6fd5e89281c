import * as z from 'zod';

export const Health = z.object({ status: z.literal('ok') });

export const Readiness = z.object({ status: z.literal('ready'), policy_version: z.string() });

/** A message that was given up on. */
export const DeadLetter = z.object({
  id: z.int(),
  topic: z.string(),
  stream: z.string(),
  tries: z.int(),
  problem: z.string(),
  died_at: z.string(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

export const DeadLetterList = z.object({ rows: z.array(DeadLetter) });

export const DeadLetterQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export const DeadLetterParams = z.strictObject({ id: z.coerce.number().int().min(1) });
export const DeadLetterRetried = z.object({ id: z.int() });
