import { EntrySubmission } from '@countersign/protocol/chain';
import { PublicKey } from '@countersign/protocol/crypto';
import type {} from '@countersign/protocol/json';
import { Name } from '@countersign/protocol/value';
import * as z from 'zod';
import { RequestRepresentation } from './requests.ts';
import { unread } from './sent.ts';

export const BatchQuery = z.strictObject({ agent_id: Name, tool_name: Name });

/** A row of a batch, with what a client needs to compute its view again. */
export const BatchRow = z.object({
  representation: RequestRepresentation,
  action_text: z.string().nullable(),
  input_digest: z.string(),
  view_digest: z.string().nullable(),
  short_code: z.string().nullable(),
  /** Why the row has to be decided alone. Empty where it may be decided with the others (BA-4). */
  alone: z.array(z.string()),
});
export type BatchRow = z.infer<typeof BatchRow>;

/** The requests of one agent and one tool that the caller can decide together. */
export const BatchAnswer = z.object({
  agent_id: z.string(),
  tool_name: z.string(),
  /** Of one chain and one stage, soonest deadline first. Empty where fewer than two can be decided. */
  rows: z.array(BatchRow),
  /** How many more there are: of another chain or stage, or beyond the 50 that one batch holds. */
  left_out: z.int(),
  /** Whether a rejection has to be signed too, because the stage takes no decision without a passkey. */
  signed_rejection: z.boolean(),
  stage_index: z.int().nullable(),
  /** Used once, in a batch of this person. */
  nonce: z.string(),
  origin: z.string(),
  rp_id: z.string(),
  passkeys: z.array(z.object({ credential_id: z.string(), public_key: PublicKey })),
  store_id: z.string(),
  epoch: z.int(),
});
export type BatchAnswer = z.infer<typeof BatchAnswer>;

/** The decisions of a batch, in the order in which they were signed. */
export const BatchBody = z.strictObject({
  rows: z
    .array(z.strictObject({ approval_request_id: Name, entry: unread(EntrySubmission) }))
    .min(2)
    .max(50),
});

export const BatchDecided = z.object({ requests: z.array(RequestRepresentation) });
export type BatchDecided = z.infer<typeof BatchDecided>;
