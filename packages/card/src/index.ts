export { commandParts, joinWords } from './command.ts';
export type { Edit } from './edit.ts';
export type { Message } from './message.ts';
export { type Records, totalText } from './records.ts';
export { type Sentence, sentenceOf } from './sentence.ts';
export { pointersShown, type Shape, shapeOf } from './shape.ts';
export { type Statement, statementsOf } from './sql.ts';
export type { SentencePart } from './visible.ts';
