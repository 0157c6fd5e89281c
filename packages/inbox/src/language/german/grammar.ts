const rules = new Intl.PluralRules('de');
const numbers = new Intl.NumberFormat('de');

/** The form of a text for this count. */
export function plural(
  count: number,
  forms: { readonly one: string; readonly other: string },
): string {
  return rules.select(count) === 'one' ? forms.one : forms.other;
}

export function number(count: number): string {
  return numbers.format(count);
}
