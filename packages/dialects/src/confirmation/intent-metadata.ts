import { DetectedIntent } from '@countersign/protocol/hold';
import { parserOf } from '@countersign/protocol/json';
import { atLeastRisk } from '@countersign/protocol/value';
import * as z from 'zod';
import { RiskWord } from './risk-word.ts';

/** What the document's routing layer notes of a message. It is a signal: it halts, and permits nothing. */
export const IntentMetadata = z.strictObject({
  confirmation_required: z.boolean(),
  risk_level: RiskWord,
  action_type: z.string().min(1).max(512).nullable().default(null),
  scope: z
    .strictObject({
      records: z.int().min(0).nullable().default(null),
      type: z.string().min(1).max(512).nullable().default(null),
    })
    .nullable()
    .default(null),
});
export type IntentMetadata = z.infer<typeof IntentMetadata>;

export const parseIntentMetadata = parserOf('intent_metadata', IntentMetadata);
const parseDetectedIntent = parserOf('DetectedIntent', DetectedIntent);

/** The metadata of a hold. What the document has no member for stays in the hold. */
export function toIntentMetadata(intent: DetectedIntent): IntentMetadata {
  const { confirmation_required, risk_level, action_type, scope } = intent;
  return {
    confirmation_required,
    risk_level,
    action_type,
    scope: { records: scope.records, type: scope.type },
  };
}

/**
 * The document's metadata as a detected intent. A level that asks halts whatever the flag beside it says: claims of
 * an agent only ever add friction (GT-7).
 */
export function fromIntentMetadata(value: unknown): DetectedIntent {
  const { confirmation_required, risk_level, action_type, scope } = parseIntentMetadata(value);
  return parseDetectedIntent({
    confirmation_required: confirmation_required || atLeastRisk(risk_level, 'high'),
    risk_level,
    action_type: action_type ?? 'unknown',
    scope: { records: scope?.records ?? null, type: scope?.type ?? null },
  });
}
