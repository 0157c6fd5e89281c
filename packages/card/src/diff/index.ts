export { changedWords } from './changed-words.ts';
export { type DiffRow, diffParts, diffRows } from './diff-rows.ts';
export { type DiffLine, lineDiff } from './line-diff.ts';
