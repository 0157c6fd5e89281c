/** Short words for each signal that the detectors of risk know. The same on every screen. */
const signalTexts = {
  destructive_command: 'Destroys data',
  remote_code: 'Runs downloaded code',
  remote_shell: 'Opens remote access',
  opaque_payload: 'Hides what it does',
  unparsable: 'Cannot be read safely',
  privilege: 'Needs more rights',
  persistence: 'Runs again later',
  system_file: 'System files',
  secret_access: 'Reads a secret',
  secret_leaving: 'Sends a secret outside',
  data_leaving: 'Sends data outside',
  history_rewrite: 'Rewrites shared history',
  production_change: 'Changes production',
  schema_change: 'Changes a schema',
  settings_change: 'Changes settings',
  unbounded_write: 'Changes all rows',
  data_write: 'Changes data',
  several_statements: 'Several statements',
  long_lock: 'Holds a long lock',
  bulk_records: 'Many records',
  large_amount: 'Large amount',
  money_leaving: 'Sends money',
  irreversible: 'Cannot be undone',
  outside_message: 'Messages outsiders',
  bulk_message: 'Messages many people',
  access_change: 'Changes access',
  new_credential: 'Creates a credential',
  audit_tampering: 'Changes the audit log',
  policy_tampering: 'Could change the policy',
  own_rights: 'Raises its own rights',
  deployment: 'Deploys',
  unknown_code: 'Unknown code',
  unknown_effect: 'Unknown effect',
  delegation: 'Hands on a task',
  agent_uncertain: 'The agent is unsure',
  announced_risk: 'Announced as risky',
  tool_annotation: 'The tool is marked risky',
  advised: 'Raised by an advisor',
  policy_override: 'Raised by a rule',
} as const;

export type SignalTexts = Readonly<Record<keyof typeof signalTexts, string>>;

/** What a finding was found in. A program that is named twice, or a name that was left out, is not repeated. */
export function evidenceWords(evidence: string): string {
  const [, program, rest] = /^(\S+(?: code)?): (.*)$/s.exec(evidence) ?? [];
  if (program === undefined || rest === undefined) return evidence;
  return rest === program || /^(?:\.{3}|…)$/.test(rest) ? program : `${program} ${rest}`;
}

/** A finding with what it was found in. */
export function findingWords(
  signal: string,
  evidence: string,
  texts: SignalTexts = signalTexts,
): string {
  return `${signalWords(signal, texts)}: ${evidenceWords(evidence)}`;
}

/** What a signal says to a person. A server may name signals that this program does not know yet. */
export function signalWords(signal: string, texts: SignalTexts = signalTexts): string {
  return Object.hasOwn(texts, signal)
    ? texts[signal as keyof SignalTexts]
    : signal.replaceAll('_', ' ');
}
