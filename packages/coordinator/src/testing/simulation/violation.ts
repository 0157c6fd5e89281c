/** A rule of docs/protocol.md that a history broke, or a promise of the store that it caught being broken. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(message);
    this.rule = rule;
  }
}

export function must(holds: boolean, rule: string, message: () => string): asserts holds {
  if (!holds) throw new Violation(rule, message());
}

/** A time so many seconds after another; both in the one form that the protocol writes. */
export function later(timestamp: string, seconds: number): string {
  return new Date(Date.parse(timestamp) + seconds * 1000).toISOString();
}
