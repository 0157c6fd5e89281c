import type { ArithmeticExpression } from 'unbash';

/** The value of a variable of the shell, null where it is not known. */
type LookUp = (name: string) => string | null;

const operators: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => Math.trunc(left / right),
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
  '<<': (left, right) => left * 2 ** right,
  '>>': (left, right) => Math.floor(left / 2 ** right),
  '|': (left, right) => Number(BigInt(left) | BigInt(right)),
  '&': (left, right) => Number(BigInt(left) & BigInt(right)),
  '^': (left, right) => Number(BigInt(left) ^ BigInt(right)),
};

/** `7000 + 319`, `0x1c97` and `8#16227` as a number; null where a part is not known. */
export function evaluateArithmetic(
  node: ArithmeticExpression | undefined,
  lookUp: LookUp,
  depth = 0,
): number | null {
  if (node === undefined || depth > 64) return null;
  switch (node.type) {
    case 'ArithmeticWord':
      return readNumber(node.value, lookUp);
    case 'ArithmeticGroup':
      return evaluateArithmetic(node.expression, lookUp, depth + 1);
    case 'ArithmeticUnary': {
      const value = evaluateArithmetic(node.operand, lookUp, depth + 1);
      if (value === null || !/^[+-]$/u.test(node.operator)) return null;
      return node.operator === '-' ? -value : value;
    }
    case 'ArithmeticBinary': {
      const operator = Object.hasOwn(operators, node.operator)
        ? operators[node.operator]
        : undefined;
      const left = evaluateArithmetic(node.left, lookUp, depth + 1);
      const right = evaluateArithmetic(node.right, lookUp, depth + 1);
      if (operator === undefined || left === null || right === null) return null;
      const value = operator(left, right);
      return Number.isSafeInteger(value) ? value : null;
    }
    default:
      return null;
  }
}

function readNumber(word: string, lookUp: LookUp): number | null {
  const name = /^\$?\{?([A-Za-z_]\w{0,60})\}?$/u.exec(word)?.[1];
  const text = name === undefined ? word : (lookUp(name) ?? '');
  const based = /^(\d{1,2})#([0-9a-z]{1,12})$/iu.exec(text);
  if (based !== null && Number(based[1]) >= 2 && Number(based[1]) <= 36)
    return numberOf(Number.parseInt(based[2] ?? '', Number(based[1])));
  if (/^0[0-7]{1,12}$/u.test(text)) return numberOf(Number.parseInt(text, 8));
  return /^(0x[0-9a-f]{1,12}|\d{1,15})$/iu.test(text) ? numberOf(Number(text)) : null;
}

function numberOf(value: number): number | null {
  return Number.isSafeInteger(value) ? value : null;
}
