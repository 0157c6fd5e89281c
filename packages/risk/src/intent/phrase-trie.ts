/** A set of word sequences, found at a position by walking as many words as the longest has. */
export interface PhraseTrie<T> {
  /** The longest phrase that starts at `at`: its value, and the index after it. */
  match(
    words: readonly string[],
    at: number,
  ): { readonly value: T; readonly to: number } | undefined;
}

interface Branch<T> {
  readonly next: Map<string, Branch<T>>;
  value: T | undefined;
}

/**
 * A trie of phrases such as `is (that|this) (ok|fine) (with you|)`. A group is a choice; an empty choice leaves it
 * out. Groups do not nest. The trie is built at its first use: most programs never read a sentence.
 */
export function phraseTrie<T>(phrases: readonly (readonly [string, T])[]): PhraseTrie<T> {
  let root: Branch<T> | undefined;
  return {
    match(words, at) {
      root ??= grow(phrases);
      let branch: Branch<T> | undefined = root;
      let found: { value: T; to: number } | undefined;
      for (let index = at; index < words.length; index += 1) {
        branch = branch.next.get(words[index] ?? '');
        if (branch === undefined) break;
        if (branch.value !== undefined) found = { value: branch.value, to: index + 1 };
      }
      return found;
    },
  };
}

function grow<T>(phrases: readonly (readonly [string, T])[]): Branch<T> {
  const root: Branch<T> = { next: new Map(), value: undefined };
  for (const [pattern, value] of phrases) {
    for (const phrase of expand(pattern)) {
      let branch = root;
      for (const word of phrase.split(' ').filter(part => part !== '')) {
        const next: Branch<T> = branch.next.get(word) ?? { next: new Map(), value: undefined };
        branch.next.set(word, next);
        branch = next;
      }
      branch.value ??= value;
    }
  }
  return root;
}

function expand(pattern: string): readonly string[] {
  const open = pattern.indexOf('(');
  if (open < 0) return [pattern];
  const close = pattern.indexOf(')', open);
  const choices = pattern.slice(open + 1, close).split('|');
  const rest = expand(pattern.slice(close + 1));
  return choices.flatMap(choice => rest.map(tail => `${pattern.slice(0, open)}${choice}${tail}`));
}

/** Phrases parted by semicolons; a line may break after a choice. */
export function phrasesOf(list: string): readonly string[] {
  return list
    .replace(/\|\s*\n\s*/g, '|')
    .split(';')
    .map(phrase => phrase.trim().replace(/\s+/g, ' '))
    .filter(phrase => phrase !== '');
}
