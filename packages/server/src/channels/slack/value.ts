import { Digest } from '@countersign/protocol/crypto';
import { parseStrict } from '@countersign/protocol/json';
import { ApprovalRequestId } from '@countersign/protocol/value';
import * as z from 'zod';

/** What a button carries: the question as it was asked, and its stage. The store has the last word on all of it. */
export const CardValue = z.strictObject({
  approval_request_id: ApprovalRequestId,
  input_digest: Digest,
  stage_index: z.int().min(0).max(31),
});
export type CardValue = z.infer<typeof CardValue>;

export function writeCardValue(value: CardValue): string {
  return JSON.stringify(value);
}

/** Null where the text is not one of ours. */
export function readCardValue(text: string): CardValue | null {
  try {
    return CardValue.parse(parseStrict(text));
  } catch {
    return null;
  }
}
