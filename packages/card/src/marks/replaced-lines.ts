import type { Mark } from './mark.ts';
import { narrowedCondition, turnedSwitch, weakenedWord } from './weakened-line.ts';
import { widenedPattern } from './widened-pattern.ts';

type Changed = Pick<Mark, 'start' | 'end' | 'level' | 'words'>;

/** Marks for a line that replaces another line and differs from it in one respect. */
export function replacedMarks(text: string, removed: readonly string[]): readonly Changed[] {
  if (text.length > lengthMax) return [];
  for (const compare of [
    grownNumber,
    movedBound,
    turnedCondition,
    wider,
    weakened,
    changedRight,
    longerList,
  ]) {
    const found = removed.map(before => compare(text, before)).find(each => each !== null);
    if (found !== undefined && found !== null) return [found];
  }
  return [];
}

const lengthMax = 2000;

interface Quantity {
  readonly start: number;
  readonly end: number;
  readonly said: string;
  readonly worth: number;
}

/** By how a unit of time begins, the longer beginning first. */
const units: readonly (readonly [string, number])[] = [
  ['ms', 1],
  ['milli', 1],
  ['mon', 30 * 86_400_000],
  ['min', 60_000],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 7 * 86_400_000],
  ['y', 365 * 86_400_000],
];
const longUnit = 'milliseconds?|millis|seconds?|minutes?|hours?|days?|weeks?|months?|years?';
const quantity = new RegExp(
  String.raw`(?:\b(?<lead>${longUnit})\s{0,4}[(:=]\s{0,4})?(?<![\w.])(?<product>\d[\d_]*(?:\.\d+)?(?:\s*\*\s*\d[\d_]*(?:\.\d+)?)*)(?<unit>\s{0,2}(?:${longUnit})\b|ms|min|[smhd])?(?![\w.]\w)`,
  'gi',
);

/** Numbers of a line. A product of numbers is one number, and a number with a unit of time is that time. */
function quantitiesIn(line: string): readonly Quantity[] {
  return [...line.matchAll(quantity)].map(found => {
    const { product = '', unit, lead } = found.groups ?? {};
    const worth = product
      .split('*')
      .reduce((all, factor) => all * Number(factor.replaceAll('_', '').trim()), 1);
    const start = found.index;
    return {
      start,
      end: start + found[0].length,
      said: found[0],
      worth: worth * worthOf(unit ?? lead),
    };
  });
}

function worthOf(unit: string | undefined): number {
  const name = unit?.trim().toLowerCase() ?? '';
  return units.find(([begin]) => name.startsWith(begin))?.[1] ?? 1;
}

const timesMin = 10;

/** A number that became ten times as large as in the line it replaces. */
function grownNumber(text: string, before: string): Changed | null {
  const shape = (line: string) => line.replaceAll(quantity, '#');
  if (shape(before) !== shape(text)) return null;
  const olds = quantitiesIn(before);
  for (const [index, now] of quantitiesIn(text).entries()) {
    const old = olds[index];
    if (old === undefined || old.worth <= 0 || now.worth < timesMin * old.worth) continue;
    const words = `${Math.floor(now.worth / old.worth)} times as much: ${old.said} becomes ${now.said}.`;
    return { start: now.start, end: now.end, level: 'high', words };
  }
  return null;
}

/** A word, a switch or a condition that asks for less than before. */
function weakened(text: string, before: string): Changed | null {
  const found =
    weakenedWord(text, before) ?? turnedSwitch(text, before) ?? narrowedCondition(text, before);
  return found === null ? null : { ...found, level: 'high' };
}

/** A regular expression that matches more than the one it replaces. */
function wider(text: string, before: string): Changed | null {
  const found = widenedPattern(text, before);
  if (found === null) return null;
  const words = `Matches more than before. It was ${found.old.slice(0, 60)}.`;
  return { start: found.start, end: found.end, level: 'high', words };
}

/** The number that a comparison of the line names changed. */
function movedBound(text: string, before: string): Changed | null {
  const bound = /[<>]=?\s*(?<at>-?\d[\d_.]*)/dg;
  const shape = (line: string) => line.replaceAll(bound, '#');
  if (shape(before) !== shape(text)) return null;
  const olds = [...before.matchAll(bound)].map(found => found.groups?.['at']);
  for (const [index, found] of [...text.matchAll(bound)].entries()) {
    const [start, end] = found.indices?.groups?.['at'] ?? [0, 0];
    const now = found.groups?.['at'];
    if (olds[index] === undefined || olds[index] === now) continue;
    const words = `Another limit: ${olds[index]} becomes ${now}.`;
    return { start, end, level: 'high', words };
  }
  return null;
}

/** The condition is the opposite of what it was. */
function turnedCondition(text: string, before: string): Changed | null {
  const negation = /!(?!=)|\bnot\s+/g;
  const count = (line: string) => [...line.matchAll(negation)].length;
  if (count(text) === count(before)) return null;
  const plain = (line: string) => line.replaceAll(negation, '');
  if (plain(text) !== plain(before)) return null;
  const start = text.length - text.trimStart().length;
  return {
    start,
    end: text.trimEnd().length,
    level: 'critical',
    words: 'The condition is turned around: what was refused passes.',
  };
}

const rights = /role|permission|scope|allow|admin|owner|trusted|grant|access|origin|host/i;
const quoted = /(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/dg;

/** Another name in a line about rights. */
function changedRight(text: string, before: string): Changed | null {
  if (!rights.test(text) || !rights.test(before)) return null;
  const shape = (line: string) => line.replaceAll(quoted, '#');
  if (shape(before) !== shape(text)) return null;
  const olds = [...before.matchAll(quoted)].map(found => found[2]);
  for (const [index, found] of [...text.matchAll(quoted)].entries()) {
    if (olds[index] === undefined || olds[index] === found[2]) continue;
    const words = `Other rights than before. It was ${olds[index]?.slice(0, 60)}.`;
    return { start: found.index, end: found.index + found[0].length, level: 'high', words };
  }
  return null;
}

/** One name more in a list of those who have rights. */
function longerList(text: string, before: string): Changed | null {
  if (!rights.test(text)) return null;
  const names = new Set([...before.matchAll(quoted)].map(found => found[2]));
  const news = [...text.matchAll(quoted)].filter(found => !names.has(found[2]));
  const [first] = news;
  const bare = (line: string) => line.replaceAll(quoted, '').replaceAll(/[\s,]/g, '');
  if (first === undefined || news.length > 3 || bare(text) !== bare(before)) return null;
  return {
    start: first.index,
    end: first.index + first[0].length,
    level: 'high',
    words: `More than before: ${news
      .map(found => found[2])
      .join(', ')
      .slice(0, 80)}.`,
  };
}
