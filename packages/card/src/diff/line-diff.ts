import { diffArrays } from 'diff';

/** One line of a diff. The lines that are not added are all of the old text, those not removed all of the new. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  /** From 1; null on the side where the line does not stand. */
  readonly before: number | null;
  readonly after: number | null;
}

/**
 * A comparison that takes more steps than this is given up. The diff then shows every old line as removed and every new
 * line as added.
 */
const stepsMax = 2000;

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const changes = diffArrays(old, now, { maxEditLength: stepsMax }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const lines: DiffLine[] = [];
  let [left, right] = [1, 1];
  for (const { value, added = false, removed = false } of changes) {
    for (const text of value) {
      const kind = added ? 'added' : removed ? 'removed' : 'same';
      lines.push({ kind, text, before: added ? null : left, after: removed ? null : right });
      if (!added) left += 1;
      if (!removed) right += 1;
    }
  }
  return lines;
}
