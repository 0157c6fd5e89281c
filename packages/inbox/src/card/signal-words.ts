import type { IconName } from '../design/icon.tsx';

/** Short words and a sign for each signal that the policy's detectors know. */
const known: Readonly<Record<string, readonly [icon: IconName, words: string]>> = {
  destructive_command: ['one-way', 'Destroys data'],
  remote_code: ['download', 'Runs downloaded code'],
  remote_shell: ['external', 'Opens a way in'],
  opaque_payload: ['eye', 'Hides what it does'],
  unparsable: ['warning', 'Cannot be read safely'],
  privilege: ['key', 'Needs more rights'],
  persistence: ['clock', 'Runs again later'],
  system_file: ['server', 'System files'],
  secret_access: ['key', 'Reads a secret'],
  secret_leaving: ['external', 'Sends a secret outside'],
  data_leaving: ['external', 'Data leaves'],
  history_rewrite: ['one-way', 'Rewrites shared history'],
  production_change: ['server', 'Production'],
  schema_change: ['rows', 'Changes a schema'],
  settings_change: ['policy', 'Changes settings'],
  unbounded_write: ['rows', 'No limit on rows'],
  data_write: ['rows', 'Changes data'],
  several_statements: ['rows', 'Several statements'],
  long_lock: ['clock', 'Keeps others waiting'],
  bulk_records: ['rows', 'Many records'],
  large_amount: ['coin', 'Large amount'],
  money_leaving: ['coin', 'Money leaves'],
  irreversible: ['one-way', 'Cannot be undone'],
  outside_message: ['external', 'Writes to outsiders'],
  bulk_message: ['people', 'Writes to many people'],
  access_change: ['key', 'Changes access'],
  new_credential: ['key', 'Makes a credential'],
  audit_tampering: ['warning', 'Touches the records'],
  policy_tampering: ['warning', 'Touches the policy'],
  own_rights: ['key', 'Raises its own rights'],
  deployment: ['server', 'Deploys'],
  unknown_code: ['download', 'Unknown code'],
  agent_uncertain: ['agent', 'The agent is unsure'],
  announced_risk: ['agent', 'Announced as risky'],
  tool_annotation: ['info', 'Tool says risky'],
  policy_override: ['policy', 'Raised by a rule'],
};

export function signalWords(signal: string): { readonly icon: IconName; readonly words: string } {
  const entry = Object.hasOwn(known, signal) ? known[signal] : undefined;
  return { icon: entry?.[0] ?? 'info', words: entry?.[1] ?? signal };
}
