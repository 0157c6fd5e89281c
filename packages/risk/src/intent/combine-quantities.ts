import type { Quantity } from './numbers.ts';
import type { Token } from './tokens.ts';

const fractions: ReadonlyMap<string, number> = new Map([
  ['half', 1 / 2],
  ['halves', 1 / 2],
  ['third', 1 / 3],
  ['thirds', 1 / 3],
  ['quarter', 1 / 4],
  ['quarters', 1 / 4],
  ['fifth', 1 / 5],
  ['fifths', 1 / 5],
  ['tenth', 1 / 10],
  ['tenths', 1 / 10],
]);

/**
 * Joins numbers that say one number together: a product ("4 × $700"), a range, of which the upper end counts
 * ("300 to 400"), and a share of a total ("40% of the 12,000", "two thirds of 900"). One pass; each number looks
 * at a fixed number of tokens before it.
 */
export function combineQuantities(
  tokens: readonly Token[],
  found: readonly Quantity[],
): readonly Quantity[] {
  const joined: Quantity[] = [];
  for (const quantity of found) {
    const last = joined.at(-1);
    const both = last === undefined ? undefined : joinOf(tokens, last, quantity);
    if (both !== undefined) {
      joined.pop();
      joined.push(both);
    } else joined.push(shareOf(tokens, quantity) ?? quantity);
  }
  return joined;
}

function joinOf(tokens: readonly Token[], last: Quantity, next: Quantity): Quantity | undefined {
  const between = tokens.slice(last.to, Math.min(next.from, last.to + 5));
  if (next.from - last.to > 4) return undefined;
  const said = between.map(token => token.text).join(' ');
  const currency = next.currency ?? last.currency;
  const whole = { from: last.from, to: next.to, currency };
  if (/^[×x*✕]$|^times$/i.test(said)) return { ...whole, value: last.value * next.value };
  const isRange =
    /^(?:to|or|up to)$/.test(said) &&
    last.value < next.value &&
    !/^(?:from|by)$/.test(tokens[last.from - 1]?.word ?? '');
  const isBetween = said === 'and' && tokens[last.from - 1]?.word === 'between';
  if (isRange || isBetween) return { ...whole, value: Math.max(last.value, next.value) };
  const part = fractions.get(between[0]?.word ?? '');
  if (part !== undefined && between[1]?.word === 'of' && last.value < 10)
    return { ...whole, value: Math.round(last.value * part * next.value) };
  return undefined;
}

/** "40% of the 12,000", "half of our 900", "a quarter of the 1,200". */
function shareOf(tokens: readonly Token[], total: Quantity): Quantity | undefined {
  let at = total.from - 1;
  while (at > total.from - 4 && /^(?:the|our|all|those|these|my|its)$/.test(tokens[at]?.word ?? ''))
    at -= 1;
  if (tokens[at]?.word !== 'of') return undefined;
  at -= 1;
  const word = tokens[at]?.word ?? '';
  const spoken = /^(?:percent|%)$/.test(word);
  const digits = /^(\d{1,3}(?:\.\d{1,4})?)%?$/.exec(tokens[spoken ? at - 1 : at]?.word ?? '')?.[1];
  const isPercent = digits !== undefined && (spoken || word.endsWith('%'));
  const share = isPercent ? Number(digits) / 100 : fractions.get(word);
  if (share === undefined || share > 1) return undefined;
  return { ...total, value: Math.round(share * total.value) };
}
