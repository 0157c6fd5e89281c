/** A place in the action that stands out, and why. It is our analysis, outside the hashed view. */
export interface Mark {
  /** JSON Pointer of the value into the parameters. */
  readonly pointer: string;
  /** Where it starts and ends in the value, in UTF-16 units; both 0 where the whole value is meant. */
  readonly start: number;
  readonly end: number;
  readonly level: 'high' | 'critical';
  /** What happens, in one sentence. */
  readonly words: string;
}

/** A rule over a text: what it finds, how grave it is, and what a person is told. */
export interface TextRule {
  readonly pattern: RegExp;
  readonly level: Mark['level'];
  readonly words: string | ((found: RegExpExecArray) => string);
}

const foundMax = 20;
const readMax = 200_000;

/** Everything that the rules find in a text. Of two that begin at one place, the first rule wins. */
export function findInText(text: string, pointer: string, rules: readonly TextRule[]): Mark[] {
  const read = text.slice(0, readMax);
  const marks: Mark[] = [];
  for (const { pattern, level, words } of rules) {
    for (const found of read.matchAll(pattern)) {
      const [start, until] = found.indices?.groups?.['at'] ?? [
        found.index,
        found.index + found[0].length,
      ];
      const end = start + read.slice(start, until).trimEnd().length;
      if (marks.some(mark => start < mark.end && end > mark.start)) continue;
      marks.push({
        pointer,
        start,
        end,
        level,
        words: typeof words === 'string' ? words : words(found),
      });
      if (marks.length >= foundMax) return marks;
    }
  }
  return marks.sort((a, b) => a.start - b.start);
}
