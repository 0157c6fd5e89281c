import { lineDiff } from './line-diff.ts';

/** How many lines a change adds and removes. */
export function countLines(
  before: string,
  after: string,
): { readonly added: number; readonly removed: number } {
  let [added, removed] = [0, 0];
  for (const { kind } of lineDiff(before, after)) {
    if (kind === 'added') added += 1;
    if (kind === 'removed') removed += 1;
  }
  return { added, removed };
}
