/** What an action would do, in the words that decisions, confirmations and routes share. */
export const actionTypes = [
  'batch_delete',
  'delete',
  'shell_command',
  'schema_change',
  'overwrite',
  'payment',
  'bulk_message',
  'message',
  'deployment',
  'permission_change',
  'data_export',
  'infra_change',
  'config_change',
  'unknown',
] as const;

export type ActionType = (typeof actionTypes)[number];
