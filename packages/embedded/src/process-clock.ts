import { uptime } from 'node:os';
import { type GateClock, systemClock } from '@countersign/client';
import type { Clock } from '@countersign/coordinator';
import { rememberedTimestamp } from '@countersign/protocol/value';

/** The time of this process. */
export const processClock: GateClock = systemClock;

/** How long the machine has run, sleep included. No one can set it. */
export const elapsedSeconds: () => number = uptime;

/** The same time in the form that the coordinator and the store ask for it. */
export function coordinatorClock(clock: GateClock): Clock {
  return {
    now: rememberedTimestamp(() => Math.floor(clock.now())),
    pause: (milliseconds, signal) => clock.pause(milliseconds, signal),
  };
}
