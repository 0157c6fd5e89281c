export const wordStart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127;
export const digit = (code: number): boolean => code >= 48 && code <= 57;
export const wordPart = (code: number): boolean => wordStart(code) || digit(code) || code === 36;
export const blank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** What closes a literal of Oracle, by what opens it. */
export const closers = new Map([
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
  ['<', '>'],
]);

/** The end of `%s` or `%(name)s` at a position, or the position itself. */
export function formatEnd(sql: string, start: number): number {
  const close = sql[start + 1] === '(' ? sql.slice(start, start + 80).indexOf(')s') : 0;
  const named = close > 2 && plainName(sql.slice(start + 2, start + close));
  const end = named ? start + close + 2 : sql[start + 1] === 's' ? start + 2 : start;
  return end > start && !wordPart(sql.charCodeAt(end)) ? end : start;
}

function plainName(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (!wordPart(text.charCodeAt(at))) return false;
  return text.length > 0;
}

/** What a backslash makes of the character after it. */
export function escaped(character: string): string {
  if (character === 'n') return '\n';
  if (character === 't') return '\t';
  if (character === 'r') return '\r';
  return character === '0' ? '' : character;
}

/** Where the block comment at a position ends, whether it never does, and whether another starts inside. */
export function commentEnd(
  sql: string,
  start: number,
  nests: boolean,
): { readonly end: number; readonly open: boolean; readonly nested: boolean } {
  let depth = 1;
  let at = start + 2;
  let nested = false;
  while (at < sql.length && depth > 0) {
    if (sql[at] === '*' && sql[at + 1] === '/') {
      depth -= 1;
      at += 2;
    } else if (sql[at] === '/' && sql[at + 1] === '*') {
      nested = true;
      if (nests) depth += 1;
      at += 2;
    } else {
      at += 1;
    }
  }
  return { end: at, open: depth > 0, nested };
}
