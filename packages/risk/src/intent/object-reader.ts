import { isAdverb } from './agent-frame.ts';
import type { EffectObject } from './effect-object.ts';
import { readVerb } from './effect-verbs.ts';
import type { Mention } from './mentions.ts';
import { environmentOf, type Noun, readCompound, readNoun } from './nouns.ts';
import type { Quantity } from './numbers.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './word-list.ts';

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
  return new ObjectReader({ tokens, from, to, quantities, phraseLimit }).read();
}

interface Stretch {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
  readonly quantities: ReadonlyMap<number, Quantity>;
  /** Where the words end that the verb governs. */
  readonly phraseLimit: number;
}

/** Reads a stretch of tokens once, from left to right. */
class ObjectReader {
  readonly #stretch: Stretch;
  readonly #nouns: Noun[] = [];
  readonly #words = new Set<string>();
  readonly #phrase: string[] = [];
  #head: Noun | null = null;
  #records: number | null = null;
  #amount: number | null = null;
  #currency: string | null = null;
  #unbounded = false;
  #environment: EffectObject['environment'] = null;
  #path: string | null = null;
  #branch: string | null = null;
  #hasCode = false;
  #asPerson = false;
  #inPhrase = true;
  #compoundTo = -1;
  #joinedTo = -1;

  constructor(stretch: Stretch) {
    this.#stretch = stretch;
  }

