import { onFirstUse } from '../first-use.ts';
import { joinedOf, type Lexicon, phrasesAt, verbsOf } from './lexicon.ts';
import { chineseLexicon, japaneseLexicon, koreanLexicon, spelledLexicons } from './packs.ts';
import { plainAmounts } from './plain-amounts.ts';
import { type Piece, retellSentence } from './retell-spelled.ts';
import { retellUnspaced, type UnspacedLexicon } from './retell-unspaced.ts';
import { sayInEnglish, type Voice } from './retold-act.ts';

/** What a text in another language says that its speaker does, in English. */
interface RetoldText {
  /** One sentence for each act. Empty where nothing was understood or nothing is done. */
  readonly english: string;
  /** The text without the sentences that are known to be of another language and to announce nothing. */
  readonly rest: string;
}

const longest = 32_768;
const quoted =
  /„[^“”„\n]{3,2000}[“”]|«[^»\n]{3,2000}»|“[^”\n]{3,2000}”|「[^」\n]{3,2000}」|『[^』\n]{3,2000}』|"[^"\n]{9,2000}"/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;
const han = /\p{Script=Han}/u;

/** Retells what is written in one of the languages of the packs. Linear in the capped length of the text. */
export function retellText(text: string, voice: Voice = 'speaker'): RetoldText {
  const head = text.length > longest ? text.slice(0, longest) : text;
  // A text that is one quotation from end to end is what the agent says.
  const whole = head.trim();
  const source = plainAmounts(head.normalize('NFC')).replace(quoted, quote =>
    quote === whole ? quote.slice(1, -1) : ' … ',
  );
  const english: string[] = [];
  const rest: string[] = [];
  let isForeign = false;
  for (const sentence of sentencesOf(source)) {
    const told = retell(sentence, voice);
    english.push(...told.english);
    if (told.isForeign) isForeign = true;
    else rest.push(sentence);
  }
  return {
    english: english.join('\n'),
    rest: isForeign && head === text ? rest.join(' ') : text,
  };
}

interface Told {
  readonly english: readonly string[];
  readonly isForeign: boolean;
}

const nothing: Told = { english: [], isForeign: false };

function retell(sentence: string, voice: Voice): Told {
  const lexicon = unspacedFor(sentence);
  if (lexicon !== null) {
    const acts = retellUnspaced(lexicon, sentence.trim(), voice);
    return {
      english: framed(acts.map(sayInEnglish), lexicon, sentence),
      isForeign: !piecesOf(sentence).some(
        ({ kind, text }) => kind === 'word' && englishWords.has(text),
      ),
    };
  }
  const pieces = piecesOf(sentence);
  const known = likeliest(pieces);
  if (known === null) return nothing;
  const acts = retellSentence(known, pieces, /\?\s*$/u.test(sentence), voice);
  const doubts = kindAmong(known, pieces, 'unsure') ? ['I am not sure about it.'] : [];
  const silence =
    kindAmong(known, pieces, 'silence') && acts.length > 0
      ? ['If I hear nothing, I will proceed.']
      : [];
  return {
    english: [...acts.map(sayInEnglish), ...(acts.length > 0 ? doubts : []), ...silence],
    isForeign: isCertainly(known, pieces),
  };
}

function framed(
  acts: readonly string[],
  { pack }: UnspacedLexicon,
  sentence: string,
): readonly string[] {
  if (acts.length === 0) return acts;
  return [
    ...acts,
    ...(pack.unsure.test(sentence) ? ['I am not sure about it.'] : []),
    ...(pack.silence.test(sentence) ? ['If I hear nothing, I will proceed.'] : []),
  ];
}

function unspacedFor(sentence: string): UnspacedLexicon | null {
  if (hangul.test(sentence)) return koreanLexicon();
  if (kana.test(sentence)) return japaneseLexicon();
  return han.test(sentence) ? chineseLexicon() : null;
}

function kindAmong(
  lexicon: Lexicon,
  pieces: readonly Piece[],
  wanted: 'unsure' | 'silence',
): boolean {
  const words = pieces.map(({ kind, text }) => (kind === 'word' ? text : ','));
  return words.some((_, at) =>
    phrasesAt(lexicon.phrases, words, at).some(({ kind }) => kind === wanted),
  );
}

const englishWords: ReadonlySet<string> = new Set(
  `the is are was were be been and or of to for with from that this these those it its i you we they he she will would shall
  should can could may might must not if then when what how why which who have has had do does did my your our their all any
  now please delete remove send pay run on in at by as an into about there here just only after before so but no yes ok want
  let me him her us them more than also up out over`.split(/\s+/),
);

/** The language that knows most of the words, if it knows more of them than English does. */
function likeliest(pieces: readonly Piece[]): Lexicon | null {
  const words = pieces.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  if (words.length === 0) return null;
  let english = 0;
  for (const word of words) if (englishWords.has(word)) english += 1;
  let best: Lexicon | null = null;
  let most = 0;
  for (const lexicon of spelledLexicons()) {
    const score = scoreOf(lexicon, words);
    if (score > most && score > english * 1.2) {
      best = lexicon;
      most = score;
    }
  }
  return most >= Math.min(2, words.length) ? best : null;
}

