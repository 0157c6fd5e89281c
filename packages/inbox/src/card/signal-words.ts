import { signalWords as wordsOf } from '@countersign/card';
import type { IconName } from '../design/icon.tsx';
import { signalsText } from '../language/english/signals.ts';

/** A sign and the words for each signal that the policy's detectors know. In English they are the words of every screen. */
const known: Readonly<Record<string, readonly [icon: IconName, words: string]>> = {
  destructive_command: ['one-way', signalsText.destructive_command],
  remote_code: ['download', signalsText.remote_code],
  remote_shell: ['external', signalsText.remote_shell],
  opaque_payload: ['eye', signalsText.opaque_payload],
  unparsable: ['warning', signalsText.unparsable],
  privilege: ['key', signalsText.privilege],
  persistence: ['clock', signalsText.persistence],
  system_file: ['server', signalsText.system_file],
  secret_access: ['key', signalsText.secret_access],
  secret_leaving: ['external', signalsText.secret_leaving],
  data_leaving: ['external', signalsText.data_leaving],
  history_rewrite: ['one-way', signalsText.history_rewrite],
  production_change: ['server', signalsText.production_change],
  schema_change: ['rows', signalsText.schema_change],
  settings_change: ['policy', signalsText.settings_change],
  unbounded_write: ['rows', signalsText.unbounded_write],
  data_write: ['rows', signalsText.data_write],
  several_statements: ['rows', signalsText.several_statements],
  long_lock: ['clock', signalsText.long_lock],
  bulk_records: ['rows', signalsText.bulk_records],
  large_amount: ['coin', signalsText.large_amount],
  money_leaving: ['coin', signalsText.money_leaving],
  irreversible: ['one-way', signalsText.irreversible],
  outside_message: ['external', signalsText.outside_message],
  bulk_message: ['people', signalsText.bulk_message],
  access_change: ['key', signalsText.access_change],
  new_credential: ['key', signalsText.new_credential],
  audit_tampering: ['warning', signalsText.audit_tampering],
  policy_tampering: ['warning', signalsText.policy_tampering],
  own_rights: ['key', signalsText.own_rights],
  deployment: ['server', signalsText.deployment],
  unknown_code: ['download', signalsText.unknown_code],
  unknown_effect: ['info', signalsText.unknown_effect],
  delegation: ['agent', signalsText.delegation],
  agent_uncertain: ['agent', signalsText.agent_uncertain],
  announced_risk: ['agent', signalsText.announced_risk],
  tool_annotation: ['info', signalsText.tool_annotation],
  advised: ['info', signalsText.advised],
  policy_override: ['policy', signalsText.policy_override],
};

export function signalWords(signal: string): { readonly icon: IconName; readonly words: string } {
  const found = Object.hasOwn(known, signal) ? known[signal] : undefined;
  // A server may name signals that this page does not know yet.
  return { icon: found?.[0] ?? 'info', words: found?.[1] ?? wordsOf(signal) };
}
