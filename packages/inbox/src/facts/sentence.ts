import { sentenceOf as cardSentence } from '@countersign/card';
import type { ActionBinding, TitleTemplatePart } from '@countersign/protocol/action';
import { sentenceText } from '../language/english/sentence.ts';

/** A stretch of the sentence, for its look alone. The words are those of every other screen. */
export interface SentenceStretch {
  readonly look: 'words' | 'joining' | 'name' | 'code' | 'written';
  readonly text: string;
}

const spelledOut = /(<U\+[0-9A-F]{4,6}(?: x\d+)?>)/;

export function sentenceOf(
  action: ActionBinding,
  template: readonly TitleTemplatePart[] | null,
): { readonly text: string; readonly stretches: readonly SentenceStretch[] } {
  const { parts, text } = cardSentence(action, template, sentenceText);
  const stretches = parts.flatMap(part =>
    part.text
      .split(spelledOut)
      .filter(piece => piece !== '')
      .map(
        (piece): SentenceStretch => ({
          look: spelledOut.test(piece) ? 'written' : part.look,
          text: piece,
        }),
      ),
  );
  return { text, stretches };
}

/** The pointers that a sentence names, in its order. */
export function namedPointers(template: readonly TitleTemplatePart[] | null): readonly string[] {
  return (template ?? []).flatMap(part => ('pointer' in part ? [part.pointer] : []));
}

/** Whether a value reads as words: names, amounts and prose do, identifiers and paths are shown as bytes. */
export function isProse(text: string): boolean {
  return /^\p{Lu}[\p{L}\p{M}'’.,&()-]*(?: [\p{L}\p{M}\p{Nd}'’.,&()-]+)*$/u.test(text);
}