/** How many of the words the language knows. What is also English counts less, and a phrase counts more. */
function scoreOf(lexicon: Lexicon, words: readonly string[]): number {
  let score = 0;
  for (const [at, word] of words.entries()) {
    for (const { length } of phrasesAt(lexicon.phrases, words, at))
      if (length > 1 || !englishWords.has(word)) score += length > 1 ? 2 : 1;
    if (isKnown(lexicon, word, words))
      score += lexicon.beside.has(word) || englishWords.has(word) ? 0.4 : 1;
  }
  return score;
}

function isKnown(lexicon: Lexicon, word: string, words: readonly string[]): boolean {
  return (
    lexicon.words.has(word) ||
    verbsOf(lexicon, word).length > 0 ||
    standsApart(lexicon, word, words) ||
    joinedOf(lexicon, word) !== null ||
    lexicon.subjects.has(word)
  );
}

/** `Schalte … ab`: a verb whose first part stands at another place of the sentence. */
function standsApart({ verbs }: Lexicon, word: string, words: readonly string[]): boolean {
  const particles = verbs.stems.get(word);
  return particles !== undefined && words.some(other => particles.has(other));
}

/** Three words of the language, and none of English. Only such a sentence is kept from the English reading. */
function isCertainly(lexicon: Lexicon, pieces: readonly Piece[]): boolean {
  let own = pieces.some(({ text }) => /[^\p{ASCII}\P{L}]/u.test(text)) ? 1 : 0;
  for (const { kind, text } of pieces) {
    if (kind !== 'word') continue;
    if (englishWords.has(text) && !lexicon.words.has(text) && !lexicon.subjects.has(text))
      return false;
    const isKnown =
      lexicon.words.has(text) || verbsOf(lexicon, text).length > 0 || lexicon.subjects.has(text);
    if (isKnown && text.length > 1 && !lexicon.beside.has(text)) own += 1;
  }
  return own >= 3;
}

const closing = /[.!?。！？…\n]/u;

/** Cuts at the end of sentences. A full stop after an abbreviation, an initial or within a number ends nothing. */
function sentencesOf(text: string): readonly string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (!closing.test(sign)) continue;
    if (sign === '.' && !endsSentence(text, at)) continue;
    found.push(text.slice(from, at + 1));
    from = at + 1;
  }
  if (from < text.length) found.push(text.slice(from));
  return found.filter(sentence => sentence.trim() !== '');
}

const abbreviations = onFirstUse(
  (): ReadonlySet<string> =>
    new Set(spelledLexicons().flatMap(({ abbreviations: known }) => [...known])),
);

function endsSentence(text: string, at: number): boolean {
  const next = text[at + 1] ?? ' ';
  if (/[\p{L}\d/]/u.test(next)) return false;
  const before = /[\p{L}\d]{1,12}$/u.exec(text.slice(Math.max(0, at - 12), at))?.[0] ?? '';
  if (before === '') return true;
  if (/^\d{1,2}$/u.test(before)) return !/^\.\s\p{L}/u.test(text.slice(at, at + 3));
  return (
    !(/^\p{L}$/u.test(before) || abbreviations().has(before.toLowerCase())) ||
    /^\.\s{0,8}$/u.test(text.slice(at, at + 10))
  );
}

const pieceForm =
  /`[^`\n]{1,400}`|\d[\d.]{0,20}(?: [A-Z]{3,4}\b)?|[\p{L}\p{M}]{1,60}(?:_[\p{L}]{1,40}){0,4}|(?<=\s)-{1,2}[a-z][\w-]{0,40}|(?:~|\.{1,2})?\/[\w./@~*+:-]{1,200}|[,;:—–()]/gu;

function piecesOf(sentence: string): readonly Piece[] {
  const shaped = sentence
    .replace(/e-mail/giu, 'email')
    .replace(/back-up/giu, 'backup')
    .replace(/pare-feu/giu, 'parefeu')
    .replace(/palavra-passe/giu, 'senha')
    .replace(/(?<=\p{L}{4})-se\b/giu, 'se');
  const pieces: Piece[] = [];
  for (const [text] of shaped.matchAll(pieceForm)) {
    if (text.startsWith('`')) pieces.push({ kind: 'code', text: text.slice(1, -1) });
    else if (/^\d/u.test(text)) pieces.push({ kind: 'number', text: text.replace(/\.$/u, '') });
    else if (/^[-~./]/u.test(text)) addCode(pieces, text);
    else if (/^[,;:—–()]$/u.test(text)) pieces.push({ kind: 'comma', text });
    else pieces.push({ kind: 'word', text: text.toLowerCase() });
  }
  return pieces;
}

/** Options and paths make the words before them a command line. */
function addCode(pieces: Piece[], text: string): void {
  const before = pieces.at(-1);
  if (before?.kind === 'code')
    pieces[pieces.length - 1] = { kind: 'code', text: `${before.text} ${text}` };
  else if (before?.kind === 'word' && /^[a-z][a-z0-9]*$/u.test(before.text))
    pieces[pieces.length - 1] = { kind: 'code', text: `${before.text} ${text}` };
  else pieces.push({ kind: 'code', text });
}
