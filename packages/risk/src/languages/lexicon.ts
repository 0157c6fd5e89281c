import {
  type SpelledPack,
  tableLines,
  type Verb,
  type VerbTable,
  verbTable,
} from './language-pack.ts';

/** A pack of a language with spaces between its words, ready for reading. */
export interface Lexicon {
  readonly pack: SpelledPack;
  readonly verbs: VerbTable;
  readonly words: ReadonlyMap<string, string>;
  readonly beside: ReadonlySet<string>;
  readonly subjects: ReadonlySet<string>;
  readonly joining: ReadonlySet<string>;
  readonly abbreviations: ReadonlySet<string>;
  readonly phrases: PhraseSet;
}

export type PhraseKind =
  | 'announcing'
  | 'passive'
  | 'leave'
  | 'leaveInQuestion'
  | 'denying'
  | 'supposing'
  | 'asking'
  | 'past'
  | 'unsure'
  | 'silence'
  | 'ordering';

const kinds: readonly PhraseKind[] = [
  'announcing',
  'passive',
  'leave',
  'leaveInQuestion',
  'denying',
  'supposing',
  'asking',
  'past',
  'unsure',
  'silence',
  'ordering',
];

interface Phrase {
  readonly kind: PhraseKind;
  readonly words: readonly string[];
}

/** Phrases by their first word. */
type PhraseSet = ReadonlyMap<string, readonly Phrase[]>;

export function lexiconOf(pack: SpelledPack): Lexicon {
  const words = new Map<string, string>();
  for (const [english, entries] of tableLines(pack.words))
    for (const entry of entries) words.set(entry, english);
  return {
    pack,
    verbs: verbTable(pack),
    words,
    beside: setOf(pack.beside),
    subjects: setOf(pack.subjects),
    joining: new Set(pack.joining.split('|')),
    abbreviations: setOf(pack.abbreviations),
    phrases: phrasesOf(pack),
  };
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

function phrasesOf(pack: SpelledPack): PhraseSet {
  const found = new Map<string, Phrase[]>();
  for (const kind of kinds) {
    for (const text of pack[kind].split('|')) {
      const words = text.split(' ');
      const first = words[0] ?? '';
      const known = found.get(first);
      if (known === undefined) found.set(first, [{ kind, words }]);
      else known.push({ kind, words });
    }
  }
  return found;
}

/** The kinds of the phrases that begin at a word. */
export function phrasesAt(
  phrases: PhraseSet,
  words: readonly string[],
  at: number,
): readonly { readonly kind: PhraseKind; readonly length: number }[] {
  const found = phrases.get(words[at] ?? '');
  if (found === undefined) return [];
  return found
    .filter(phrase => phrase.words.every((word, offset) => words[at + offset] === word))
    .map(({ kind, words: { length } }) => ({ kind, length }));
}

const longestJoined = 40;
const links = ['', 's', 'n', 'en', 'es', 'e', 'er'];

/** English words for a word of the language. Of a joined word its end says what it is. */
export function englishOf(lexicon: Lexicon, word: string): readonly string[] {
  const known = lexicon.words.get(word);
  if (known !== undefined) return known.split(' ');
  const joined = joinedOf(lexicon, word);
  if (joined !== null) return joined;
  if (!isJoinable(lexicon, word)) return [];
  for (let cut = 3; cut <= word.length - 4; cut += 1) {
    const head = lexicon.words.get(word.slice(cut));
    if (head !== undefined) return head.split(' ');
  }
  return [];
}

function isJoinable({ pack }: Lexicon, word: string): boolean {
  return pack.joinsWords && word.length >= 7 && word.length <= longestJoined;
}

/** The English words of a word that is joined from two known ones, one of which is not also English. */
export function joinedOf(lexicon: Lexicon, word: string): readonly string[] | null {
  if (!isJoinable(lexicon, word)) return null;
  for (let cut = 3; cut <= word.length - 3; cut += 1) {
    const end = word.slice(cut);
    const head = lexicon.words.get(end);
    if (head === undefined) continue;
    const front = frontOf(lexicon, word.slice(0, cut));
    if (front === null) continue;
    const isOwn = !isShared(front.text, front.english) || !isShared(end, head);
    if (isOwn) return [...front.english.split(' '), ...head.split(' ')];
  }
  return null;
}

function frontOf(
  { words }: Lexicon,
  front: string,
): { readonly text: string; readonly english: string } | null {
  for (const link of links) {
    if (!front.endsWith(link)) continue;
    const stem = front.slice(0, front.length - link.length);
    const english = words.get(stem) ?? words.get(`${stem}e`);
    if (english !== undefined && stem.length >= 3) return { text: stem, english };
  }
  return null;
}

/** Spelled as in English. */
function isShared(text: string, english: string): boolean {
  return english.startsWith(text) || text.startsWith(english) || text.length <= 3;
}

const clitics = /(?:l[aeo]s?|l[ei]|me|te|se|nos|lo|li)$/u;

/** `borrarlo`, `enviándolo`, `págale`: the forms behind which a pronoun is written. */
const cliticForms: ReadonlySet<string> = new Set(['infinitive', 'gerund', 'command', 'order']);

export function verbsOf(lexicon: Lexicon, word: string): readonly Verb[] {
  const known = lexicon.verbs.whole.get(word);
  if (known !== undefined) return known;
  if (!lexicon.pack.dropsSubject || word.length < 6) return [];
  const bare = word
    .replace(clitics, '')
    .normalize('NFD')
    .replace(/\u0301/gu, '')
    .normalize('NFC');
  return bare === word
    ? []
    : (lexicon.verbs.whole.get(bare)?.filter(({ form }) => cliticForms.has(form)) ?? []);
}
