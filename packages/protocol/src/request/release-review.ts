import * as z from 'zod';
import { PersonId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Prose } from '../value/wire-text.ts';

/** What another person found about an action that one person released alone. */
export const ReleaseVerdict = z.enum(['justified', 'not_justified']);
export type ReleaseVerdict = z.infer<typeof ReleaseVerdict>;

export const ReleaseReview = z.strictObject({
  by: PersonId,
  verdict: ReleaseVerdict,
  findings: Prose,
  reviewed_at: Timestamp,
});
export type ReleaseReview = z.infer<typeof ReleaseReview>;
