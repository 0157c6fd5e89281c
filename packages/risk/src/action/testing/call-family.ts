import type { CompactCall } from './compact-actions.table.ts';

/** Calls that share one idea: those somebody has to be asked about, and those that only look like them. */
export interface CallFamily {
  readonly name: string;
  readonly asked: readonly CompactCall[];
  readonly passed: readonly CompactCall[];
}
