/** What waits, in turns: one of each caller, then the next of each, however many one caller has. */
export class FairQueue<Item> {
  /** Callers in the order of their turns. A caller without items is not in it. */
  readonly #callers = new Map<string, Item[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  of(caller: string): number {
    return this.#callers.get(caller)?.length ?? 0;
  }

  add(caller: string, item: Item): void {
    const items = this.#callers.get(caller);
    if (items === undefined) this.#callers.set(caller, [item]);
    else items.push(item);
    this.#length += 1;
  }

  /** The first item, in the order of turns, that the test admits. Its caller goes to the end. */
  take(admits: (item: Item) => boolean): Item | null {
    for (const [caller, items] of this.#callers) {
      const at = items.findIndex(admits);
      const [item] = at < 0 ? [] : items.splice(at, 1);
      if (item === undefined) continue;
      this.#callers.delete(caller);
      if (items.length > 0) this.#callers.set(caller, items);
      this.#length -= 1;
      return item;
    }
    return null;
  }

  drain(): Item[] {
    const items = [...this.#callers.values()].flat();
    this.#callers.clear();
    this.#length = 0;
    return items;
  }
}
