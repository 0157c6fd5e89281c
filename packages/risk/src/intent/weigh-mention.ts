import { atLeastRisk } from '@countersign/protocol/value';
import type { EffectObject } from './effect-object.ts';
import { judgeEffect } from './judge-effect.ts';
import { type Judgement, risky } from './judgement.ts';
import type { Mention } from './mentions.ts';
import { readNoun } from './nouns.ts';
import type { Quantity } from './numbers.ts';
import { describe, readObject } from './object-reader.ts';
import type { Token } from './tokens.ts';

/** An effect with its object and weight. */
export interface Weighed {
  readonly mention: Mention;
  readonly object: EffectObject;
  readonly judgement: Judgement;
}

/** How far a pronoun reaches back, in tokens. */
const reach = 48;

/** "Production is next and I'm starting it": what goes on where production was spoken of. */
function weighGoingOn(
  mention: Mention,
  object: EffectObject,
  tokens: readonly Token[],
  quantities: ReadonlyMap<number, Quantity>,
): Weighed | undefined {
  const context = describe(tokens, Math.max(0, mention.at - 12), mention.at, quantities);
  if (context.environment !== 'production') return undefined;
  const joined = { ...object, environment: context.environment, words: context.words };
  return { mention, object: joined, judgement: risky('deployment', null) };
}

/** Weighs a mention; where it has no object of its own, by what was spoken of before it. */
export function weigh(
  mention: Mention,
  tokens: readonly Token[],
  quantities: ReadonlyMap<number, Quantity>,
): Weighed {
  const object = withLaterCount(
    mention,
    readObject(mention, tokens, quantities),
    tokens,
    quantities,
  );
  const judgement = judgeEffect(mention, object);
  if (mention.verb.effect === 'act' && object.pronoun && mention.standing === 'announce')
    return weighGoingOn(mention, object, tokens, quantities) ?? { mention, object, judgement };
  const refersBack =
    (object.pronoun || (object.empty && mention.verb.effect !== 'touch')) &&
    !/^(?:rebuild|stop|halt|pause)$/.test(mention.verb.verb) &&
    mention.command === null &&
    mention.verb.effect !== 'act';
  if (!refersBack || (judgement.weight === 'risky' && object.records !== null))
    return { mention, object, judgement };
  const from = Math.max(0, mention.at - reach);
  const paragraph = paragraphStart(tokens, from, mention.at);
  const own = inContext({ mention, object, judgement }, tokens, quantities, paragraph);
  if (paragraph === from) return own;
  // What stands in another paragraph may make it graver, never the contrary.
  const wider = inContext({ mention, object, judgement }, tokens, quantities, from);
  return own.judgement.weight !== 'risky' || isAbove(wider, own) ? wider : own;
}

/** "Shall I purge the notes? There are 640 of them.", "I'll prune it: 20k entries go." */
function withLaterCount(
  mention: Mention,
  object: EffectObject,
  tokens: readonly Token[],
  quantities: ReadonlyMap<number, Quantity>,
): EffectObject {
  const end = mention.clauseEnd;
  const takes = /^(?:delete|drop|overwrite|cancel|message|send|export)$/.test(mention.verb.effect);
  if (!takes || object.records !== null || object.empty || object.head?.group === 'minor')
    return object;
  const explains = tokens[end]?.word === ':';
  if (!explains && object.head?.plural !== true) return object;
  for (let at = end + 1; at < end + 8 && tokens[at]?.kind !== 'paragraph'; at += 1) {
    const quantity = quantities.get(at);
    if (quantity === undefined) continue;
    if (quantity.currency !== null || quantity.value <= 1) return object;
    const [first, second] = [tokens[quantity.to], tokens[quantity.to + 1]];
    const isTotal =
      /^(?:of|in|all|altogether)$/.test(first?.word ?? '') &&
      /^(?:them|these|those|total|all|told|)$/.test(second?.kind === 'word' ? second.word : '');
    const isThing = explains && readNoun(first?.word ?? '')?.plural === true;
    return isTotal || isThing ? { ...object, records: quantity.value } : object;
  }
  return object;
}

function isAbove({ judgement: one }: Weighed, { judgement: other }: Weighed): boolean {
  return one.weight === 'risky' && one.level !== other.level && atLeastRisk(one.level, other.level);
}

function paragraphStart(tokens: readonly Token[], from: number, at: number): number {
  for (let index = at - 1; index >= from; index -= 1)
    if (tokens[index]?.kind === 'paragraph') return index + 1;
  return from;
}

/** Weighs a mention with what was spoken of from a place on as its object. */
function inContext(
  { mention, object, judgement }: Weighed,
  tokens: readonly Token[],
  quantities: ReadonlyMap<number, Quantity>,
  from: number,
): Weighed {
  const context = describe(tokens, from, mention.at, quantities);
  const head =
    context.nouns.findLast(
      noun => noun.group !== 'minor' && noun.group !== 'insider' && noun.group !== 'gate',
    ) ?? null;
  const joined: EffectObject = {
    ...context,
    ...object,
    head: head === null ? null : { ...head, plural: head.plural && context.records !== null },
    nouns: [...object.nouns, ...context.nouns],
    words: new Set([...object.words, ...context.words]),
    records: object.records ?? context.records,
    amount: object.amount ?? context.amount,
    currency: object.currency ?? context.currency,
    environment: object.environment ?? context.environment,
    path: object.path ?? context.path,
    branch: object.branch ?? context.branch,
    unbounded: object.unbounded,
    pronoun: true,
    empty: false,
  };
  const judged = judgeEffect(mention, joined);
  return judged.weight === 'risky' || judgement.weight !== 'risky'
    ? { mention, object: joined, judgement: judged }
    : { mention, object, judgement };
}
