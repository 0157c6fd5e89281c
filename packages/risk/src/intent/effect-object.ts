import { isAdverb } from './agent-frame.ts';
import { readVerb } from './effect-verbs.ts';
import type { Mention } from './mentions.ts';
import { environmentOf, type Noun, type NounGroup, readCompound, readNoun } from './nouns.ts';
import type { Quantity } from './numbers.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './word-list.ts';

/** What an effect is done to, as far as the words around its verb say. */
export interface EffectObject {
  /** The noun that the verb governs, or null when it is a pronoun, a name or nothing known. */
  readonly head: Noun | null;
  /** All nouns of the clause, with their words. */
  readonly nouns: readonly Noun[];
  readonly words: ReadonlySet<string>;
  /** The words that the verb governs directly. */
  readonly phrase: readonly string[];
  /** A count of things, not of money. */
  readonly records: number | null;
  readonly amount: number | null;
  readonly currency: string | null;
  /** "all", "every", "everything": no bound was named. */
  readonly unbounded: boolean;
  readonly environment: 'production' | 'sandbox' | null;
  readonly path: string | null;
  readonly branch: string | null;
  readonly pronoun: boolean;
  readonly empty: boolean;
  /** An indefinite or missing article: a thing in general. */
  readonly general: boolean;
  readonly hasCode: boolean;
  /** The verb governs a word that is written as a name and is no known thing: a person, most likely. */
  readonly named: boolean;
  /** `as Ana`, `as the compliance officer`: it is done as someone else. */
  readonly asPerson: boolean;
}

const widest = 48;

const phraseEnders: ReadonlySet<string> = wordSet(`
  in on from to at for with into by over under via through that which who where when because so
  if unless as against across since until before after without and then or but about around per
  onto upon within during off than between among toward towards is are will would i should shall now right
`);
/** "the contents of", "a copy of", "all of": the thing itself comes after. */
const transparent: ReadonlySet<string> = wordSet(`
  contents content all rest most half some many each one any none copy list set bunch couple lot
  thousands hundreds dozens millions number pile batch entirety remainder whole majority of
  portion part subset everything version closure
`);
const quantifiers: ReadonlySet<string> = wordSet(`
  all every everything everyone everybody each entire whole any whatever anything everywhere
  wholesale
`);
const pronouns: ReadonlySet<string> = wordSet(
  'it them that this these those so they both one ones',
);
const branchNames =
  /^(?:main|master|trunk|develop|release\/[\w.-]+|origin\/[\w./-]+|feature\/[\w./-]+|hotfix\/[\w./-]+)$/;

/** Reads the object of a mention; looks at a fixed number of tokens. */
export function readObject(
  mention: Mention,
  tokens: readonly Token[],
  quantities: ReadonlyMap<number, Quantity>,
): EffectObject {
  const from = mention.passive
    ? Math.max(mention.sentenceFrom, mention.at - 24)
    : mention.objectFrom;
  const to = mention.passive
    ? Math.min(mention.clauseEnd, mention.at + 16)
    : Math.min(mention.clauseEnd, mention.objectFrom + widest);
  return describe(tokens, from, to, quantities, mention.passive ? mention.at : to);
}

