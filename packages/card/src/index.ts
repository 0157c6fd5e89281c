export { type Sentence, sentenceOf } from './sentence.ts';
export { pointersShown, type Shape, shapeOf } from './shape.ts';
export type { SentencePart } from './visible.ts';
