/** A share with its 95 % confidence interval by Wilson's formula, which holds for few rows and for none found. */
export function shareWithInterval(part: number, whole: number): string {
  if (whole === 0) return '-';
  const z = 1.96;
  const share = part / whole;
  const scale = 1 + (z * z) / whole;
  const middle = share + (z * z) / (2 * whole);
  const reach = z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole));
  const percent = (value: number): string => (100 * Math.max(0, value)).toFixed(1);
  return `${percent(share)} % [${percent((middle - reach) / scale)}–${percent((middle + reach) / scale)}]`;
}
