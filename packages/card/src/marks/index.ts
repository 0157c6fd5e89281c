export { type FoundSpan, type JoinedMark, joinMarks } from './join-marks.ts';
export type { Mark } from './mark.ts';
export { marksOf } from './marks-of.ts';
