import { domainsOfNoun } from '../action/domains.ts';
import { type Effect, effectOfVerb, graver } from '../action/effects.ts';
import { onFirstUse } from '../first-use.ts';
import { tableLines, type VerbForm } from './language-pack.ts';
import { joinedOf, type Lexicon } from './lexicon.ts';
import { nameTables } from './name-words.ts';
import { chineseLexicon, japaneseLexicon, koreanLexicon, spelledLexicons } from './packs.ts';
import { entriesIn, type FoundEntry, type UnspacedLexicon } from './retell-unspaced.ts';

/** How one word of a name is said in English. */
interface NameWord {
  readonly english: string;
  readonly isVerb: boolean;
  /** Also English, or too short to tell. It counts beside another word of its language. */
  readonly beside: boolean;
}

interface NameLexicon {
  readonly lexicon: Lexicon;
  readonly words: ReadonlyMap<string, NameWord>;
}

/** English words that are no verb and no noun of the judges, and that a language spells the same. */
const everyday: ReadonlySet<string> = new Set(
  `name text filter note limit site fare base time actions copies journal dossier continue modification verification
  signature execution examine revision prime present personnel administrator administrators minute minutes direct
  services service prod live locale permanent diffusion verse extern systems system tableau rapport resume report
  local dare mover vender administration reset lecture facture plane lance client clients message messages document
  documents argent commander`.split(/\s+/),
);

/** Nouns that French and English spell the same. */
const sharedEnding =
  /^[a-z]+(?:tion|sion|ment|age|ence|ance|ure|ent|ant|ble|al|el|ic|ique|if|ive|ist|or|ism)s?$/;

const sharedNoun = /^[a-z]+(?:tion|sion|ure)$/;

/** French words that end as English ones do and are none. */
const onlyFrench: ReadonlySet<string> = new Set(
  'montant abonnement abonnements virement paiement versement remboursement adresse courriel rendement logement'.split(
    ' ',
  ),
);

function isShared(spelling: string, isVerb: boolean): boolean {
  if (onlyFrench.has(spelling)) return false;
  return sharedNoun.test(spelling) || (!isVerb && sharedEnding.test(spelling));
}

const anywhere: ReadonlySet<VerbForm> = new Set<VerbForm>(['infinitive', 'command', 'noun']);
const withFirst: ReadonlySet<VerbForm> = new Set<VerbForm>([...anywhere, 'first']);

/** The forms in which verbs stand in names. In German and Dutch a command looks like the first person. */
function inNames({ pack }: Lexicon): ReadonlySet<VerbForm> {
  return pack.joinsWords ? withFirst : anywhere;
}

function nameLexiconOf(lexicon: Lexicon): NameLexicon {
  const words = new Map<string, NameWord>();
  const put = (text: string, english: string, isVerb: boolean): void => {
    for (const spelling of spellings(text)) {
      if (words.has(spelling)) continue;
      const beside =
        spelling.length <= 3 ||
        lexicon.beside.has(text) ||
        effectOfVerb.has(spelling) ||
        domainsOfNoun.has(spelling) ||
        everyday.has(spelling) ||
        (lexicon.pack.name === 'french' && isShared(spelling, isVerb));
      words.set(spelling, { english, isVerb, beside });
    }
  };
  // What stands in names counts first: there `Protokollierung` is the logging and not the logs.
  const { verbs: told = '', words: nouns = '' } = nameTables[lexicon.pack.name] ?? {};
  for (const [english, entries] of tableLines(told))
    for (const text of entries) put(text, english, true);
  for (const [english, entries] of tableLines(nouns))
    for (const text of entries) put(text, english, false);
  for (const [text, verbs] of lexicon.verbs.whole) {
    const verb = verbs.find(({ form }) => inNames(lexicon).has(form));
    const isNoun = lexicon.words.has(text) && verb?.form === 'first';
    if (verb !== undefined && !isNoun) put(text, verb.english, true);
  }
  for (const [text, english] of lexicon.words) put(text, english, false);
  return { lexicon, words };
}

const nameLexicons = onFirstUse(() => spelledLexicons().map(nameLexiconOf));

/** No letter of these has a mark or another spelling. */
const plainLetters = /^[\x20-\x7e]*$/;

/** With and without marks, and with the two letters that stand for an umlaut. */
function spellings(text: string): readonly string[] {
  const lower = text.toLowerCase();
  if (plainLetters.test(lower)) return [lower];
  const folded = foldLetters(lower);
  const umlauts = foldLetters(
    lower.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue'),
  );
  return [...new Set([lower, folded, umlauts])];
}

function foldLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .normalize('NFC');
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * The words of a name in English, verbs first, or the words as they are where no language of the packs knows them. The
 * words of a name are few, so every pack is asked.
 */
