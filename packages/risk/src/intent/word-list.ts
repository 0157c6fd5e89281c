/** Words parted by white space, as a set. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** `word=value` parted by white space, as a map. */
export function wordMap(list: string): ReadonlyMap<string, string> {
  return new Map(
    list
      .trim()
      .split(/\s+/)
      .map(entry => {
        const at = entry.lastIndexOf('=');
        return [entry.slice(0, at), entry.slice(at + 1)] as const;
      }),
  );
}
