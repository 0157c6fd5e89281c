/** A decimal number as `0.digits * 10^exponent`; digits begin and end with another digit than zero. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

/**
 * Whether the double stands for exactly the decimal number that a JSON text spells: the shortest text
 * that reads back as this double must have the same value. Takes time linear in the text, because the
 * decimals are compared digit by digit and never expanded.
 */
export function survivesAsDouble(text: string, double: number): boolean {
  if (!Number.isFinite(double) || Object.is(double, -0)) return false;
  const shortest = String(double);
  if (text === shortest) return true;
  const written = decimalOf(text);
  const kept = decimalOf(shortest);
  return written.digits === kept.digits && written.exponent === kept.exponent;
}

/** The sign is left out: a number and its double agree on it, except for the zero refused above. */
function decimalOf(text: string): Decimal {
  const [significand = '', power = '0'] = text.slice(text.startsWith('-') ? 1 : 0).split(/[eE]/);
  const [whole = '', fraction = ''] = significand.split('.');
  const digits = whole + fraction;
  let start = 0;
  while (start < digits.length && digits[start] === '0') start++;
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end--;
  if (start === end) return { digits: '', exponent: 0 };
  // A power too long to be exact, or infinite, differs from that of any double, as it should.
  return { digits: digits.slice(start, end), exponent: whole.length - start + Number(power) };
}
