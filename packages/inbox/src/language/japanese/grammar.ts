const numbers = new Intl.NumberFormat('ja');

/** Japanese has one form for every count, so this language needs no rules of plural. */
export function number(count: number): string {
  return numbers.format(count);
}
