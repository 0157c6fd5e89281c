import { tableLines } from './language-pack.ts';
import type { RetoldAct, Voice } from './retold-act.ts';
import type { Standing, UnspacedPack } from './unspaced-pack.ts';

/** A pack of a language without spaces, ready for reading. */
export interface UnspacedLexicon {
  readonly pack: UnspacedPack;
  /** By first character, longest first. */
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  readonly withAmount: ReadonlySet<string>;
}

interface Entry {
  readonly text: string;
  readonly english: string;
  readonly isVerb: boolean;
  /** Counts where someone is told to act, and neither in names nor in what a speaker announces. */
  readonly inOrders: boolean;
}

export interface FoundEntry extends Entry {
  readonly at: number;
}

export function unspacedLexicon(pack: UnspacedPack): UnspacedLexicon {
  const entries = new Map<string, Entry[]>();
  const put = (text: string, english: string, isVerb: boolean, inOrders = false): void => {
    const first = text.charAt(0);
    const known = entries.get(first);
    const entry = { text, english, isVerb, inOrders };
    if (known === undefined) entries.set(first, [entry]);
    else if (!known.some(other => other.text === text && other.isVerb && !other.inOrders))
      known.push(entry);
  };
  for (const [english, texts] of tableLines(pack.verbs))
    for (const text of texts) put(text, english, true);
  for (const [english, texts] of tableLines(pack.orders))
    for (const text of texts) put(text, english, true, true);
  for (const text of pack.verbsWithAmount.split(' ')) if (text !== '') put(text, 'transfer', true);
  for (const [english, texts] of tableLines(pack.words))
    for (const text of texts) put(text, english, false);
  for (const list of entries.values())
    list.sort((one, other) => other.text.length - one.text.length);
  return { pack, entries, withAmount: new Set(pack.verbsWithAmount.split(' ')) };
}

/** The words of a text, by the longest match at each place. */
export function entriesIn(
  lexicon: UnspacedLexicon,
  text: string,
  voice: Voice = 'speaker',
): readonly FoundEntry[] {
  const found: FoundEntry[] = [];
  for (let at = 0; at < text.length; ) {
    const entry = lexicon.entries
      .get(text.charAt(at))
      ?.find(known => (voice === 'order' || !known.inOrders) && text.startsWith(known.text, at));
    if (entry === undefined) at += 1;
    else {
      found.push({ ...entry, at });
      at += entry.text.length;
    }
  }
  return found;
}

/** How far around a verb its clause is read. */
const window = 160;
const mostVerbs = 64;
const unclear: RetoldAct = { standing: 'leave', verb: 'proceed', words: [], numbers: [], code: [] };

const commas = /[、，,;；:：]/u;
const amount = /\d[\d.]*(?: [A-Z]{3,4})?/gu;
const codeRun = /[!-~][ -~]{2,300}[!-~]/gu;

/** The acts that a sentence asks leave for, announces or, in an order, asks for. The text has plain amounts. */
export function retellUnspaced(
  lexicon: UnspacedLexicon,
  sentence: string,
  voice: Voice,
): readonly RetoldAct[] {
  const acts: RetoldAct[] = [];
  const asksLeave = lexicon.pack.rules.some(
    rule => rule.part === 'sentence' && rule.pattern.test(sentence),
  );
  for (const clause of clausesOf(sentence)) {
    const found = entriesIn(lexicon, clause, voice);
    const numbers = clause.match(amount) ?? [];
    const verbs = found.filter(
      entry =>
        entry.isVerb &&
        (!lexicon.withAmount.has(entry.text) || numbers.some(text => text.includes(' '))),
    );
    if (verbs.length === 0) verbs.push(...givenIn(found, clause));
    // A clause that holds so many acts cannot be read in full.
    if (verbs.length > mostVerbs) acts.push(unclear);
    for (const verb of verbs.slice(0, mostVerbs)) {
      const standing = standingOf(lexicon.pack, asksLeave, clause, verb, voice);
      if (standing !== 'leave' && standing !== 'own') continue;
      acts.push({
        standing,
        verb: verb.english,
        // Another verb of the clause is as often the thing: a deletion, a transfer. It adds nothing to the object.
        words: found.flatMap(entry => (entry.isVerb ? [] : entry.english.split(' '))),
        numbers,
        code: codeIn(clause),
      });
    }
  }
  if (acts.length === 0 && asksBarely(lexicon, sentence)) acts.push(unclear);
  return acts;
}

const topicAlone =
  /^[\p{Script=Han}\p{Script=Katakana}ー]{1,16}(?:は|も)(?:来月|来週|来年|明日|今月|今週|今日|本日|月末|週末|\d{1,2}月|\d{1,2}日)?$/u;

/** `経理部は来月、口座を…`: who does it stands before the comma, and belongs to what is done. */
function clausesOf(sentence: string): readonly string[] {
  const clauses: string[] = [];
  let topic = '';
  for (const part of sentence.split(commas)) {
    const clause = topic + part;
    topic = topicAlone.test(clause) ? clause : '';
    if (topic === '') clauses.push(clause);
  }
  if (topic !== '') clauses.push(topic);
  return clauses;
}

/** To give a right needs no other verb: `给…权限`, `권한을 주세요`. */
function givenIn(found: readonly FoundEntry[], clause: string): readonly FoundEntry[] {
  const isRight = found.some(({ english }) => /^(?:rights|access|admin)$/u.test(english));
  const gives = /给|(?:을|를|권한)\s?(?=주(?:세요|십시오|어|라)|줘)/u.exec(clause);
  if (gives === null || !isRight) return [];
  return [{ text: gives[0], english: 'grant', isVerb: true, inOrders: false, at: gives.index }];
}

function codeIn(clause: string): readonly string[] {
  return (clause.match(codeRun) ?? []).filter(run =>
    /\s-{1,2}\w|\s[/~.]|\b[A-Z]{4,} [A-Z]{4,}/u.test(run),
  );
}

function standingOf(
  pack: UnspacedPack,
  asksLeave: boolean,
  clause: string,
  verb: FoundEntry,
  voice: Voice,
): Standing | null {
  const end = verb.at + verb.text.length;
  const parts = {
    before: clause.slice(Math.max(0, verb.at - window), verb.at),
    after: clause.slice(end, end + window),
    clause: clause.slice(Math.max(0, verb.at - window), end + window),
  };
  const { order } = pack;
  if (voice === 'order' && order.demand?.test(parts[order.part]) === true) return 'own';
  for (const { part, pattern, standing } of pack.rules)
    if (part === 'sentence' ? asksLeave : pattern.test(parts[part])) return standing;
  return voice === 'order' && order.pattern.test(parts[order.part]) ? 'own' : null;
}

/** Asks to be told something. */
const informing = /告诉|知道|多少|什么|哪|几|谁|教え|何|いつ|どこ|알려|무엇|몇|언제/u;

/** A short question for leave that names no act. */
function asksBarely(lexicon: UnspacedLexicon, sentence: string): boolean {
  if (
    sentence.length > 24 ||
    informing.test(sentence) ||
    entriesIn(lexicon, sentence).some(entry => entry.isVerb)
  )
    return false;
  return (
    lexicon.pack.rules.some(
      rule => rule.part === 'sentence' && rule.standing === 'leave' && rule.pattern.test(sentence),
    ) && /(?:か|吗|요|까)[?？。]?$/u.test(sentence)
  );
}
