import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import type { Clock } from './ports.ts';

/** Judges clocks against a second clock that no one can set. */
export interface TimeWatch {
  /** The latest time that is plausible now. A store whose clock has reached it commits nothing (TM-8). */
  latest(): Timestamp;
}

/** How far a clock may be ahead before it is not believed: more than NTP corrects, less than a lifetime of a grant. */
export const aheadSecondsMax = 300;

/** After this time, a clock that agreed becomes the new reference. So small corrections never add up to a jump. */
const rebaseSeconds = 3600;

/**
 * Remembers what time it was when the process started, and counts on from there. `elapsedSeconds` must count while the
 * machine sleeps, too. The time at the start is believed: a store that was unused for a month opens.
 */
export function watchTime(ports: {
  readonly clock: Pick<Clock, 'now'>;
  readonly elapsedSeconds: () => number;
}): TimeWatch {
  let start = { at: ports.clock.now(), elapsed: ports.elapsedSeconds() };
  return {
    latest: () => {
      const elapsed = ports.elapsedSeconds();
      const passed = Math.max(0, Math.round((elapsed - start.elapsed) * 1000) / 1000);
      const expected = addSeconds(start.at, passed);
      const latest = addSeconds(expected, aheadSecondsMax);
      const now = ports.clock.now();
      if (passed >= rebaseSeconds && now < latest && now > addSeconds(expected, -aheadSecondsMax)) {
        start = { at: now, elapsed };
      }
      return latest;
    },
  };
}
