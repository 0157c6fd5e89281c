export { type DiffLine, lineDiff } from './line-diff.ts';
