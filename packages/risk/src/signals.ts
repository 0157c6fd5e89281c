/**
 * Every reason for which an action may be thought risky, by the name that decisions, screens and policies
 * use, with what it says to a person. A detector that finds something new adds its line here.
 */
export const signals = {
  destructive_command: 'destroys or overwrites data with no undo',
  remote_code: 'runs code that was downloaded, decoded or assembled',
  remote_shell: 'opens remote access from outside',
  opaque_payload: 'hides what it would do',
  unparsable: 'cannot be read the way its interpreter will read it',
  privilege: 'runs with more rights than the agent has',
  persistence: 'changes something that runs automatically later',
  system_file: 'writes where the operating system keeps its own files',
  secret_access: 'reads or prints a secret',
  secret_leaving: 'sends a secret outside',
  data_leaving: 'sends data in bulk or to an outside recipient',
  history_rewrite: 'rewrites or writes directly to a shared branch',
  production_change: 'changes production',
  schema_change: 'changes the structure of a database',
  settings_change: 'changes server settings for everyone',
  unbounded_write: 'changes rows without a limit',
  data_write: 'changes data',
  several_statements: 'runs several statements in one',
  long_lock: 'holds a lock that blocks others',
  bulk_records: 'touches more records than the limit',
  large_amount: 'moves more money than the limit',
  money_leaving: 'pays another party or changes where payments go',
  irreversible: 'has no known undo',
  outside_message: 'writes to people outside',
  bulk_message: 'writes to many people at once',
  access_change: 'grants, opens, shares or weakens access',
  new_credential: 'creates a credential',
  audit_tampering: 'switches off or deletes records of what happened',
  policy_tampering: 'changes the approval policy or decides in the name of a person',
  own_rights: 'raises the rights of the agent itself',
  deployment: 'deploys or changes infrastructure',
  unknown_code: 'installs or runs unknown code',
  agent_uncertain: 'the agent is unsure or asks for permission',
  announced_risk: 'the agent announces something risky in words',
  tool_annotation: 'the tool describes itself as risky',
  policy_override: 'a rule of the policy raised it',
} as const satisfies Record<string, string>;

export type SignalName = keyof typeof signals;
