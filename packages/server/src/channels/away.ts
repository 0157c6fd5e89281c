import type { Context } from '@countersign/coordinator';
import { millisecondsOf, type Timestamp } from '@countersign/protocol/value';
import type { Preferences } from '@countersign/wire/preferences';
import { preferencesOf } from './preferences.ts';

/** When a person who is away comes back; null where the person is not away. */
export function awayUntil({ away }: Preferences, now: Timestamp): Timestamp | null {
  if (away === null) return null;
  const at = millisecondsOf(now);
  return millisecondsOf(away.from) <= at && at < millisecondsOf(away.to) ? away.to : null;
}

/**
 * Chooses who is told among the people who could decide. People who are away are left out, unless everyone is away: a
 * request that no one hears of would expire.
 */
export async function peopleToTell(
  context: Pick<Context, 'store' | 'clock'>,
  deciders: readonly string[],
): Promise<readonly string[]> {
  const preferences = await preferencesOf(context, deciders);
  const now = context.clock.now();
  const present = deciders.filter(personId => awayUntil(preferences(personId), now) === null);
  return present.length === 0 ? deciders : present;
}
