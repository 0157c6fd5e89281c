import { hasSqlDetails, loadModule, parseSync } from 'libpg-query';
import { postgresRules } from './lexical-rules.ts';
import { readTokens } from './sql-tokens.ts';

/** The grammar of Postgres itself. */
export interface SqlGrammar {
  /** The raw tree of one or several statements; throws on whatever the grammar refuses or must not be given. */
  parse(sql: string): unknown;
}

/** More than this is not looked at. */
export const longestSql = 100_000;
/** The grammar overflows its stack from about ten thousand levels on. */
export const deepestSql = 2_000;

/**
 * Loads the grammar, which is WebAssembly and hence the only asynchronous step of the package.
 *
 * A stack overflow inside WebAssembly does not unwind the stack of the module, and a few of them corrupt
 * its memory. So nothing too deep is handed to it, and should it fail in any other way than by an error
 * of its own, it is never asked again: the callers then read every statement without it, more strictly.
 */
export async function loadSqlGrammar(): Promise<SqlGrammar> {
  await loadModule();
  let broken = false;
  return {
    parse(sql) {
      if (broken) throw new Error('the SQL grammar failed earlier');
      if (sql.length > longestSql) throw new Error('the SQL text is too long for the grammar');
      // Its text ends at the first NUL, but the text of other readers does not.
      if (sql.includes('\0')) throw new Error('the SQL text contains a NUL');
      const reading = readTokens(sql, postgresRules);
      if (reading.nesting > deepestSql) throw new Error('the SQL text is nested too deeply');
      if (!reading.complete) throw new Error('the SQL text ends within a literal or comment');
      if (reading.tokens.length === 0) return { stmts: [] };
      try {
        // Nested comments take the grammar quadratic time, so it never sees one.
        return parseSync(reading.uncommented);
      } catch (error) {
        if (!hasSqlDetails(error)) broken = true;
        throw error;
      }
    },
  };
}
