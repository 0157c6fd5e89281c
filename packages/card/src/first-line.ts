/** Where the first line with something on it stands. */
export function firstLineOf(text: string): { readonly start: number; readonly end: number } {
  const start = Math.max(0, text.search(/[^\n\r]/));
  const until = text.slice(start).search(/[\n\r]/);
  return { start, end: until < 0 ? text.length : start + until };
}
