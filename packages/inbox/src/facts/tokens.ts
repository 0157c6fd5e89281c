import { type CodeLanguage, isCode } from './language.ts';

/** What a stretch of a command is, for its colour alone. */
export type TokenKind = 'plain' | 'keyword' | 'text' | 'number' | 'comment' | 'host';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/** `plain` has no colours at all. Programming languages have grammars of their own. */
export type Language = 'shell' | 'sql' | 'json' | 'text' | 'plain' | CodeLanguage;

/** Above this, a value is shown without colour: thousands of coloured words do not help and cost time. */
const colouredMax = 32_768;

/**
 * Cuts a value into coloured stretches. It looks at the characters and never changes them: each token is a pair of
 * places in the value, each starts where the one before ended, and together they are all of it. A wrong guess is a
 * wrong colour, never a wrong text.
 */
export function tokenize(value: string, language: Language): Token[] {
  if (value === '') return [];
  const rules = grammars[isCode(language) ? 'plain' : language];
  if (rules.length === 0 || value.length > colouredMax) {
    return [{ kind: 'plain', start: 0, end: value.length }];
  }
  const tokens: Token[] = [];
  let start = 0;
  while (start < value.length) {
    const { kind, end } = match(value, start, rules);
    const before = tokens.at(-1);
    if (before?.kind === kind) tokens[tokens.length - 1] = { kind, start: before.start, end };
    else tokens.push({ kind, start, end });
    start = end;
  }
  return tokens;
}

interface Rule {
  readonly kind: TokenKind;
  /** Sticky, and never matching nothing. */
  readonly pattern: RegExp;
}

function match(value: string, start: number, rules: readonly Rule[]): Omit<Token, 'start'> {
  for (const { kind, pattern } of rules) {
    pattern.lastIndex = start;
    const found = pattern.exec(value)?.[0] ?? '';
    if (found !== '') return { kind, end: start + found.length };
  }
  return { kind: 'plain', end: start + ((value.codePointAt(start) ?? 0) > 0xffff ? 2 : 1) };
}

const word = /[A-Za-z_][\w-]*/y;
const number = /\b\d[\d_.]*\b/y;

const sqlWords = [
  'ADD ALL ALTER AND AS ASC BEGIN BETWEEN BY CASCADE CASE COMMIT COPY CREATE DATABASE DEFAULT DELETE DESC DISTINCT',
  'DROP ELSE END EXECUTE EXISTS FROM FULL FUNCTION GRANT GROUP HAVING IF IN INDEX INNER INSERT INTERVAL INTO IS JOIN',
  'LEFT LIKE LIMIT NOT NULL OFFSET ON OR ORDER OUTER PRIMARY REFERENCES RETURNING REVOKE RIGHT ROLLBACK ROLE SCHEMA',
  'SELECT SET TABLE THEN TIMESTAMP TO TRANSACTION TRUNCATE UNION UNIQUE UPDATE USER USING VALUES VIEW WHEN WHERE WITH',
]
  .join(' ')
  .split(' ');

const grammars: Readonly<Record<Exclude<Language, CodeLanguage>, readonly Rule[]>> = {
  plain: [],
  // Of an address in prose, only the host has a colour, because the host decides where a link leads.
  text: [
    { kind: 'plain', pattern: /(?:https?|wss?|ftp):\/\/(?:[^\s/?#\\]*@)?/iy },
    {
      kind: 'host',
      pattern: /(?<=(?:https?|wss?|ftp):\/\/(?:[^\s/?#\\]*@)?)[^\s/?#\\@<>"'()[\]]+/iy,
    },
    { kind: 'plain', pattern: /[a-z0-9]+/iy },
  ],
  json: [
    { kind: 'keyword', pattern: /"(?:[^"\\\n]|\\.)*"(?=:)/y },
    { kind: 'text', pattern: /"(?:[^"\\\n]|\\.)*"/y },
    { kind: 'number', pattern: /-?\d[\d.eE+-]*/y },
    { kind: 'keyword', pattern: /\b(?:true|false|null)\b/y },
  ],
  sql: [
    { kind: 'comment', pattern: /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y },
    { kind: 'text', pattern: /'(?:[^']|'')*(?:'|$)/y },
    { kind: 'number', pattern: number },
    { kind: 'keyword', pattern: new RegExp(`\\b(?:${sqlWords.join('|')})\\b(?![-\\w])`, 'iy') },
    { kind: 'plain', pattern: word },
  ],
  shell: [
    { kind: 'comment', pattern: /(?<=^|\s)#[^\n]*/y },
    { kind: 'text', pattern: /'[^']*(?:'|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)/y },
    // The first word of a command: at the start, and after what ends one.
    {
      kind: 'keyword',
      pattern:
        /(?<=(?:^|[\n;|&({`]|\b(?:then|do|else|sudo|xargs|exec|time)[ \t])[ \t]*)[A-Za-z_./][\w./+-]*(?![\w=])/y,
    },
    { kind: 'number', pattern: /(?<=[\s=:,])\d+(?![\w.-])/y },
    { kind: 'plain', pattern: /[\w./-]+/y },
  ],
};

/** The rows of a block know where they start; this cuts the tokens of the value to one stretch of it. */
export function tokensWithin(tokens: readonly Token[], start: number, end: number): Token[] {
  const within: Token[] = [];
  for (let index = firstEndingAfter(tokens, start); index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || token.start >= end) break;
    within.push({
      kind: token.kind,
      start: Math.max(token.start, start),
      end: Math.min(token.end, end),
    });
  }
  return within;
}

function firstEndingAfter(tokens: readonly Token[], place: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((tokens[middle]?.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
