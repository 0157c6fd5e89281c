import type { PolicyFile } from '@countersign/client/people';

/** The documents that a person tries, beside the ones in force. */
export type DraftFiles = readonly PolicyFile[];

export function withText(draft: DraftFiles, name: string, text: string): DraftFiles {
  return draft.map(file => (file.name === name ? { ...file, text } : file));
}

/** The files of a folder take the place of the draft. A name that is known keeps its layer. */
export function fromFolder(
  files: readonly { readonly name: string; readonly text: string }[],
  inForce: DraftFiles,
): DraftFiles {
  return files
    .filter(({ name }) => /\.ya?ml$/i.test(name) && !/\.test\.ya?ml$/i.test(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, text }) => ({ name, text, layer: layerOf(name, inForce) }));
}

function layerOf(name: string, inForce: DraftFiles): NonNullable<PolicyFile['layer']> {
  return inForce.find(file => file.name === name)?.layer ?? 'operator';
}

export function isSame(one: DraftFiles, other: DraftFiles): boolean {
  return JSON.stringify(one.map(plain)) === JSON.stringify(other.map(plain));
}

function plain({ name, text, layer = 'operator' }: PolicyFile): readonly string[] {
  return [name, text, layer];
}

/** Every name of either side, with both texts. An empty text is a file that one side lacks. */
export function changedFiles(
  draft: DraftFiles,
  inForce: DraftFiles,
): readonly { readonly name: string; readonly before: string; readonly after: string }[] {
  const names = [...new Set([...inForce, ...draft].map(({ name }) => name))];
  const textIn = (files: DraftFiles, name: string): string =>
    files.find(file => file.name === name)?.text ?? '';
  return names
    .map(name => ({ name, before: textIn(inForce, name), after: textIn(draft, name) }))
    .filter(({ before, after }) => before !== after);
}
