import type { Command } from '../command.ts';
import { decodedOf } from '../decoded.ts';
import { commandRules } from './command-rules.table.ts';
import { downloadedMarks } from './downloaded.ts';
import { findInText, type Mark } from './mark.ts';
import { withoutSaidText } from './run-text.ts';

export function commandMarks({ pointer, text, words, inner }: Command): readonly Mark[] {
  if (inner !== null) return scriptMarks(inner.value, inner.pointer);
  // In a list of words a mark stands on the line that is made of them.
  const found = scriptMarks(text, pointer);
  return found.length > 0 || words !== null ? found : hiddenMarks(text, pointer);
}

/** What stands out in a script: what it runs, and not what it only searches for or says. */
function scriptMarks(text: string, pointer: string): readonly Mark[] {
  const found = findInText(withoutSaidText(text), pointer, commandRules);
  const runs = downloadedMarks(text, pointer).filter(
    ({ start, end }) => !found.some(mark => start < mark.end && end > mark.start),
  );
  return [...found, ...runs].sort((one, other) => one.start - other.start);
}

/** A text that is no command, and stands for one. */
function hiddenMarks(text: string, pointer: string): readonly Mark[] {
  const inside = decodedOf(text);
  if (inside?.kind !== 'base64') return [];
  const found = findInText(inside.text, pointer, commandRules)[0];
  return found === undefined
    ? []
    : [{ ...found, start: 0, end: text.length, words: `Decoded: ${found.words}` }];
}
