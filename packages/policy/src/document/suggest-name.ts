/** The known name that was probably meant, as a question, or null where none is near. */
export function suggestName(found: string, known: readonly string[]): string | null {
  const wanted = fold(found);
  let nearest: string | null = null;
  let fewest = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of known) {
    const edits = distance(wanted, fold(name), fewest);
    if (edits < fewest) {
      fewest = edits;
      nearest = name;
    }
  }
  if (nearest === null && wanted.length > 2) {
    // An author who writes "params" or "tool" means the longer name.
    nearest = known.find(name => fold(name).startsWith(wanted.slice(0, 5))) ?? null;
  }
  return nearest === null ? null : `did you mean "${nearest}"?`;
}

function fold(name: string): string {
  return name.slice(0, 64).toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Insertions, deletions, replacements and swaps of neighbours; gives up at `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      }
      row.push(edits);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? limit;
}
