import { wordSet } from './word-list.ts';

/**
 * A piece of an utterance. `word` is folded to lower case with contractions taken apart ("I'll" is two words);
 * `quote` is what another speaker said; `code` is a span in backticks or a command line; `stop` ends a clause,
 * `paragraph` ends more than that.
 */
export interface Token {
  readonly kind: 'word' | 'number' | 'quote' | 'code' | 'path' | 'stop' | 'comma' | 'paragraph';
  /** Lower case. */
  readonly word: string;
  /** As written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const contractions: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "won't": ['will', 'not'],
    "can't": ['can', 'not'],
    cannot: ['can', 'not'],
    "shan't": ['shall', 'not'],
    "let's": ['let', 'us'],
    lets: ['let', 'us'],
    lemme: ['let', 'me'],
    gonna: ['going', 'to'],
    wanna: ['want', 'to'],
    gotta: ['got', 'to'],
    imma: ['i', 'will'],
    "i'ma": ['i', 'will'],
    "y'all": ['you'],
    im: ['i', 'am'],
    dont: ['do', 'not'],
    wont: ['will', 'not'],
    cant: ['can', 'not'],
    didnt: ['did', 'not'],
    doesnt: ['does', 'not'],
    havent: ['have', 'not'],
    hasnt: ['has', 'not'],
    isnt: ['is', 'not'],
    arent: ['are', 'not'],
    shouldnt: ['should', 'not'],
    ive: ['i', 'have'],
    thats: ['that', 'is'],
    whats: ['what', 'is'],
    youre: ['you', 'are'],
    'e-mail': ['email'],
    'e-mails': ['emails'],
    'e-mailing': ['emailing'],
    'e-mailed': ['emailed'],
    alright: ['alright'],
    'all-right': ['alright'],
    goahead: ['go', 'ahead'],
    'y/n': ['y/n'],
    'yes/no': ['y/n'],
    'n/y': ['y/n'],
    'o.k': ['ok'],
    okey: ['ok'],
    k: ['ok'],
  }),
);

const suffixes: readonly (readonly [string, string])[] = [
  ["n't", 'not'],
  ["'ll", 'will'],
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'m", 'am'],
  ["'d", 'would'],
];

/** Words after which "'s" is "is". Elsewhere it is a possessive, which changes nothing. */
const beforeIs: ReadonlySet<string> = wordSet(
  'it that this what there here who where he she everything',
);

const piece =
  /```|https?:\/\/[^\s|'"<>()[\]]{1,300}|`[^`\n]{1,400}`|"[^"\n]{1,2000}"|(?<![\w])'[^'\n]{12,2000}'(?!\w)|\n[ ]{0,200}\n|\n|\p{Sc}?\d[\d.,_']{0,40}(?:[eE][+-]?\d{1,3})?[a-zA-Z%]{0,12}\p{Sc}?|\p{Sc}|(?:~|\.{1,2})?\/[\w.@~*+-][\w./@~*+:-]{0,200}|(?<![\w.])\.[a-z][\w.-]{1,60}[\w]|[a-zA-Z_][\w]{0,80}(?:[-'./@:][\w*]{1,80}){0,12}|--?[a-zA-Z][\w-]{0,60}(?:=\S{1,80})?|[^\S\n]{1,64}|\P{ASCII}{1,64}|./gsu;

/** Cuts text into tokens in one pass. */
export function tokenise(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const push = (kind: Token['kind'], word: string, raw: string, start: number) => {
    tokens.push({ kind, word, text: raw, start, end: start + raw.length });
  };
  for (const { 0: raw, index } of text.matchAll(piece))
    rows.find(([fits]) => fits(raw))?.[1](push, raw, index, tokens);
  return tokens;
}

type Write = (push: Push, raw: string, at: number, tokens: readonly Token[]) => void;

const asWord: Write = (push, raw, at) => push('word', raw, raw, at);

/** What a piece of the text is. In order; the first row that fits decides. */
const rows: readonly (readonly [fits: (raw: string) => boolean, write: Write])[] = [
  [raw => raw === '```', (push, raw, at) => push('paragraph', '```', raw, at)],
  [raw => /^https?:/.test(raw), pushPath],
  [
    raw => raw.startsWith('`') && raw.length > 2,
    (push, raw, at) => push('code', raw.slice(1, -1), raw, at),
  ],
  [raw => /^["']/.test(raw) && raw.length > 2, pushQuote],
  [raw => raw.startsWith('\n'), (push, raw, at, tokens) => pushBreak(push, tokens, raw, at)],
  [raw => /^\p{Sc}?\d/u.test(raw), pushNumber],
  [raw => /^\p{Sc}$/u.test(raw), asWord],
  [raw => raw.length > 1 && /^(?:~|\.{1,2})?\//.test(raw), pushPath],
  [raw => /^[a-zA-Z_]/.test(raw), pushWord],
  [raw => /^\.[a-z]/.test(raw), (push, raw, at) => push('path', raw.toLowerCase(), raw, at)],
  [raw => /^--?[a-zA-Z]/.test(raw), asWord],
  [raw => /^[.!?;:…(){}[\]|>—]$/.test(raw), (push, raw, at) => push('stop', raw, raw, at)],
  [raw => raw === ',' || raw === '-', (push, raw, at) => push('comma', raw, raw, at)],
  [raw => raw === '×', asWord],
  [
    raw => /^\P{ASCII}/u.test(raw) && /[\p{L}]/u.test(raw),
    (push, raw, at) => push('word', raw.toLowerCase(), raw, at),
  ],
  // A pictogram parts what stands around it, as a stop does.
  [raw => /^\P{ASCII}/u.test(raw), (push, raw, at) => push('stop', ';', raw, at)],
];

type Push = (kind: Token['kind'], word: string, raw: string, start: number) => void;

/** One or two words in quotation marks are named or stressed, not quoted: I will "delete" them. */
function pushQuote(push: Push, raw: string, at: number): void {
  const inner = raw.slice(1, -1);
  const words = inner.length <= 60 ? (inner.match(/[^\s]{1,60}/g) ?? []) : [];
  if (words.length === 0 || words.length > 2) push('quote', inner, raw, at);
  else
    for (const word of words)
      pushWord(push, word.replace(/[.,!?]$/, ''), at + 1 + inner.indexOf(word));
}

/** A single line break is only how the text was wrapped, unless it follows the end of a sentence. */
function pushBreak(push: Push, tokens: readonly Token[], raw: string, at: number): void {
  if (raw.length > 1) push('paragraph', '\n\n', raw, at);
  else if (tokens.at(-1)?.kind === 'stop') push('stop', '\n', raw, at);
}

/** A sentence may end in a number, so what trails it is punctuation of its own. */
function pushNumber(push: Push, raw: string, at: number): void {
  const trailing = /[.,']{1,3}$/.exec(raw)?.[0] ?? '';
  const body = trailing === '' ? raw : raw.slice(0, -trailing.length);
  push('number', body.toLowerCase(), body, at);
  if (trailing !== '')
    push(trailing.includes('.') ? 'stop' : 'comma', trailing, trailing, at + body.length);
}

function pushPath(push: Push, raw: string, at: number): void {
  const trailing = /[.:;,!?]{1,3}$/.exec(raw)?.[0] ?? '';
  const body = trailing === '' ? raw : raw.slice(0, -trailing.length);
  push('path', body.toLowerCase(), body, at);
  if (trailing !== '') push('stop', trailing, trailing, at + body.length);
}

function pushWord(push: Push, raw: string, at: number): void {
  const lower = raw.toLowerCase();
  const parts = partsOf(lower);
  if (parts.length === 1) {
    push(raw.includes('/') && !lower.includes('y/n') ? 'path' : 'word', parts[0] ?? lower, raw, at);
    return;
  }
  for (const part of parts) push('word', part, raw, at);
}

function partsOf(word: string): readonly string[] {
  const known = contractions.get(word);
  if (known !== undefined) return known;
  if (!word.includes("'")) return [word];
  for (const [suffix, expansion] of suffixes) {
    if (word.endsWith(suffix) && word.length > suffix.length) {
      return [word.slice(0, -suffix.length), expansion];
    }
  }
  if (word.endsWith("'s")) {
    const stem = word.slice(0, -2);
    return beforeIs.has(stem) ? [stem, 'is'] : [stem];
  }
  return [word];
}

/** For each token the index of the next stop or paragraph, or the length. */
export function clauseEndsOf(tokens: readonly Token[]): readonly number[] {
  const ends = new Array<number>(tokens.length);
  let end = tokens.length;
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const token = tokens[index];
    if ((token?.kind === 'stop' && !/^[()[\]]$/.test(token.word)) || token?.kind === 'paragraph')
      end = index;
    ends[index] = end;
  }
  return ends;
}
