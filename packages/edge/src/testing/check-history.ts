import type { EdgeState } from '@countersign/protocol/edge';
import { type EdgeWorld, type LocalAllow, lifeSeconds } from './edge-world.ts';

/** A rule that a history broke, and how. */
interface Broken {
  readonly rule: string;
  readonly detail: string;
}

/**
 * Judges a history by the true time, from what the operators did and what the edge allowed. It knows nothing of
 * snapshots and clocks. It knows two rules only: an allow may be as old as one life of a snapshot, and every allow is
 * in the log or in a gap.
 */
export async function checkHistory(world: EdgeWorld): Promise<Broken | null> {
  for (const allow of world.allows) {
    if (!wasAllowed(world, allow)) {
      const detail = `${allow.tool} was allowed at ${allow.at}, more than ${lifeSeconds} s after it was denied or locked`;
      return { rule: 'EG-3', detail };
    }
  }
  const recorded = await world.recorded();
  const ids = new Set(recorded.map(({ id }) => id));
  if (ids.size !== recorded.length)
    return { rule: 'EG-6', detail: 'a decision is in the log twice' };
  const own = new Set(world.allows.map(({ id }) => id));
  const foreign = recorded.find(({ id }) => !own.has(id));
  if (foreign !== undefined) return { rule: 'EG-6', detail: `no one decided ${foreign.id}` };
  const warned = recorded.find(each => each.warned);
  if (warned !== undefined) return { rule: 'EG-7', detail: `${warned.id} contradicts the policy` };
  const missing = world.allows.filter(({ id }) => !ids.has(id));
  const state = await world.state();
  return missing.length > 0 && !showsGap(state)
    ? { rule: 'EG-8', detail: `${missing.length} decisions are missing, and nothing shows that` }
    : null;
}

/**
 * Whether there was a moment, at most one snapshot life earlier, at which policy allowed the action and no lock blocked
 * it.
 */
function wasAllowed({ inForce }: EdgeWorld, { at, tool }: LocalAllow): boolean {
  return inForce.some(({ at: from, rules, locked }, index) => {
    const until = inForce[index + 1]?.at ?? at;
    const isRecent = from <= at && until >= at - lifeSeconds * 1000;
    return isRecent && rules[tool] === 'allow' && !locked;
  });
}

/** Whether the state of the edge shows that decisions are missing. */
function showsGap({ open, gap_count, resumed }: EdgeState): boolean {
  return open.length > 0 || gap_count > 0 || resumed > 0;
}
