import { readVerb } from './effect-verbs.ts';
import type { Token } from './tokens.ts';

const markers =
  /^(?:read|meaning|i\.e|ie|aka|really|actually|effectively|namely|euphemism|er|a\.k\.a)$/;

/**
 * Puts the plain word in the place of the veiled one: "sunset (read: erase) the archives" says "erase the
 * archives". The gloss must be a verb right behind a word, and short.
 */
export function unfoldGlosses(tokens: readonly Token[]): readonly Token[] {
  const plain: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const gloss = isOpening(token) ? glossAt(tokens, at) : undefined;
    if (gloss === undefined) plain.push(token);
    else {
      const veiled = plain.at(-1);
      if (veiled?.kind === 'word' && readVerb(veiled.word) !== undefined) plain.pop();
      plain.push(...tokens.slice(gloss.from, gloss.to));
      at = gloss.next - 1;
    }
  }
  return plain;
}

function isOpening({ kind, word }: Token): boolean {
  return (kind === 'stop' && /^[([—]$/.test(word)) || (kind === 'comma' && word === '-');
}

function glossAt(
  tokens: readonly Token[],
  at: number,
): { from: number; to: number; next: number } | undefined {
  if (tokens[at - 1]?.kind !== 'word') return undefined;
  const marked = markers.test(tokens[at + 1]?.word ?? '');
  const bracketed = /^[([]$/.test(tokens[at]?.word ?? '');
  let from = marked ? at + 2 : at + 1;
  if (marked && /^[:,]$/.test(tokens[from]?.word ?? '')) from += 1;
  if (!marked && !bracketed) return undefined;
  const verb = readVerb(tokens[from]?.word ?? '');
  const veiled = readVerb(tokens[at - 1]?.word ?? '');
  // Without "read:" only a verb in the same form is a gloss: "sunset (erase)".
  if (verb === undefined || (!marked && veiled?.form !== verb.form)) return undefined;
  const to = endOfGloss(tokens, from);
  return to === undefined ? undefined : { from, to, next: to + 1 };
}

function endOfGloss(tokens: readonly Token[], from: number): number | undefined {
  for (let to = from + 1; to < from + 5; to += 1) {
    const { kind, word } = tokens[to] ?? { kind: 'paragraph', word: '' };
    if (/^[)\]—]$/.test(word) || (kind === 'comma' && word === '-')) return to;
    if (kind !== 'word') return undefined;
  }
  return undefined;
}
