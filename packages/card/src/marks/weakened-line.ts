import { flagWords } from './value-flags.table.ts';

interface Weakened {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

/** A word or sign that asks for more, and the one that asks for less. */
const weaker: readonly (readonly [string, string, string])[] = [
  ['every', 'some', 'One is enough where all were needed.'],
  ['all', 'any', 'One is enough where all were needed.'],
  ['&&', '||', 'One is enough where all were needed.'],
  ['and', 'or', 'One is enough where all were needed.'],
  ['===', '==', 'Values of other kinds are equal now.'],
  ['!==', '!=', 'Values of other kinds are equal now.'],
  ['deny', 'allow', 'Allows what was denied.'],
  ['refuse', 'allow', 'Allows what was refused.'],
  ['reject', 'accept', 'Accepts what was rejected.'],
  ['private', 'public', 'Public where it was private.'],
  ['required', 'optional', 'No longer required.'],
  ['https', 'http', 'Sent without encryption.'],
  ['wss', 'ws', 'Sent without encryption.'],
  ['ReadOnly', 'ReadWrite', 'May write where it could only read.'],
];
const token = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]{1,3}/gu;
const tokensMax = 400;

interface Token {
  readonly text: string;
  readonly start: number;
}

function tokensIn(line: string): readonly Token[] {
  return [...line.matchAll(token)]
    .slice(0, tokensMax)
    .map(found => ({ text: found[0], start: found.index }));
}

/** A word of a line that asks for less than the word in its place before. */
export function weakenedWord(text: string, before: string): Weakened | null {
  const [news, olds] = [tokensIn(text), tokensIn(before)];
  if (news.length !== olds.length) return null;
  for (const [index, { text: now, start }] of news.entries()) {
    const was = olds[index]?.text;
    const found = weaker.find(([strong, weak]) => was === strong && now === weak);
    if (found !== undefined) return { start, end: start + now.length, words: found[2] };
  }
  return null;
}

const option =
  /(?<name>[A-Za-z_][\w-]{0,60})['"]?\s{0,4}[:=]\s{0,4}['"]?(?<at>true|false|on|off|yes|no|enabled|disabled|none)\b/dgi;

/** A switch of a line that keeps something safe, turned around. */
export function turnedSwitch(text: string, before: string): Weakened | null {
  const olds = new Map(
    [...before.matchAll(option)].map(({ groups }) => [groups?.['name'], groups?.['at']]),
  );
  for (const found of text.matchAll(option)) {
    const { name = '', at: now = '' } = found.groups ?? {};
    const was = olds.get(name);
    if (was === undefined || was.toLowerCase() === now.toLowerCase()) continue;
    const words = flagWords(name, now.toLowerCase(), false);
    const [start, end] = found.indices?.groups?.['at'] ?? [0, 0];
    if (words !== null) return { start, end, words: `Weakens a safeguard: it was ${was}.` };
  }
  return null;
}

const narrowed = /^\s*(?:\}?\s*(?:else\s+)?if|elif|unless|while|when)\b/;
const conjunction = /\s(?:&&|and)\s[^{:\n]{1,200}/dg;

/** A condition with one more requirement. If the condition refuses something, it now refuses less. */
export function narrowedCondition(text: string, before: string): Weakened | null {
  if (!narrowed.test(text) || !/!|\bnot\b|\bunless\b|[<>]/.test(before)) return null;
  const plain = (line: string) => line.replaceAll(/[\s(){}:]/g, '');
  for (const found of text.matchAll(conjunction)) {
    for (const end of [found[0].length, found[0].search(/\)\s*\S*\s*$/)]) {
      if (end <= 0) continue;
      const rest = text.slice(0, found.index) + text.slice(found.index + end);
      if (plain(rest) !== plain(before)) continue;
      const start = found.index + 1;
      return {
        start,
        end: found.index + end,
        words: 'The condition holds in fewer cases than before.',
      };
    }
  }
  return null;
}
