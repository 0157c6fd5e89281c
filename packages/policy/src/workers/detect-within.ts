import type { JsonObject } from '@countersign/protocol/json';
import { detectInWords, type IntentDetection } from '@countersign/risk/intent';
import { type EvaluationPool, late } from './evaluation-pool.ts';
import { isSmall } from './threaded-policies.ts';

/** Words that were not read in time are stopped like words that were not understood. */
const unread: IntentDetection = {
  confirmation_required: true,
  risk_level: 'high',
  action_type: 'unknown',
  scope: null,
  patterns: [{ name: 'text_too_long', evidence: 'the text was not read in time' }],
};

/** Reads the words of an agent within the limits of its credential, in a thread where there are many (HI-2, HI-3). */
export async function detectWithin(
  pool: EvaluationPool,
  caller: string,
  text: string,
  metadata?: JsonObject,
): Promise<IntentDetection> {
  pool.admit(caller);
  if (isSmall([text, metadata ?? null]) && pool.mayInline(caller)) {
    return pool.inline(caller, () => detectInWords(text, metadata));
  }
  const detected = await pool.run(caller, 'words', { text, metadata });
  return detected === late ? unread : detected;
}
