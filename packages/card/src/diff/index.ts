export { changedWords } from './changed-words.ts';
export { type DiffLine, lineDiff } from './line-diff.ts';
