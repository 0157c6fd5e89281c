export {
  type AmendableValue,
  amendableValues,
  readNumber,
  withValues,
} from './amendable-values.ts';
export { type Attachment, answersElsewhere, attachmentsOf } from './attachment.ts';
export { batchExceptions, batchRow, batchTable } from './batch.ts';
export { commandParts, joinWords, partWords } from './command.ts';
export { type Decoded, decodedOf } from './decoded.ts';
export type { Edit } from './edit.ts';
export { type Effect, effectsOf } from './effect.ts';
export { readableSegments } from './emoji.ts';
export { firstLineOf } from './first-line.ts';
export { heldWords, intentWords } from './intent-words.ts';
export { english as englishSentences, type SentenceText } from './language/english.ts';
export { domainOf, homeDomainOf, type Message } from './message.ts';
export { amountKeys } from './money.ts';
export { type Records, totalText } from './records.ts';
export { type Sentence, sentenceOf } from './sentence.ts';
export { pointersShown, type Shape, shapeOf, wordsAround } from './shape.ts';
export { gravestLevel } from './shown-level.ts';
export { evidenceWords, findingWords, signalWords } from './signal-words.ts';
export type { SentencePart } from './visible.ts';
export { hostOf } from './web.ts';
export { whyStopped, whyWords } from './why-words.ts';
