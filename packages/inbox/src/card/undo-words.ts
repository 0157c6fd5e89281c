/** How far an action can be taken back, in words for a person. */
const known: Readonly<Record<string, string>> = {
  read_only: 'Nothing to undo: it only reads.',
  reversible: 'It can be undone.',
  externally_reversible: 'It can be undone only with the help of others.',
  irreversible: 'It cannot be undone, as far as is known.',
};

export function undoWords(reversibility: string): string | null {
  return Object.hasOwn(known, reversibility) ? (known[reversibility] ?? null) : null;
}
