const places = 9;
const scale = 10n ** BigInt(places);

/** A decimal in units of 10^-9; null where it does not fit exactly. */
export function exactUnits(text: string): bigint | null {
  const read = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:e([+-]?[0-9]{1,3}))?$/.exec(text);
  if (read === null) return null;
  const [, whole = '', fraction = '', power = '0'] = read;
  const shift = places + Number(power) - fraction.length;
  const digits = whole + fraction;
  if (digits.length + Math.abs(shift) > 64) return null;
  if (shift >= 0) return BigInt(digits) * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  const units = BigInt(digits);
  return units % divisor === 0n ? units / divisor : null;
}

/** The amount that a member of the parameters stands for: a number above zero, exactly; otherwise null (AL-10). */
export function amountOf(value: unknown): bigint | null {
  if (typeof value !== 'number' || !(value > 0)) return null;
  // The shortest text of a double is the decimal that the caller wrote: others are refused when an action is bound.
  const units = exactUnits(String(value));
  return units !== null && units > 0n ? units : null;
}

/** The one text of an amount. */
export function decimalText(units: bigint): string {
  const fraction = (units % scale).toString().padStart(places, '0').replace(/0+$/, '');
  const whole = (units / scale).toString();
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
