import { diffWordsWithSpace } from 'diff';

type Stretches = readonly (readonly [from: number, to: number])[];

const lengthMax = 2000;

/** Which stretches of two lines differ. Lines that share too little are told by their signs alone. */
export function changedWords(
  before: string,
  after: string,
): { readonly before: Stretches; readonly after: Stretches } {
  const none = { before: [], after: [] };
  if (before.length > lengthMax || after.length > lengthMax) return none;
  const removed: [number, number][] = [];
  const added: [number, number][] = [];
  let [left, right, equal] = [0, 0, 0];
  for (const change of diffWordsWithSpace(before, after)) {
    const { length } = change.value;
    if (change.removed) removed.push([left, left + length]);
    else if (change.added) added.push([right, right + length]);
    else equal += change.value.trim().length;
    if (!change.added) left += length;
    if (!change.removed) right += length;
  }
  const share = equal / Math.max(1, Math.max(before.trim().length, after.trim().length));
  return share < 0.3 ? none : { before: removed, after: added };
}
