import type { CodeDeed } from './code-deed.ts';
import type { GivenArguments } from './code-value.ts';

/** One call in code: the names that lead to it, what it was given, and what the calls before it were given. */
export interface CodeCall {
  readonly path: string;
  readonly names: readonly string[];
  readonly given: GivenArguments;
  readonly before: readonly GivenArguments[];
  /** It happens for each of many: how many, or null where that is not known; 1 outside of loops. */
  readonly times: number | null;
  /** The object it is called on lives only while the code runs. */
  readonly inMemory: boolean;
  /** The name before a template: `sql` of sql`update …`. */
  readonly tag?: string;
}

/** A rule says what a call does, or null if it is not about that call. The first that answers decides. */
export type CallRule = (call: CodeCall) => readonly CodeDeed[] | null;
