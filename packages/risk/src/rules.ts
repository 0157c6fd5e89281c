/** One row of a table of rules: when it applies, and what it gives then. */
export interface Rule<Subject, Verdict> {
  readonly when: (subject: Subject) => boolean;
  readonly gives: Verdict | ((subject: Subject) => Verdict | null);
}

/** The answer of the first row that applies. If that row gives null, the rows after it decide. */
export function firstOf<Subject, Verdict extends object | string>(
  rules: readonly Rule<Subject, Verdict>[],
  subject: Subject,
): Verdict | null {
  for (const { when, gives } of rules) {
    if (!when(subject)) continue;
    const verdict = typeof gives === 'function' ? gives(subject) : gives;
    if (verdict !== null) return verdict;
  }
  return null;
}

/** What every row gives that applies, in the order of the table. */
export function allOf<Subject, Verdict extends object | string>(
  rules: readonly Rule<Subject, Verdict>[],
  subject: Subject,
): readonly Verdict[] {
  return rules.map(rule => firstOf([rule], subject)).filter(verdict => verdict !== null);
}
