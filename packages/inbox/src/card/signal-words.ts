import type { IconName } from '../design/icon.tsx';

/** Short words and a sign for each signal that the policy's detectors know. */
const known: Readonly<Record<string, readonly [icon: IconName, words: string]>> = {
  destructive_command: ['one-way', 'Destroys data'],
  remote_code: ['download', 'Runs downloaded code'],
  remote_shell: ['external', 'Opens remote access'],
  opaque_payload: ['eye', 'Hides what it does'],
  unparsable: ['warning', 'Cannot be read safely'],
  privilege: ['key', 'Needs more rights'],
  persistence: ['clock', 'Runs again later'],
  system_file: ['server', 'System files'],
  secret_access: ['key', 'Reads a secret'],
  secret_leaving: ['external', 'Sends a secret outside'],
  data_leaving: ['external', 'Sends data outside'],
  history_rewrite: ['one-way', 'Rewrites shared history'],
  production_change: ['server', 'Production'],
  schema_change: ['rows', 'Changes a schema'],
  settings_change: ['policy', 'Changes settings'],
  unbounded_write: ['rows', 'Changes all rows'],
  data_write: ['rows', 'Changes data'],
  several_statements: ['rows', 'Several statements'],
  long_lock: ['clock', 'Holds a long lock'],
  bulk_records: ['rows', 'Many records'],
  large_amount: ['coin', 'Large amount'],
  money_leaving: ['coin', 'Sends money'],
  irreversible: ['one-way', 'Cannot be undone'],
  outside_message: ['external', 'Messages outsiders'],
  bulk_message: ['people', 'Messages many people'],
  access_change: ['key', 'Changes access'],
  new_credential: ['key', 'Creates a credential'],
  audit_tampering: ['warning', 'Changes the audit log'],
  policy_tampering: ['warning', 'Changes the policy'],
  own_rights: ['key', 'Raises its own rights'],
  deployment: ['server', 'Deploys'],
  unknown_code: ['download', 'Unknown code'],
  unknown_effect: ['info', 'Unknown effect'],
  delegation: ['agent', 'Hands on a task'],
  agent_uncertain: ['agent', 'The agent is unsure'],
  announced_risk: ['agent', 'Announced as risky'],
  tool_annotation: ['info', 'The tool is marked risky'],
  advised: ['info', 'Raised by an advisor'],
  policy_override: ['policy', 'Raised by a rule'],
};

export function signalWords(signal: string): { readonly icon: IconName; readonly words: string } {
  const entry = Object.hasOwn(known, signal) ? known[signal] : undefined;
  return { icon: entry?.[0] ?? 'info', words: entry?.[1] ?? signal };
}
