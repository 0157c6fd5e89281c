/** Everything of a list that comes page by page. */
export async function readAllPages<T>(
  read: (
    after: string | null,
  ) => Promise<{ readonly items: readonly T[]; readonly next: string | null }>,
): Promise<readonly T[]> {
  const all: T[] = [];
  let after: string | null = null;
  do {
    const { items, next } = await read(after);
    all.push(...items);
    after = next;
  } while (after !== null);
  return all;
}
