import { loadScriptGrammars, type ScriptGrammars } from './shell/script-grammars.ts';
import { loadSqlGrammar, type SqlGrammar } from './sql/sql-grammar.ts';

/** The grammars that are loaded before the first assessment. Those of shell, Python and JavaScript are part of the code. */
export interface Grammars {
  readonly sql: SqlGrammar;
  readonly scripts: ScriptGrammars;
}

/** Loads the grammars, which are WebAssembly. It is the only asynchronous step of the package. */
export async function loadGrammars(): Promise<Grammars> {
  const [sql, scripts] = await Promise.all([loadSqlGrammar(), loadScriptGrammars()]);
  return { sql, scripts };
}
