/** A token of program text in any of the languages that are handed code on the command line. */
export interface CodeToken {
  readonly kind: 'name' | 'string' | 'shell' | 'punctuation';
  readonly text: string;
  /** Number of the line it starts on, which ends a statement in some languages. */
  readonly line: number;
}

const tokensMax = 20_000;

/**
 * Splits code into names with their dots, strings and punctuation. It knows no grammar: enough to see which
 * functions are named and what texts they could be given. Strings joined by `+`, `.` or standing side by side
 * become one, because splitting a word is the usual way to hide it.
 */
export function tokenize(code: string): { tokens: CodeToken[]; complete: boolean } {
  const tokens: CodeToken[] = [];
  let i = 0;
  let line = 0;
  let counted = 0;
  while (i < code.length && tokens.length < tokensMax) {
    for (; counted < i; counted++) if (code.charAt(counted) === '\n') line++;
    i = readToken(code, i, line, tokens);
  }
  return { tokens, complete: i >= code.length };
}

/** Reads what stands at a place, and gives the place behind it. */
function readToken(code: string, at: number, line: number, tokens: CodeToken[]): number {
  const character = code.charAt(at);
  if (/\s/u.test(character)) return at + 1;
  if (/[A-Za-z_$@%&]/u.test(character)) {
    const end = nameEnd(code, at + 1);
    tokens.push({ kind: 'name', text: code.slice(at, end), line });
    return end;
  }
  if (character === '#' && (at === 0 || code.charAt(at - 1) === '\n')) {
    const end = code.indexOf('\n', at);
    return end < 0 ? code.length : end;
  }
  if (character === '"' || character === "'" || character === '`')
    return readString(code, at, line, tokens);
  const pattern = character === '/' && startsPattern(tokens.at(-1)) ? patternEnd(code, at) : 0;
  if (pattern > 0) return pattern + 1;
  tokens.push({ kind: 'punctuation', text: character, line });
  return at + 1;
}

function nameEnd(code: string, from: number): number {
  let end = from;
  while (end < code.length && /[\w$.:!?-]/u.test(code.charAt(end)) && !endsName(code, end)) end++;
  return end;
}

function readString(code: string, at: number, line: number, tokens: CodeToken[]): number {
  const quote = code.charAt(at);
  const marks = code.startsWith(quote.repeat(3), at) ? 3 : 1;
  const from = at + marks;
  const end = marks === 3 ? code.indexOf(quote.repeat(3), from) : closing(code, from, quote);
  const text = code.slice(from, end < 0 ? code.length : end);
  pushString(tokens, quote, resolveEscapes(text), line);
  return end < 0 ? code.length : end + marks;
}

/** A slash begins a pattern, and no division, where a value is expected. */
function startsPattern(before: CodeToken | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === 'punctuation') return /[(,=~{;!&|]/u.test(before.text);
  return (
    before.kind === 'name' &&
    /^(if|unless|and|or|not|split|grep|return|while|when|m|s)$/u.test(before.text)
  );
}

function patternEnd(code: string, start: number): number {
  for (let i = start + 1; i < code.length && i < start + 500; i++) {
    if (code.charAt(i) === '\\') i++;
    else if (code.charAt(i) === '\n') return -1;
    else if (code.charAt(i) === '/') return i;
  }
  return -1;
}

/** A dash or question mark belongs to a name only in PowerShell (`Remove-Item`) and Ruby (`exist?`). */
function endsName(code: string, at: number): boolean {
  const character = code.charAt(at);
  if (character === '-')
    return !(/[A-Za-z]/u.test(code.charAt(at + 1)) && /[a-z]/u.test(code.charAt(at - 1)));
  if (character === ':') return code.charAt(at + 1) !== ':' && code.charAt(at - 1) !== ':';
  if (character === '.') return !/[A-Za-z_$]/u.test(code.charAt(at + 1));
  return character === '!' || character === '?' ? /[=\s]/u.test(code.charAt(at + 1)) : false;
}

function closing(code: string, start: number, quote: string): number {
  for (let i = start; i < code.length; i++) {
    if (code.charAt(i) === '\\') i++;
    else if (code.charAt(i) === quote) return i;
  }
  return -1;
}

function pushString(tokens: CodeToken[], quote: string, text: string, line: number): void {
  const last = tokens.at(-1);
  const before = tokens.at(-2);
  const kind = quote === '`' ? 'shell' : 'string';
  if (last?.kind === 'string' && kind === 'string') {
    tokens[tokens.length - 1] = { kind, text: last.text + text, line };
  } else if (
    last?.kind === 'punctuation' &&
    /^[+.]$/u.test(last.text) &&
    before?.kind === 'string'
  ) {
    tokens.pop();
    tokens[tokens.length - 1] = { kind, text: before.text + text, line };
  } else tokens.push({ kind, text, line });
}

function resolveEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replace(/\\x([0-9a-fA-F]{2})/gu, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replace(/\\u\{?([0-9a-fA-F]{4})\}?/gu, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replace(/\\([0-7]{3})/gu, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8) & 0xff),
    )
    .replaceAll('\\n', '\n')
    .replace(/\\(["'`\\])/gu, '$1');
}
