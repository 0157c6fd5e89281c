import type { PolicyVerdict } from '@countersign/protocol/request';

/** The strictest outcome wins, wherever it stands. */
const strictness: Readonly<Record<PolicyVerdict, number>> = {
  allow: 0,
  require_approval: 1,
  deny: 2,
};

export function stricter(a: PolicyVerdict, b: PolicyVerdict): PolicyVerdict {
  return strictnessOf(a) >= strictnessOf(b) ? a : b;
}

export function strictnessOf(verdict: PolicyVerdict): number {
  return strictness[verdict];
}
