import type { PolicyReplay, ReplayedDecision } from '@countersign/client/people';
import { replayText } from '../language/english/replay.ts';

export interface ReplayGroup {
  readonly name: 'allowed' | 'asked' | 'denied' | 'others';
  readonly title: string;
  /** What a person rejected comes first. */
  readonly items: readonly ReplayedDecision[];
}

/** The changed answers in the order of their weight. A group of none is left out. */
export function replayGroups(replay: PolicyReplay): readonly ReplayGroup[] {
  const rejected = rejectedOf(replay);
  const ids = new Set(rejected.map(({ id }) => id));
  const allowed = [...rejected, ...replay.newly_allowed.filter(({ id }) => !ids.has(id))];
  const groups: readonly ReplayGroup[] = [
    { name: 'allowed', title: allowedTitle(allowed.length, rejected.length), items: allowed },
    {
      name: 'asked',
      title: replayText.newlyAsked(replay.newly_asked.length),
      items: replay.newly_asked,
    },
    {
      name: 'denied',
      title: replayText.newlyDenied(replay.newly_denied.length),
      items: replay.newly_denied,
    },
    {
      name: 'others',
      title: replayText.askedOfOthers(replay.asked_of_others.length),
      items: replay.asked_of_others,
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Actions that a person rejected and that would now run without a question. */
export function rejectedOf(replay: PolicyReplay): readonly ReplayedDecision[] {
  return replay.newly_allowed_that_a_person_denied;
}

function allowedTitle(count: number, rejected: number): string {
  if (rejected === 0) return replayText.newlyAllowed(count);
  return replayText.allowedRejected(rejected, count);
}

/** What happened to the action then: "Was asked, rejected". */
export function thenWords({ before, resolution }: ReplayedDecision): string {
  if (before === 'allow') return replayText.wasAllowed;
  if (before === 'deny') return replayText.wasDenied;
  const answers = {
    allowed: replayText.approved,
    denied: replayText.rejected,
    expired: replayText.notAnswered,
    cancelled: replayText.withdrawn,
    amended: replayText.changedByReviewer,
  } as const;
  return resolution === null ? replayText.wasAsked : replayText.wasAskedAnd(answers[resolution]);
}

export function changedCount(replay: PolicyReplay): number {
  return replay.total - replay.unchanged;
}

/** What the replay could not evaluate, and why; null where it evaluated everything. */
export function leftOutWords({ unasked_not_kept, asked_not_kept }: PolicyReplay): string | null {
  const parts = [
    ...(unasked_not_kept > 0 ? [replayText.unaskedNotKept(unasked_not_kept)] : []),
    ...(asked_not_kept > 0 ? [replayText.askedNotKept(asked_not_kept)] : []),
  ];
  return parts.length === 0 ? null : replayText.notEvaluated(parts.join('; '));
}
