/** A set of words written one after the other, so that a long list stays readable. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(word => word !== ''));
}
