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
  | 'silence';

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

/** English words for a word of the language; a joined word is taken apart from its end. */
export function englishOf(lexicon: Lexicon, word: string): readonly string[] {
  const known = lexicon.words.get(word);
  if (known !== undefined) return known.split(' ');
  if (!lexicon.pack.joinsWords || word.length < 7 || word.length > longestJoined) return [];
  for (let cut = 3; cut <= word.length - 3; cut += 1) {
    const head = lexicon.words.get(word.slice(cut));
    if (head === undefined) continue;
    const front = word.slice(0, cut);
    for (const link of links) {
      if (!front.endsWith(link)) continue;
      const stem = front.slice(0, front.length - link.length);
      const first = lexicon.words.get(stem) ?? lexicon.words.get(`${stem}e`);
      if (first !== undefined) return [...first.split(' '), ...head.split(' ')];
    }
    return head.split(' ');
  }
  return [];
}

const clitics = /(?:l[aeo]s?|l[ei]|me|te|se|nos|lo|li)$/u;

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
    : (lexicon.verbs.whole
        .get(bare)
        ?.filter(({ form }) => form === 'infinitive' || form === 'gerund') ?? []);
}
