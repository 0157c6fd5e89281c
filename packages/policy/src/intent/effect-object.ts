import { isAdverb } from './agent-frame.ts';
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
}

const widest = 48;

const phraseEnders: ReadonlySet<string> = wordSet(`
  in on from to at for with into by over under via through that which who where when because so
  if unless as against across since until before after without and then or but about around per
  onto upon within during than between among toward towards is are will would i should shall now right
`);
/** "the contents of", "a copy of", "all of": the thing itself comes after. */
const transparent: ReadonlySet<string> = wordSet(`
  contents content all rest most half some many each one any none copy list set bunch couple lot
  thousands hundreds dozens millions number pile batch entirety remainder whole majority of
  portion part subset everything version
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
  let head: Noun | null = null;
  let records: number | null = null;
  let amount: number | null = null;
  let currency: string | null = null;
  let unbounded = false;
  let environment: EffectObject['environment'] = null;
  let path: string | null = null;
  let branch: string | null = null;
  let hasCode = false;
  let inPhrase = true;
  const phrase: string[] = [];
  let compoundTo = -1;
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
      if (head !== null || phrase.some(part => !isAdverb(part))) inPhrase = false;
      if (token.word === ',' && at >= phraseLimit - 1 && phraseLimit < to) break;
      if (token.word === ',' && !isListed(tokens, at + 1) && at > from && phraseLimit === to) break;
      continue;
    }
    if (at > from && at < phraseLimit && /^(?:so|because|although)$/.test(word)) break;
    words.add(word);
    // What something is replaced with or taken from says nothing about where the change lands.
    const place = environmentOf(word);
    const isAside = tokens
      .slice(Math.max(from, at - 3), at)
      .some(before => /^(?:with|without|than|from|like)$/.test(before.word));
    if (place === 'production' || !isAside) environment = strictest(environment, place);
    if (
      token.kind === 'path' ||
      /^\.\w|\/|\.(?:ya?ml|json|env|sql|csv|xlsx?|md|ts|js|py|toml|conf|txt|log|sh|cfg|ini)$/.test(
        word,
      )
    )
      path ??= token.text;
    if (token.kind === 'code') hasCode = true;
    // "the main database" is no branch.
    const follower = readNoun(tokens[at + 1]?.word ?? '');
    if (branchNames.test(word) && (follower === undefined || follower.group === 'code_store'))
      branch ??= token.text;
    if (quantifiers.has(word)) unbounded = true;
    const isNow = word === 'right' && /^(?:away|now)$/.test(tokens[at + 1]?.word ?? '');
    const compound = readCompound(word, tokens[at + 1]?.word ?? '');
    // A name such as `order_events` beside "table" says what the table is for, not what is touched.
    const isPart = token.kind === 'path' || head?.group === 'structure';
    const noun =
      isNow || at === compoundTo
        ? undefined
        : (compound ??
          readNoun(word) ??
          (isPart ? undefined : readNoun(word.replace(/^.*[-_/]/, ''))));
    if (compound !== undefined) compoundTo = at + 1;
    if (noun !== undefined) {
      nouns.push(noun);
      if (inPhrase && at < phraseLimit && !transparent.has(word))
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
  head ??= records === null ? null : (nouns.find(noun => noun.plural) ?? null);
  const named = phrase.filter(
    word =>
      !isAdverb(word) &&
      !/^(?:the|a|an|my|your|our|their|its|these|those|this|that|of|to|all|every|some|any|both)$/.test(
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
    pronoun: head === null && phrase.some(word => pronouns.has(word)) && named.length <= 1,
    empty: phrase.every(word => isAdverb(word)),
    general: /^(?:a|an)$/.test(phrase[0] ?? ''),
  };
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
    if (readNoun(tokens[at]?.word ?? '')?.plural === true) return true;
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
