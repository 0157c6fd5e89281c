export type { Mark } from './mark.ts';
export { marksOf } from './marks-of.ts';
