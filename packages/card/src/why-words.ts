/** Why an action was stopped: by the reason of a rule, by its risk, or because no rule matches. */
type WhyStopped =
  | { readonly kind: 'rule'; readonly rule: string; readonly reason: string | null }
  | { readonly kind: 'risk'; readonly level: string }
  | { readonly kind: 'unmatched' };

const layerDefault =
  /^no rule of the \w+ layer matches(?:, already at \w+ risk)?, and its default is \w+$/;
const byRisk = /^risk is (\w+)(?: \(.*\))?, and risk of high or above always asks/s;

/**
 * The recorded reason in words for an approver. The record names layers and signals, which mean nothing to an approver.
 */
export function whyStopped(reason: string, rule: string): WhyStopped {
  if (rule.startsWith('default.') && layerDefault.test(reason)) return { kind: 'unmatched' };
  const risky = byRisk.exec(reason)?.[1];
  if (rule.startsWith('risk.') && risky !== undefined) return { kind: 'risk', level: risky };
  const start = `rule ${rule} says require_approval`;
  if (reason === '' || reason === start) return { kind: 'rule', rule, reason: null };
  const own = reason.startsWith(`${start}: `) ? reason.slice(start.length + 2) : reason;
  return { kind: 'rule', rule, reason: own };
}

/** The same in English, for the terminal. */
export function whyWords(why: WhyStopped): string {
  if (why.kind === 'unmatched') return 'No rule matches this action, so a person decides.';
  if (why.kind === 'risk')
    return `Its risk is ${why.level}. High and critical risk always asks a person.`;
  return why.reason ?? 'it asks for approval.';
}
