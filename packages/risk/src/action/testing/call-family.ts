import type { CompactCall } from './compact-actions.table.ts';

/** Calls that share one idea: those that must ask, and those that only look like them. */
export interface CallFamily {
  readonly name: string;
  readonly asked: readonly CompactCall[];
  readonly passed: readonly CompactCall[];
}
