import type { IconName } from '../design/icon.tsx';

/** How far an action can be taken back: a sign and a phrase. */
const known: Readonly<Record<string, readonly [icon: IconName, words: string]>> = {
  read_only: ['eye', 'Only reads'],
  reversible: ['undo', 'Can be undone'],
  externally_reversible: ['people', 'Undone only by others'],
  irreversible: ['one-way', 'Cannot be undone'],
};

export function undoWords(
  reversibility: string,
): { readonly icon: IconName; readonly words: string } | null {
  const found = Object.hasOwn(known, reversibility) ? known[reversibility] : undefined;
  return found === undefined ? null : { icon: found[0], words: found[1] };
}
