import {
  type ActionBinding,
  describeAction,
  type TitlePart,
  type TitleTemplatePart,
} from '@countersign/protocol/action';

/** A stretch of the sentence, for its look alone. The words and values are those of `describeAction`. */
export interface SentenceStretch {
  readonly look: 'words' | 'joining' | 'name' | 'code' | 'written';
  readonly text: string;
}

const joiningWords = /^(?:as|at|by|for|from|in|into|on|through|to|via|with)$/i;
const spelledOut = /(<U\+[0-9A-F]{4,6}(?: x\d+)?>)/;

export function sentenceOf(
  action: ActionBinding,
  template: readonly TitleTemplatePart[] | null,
): { readonly text: string; readonly stretches: readonly SentenceStretch[] } {
  // Without a rule's sentence, the tool is the sentence; its target stands among the facts.
  const bare = { ...action, target: { ...action.target, resource: null } };
  const { parts, text } = describeAction(template, template === null ? bare : action);
  return { text, stretches: parts.flatMap(stretchesOf) };
}

/** The pointers that a sentence names, in its order. */
export function namedPointers(template: readonly TitleTemplatePart[] | null): readonly string[] {
  return (template ?? []).flatMap(part => ('pointer' in part ? [part.pointer] : []));
}

function stretchesOf({ text, kind }: TitlePart): SentenceStretch[] {
  if (kind === 'words') {
    return text
      .split(/(\s+)/)
      .filter(word => word !== '')
      .map(word => ({ look: joiningWords.test(word) ? 'joining' : 'words', text: word }));
  }
  const look = isProse(text) || /^[\d.,]+$/.test(text) ? 'name' : 'code';
  return text
    .split(spelledOut)
    .filter(piece => piece !== '')
    .map(piece => ({ look: spelledOut.test(piece) ? 'written' : look, text: piece }));
}

/** Whether a value reads as words: names, amounts and prose do, identifiers and paths are shown as bytes. */
export function isProse(text: string): boolean {
  return /^\p{Lu}[\p{L}\p{M}'’.,&()-]*(?: [\p{L}\p{M}\p{Nd}'’.,&()-]+)*$/u.test(text);
}
