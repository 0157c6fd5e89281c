import { type CelFunc, CelScalar, celEnv, celFunc, celMethod, isCelError } from '@bufbuild/cel';

const { BOOL, DOUBLE, INT, STRING } = CelScalar;

/**
 * How many characters regular expressions may still look at in this evaluation. They are linear in the text, but a
 * comprehension can ask about the same long text again and again.
 */
export interface MatchBudget {
  left: number;
}

export const matchedTotalMax = 2 ** 20;
const matchedLengthMax = 65_536;
// Compiling a short expression takes about as long as matching this many characters.
const callCost = 64;

/**
 * The functions of the library, adapted to JSON and to hostile text. JSON numbers are doubles and literals are
 * integers, so arithmetic must accept one of each. A text that is not a number must be an error. NaN would make every
 * comparison silently false.
 */
export function conditionFunctions(budget: MatchBudget): CelFunc[] {
  const original = celEnv().funcs.find('matches');
  return [
    ...mixedArithmetic(),
    celFunc('double', [STRING], DOUBLE, numberOf),
    celFunc('int', [STRING], INT, text => BigInt(integerOf(text))),
    celFunc('size', [STRING], INT, countCharacters),
    celMethod('size', STRING, [], INT, function () {
      return countCharacters(this);
    }),
    celMethod('matches', STRING, [STRING], BOOL, function (pattern) {
      budget.left -= this.length + callCost;
      if (this.length > matchedLengthMax || budget.left < 0) {
        throw new Error('expected less text for regular expressions');
      }
      const result = original?.call(0, this, [pattern]);
      if (typeof result !== 'boolean')
        throw new Error(isCelError(result) ? result.message : 'no match');
      return result;
    }),
  ];
}

function mixedArithmetic(): CelFunc[] {
  const operations: readonly (readonly [string, (a: number, b: number) => number])[] = [
    ['_+_', (a, b) => a + b],
    ['_-_', (a, b) => a - b],
    ['_*_', (a, b) => a * b],
    ['_/_', quotient],
    ['_%_', remainder],
  ];
  return operations.flatMap(([name, apply]) => [
    celFunc(name, [INT, DOUBLE], DOUBLE, (a, b) => apply(Number(a), b)),
    celFunc(name, [DOUBLE, INT], DOUBLE, (a, b) => apply(a, Number(b))),
    celFunc(name, [DOUBLE, DOUBLE], DOUBLE, apply),
  ]);
}

function quotient(a: number, b: number): number {
  if (b === 0) throw new Error('expected no division by zero');
  return a / b;
}

function remainder(a: number, b: number): number {
  if (!Number.isInteger(a) || !Number.isInteger(b) || b === 0) {
    throw new Error('expected whole numbers, and no division by zero');
  }
  return a % b;
}

function numberOf(text: string): number {
  if (!/^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?$/.test(text)) {
    throw new Error('expected a number, found other text');
  }
  return Number(text);
}

function integerOf(text: string): string {
  if (!/^-?\d{1,18}$/.test(text)) throw new Error('expected a whole number, found other text');
  return text;
}

function countCharacters(text: string): bigint {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) count--;
  }
  return BigInt(count);
}