/** What a stretch of text speaks of, for pronouns that refer back to it. */
export function describe(
  tokens: readonly Token[],
  from: number,
  to: number,
  quantities: ReadonlyMap<number, Quantity>,
  phraseLimit: number = to,
): EffectObject {
  const nouns: Noun[] = [];
  const words = new Set<string>();
  let head = null as Noun | null;
  let records: number | null = null;
  let amount: number | null = null;
  let currency: string | null = null;
  let unbounded = false;
  let environment: EffectObject['environment'] = null;
  let path: string | null = null;
  let branch: string | null = null;
  let hasCode = false;
  let asPerson = false;
  let inPhrase = true;
  const phrase: string[] = [];
  let compoundTo = -1;
  let joinedTo = -1;
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const { word } = token;
    const quantity = quantities.get(at);
    if (quantity !== undefined) {
      if (quantity.currency !== null && amount === null) {
        amount = quantity.value;
        currency = quantity.currency;
      } else if (
        quantity.currency === null &&
        !measures(tokens, quantity) &&
        (inPhrase || counts(tokens, quantity)) &&
        (records === null || (quantity.value > records && inPhrase))
      )
        records = quantity.value;
      if (inPhrase) phrase.push('#');
      at = quantity.to - 1;
      continue;
    }
    if (token.kind === 'comma' || token.kind === 'stop') {
      if (token.word === ',' && sumFollows(tokens, at + 1, quantities)) {
        inPhrase = false;
        continue;
      }
      if (head !== null || phrase.some(part => !isAdverb(part))) inPhrase = false;
      if (token.word === ',' && at >= phraseLimit - 1 && phraseLimit < to) break;
      if (token.word === ',' && !isListed(tokens, at + 1) && at > from && phraseLimit === to) break;
      continue;
    }
    if (at > from && at < phraseLimit && reasons.has(word)) break;
    // "the stickers together with their parcels": the graver of both is the thing.
    if (joiners.has(word)) joinedTo = at + 4;
    else if (at < joinedTo && readVerb(word)?.form === 'gerund') joinedTo = -1;
    words.add(word);
    const place = environmentOf(word);
    if (place !== null && (place === 'production' || !isAside(tokens, from, at)))
      environment = strictest(environment, place);
    if (
      token.kind === 'path' ||
      /^\.\w|\/|\.(?:ya?ml|json|env|sql|csv|xlsx?|md|ts|js|py|toml|conf|txt|log|sh|cfg|ini)$/.test(
        word,
      )
    )
      path ??= token.text;
    if (token.kind === 'code') hasCode = true;
    if (word === 'as' && isSomeone(tokens, at + 1)) asPerson = true;
    // "the main database" is no branch.
    if (branch === null && branchNames.test(word)) {
      const follower = readNoun(tokens[at + 1]?.word ?? '');
      if (follower === undefined || follower.group === 'code_store') branch = token.text;
    }
    if (quantifiers.has(word)) unbounded = true;
    const isNow = word === 'right' && /^(?:away|now)$/.test(tokens[at + 1]?.word ?? '');
    const compound = readCompound(word, tokens[at + 1]?.word ?? '');
    // A name such as `order_events` beside "table" says what the table is for, not what is touched.
    const isPart: boolean = token.kind === 'path' || head?.group === 'structure';
    const noun: Noun | undefined =
      isNow || at === compoundTo
        ? undefined
        : (compound ?? readNoun(word) ?? (isPart ? undefined : readNoun(lastPart(word))));
    if (compound !== undefined) compoundTo = at + 1;
    if (noun !== undefined) {
      nouns.push(noun);
      const isGraver =
        at < joinedTo && head?.group === 'minor' && !/^(?:minor|insider)$/.test(noun.group);
      if (isGraver) head = noun;
      else if (inPhrase && at < phraseLimit && !transparent.has(word))
        head = heavier(head, noun, tokens[at - 1]?.word ?? '');
    }
    if (inPhrase && at < phraseLimit) {
      const goesOn = word === 'of' && (transparent.has(phrase.at(-1) ?? '') || head === null);
      const joins = (word === 'and' || word === 'or') && head === null && records === null;
      if (phraseEnders.has(word) && phrase.length > 0 && !goesOn && !joins) inPhrase = false;
      else if (word === 'of' && !goesOn) inPhrase = false;
      else phrase.push(word);
    }
  }
  // "30 lamps at $55 each": a price for each.
  if (amount !== null && records !== null && [...each].some(word => words.has(word)))
    amount *= records;
  head ??= records === null ? null : (nouns.find(noun => noun.plural) ?? null);
  const contents = phrase.filter(
    word =>
      !isAdverb(word) &&
      !/^(?:the|a|an|my|your|our|their|its|these|those|this|that|of|to|all|every|some|any|both|same)$/.test(
        word,
      ),
  );
  return {
    head,
    nouns,
    words,
    phrase,
    records,
    amount,
    currency,
    unbounded,
    environment,
    path,
    branch,
    hasCode,
    pronoun: head === null && phrase.some(word => pronouns.has(word)) && contents.length <= 1,
    empty: phrase.every(word => isAdverb(word)),
    general: /^(?:a|an)$/.test(phrase[0] ?? ''),
    named: isName(tokens[from]),
    asPerson,
  };
}

