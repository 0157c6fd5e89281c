import * as z from 'zod';

/** A set as a list in its one order, so that equal sets have equal digests. */
export function sortedSet<Item extends z.ZodType<string>>(
  item: Item,
  { min = 0, max }: { readonly min?: number; readonly max: number },
) {
  return z
    .array(item)
    .min(min)
    .max(max)
    .refine(isSortedSet, { message: 'expected every item once, in the order of code units' });
}

function isSortedSet(items: readonly string[]): boolean {
  return items.every((item, index) => index === 0 || (items[index - 1] as string) < item);
}

/** The set of a list of texts. Anything else stays as it is, for its parser to refuse. */
export function asSet(list: unknown): unknown {
  const isTexts = Array.isArray(list) && list.every(item => typeof item === 'string');
  return isTexts ? [...new Set(list)].sort() : list;
}