export function englishWordsOf(words: readonly string[]): readonly string[] {
  if (words.some(word => unspaced.test(word))) return unspacedWords(words);
  let best: readonly (NameWord | null)[] | null = null;
  let most = 0;
  for (const names of nameLexicons()) {
    const found = words.map(word => lookUp(names, word));
    const certain = found.filter(word => word !== null && !word.beside).length;
    const score = certain * 4 + found.filter(word => word !== null).length;
    // `apagar` deletes in Portuguese and switches off in Spanish: of two readings the graver counts.
    if (certain > 0 && (score > most || (score === most && isGraver(found, best)))) {
      best = found;
      most = score;
    }
  }
  if (best === null) return words;
  const verbs: string[] = [];
  const nouns: string[] = [];
  for (const [at, known] of best.entries()) {
    const said = known === null ? [words[at] ?? ''] : known.english.split(/[ _]/u);
    (known?.isVerb === true ? verbs : nouns).push(...said);
  }
  return [...verbs, ...nouns.filter(word => !passing.has(word))];
}

function isGraver(
  one: readonly (NameWord | null)[],
  other: readonly (NameWord | null)[] | null,
): boolean {
  const effect = gravestOf(one);
  return effect !== gravestOf(other ?? []) && graver(effect, gravestOf(other ?? [])) === effect;
}

function gravestOf(words: readonly (NameWord | null)[]): Effect {
  return words.reduce<Effect>(
    (worst, word) =>
      word?.isVerb === true ? graver(worst, effectOfVerb.get(word.english) ?? 'read') : worst,
    'read',
  );
}

/** Articles and the like say nothing in a name. */
const passing: ReadonlySet<string> = new Set(['the', 'a', 'of', 'to', 'in', 'for', 'with']);

function lookUp({ lexicon, words }: NameLexicon, word: string): NameWord | null {
  const known = words.get(word) ?? words.get(foldLetters(word));
  if (known !== undefined) return known;
  if (!lexicon.pack.joinsWords || word.length < 7) return null;
  const joined = joinedOf(lexicon, word);
  return joined === null ? null : { english: joined.join(' '), isVerb: false, beside: false };
}

function unspacedWords(words: readonly string[]): readonly string[] {
  const verbs: string[] = [];
  const nouns: string[] = [];
  for (const word of words) {
    if (!unspaced.test(word)) {
      nouns.push(word);
      continue;
    }
    const found = bestReading(word);
    if (found.length === 0) nouns.push(word);
    for (const { english, isVerb } of found)
      (isVerb ? verbs : nouns).push(...english.split(/[ _]/u));
  }
  return [...verbs, ...nouns];
}

/** Japanese and Chinese share signs: the language that knows more of the word reads it. */
function bestReading(word: string): readonly FoundEntry[] {
  let best: readonly FoundEntry[] = [];
  let most = 0;
  for (const lexicon of lexiconsFor(word)) {
    const found = entriesIn(lexicon, word);
    const known = found.reduce((sum, { text }) => sum + text.length, 0);
    if (known > most) {
      best = found;
      most = known;
    }
  }
  return best;
}

function lexiconsFor(word: string): readonly UnspacedLexicon[] {
  if (/\p{Script=Hangul}/u.test(word)) return [koreanLexicon()];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return [japaneseLexicon()];
  return [chineseLexicon(), japaneseLexicon()];
}

/** What a short value may say that changes a verdict: everyone, production, an administrator, a crowd. */
const telling: ReadonlySet<string> = new Set(
  'all everyone production staging admin subscribers customers users employees public press partner external test draft off disable'.split(
    ' ',
  ),
);
const tellingWords = onFirstUse(
  (): ReadonlySet<string> =>
    new Set(
      nameLexicons().flatMap(({ words }) =>
        [...words].flatMap(([spelling, word]) => (telling.has(word.english) ? [spelling] : [])),
      ),
    ),
);
const plainValue = /^[\p{L}\p{M}][\p{L}\p{M} _-]{1,47}$/u;
const english = /^[a-z]+$/;

/** A short value in English where it says one of the words that matter; else the value as it is. */
export function englishValueOf(value: string): string {
  if (/^tod[oa]s$/iu.test(value)) return 'all';
  if (/^(?:aus|uit)$/iu.test(value)) return 'off';
  if (value.length > 48 || !plainValue.test(value)) return value;
  const words = value
    .normalize('NFC')
    .toLowerCase()
    .split(/[ _-]+/u);
  if (words.length > 5) return value;
  if (!words.some(word => tellingWords().has(word) || unspaced.test(word))) return value;
  const said = englishWordsOf(words);
  if (said === words || !said.some(word => telling.has(word))) return value;
  // A name of a person or a place may hold a word of another language; all of it has to be understood.
  return said.every(word => english.test(word)) ? said.join('_') : value;
}
