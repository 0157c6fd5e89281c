/** Carried by every result: none of them permits anything (EV-2). */
export interface NonAuthorizing {
  readonly authorization: 'none';
  readonly dispatchAllowed: false;
  readonly canOverrideMonitorBlock: false;
}

export const nonAuthorizing: NonAuthorizing = {
  authorization: 'none',
  dispatchAllowed: false,
  canOverrideMonitorBlock: false,
};

/** One line for a log: what it is about, then `name=value`, in the order of upstream. */
export function summaryLine(
  subject: string,
  facts: readonly (readonly [string, string])[],
): string {
  const pairs = [...facts, ['authorization', 'none'] as const].map(
    ([name, value]) => `${name}=${value}`,
  );
  return `${subject}: ${pairs.join(' ')}`;
}

export const inOneWord = (reasons: readonly string[]): string => reasons.join('|');

/** The action that comes first; a plan always has one. */
export const firstOf = (actions: readonly string[]): string => actions[0] ?? 'none';
