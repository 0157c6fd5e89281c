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

/** Whether a name has letters that are not those of plain English names. They can look like them. */
export function isForeign(name: string): boolean {
  return /[^\p{ASCII}]/u.test(name);
}

/** Letters of Cyrillic, and those of Greek that look like Latin ones. */
const alike = String.raw`\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν`;
/** A name in which letters of two scripts stand side by side. They look like one script. */
export const mixedName = String.raw`[\w@.+-]{0,100}(?:[A-Za-z][${alike}]|[${alike}][A-Za-z])[\w@.+\-${alike}]{0,100}`;
const mixed = new RegExp(mixedName, 'u');

export function isMixed(name: string): boolean {
  return mixed.test(name);
}

const foundMax = 20;
const foundPerRule = 40;
const readMax = 200_000;

/** So many marks as a card can show, in their order. Many small ones do not push a grave one out. */
export function gravestOf<T extends Mark>(marks: readonly T[], max: number): readonly T[] {
  if (marks.length <= max) return marks;
  const grave = marks.filter(({ level }) => level === 'critical').slice(0, max);
  const others = marks.filter(({ level }) => level !== 'critical').slice(0, max - grave.length);
  const kept = new Set([...grave, ...others]);
  return marks.filter(mark => kept.has(mark));
}

/** Everything that the rules find in a text. Of two that begin at one place, the first rule wins. */
export function findInText(text: string, pointer: string, rules: readonly TextRule[]): Mark[] {
  const read = text.slice(0, readMax);
  const marks: Mark[] = [];
  for (const { pattern, level, words } of rules) {
    let left = foundPerRule;
    for (const found of read.matchAll(pattern)) {
      const named = Object.values(found.indices?.groups ?? {}).find(place => place !== undefined);
      const [start, until] = named ?? [found.index, found.index + found[0].length];
      const end = start + read.slice(start, until).trimEnd().length;
      if (marks.some(mark => start < mark.end && end > mark.start)) continue;
      marks.push({
        pointer,
        start,
        end,
        level,
        words: typeof words === 'string' ? words : words(found),
      });
      left -= 1;
      if (left === 0) break;
    }
  }
  return [
    ...gravestOf(
      marks.sort((a, b) => a.start - b.start),
      foundMax,
    ),
  ];
}
