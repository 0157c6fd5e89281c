const shortest = 3;
const longest = 200;

/**
 * Where a text has the words that the evidence of a finding names: `rm: ~/data` names `~/data`. Null where the evidence
 * names nothing, or the text has it not exactly once.
 */
export function namedPlace(
  text: string,
  evidence: string,
): { readonly start: number; readonly end: number } | null {
  const at = evidence.indexOf(': ');
  const name = at < 0 ? '' : evidence.slice(at + 2);
  if (name.length < shortest || name.length > longest) return null;
  const start = text.indexOf(name);
  if (start < 0 || text.includes(name, start + 1)) return null;
  const end = start + name.length;
  const isWhole = !/[\w./-]/u.test(text.charAt(start - 1)) && !/[\w./-]/u.test(text.charAt(end));
  return isWhole ? { start, end } : null;
}
