/** Which calls of a session are judged at the same time. */
export class UnderwayCalls {
  readonly #groups = new Map<string, { count: number; most: number }>();

  /** Tells the answer, and whether no other call of the session was judged meanwhile. */
  async during<T>(
    session: string,
    judge: () => Promise<T>,
  ): Promise<{ readonly value: T; readonly wasAlone: boolean }> {
    const group = this.#groups.get(session) ?? { count: 0, most: 0 };
    this.#groups.set(session, group);
    group.count += 1;
    group.most = Math.max(group.most, group.count);
    try {
      const value = await judge();
      return { value, wasAlone: group.most === 1 };
    } finally {
      group.count -= 1;
      if (group.count === 0) this.#groups.delete(session);
    }
  }
}