function isName(token: Token | undefined): boolean {
  return (
    token?.kind === 'word' &&
    /^\p{Lu}[\p{Ll}'-]+$/u.test(token.text) &&
    readNoun(token.word) === undefined &&
    !quantifiers.has(token.word) &&
    !pronouns.has(token.word)
  );
}

const offices =
  /^(?:officer|manager|director|supervisor|boss|chief|head|lead|owner|administrator|admin|approver|reviewer|controller|auditor|physician|doctor|nurse|cfo|ceo|cto|coo|accountant|treasurer|customer|client|patient|tenant|colleague|teacher|judge)$/;

/** A name, or a person by the office: `the compliance officer`. */
function isSomeone(tokens: readonly Token[], at: number): boolean {
  if (isName(tokens[at]) || /^(?:Dr|Mr|Mrs|Ms|Prof)$/.test(tokens[at]?.text ?? '')) return true;
  if (!/^(?:the|our|my|your|their|a|an)$/.test(tokens[at]?.word ?? '')) return false;
  return tokens.slice(at + 1, at + 4).some(({ word }) => offices.test(word));
}

const reasons: ReadonlySet<string> = wordSet('so because although');
const joiners: ReadonlySet<string> = wordSet('together along plus including with');
const each: ReadonlySet<string> = wordSet('apiece each');

/** What something is replaced with or taken from says nothing about where the change lands. */
function isAside(tokens: readonly Token[], from: number, at: number): boolean {
  for (let index = Math.max(from, at - 3); index < at; index += 1)
    if (/^(?:with|without|than|from|like)$/.test(tokens[index]?.word ?? '')) return true;
  // "for the test" is what it is good for, not where it lands.
  if (/^(?:test|testing|demo|rehearsal|experiment)$/.test(tokens[at]?.word ?? ''))
    return tokens[at - 1]?.word === 'for' || tokens[at - 2]?.word === 'for';
  return false;
}

/** ", that is 4 × $700", ", total $52,000": the sum of what was named before. */
function sumFollows(
  tokens: readonly Token[],
  at: number,
  quantities: ReadonlyMap<number, Quantity>,
): boolean {
  const count = quantities.get(at);
  if (count !== undefined && /^(?:in|altogether|all)$/.test(tokens[count.to]?.word ?? ''))
    return true;
  if (
    !/^(?:that|totalling|totaling|total|worth|amounting|i\.e|in|altogether|so)$/.test(
      tokens[at]?.word ?? '',
    )
  )
    return false;
  for (let index = at + 1; index < at + 5; index += 1)
    if ((quantities.get(index)?.currency ?? null) !== null) return true;
  return false;
}

function lastPart(word: string): string {
  const cut = Math.max(word.lastIndexOf('-'), word.lastIndexOf('_'), word.lastIndexOf('/'));
  return cut < 0 ? word : word.slice(cut + 1);
}

/** A comma inside a list goes on with the object; before anything else it ends it. */
function isListed(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at];
  if (next === undefined || next.kind !== 'word') return true;
  return (
    /^(?:and|or|including|the|all|every|each|along|plus|incl|both|in|on|from)$/.test(next.word) ||
    readNoun(next.word) !== undefined
  );
}

/** A number counts the plural that follows it closely. */
function counts(tokens: readonly Token[], { to }: Quantity): boolean {
  for (let at = to; at < to + 3; at += 1) {
    if (tokens[at]?.kind !== 'word') return false;
    if (
      at === to &&
      /^(?:of|in)$/.test(tokens[at]?.word ?? '') &&
      /^(?:them|these|those|total|all)$/.test(tokens[at + 1]?.word ?? '')
    )
      return true;
    const word = tokens[at]?.word ?? '';
    // "a 8k-member list"
    if (at === to && word.startsWith('-') && readNoun(word.slice(1)) !== undefined) return true;
    if (readNoun(word)?.plural === true) return true;
  }
  return false;
}

/** In a compound the last noun is the thing, but "users table" and "customer records" stay what they are. */
function heavier(head: Noun | null, noun: Noun, before: string): Noun {
  if (head === null) return noun;
  if (before === 'of' && head.group !== 'minor') return head;
  if (noun.group === 'minor' && noun.type === 'name') return head;
  return noun;
}

function strictest(
  a: EffectObject['environment'],
  b: EffectObject['environment'],
): EffectObject['environment'] {
  if (a === 'production' || b === 'production') return 'production';
  return a ?? b;
}

/** "5 minutes", "30 days" and "40%" measure; they count nothing. */
function measures(tokens: readonly Token[], { from, to, value }: Quantity): boolean {
  const unit = tokens[to]?.word ?? '';
  if (
    /^(?:minutes?|hours?|days?|weeks?|months?|years?|seconds?|secs?|mins?|times?|percent|%|gb|mb|tb|kb|am|pm|st|nd|rd|th|o'clock|steps?|degrees|km|ms|px|lines?)$/.test(
      unit,
    )
  )
    return true;
  if (/%$/.test(tokens[from]?.word ?? '')) return true;
  const text = tokens[from]?.text ?? '';
  return (
    /^(?:19|20)\d\d$/.test(text) &&
    value > 1900 &&
    value < 2100 &&
    !counts(tokens, { from, to, value, currency: null })
  );
}

export function hasGroup(object: EffectObject, ...groups: readonly NounGroup[]): boolean {
  return object.nouns.some(noun => groups.includes(noun.group));
}
