import { ProtocolError } from '@countersign/protocol/reason';
import { addSeconds, isDue, type Timestamp } from '@countersign/protocol/value';
import { timestampOf } from './flow-time.ts';
import { accepted, type FlowVerdict, refused } from './flow-verdict.ts';

/** How long a question is open where nothing is said: document 001's fifteen minutes. */
export const approvalSecondsDefault = 900;

/** When a question, or an approval, ends: after its own time, and never after the intent itself (TM-1). */
export function approvalEnd({
  begins,
  intentExpiresAt,
  seconds = approvalSecondsDefault,
}: {
  readonly begins: Timestamp;
  readonly intentExpiresAt: string;
  readonly seconds?: number;
}): FlowVerdict<Timestamp> {
  if (!Number.isSafeInteger(seconds) || seconds < 1) {
    throw new ProtocolError('options_malformed', '/seconds', 'expected whole seconds, at least 1');
  }
  const intentEnds = timestampOf(intentExpiresAt);
  if (isDue(intentEnds, begins)) {
    return refused('INTENT_EXPIRED', 'the intent is over already', 'request_window_empty');
  }
  return accepted(earlier(addSeconds(begins, seconds), intentEnds));
}

export function earlier(a: Timestamp, b: Timestamp): Timestamp {
  return a < b ? a : b;
}
