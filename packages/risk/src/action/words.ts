const longestName = 256;
const longestMemory = 4096;

/**
 * The words of an identifier: `camelCase`, `snake_case`, `dots`, `a/b`, `a:b`, `SHOUTING` and digits all
 * come apart, in lower case. Only the first 256 characters are read; no real name is longer.
 */
export function splitWords(name: string): readonly string[] {
  const text = name.length > longestName ? name.slice(0, longestName) : name;
  const words: string[] = [];
  let start = -1;
  let previous = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const kind = at < text.length ? kindOf(text.charCodeAt(at)) : 0;
    const breaks =
      start >= 0 &&
      (kind === 0 ||
        (kind === upper && previous !== upper) ||
        (kind === digit) !== (previous === digit) ||
        // `HTTPRequest`: the last capital of a run belongs to the word after it.
        (kind === lower && previous === upper && at - start > 1));
    if (breaks) {
      const cut = kind === lower && previous === upper ? at - 1 : at;
      words.push(text.slice(start, cut).toLowerCase());
      start = kind === 0 ? -1 : cut;
    } else if (start < 0 && kind !== 0) {
      start = at;
    }
    previous = kind;
  }
  return words;
}

const lower = 1;
const upper = 2;
const digit = 3;

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return lower;
  if (code >= 65 && code <= 90) return upper;
  if (code >= 48 && code <= 57) return digit;
  return code > 127 ? lower : 0;
}

/**
 * Remembers results by name. Tool and parameter names are few, and each call repeats them. The bound keeps an agent
 * that invents names from filling the memory.
 */
export function remembered<T>(work: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return name => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = work(name);
    if (name.length > longestName) return made;
    if (known.size >= longestMemory) known.clear();
    known.set(name, made);
    return made;
  };
}

/** True if any of the words is in the set. */
export function hasAny(words: readonly string[], set: ReadonlySet<string>): boolean {
  for (const word of words) if (set.has(word)) return true;
  return false;
}

/** A name the way it is compared: its words without what stood between them. */
export function joined(words: readonly string[]): string {
  return words.join('_');
}
