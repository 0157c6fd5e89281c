import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Ids } from '@countersign/coordinator';
import { timestampFromMilliseconds } from '@countersign/protocol/value';

export const clock: Clock = {
  now: () => timestampFromMilliseconds(Date.now()),
  pause: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
};

export const ids: Ids = { uuid: () => randomUUID() };
