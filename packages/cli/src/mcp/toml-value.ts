/** A string, or a list of strings, as TOML writes them. */
type TomlValue = string | string[];

const string = /"(?:[^"\\\n]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"|'[^'\n]*'/uy;
const blank = /(?:[ \t\r\n]|#[^\n]*)*/uy;

/** The value of the member that begins on a line; undefined where it is written in another form. */
export function tomlValue(lines: readonly string[], at: number): TomlValue | undefined {
  return read(lines, at)?.value;
}

/** How many lines the value of the member on a line takes. */
export function valueLines(lines: readonly string[], at: number): number {
  return read(lines, at)?.lines ?? 1;
}

function read(
  lines: readonly string[],
  at: number,
): { readonly value: TomlValue; readonly lines: number } | null {
  const text = lines.slice(at).join('\n');
  const reader = new Reader(text, text.indexOf('=') + 1);
  reader.skip(/[ \t]*/uy);
  const value = reader.peek() === '[' ? reader.list() : reader.string();
  if (value === null) return null;
  reader.skip(/[ \t\r]*(?:#[^\n]*)?/uy);
  // Something else after the value, such as the third quote of a long string.
  if (!reader.isAtLineEnd) return null;
  return { value, lines: text.slice(0, reader.at).split('\n').length };
}

class Reader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  get isAtLineEnd(): boolean {
    return this.at >= this.#text.length || this.peek() === '\n';
  }

  peek(): string {
    return this.#text[this.at] ?? '';
  }

  skip(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.at += found.length;
    return found;
  }

  string(): string | null {
    const found = this.skip(string);
    if (found === '') return null;
    return found.startsWith('"') ? (JSON.parse(found) as string) : found.slice(1, -1);
  }

  list(): string[] | null {
    this.at += 1;
    const values: string[] = [];
    for (;;) {
      this.skip(blank);
      if (this.skip(/\]/uy) !== '') return values;
      const value = this.string();
      if (value === null) return null;
      values.push(value);
      this.skip(blank);
      if (this.skip(/,/uy) === '' && this.peek() !== ']') return null;
    }
  }
}
