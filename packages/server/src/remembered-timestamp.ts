import { type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';

/** The time as text. A busy server asks many times in a millisecond, so the last one is written once. */
export function rememberedTimestamp(milliseconds: () => number): () => Timestamp {
  let last = 0;
  let text = timestampFromMilliseconds(last);
  return () => {
    const now = milliseconds();
    if (now !== last) {
      text = timestampFromMilliseconds(now);
      last = now;
    }
    return text;
  };
}
