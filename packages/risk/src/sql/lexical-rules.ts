/**
 * Where the dialects disagree on what is text, name and comment. The same characters may be a harmless
 * literal under one row and a statement under another, so a text is read under every row that differs.
 */
export interface LexicalRules {
  readonly name: 'postgres' | 'mysql' | 'other';
  /** A backslash in a plain literal takes the next character along. */
  readonly backslash: boolean;
  readonly nested_comments: boolean;
  /** `#` starts a comment, and `--` only does before white space. */
  readonly hash_comments: boolean;
  /** The inside of a comment that starts with an exclamation mark is code. */
  readonly executable_comments: boolean;
  readonly dollar_quotes: boolean;
  /** `"` starts a literal and not a name. */
  readonly double_quoted_text: boolean;
  /** `[` starts a name, as in SQL Server and SQLite, and `q'[` a literal, as in Oracle. */
  readonly brackets: boolean;
}

export const postgresRules: LexicalRules = {
  name: 'postgres',
  backslash: false,
  nested_comments: true,
  hash_comments: false,
  executable_comments: false,
  dollar_quotes: true,
  double_quoted_text: false,
  brackets: false,
};

/** MySQL and MariaDB; near enough for BigQuery, Spark and ClickHouse, which share its escapes. */
export const mysqlRules: LexicalRules = {
  name: 'mysql',
  backslash: true,
  nested_comments: false,
  hash_comments: true,
  executable_comments: true,
  dollar_quotes: false,
  double_quoted_text: true,
  brackets: false,
};

/** SQL Server, SQLite, Oracle and Snowflake. */
export const otherRules: LexicalRules = {
  name: 'other',
  backslash: false,
  nested_comments: false,
  hash_comments: false,
  executable_comments: false,
  dollar_quotes: true,
  double_quoted_text: false,
  brackets: true,
};