  read(): EffectObject {
    const { tokens, from, to, quantities, phraseLimit } = this.#stretch;
    for (let at = from; at < to; at += 1) {
      const token = tokens[at];
      if (token === undefined) break;
      const quantity = quantities.get(at);
      if (quantity !== undefined) {
        this.#takeQuantity(quantity);
        at = quantity.to - 1;
      } else if (token.kind === 'comma' || token.kind === 'stop') {
        if (this.#endsAt(at, token)) break;
      } else {
        if (at > from && at < phraseLimit && reasons.has(token.word)) break;
        this.#takeWord(at, token);
      }
    }
    return this.#result();
  }

  #takeQuantity(quantity: Quantity): void {
    const { tokens } = this.#stretch;
    if (quantity.currency !== null && this.#amount === null) {
      this.#amount = quantity.value;
      this.#currency = quantity.currency;
    } else if (
      quantity.currency === null &&
      !measures(tokens, quantity) &&
      (this.#inPhrase || counts(tokens, quantity)) &&
      (this.#records === null || (quantity.value > this.#records && this.#inPhrase))
    )
      this.#records = quantity.value;
    if (this.#inPhrase) this.#phrase.push('#');
  }

  /** Whether the object is over at a mark. A sum behind a comma, and a list, still belong to it. */
  #endsAt(at: number, { word }: Token): boolean {
    const { tokens, from, to, quantities, phraseLimit } = this.#stretch;
    if (word === ',' && sumFollows(tokens, at + 1, quantities)) {
      this.#inPhrase = false;
      return false;
    }
    if (this.#head !== null || this.#phrase.some(part => !isAdverb(part))) this.#inPhrase = false;
    if (word !== ',') return false;
    if (at >= phraseLimit - 1 && phraseLimit < to) return true;
    return !isListed(tokens, at + 1) && at > from && phraseLimit === to;
  }

  #takeWord(at: number, token: Token): void {
    const { tokens } = this.#stretch;
    const { word } = token;
    // "the stickers together with their parcels": the graver of both is the thing.
    if (joiners.has(word)) this.#joinedTo = at + 4;
    else if (at < this.#joinedTo && readVerb(word)?.form === 'gerund') this.#joinedTo = -1;
    this.#words.add(word);
    if (quantifiers.has(word)) this.#unbounded = true;
    if (word === 'as' && isSomeone(tokens, at + 1)) this.#asPerson = true;
    this.#takePlace(at, token);
    this.#takeNoun(at, token);
    this.#takePhrase(at, word);
  }

  /** Environments, paths, branches and code. */
  #takePlace(at: number, { kind, word, text }: Token): void {
    const { tokens, from } = this.#stretch;
    const place = environmentOf(word);
    if (place !== null && (place === 'production' || !isAside(tokens, from, at)))
      this.#environment = strictest(this.#environment, place);
    if (kind === 'path' || pathLike.test(word)) this.#path ??= text;
    if (kind === 'code') this.#hasCode = true;
    if (this.#branch !== null || !branchNames.test(word)) return;
    // "the main database" is no branch.
    const follower = readNoun(tokens[at + 1]?.word ?? '');
    if (follower === undefined || follower.group === 'code_store') this.#branch = text;
  }

  #takeNoun(at: number, token: Token): void {
    const { tokens, phraseLimit } = this.#stretch;
    const { word } = token;
    const next = tokens[at + 1]?.word ?? '';
    const compound = readCompound(word, next);
    const noun = this.#nounAt(at, token, compound);
    if (compound !== undefined) this.#compoundTo = at + 1;
    if (noun === undefined) return;
    this.#nouns.push(noun);
    const isGraver =
      at < this.#joinedTo &&
      this.#head?.group === 'minor' &&
      !/^(?:minor|insider)$/.test(noun.group);
    if (isGraver) this.#head = noun;
    else if (this.#inPhrase && at < phraseLimit && !transparent.has(word))
      this.#head = heavier(this.#head, noun, tokens[at - 1]?.word ?? '');
  }

  #nounAt(at: number, { kind, word }: Token, compound: Noun | undefined): Noun | undefined {
    const next = this.#stretch.tokens[at + 1]?.word ?? '';
    const isNow = word === 'right' && /^(?:away|now)$/.test(next);
    if (isNow || at === this.#compoundTo) return undefined;
    // A name such as `order_events` beside "table" says what the table is for, not what is touched.
    const isPart = kind === 'path' || this.#head?.group === 'structure';
    return compound ?? readNoun(word) ?? (isPart ? undefined : readNoun(lastPart(word)));
  }

  #takePhrase(at: number, word: string): void {
    if (!this.#inPhrase || at >= this.#stretch.phraseLimit) return;
    const phrase = this.#phrase;
    const goesOn = word === 'of' && (transparent.has(phrase.at(-1) ?? '') || this.#head === null);
    const joins =
      (word === 'and' || word === 'or') && this.#head === null && this.#records === null;
    const ends = phraseEnders.has(word) && phrase.length > 0 && !goesOn && !joins;
    if (ends || (word === 'of' && !goesOn)) this.#inPhrase = false;
    else phrase.push(word);
  }

  #result(): EffectObject {
    const { tokens, from } = this.#stretch;
    const words = this.#words;
    const phrase = this.#phrase;
    const records = this.#records;
    const head =
      this.#head ?? (records === null ? null : (this.#nouns.find(noun => noun.plural) ?? null));
    const contents = phrase.filter(word => !isAdverb(word) && !contentless.test(word));
    return {
      head,
      nouns: this.#nouns,
      words,
      phrase,
      records,
      amount: this.#sum(),
      currency: this.#currency,
      unbounded: this.#unbounded,
      environment: this.#environment,
      path: this.#path,
      branch: this.#branch,
      hasCode: this.#hasCode,
      pronoun: head === null && phrase.some(word => pronouns.has(word)) && contents.length <= 1,
      empty: phrase.every(word => isAdverb(word)),
      general: /^(?:a|an)$/.test(phrase[0] ?? ''),
      named: isName(tokens[from]),
      asPerson: this.#asPerson,
    };
  }

  /** "30 lamps at $55 each": a price for each. */
  #sum(): number | null {
    const isEach = [...each].some(word => this.#words.has(word));
    return this.#amount !== null && this.#records !== null && isEach
      ? this.#amount * this.#records
      : this.#amount;
  }
}

const contentless =
  /^(?:the|a|an|my|your|our|their|its|these|those|this|that|of|to|all|every|some|any|both|same)$/;
const pathLike =
  /^\.\w|\/|\.(?:ya?ml|json|env|sql|csv|xlsx?|md|ts|js|py|toml|conf|txt|log|sh|cfg|ini)$/;

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

function isName(token: Token | undefined): boolean {
  return (
    token?.kind === 'word' &&
    /^\p{Lu}[\p{Ll}'-]+$/u.test(token.text) &&
    readNoun(token.word) === undefined &&
    !quantifiers.has(token.word) &&
    !pronouns.has(token.word)
  );
}
