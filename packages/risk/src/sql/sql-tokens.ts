import type { LexicalRules } from './lexical-rules.ts';
import {
  blank,
  closers,
  commentEnd,
  digit,
  escaped,
  formatEnd,
  wordPart,
  wordStart,
} from './sql-characters.ts';
import type { SqlReading, SqlToken, TokenKind } from './sql-token.ts';
import { wordSet } from './word-set.ts';

export type { SqlReading, SqlToken } from './sql-token.ts';

/** Reads `sql` under one set of rules, once from left to right. */
export function readTokens(sql: string, rules: LexicalRules): SqlReading {
  return new TokenReader(sql, rules).read();
}

const operators = '+-*/<>=~!@#%^&|`?:';
const stringPrefixes = wordSet(`
  e n b x u& r _utf8 _utf8mb4 _latin1 _binary
`);
/** A tree grows one level with each of these although commas stand between. */
const deepening = new Set(['union', 'intersect', 'except', 'minus', 'join']);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/iu;

function hexDigit(code: number): boolean {
  return digit(code) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

class TokenReader {
  readonly #sql: string;
  readonly #rules: LexicalRules;
  readonly #tokens: SqlToken[] = [];
  readonly #kept: string[] = [];
  /** For each open parenthesis, the tokens since the last comma inside it. */
  readonly #runs: number[] = [0];
  #keptTo = 0;
  #at = 0;
  #complete = true;
  #ambiguous = false;
  #executable = 0;
  #sawExecutable = false;
  #running = 0;
  #chained = 0;
  #nesting = 0;

  constructor(sql: string, rules: LexicalRules) {
    this.#sql = sql;
    this.#rules = rules;
  }

  read(): SqlReading {
    while (this.#at < this.#sql.length) this.#step();
    if (this.#executable > 0) this.#complete = false;
    this.#kept.push(this.#sql.slice(this.#keptTo));
    return {
      tokens: this.#tokens,
      complete: this.#complete,
      uncommented: this.#kept.join(''),
      ambiguous: this.#ambiguous,
      executable_comment: this.#sawExecutable,
      nesting: this.#nesting,
    };
  }

  #step(): void {
    const code = this.#sql.charCodeAt(this.#at);
    const character = this.#sql[this.#at] ?? '';
    if (blank(code)) this.#at += 1;
    else if (!this.#comment(character) && !this.#literal(character)) {
      const isNumber =
        digit(code) || (character === '.' && digit(this.#sql.charCodeAt(this.#at + 1)));
      if (wordStart(code)) this.#identityOr(() => this.#word());
      else if (isNumber) this.#identityOr(() => this.#number());
      else if (operators.includes(character)) this.#operator();
      else this.#symbol(1);
    }
  }

  /** Comments and what may be one under other rules. False where none begins here. */
  #comment(character: string): boolean {
    const start = this.#at;
    const next = this.#sql[start + 1];
    if (character === '-' && next === '-') this.#dashes(start);
    else if (character === '#') this.#hash(start);
    else if (character === '/' && next === '*') this.#blockComment();
    else if (this.#executable > 0 && character === '*' && next === '/') {
      this.#executable -= 1;
      this.#blankOut(start, start + 2);
      this.#at += 2;
    } else return false;
    return true;
  }

  #dashes(start: number): void {
    const spaced = start + 2 >= this.#sql.length || this.#sql.charCodeAt(start + 2) <= 32;
    if (!spaced) this.#ambiguous = true;
    if (this.#rules.hash_comments && !spaced) this.#symbol(1);
    else this.#lineComment();
  }

  #hash(start: number): void {
    this.#ambiguous = true;
    if (this.#rules.hash_comments) this.#lineComment();
    else if (this.#rules.brackets && wordPart(this.#sql.charCodeAt(start + 1))) this.#word();
    else this.#operator();
  }

  /** Texts and names in quotation marks. False where none begins here. */
  #literal(character: string): boolean {
    const rules = this.#rules;
    if (character === "'") this.#quoted("'", 'text', rules.backslash);
    else if (character === '"')
      this.#quoted('"', rules.double_quoted_text ? 'text' : 'name', rules.backslash);
    else if (character === '`') {
      this.#ambiguous = true;
      if (rules.name === 'postgres') this.#operator();
      else this.#quoted('`', 'name', false);
    } else if (character === '$') this.#dollar();
    else if (character === '[' && rules.brackets) this.#bracketName();
    else return false;
    return true;
  }

  #push(kind: TokenKind, value: string, start: number): void {
    const opens = kind === 'symbol' && (value === '(' || value === '[');
    const closes = kind === 'symbol' && (value === ')' || value === ']');
    if (closes && this.#runs.length > 1) this.#running -= this.#runs.pop() ?? 0;
    const inner = this.#runs.length - 1;
    this.#tokens.push({ kind, value, start, end: this.#at, depth: inner });
    if (kind === 'symbol' && (value === ',' || value === ';')) {
      this.#running -= this.#runs[inner] ?? 0;
      this.#runs[inner] = 0;
      if (value === ';') this.#chained = 0;
    } else {
      this.#running += 1;
      this.#runs[inner] = (this.#runs[inner] ?? 0) + 1;
      if (kind === 'word' && deepening.has(value)) this.#chained += 1;
    }
    if (opens) this.#runs.push(0);
    this.#nesting = Math.max(this.#nesting, this.#running + this.#chained);
  }

  #symbol(length: number): void {
    const start = this.#at;
    this.#at += length;
    this.#push('symbol', this.#sql.slice(start, this.#at), start);
  }

  /** Cassandra writes an identity without quotation marks. */
  #identityOr(other: () => void): void {
    const start = this.#at;
    const found =
      hexDigit(this.#sql.charCodeAt(start)) && uuid.test(this.#sql.slice(start, start + 37));
    if (!found) {
      other();
      return;
    }
    this.#at += 36;
    this.#push('text', this.#sql.slice(start, this.#at), start);
  }

  #word(): void {
    const sql = this.#sql;
    const start = this.#at;
    let end = start + 1;
    while (end < sql.length && wordPart(sql.charCodeAt(end))) end += 1;
    const value = sql.slice(start, end).toLowerCase();
    const next = sql[end] ?? '';
    const unicode = value === 'u' && next === '&' && (sql[end + 1] === "'" || sql[end + 1] === '"');
    if (unicode) end += 1;
    this.#at = end;
    if (this.#rules.brackets && (value === 'q' || value === 'nq') && next === "'") {
      this.#oracleQuote(start);
    } else if (unicode || (next === "'" && stringPrefixes.has(value))) {
      if (sql[end] === '"') this.#quoted('"', 'name', false);
      else this.#quoted("'", 'text', this.#rules.backslash || value === 'e');
    } else {
      this.#push('word', value, start);
    }
  }

  #number(): void {
    const sql = this.#sql;
    const start = this.#at;
    let end = start;
    while (end < sql.length && (wordPart(sql.charCodeAt(end)) || sql[end] === '.')) end += 1;
    this.#at = end;
    this.#push('number', sql.slice(start, end), start);
  }

  #operator(): void {
    const sql = this.#sql;
    const start = this.#at;
    const first = sql[start] ?? '';
    if ((first === '@' || first === ':') && this.#named(first)) return;
    if (first === '?') {
      this.#at += 1;
      this.#push('parameter', '?', start);
      return;
    }
    const filled = first === '%' ? formatEnd(sql, start) : start;
    if (filled > start) {
      this.#at = filled;
      this.#push('parameter', '%s', start);
      return;
    }
    const isCast = first === ':' && sql[start + 1] === ':';
    this.#symbol(isCast ? 2 : this.#operatorEnd(start) - start);
  }

  /** `@name`, `@@name` and `:name`. False where no name follows. */
  #named(first: string): boolean {
    const sql = this.#sql;
    const start = this.#at;
    if (first === ':' && !wordStart(sql.charCodeAt(start + 1))) return false;
    let end = start + 1;
    while (sql[end] === '@') end += 1;
    const named = end;
    while (end < sql.length && (wordPart(sql.charCodeAt(end)) || sql[end] === '.')) end += 1;
    if (end > named) {
      this.#at = end;
      this.#push('parameter', sql.slice(start, end).toLowerCase(), start);
      return true;
    }
    if (end <= start + 2) return false;
    this.#symbol(end - start);
    return true;
  }

  #operatorEnd(start: number): number {
    const sql = this.#sql;
    let end = start + 1;
    while (end < sql.length && operators.includes(sql[end] ?? ' ')) {
      const pair = sql.slice(end, end + 2);
      if (pair === '--' || pair === '/*' || '@?:`'.includes(pair[0] ?? '')) break;
      if (this.#rules.hash_comments && pair[0] === '#') break;
      end += 1;
    }
    return end;
  }

  #quoted(quote: string, kind: TokenKind, backslash: boolean): void {
    const sql = this.#sql;
    const start = this.#at;
    const pieces: string[] = [];
    let from = start + 1;
    let at = from;
    for (;;) {
      if (at >= sql.length) {
        this.#complete = false;
        break;
      }
      const character = sql[at];
      if (character === '\\') {
        // Only an escape next to a quote or at another escape moves the end of the literal.
        const next = sql[at + 1];
        if (next === quote || next === '\\') this.#ambiguous = true;
        if (backslash) {
          pieces.push(sql.slice(from, at), escaped(next ?? ''));
          from = at + 2;
          at += 2;
          continue;
        }
      }
      if (character === ']' && this.#runs.length > 1) this.#ambiguous = true;
      if (character === quote) {
        if (sql[at + 1] !== quote) break;
        pieces.push(sql.slice(from, at + 1));
        from = at + 2;
        at += 2;
        continue;
      }
      at += 1;
    }
    pieces.push(sql.slice(from, at));
    this.#at = Math.min(at + 1, sql.length);
    this.#push(kind, pieces.join(''), start);
  }

  #oracleQuote(start: number): void {
    const open = this.#sql[this.#at + 1] ?? '';
    const close = `${closers.get(open) ?? open}'`;
    const end = open === '' ? -1 : this.#sql.indexOf(close, this.#at + 2);
    const from = this.#at + 2;
    this.#at = end < 0 ? this.#sql.length : end + 2;
    if (end < 0) this.#complete = false;
    this.#push('text', this.#sql.slice(from, end < 0 ? this.#at : end), start);
  }

  #bracketName(): void {
    const start = this.#at;
    const end = this.#sql.indexOf(']', start);
    this.#at = end < 0 ? this.#sql.length : end + 1;
    if (end < 0) this.#complete = false;
    this.#push('name', this.#sql.slice(start + 1, end < 0 ? this.#at : end), start);
  }

  #dollar(): void {
    const sql = this.#sql;
    const start = this.#at;
    let end = start + 1;
    while (
      end < sql.length &&
      end - start < 64 &&
      wordPart(sql.charCodeAt(end)) &&
      sql[end] !== '$'
    )
      end += 1;
    const tagged = sql[end] === '$' && !digit(sql.charCodeAt(start + 1));
    if (tagged && this.#rules.dollar_quotes) {
      const tag = sql.slice(start, end + 1);
      const close = sql.indexOf(tag, end + 1);
      this.#at = close < 0 ? sql.length : close + tag.length;
      if (close < 0) this.#complete = false;
      this.#push('text', sql.slice(end + 1, close < 0 ? this.#at : close), start);
    } else if (end > start + 1) {
      this.#at = end;
      this.#push('parameter', sql.slice(start, end), start);
    } else {
      this.#symbol(1);
    }
  }

  #lineComment(): void {
    const sql = this.#sql;
    const start = this.#at;
    let end = start;
    while (end < sql.length && sql[end] !== '\n') {
      if (sql[end] === '\r' && sql[end + 1] !== '\n') {
        this.#ambiguous = true;
        if (this.#rules.name === 'postgres') break;
      }
      end += 1;
    }
    this.#blankOut(start, end);
    this.#at = end;
  }

  #blockComment(): void {
    const sql = this.#sql;
    const start = this.#at;
    const marked = sql[start + 2] === '!' || (sql[start + 2] === 'M' && sql[start + 3] === '!');
    if (marked) {
      this.#sawExecutable = true;
      this.#ambiguous = true;
      if (this.#rules.executable_comments) {
        let end = sql[start + 2] === '!' ? start + 3 : start + 4;
        while (end < sql.length && digit(sql.charCodeAt(end))) end += 1;
        this.#blankOut(start, end);
        this.#executable += 1;
        this.#at = end;
        return;
      }
    }
    const { end: at, open, nested } = commentEnd(sql, start, this.#rules.nested_comments);
    if (nested) this.#ambiguous = true;
    if (open) this.#complete = false;
    this.#blankOut(start, at);
    this.#at = at;
  }

  #blankOut(start: number, end: number): void {
    this.#kept.push(this.#sql.slice(this.#keptTo, start), ' '.repeat(end - start));
    this.#keptTo = end;
  }
}
