import type { JsonObject } from '@countersign/protocol/json';

/** One thing that code would do when it runs, in the words of a call. */
export type CodeDeed =
  | { readonly kind: 'shell'; readonly text: string }
  | { readonly kind: 'argv'; readonly argv: readonly string[] }
  | { readonly kind: 'sql'; readonly text: string }
  /** A text that is run as code of the same language. */
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'removal'; readonly paths: readonly string[]; readonly recursive: boolean }
  | { readonly kind: 'write'; readonly path: string }
  /** The methods of services, as the tool that they are. */
  | { readonly kind: 'call'; readonly tool: string; readonly parameters: JsonObject }
  /** A table or a file of data is replaced as a whole. */
  | { readonly kind: 'replacement'; readonly what: string }
  /** A program that is not known beforehand. */
  | { readonly kind: 'hidden'; readonly what: string };

/** What a grammar says about code. */
export interface CodeReading {
  /** False where the grammar could not read all of it; then its text is looked at as well. */
  readonly complete: boolean;
  readonly deeds: readonly CodeDeed[];
  /** Texts and names that say where the code acts: hosts, profiles, variables. */
  readonly places: readonly string[];
  /** Addresses that calls are given, as far as the code puts them together: `http://…`, `host:port`. */
  readonly addresses: readonly string[];
}
