import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { eventForm } from '../stream/event-form.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';
import { PolicyDecision } from './policy-decision.ts';

/** What may stay readable of an action that policy decided alone, besides its agent and its tool (UA-1). */
export const keptParts = ['resource', 'parameters'] as const;
export type KeptPart = (typeof keptParts)[number];

/** What a policy keeps of such an action. Absent: its digest, its agent and its tool. */
export interface UnaskedRetention {
  readonly keep: KeptPart;
  readonly seconds: number;
}

/** The text that is kept of an answer: which part, its digest, and until when. */
export const KeptOfAnswer = z.strictObject({
  part: z.enum(keptParts),
  digest: Digest,
  until: Timestamp,
});

/**
 * What a policy answered without asking anyone. The text that is kept stands apart under its digest and can be erased;
 * the event stays as it is.
 */
export const UnaskedAnswer = eventForm(
  'policy.answered',
  z.strictObject({
    decision: PolicyDecision,
    agent_id: Name,
    tool_name: Name,
    kept: KeptOfAnswer.nullable(),
  }),
);
export type UnaskedAnswer = z.infer<typeof UnaskedAnswer>;

export const parseUnaskedAnswer = parserOf('UnaskedAnswer', UnaskedAnswer);
