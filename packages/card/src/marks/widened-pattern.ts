/** A pattern of a line and where it stands. */
interface Pattern {
  readonly text: string;
  readonly start: number;
}

const literal =
  /(?:^|[=(,:!&|?{};[]|\breturn)\s{0,10}\/(?<at>(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,200}\]){1,400})\/[dgimsuvy]{0,6}(?![\w/])/dg;
const called =
  /\b(?:re\.\w+|RegExp|Regex|Regexp|regexp\.\w+|Pattern\.\w+|preg_\w+|regex\w*|pattern\w*|match\w*)['"]?\s{0,4}[(:=]{1,2}\s{0,4}(?:\w{0,4}\()?[rRbBu]{0,2}(?<quote>['"`])(?<at>(?:\\.|(?!\k<quote>)[^\\\n]){1,400})\k<quote>/dgi;
const route = /(?:^|\s)~\*?\s{1,10}(?<at>\^?\/\S{0,200})/dg;
const patternsMax = 10;

function patternsIn(line: string): readonly Pattern[] {
  return [literal, called, route]
    .flatMap(form =>
      [...line.matchAll(form)].slice(0, patternsMax).map(found => ({
        text: found.groups?.['at'] ?? '',
        start: found.indices?.groups?.['at']?.[0] ?? 0,
      })),
    )
    .sort((one, other) => one.start - other.start);
}

/** The pattern of a line that matches more than the one it replaces; null where none does. */
export function widenedPattern(
  text: string,
  before: string,
): { readonly start: number; readonly end: number; readonly old: string } | null {
  const [news, olds] = [patternsIn(text), patternsIn(before)];
  if (news.length !== olds.length) return null;
  for (const [index, { text: now, start }] of news.entries()) {
    const old = olds[index]?.text ?? '';
    if (isWiderPattern(now, old)) return { start, end: start + now.length, old };
  }
  return null;
}

/**
 * Whether a regular expression matches more than another one, as far as its writing shows it: an anchor is gone, a wildcard
 * is new, a dot is no longer meant as a dot, its fixed beginning is shorter, or fewer repetitions are enough.
 */
export function isWiderPattern(now: string, old: string): boolean {
  if (now === old || old === '') return false;
  const lost = (mark: RegExp) => mark.test(old) && !mark.test(now);
  const more = (mark: RegExp) => countOf(now, mark) > countOf(old, mark);
  return (
    lost(/^(?:\^|\\A)/) ||
    lost(/(?:[^\\]\$|\\[zZ])$/) ||
    more(/(?<!\\)\.[*+?]|\\S[*+]|\[(?:\\s\\S|\\S\\s|\\d\\D|\\w\\W|\^\])\]/g) ||
    (countOf(now, /\\\./g) < countOf(old, /\\\./g) && more(/(?<!\\)\./g)) ||
    isShorterRoute(now, old) ||
    leastOf(now) < leastOf(old)
  );
}

function countOf(text: string, mark: RegExp): number {
  return [...text.matchAll(mark)].length;
}

/** `^/` after `^/public/`. */
function isShorterRoute(now: string, old: string): boolean {
  return now.startsWith('^') && !now.endsWith('$') && old.startsWith(now);
}

/** How many characters the counted repetitions of a pattern ask for. */
function leastOf(pattern: string): number {
  const shape = (text: string) => text.replaceAll(/\{\d{1,6}(?:,\d{0,6})?\}/g, '#');
  const counts = [...pattern.matchAll(/\{(\d{1,6})/g)].reduce(
    (sum, found) => sum + Number(found[1]),
    0,
  );
  return shape(pattern) === pattern ? 0 : counts;
}
