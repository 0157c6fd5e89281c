import type { IconName } from '../design/icon.tsx';
import { cardText } from '../language/english/card.ts';

/** How far an action can be reversed: an icon and a phrase. */
const known: Readonly<Record<string, readonly [icon: IconName, words: string]>> = {
  read_only: ['eye', cardText.onlyReads],
  reversible: ['undo', cardText.canBeUndone],
  externally_reversible: ['people', cardText.undoneByOthers],
  irreversible: ['one-way', cardText.cannotBeUndone],
};

export function undoWords(
  reversibility: string,
): { readonly icon: IconName; readonly words: string } | null {
  const found = Object.hasOwn(known, reversibility) ? known[reversibility] : undefined;
  return found === undefined ? null : { icon: found[0], words: found[1] };
}
