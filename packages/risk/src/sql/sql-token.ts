export type TokenKind = 'word' | 'name' | 'text' | 'number' | 'parameter' | 'symbol';

/** One token. Comments and white space leave none, so they can hide nothing between two words. */
export interface SqlToken {
  readonly kind: TokenKind;
  /** A word in lower case, a quoted name or literal without its quotes, otherwise as written. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Parentheses and brackets around it. */
  readonly depth: number;
}

export interface SqlReading {
  readonly tokens: readonly SqlToken[];
  /** False when a literal, name or comment never ends: the server would refuse its statement. */
  readonly complete: boolean;
  /** The same text with every comment blanked, as long as before. */
  readonly uncommented: string;
  /** Something in it is read in another way under other rules. */
  readonly ambiguous: boolean;
  /** It holds a comment that MySQL executes. */
  readonly executable_comment: boolean;
  /** A bound on how deep a grammar has to recurse. */
  readonly nesting: number;
}
