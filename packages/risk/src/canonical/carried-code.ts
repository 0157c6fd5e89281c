import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { type KeyReading, role } from '../action/parameter-key.ts';
import { isStoreTool } from '../action/store-commands.ts';
import { isList, type Leaf, type Survey } from '../action/survey.ts';
import type { NameReading } from '../action/tool-name.ts';
import { hasAny } from '../action/words.ts';
import { languageOf, shellLinesOf, withoutShellLines } from './code-language.ts';
import {
  cellsOf,
  isCellText,
  isNotebook,
  looksLikeCode,
  runsCode,
  speaking,
} from './code-tools.ts';
import { programCommand } from './program-tools.ts';
import { isCommandLine, runsElsewhere } from './remote-lines.ts';
import { firstWord, hasShape, isSqlText, sqlBeginnings } from './sql-text.ts';
import { isTerminalText, isTypedCommand } from './terminal-text.ts';
import { isCmd, linesOf } from './windows-lines.ts';

/** Text in the parameters that an interpreter is going to run. */
export type Carried =
  | { readonly kind: 'shell'; readonly text: string }
  | { readonly kind: 'argv'; readonly argv: readonly string[] }
  | { readonly kind: 'sql'; readonly text: string }
  | {
      readonly kind: 'code';
      readonly language: string;
      readonly text: string;
      /** It is stored where it may be run, and not run by this call. */
      readonly placed?: boolean;
    };

const sqlTools: ReadonlySet<string> = new Set(
  `sql postgres postgresql mysql mariadb sqlite mssql sqlserver oracle snowflake bigquery redshift clickhouse duckdb trino presto teradata firebird vertica db2 greenplum exasol hana netezza sybase informix cockroachdb tidb yugabyte
  athena db database psql pg cockroach cockroachdb supabase planetscale neon databricks spark hive dbt prisma timescale
  warehouse rds sqlcl sqlplus cassandra scylla scylladb cqlsh`.split(/\s+/),
);

const otherQueryTools: ReadonlySet<string> = new Set(
  `mongo mongodb redis elasticsearch opensearch elastic neo4j prometheus promql grafana loki graphql dynamodb vector pinecone
  qdrant weaviate salesforce jira kb search web google`.split(/\s+/),
);

const explicitSql: ReadonlySet<string> = new Set([
  'sql',
  'statement',
  'stmt',
  'raw_sql',
  'sql_query',
  'sql_statement',
  'sql_text',
  'plsql',
  'pl_sql',
  'tsql',
  't_sql',
  'hiveql',
  'ksql',
  'spark_sql',
  'ddl',
  'dml',
  'statements',
]);

const terminalTools: ReadonlySet<string> = new Set([
  'terminal',
  'shell',
  'bash',
  'tmux',
  'pty',
  'console',
  'zsh',
  'sh',
  'powershell',
  'pwsh',
  'ssh',
  'cmd',
]);

const browserTools: ReadonlySet<string> = new Set([
  'browser',
  'page',
  'playwright',
  'puppeteer',
  'selenium',
  'computer',
  'tab',
  'chrome',
  'dom',
  'webdriver',
  'cypress',
]);

/** Names of parameters that hold a command whatever the tool is. */
const plainCommands: ReadonlySet<string> = new Set(
  `command cmd shell_command bash command_line cmdline commandline terminal_command run_command user_data startup_script
  pre_command post_command start_command build_command install_command before_script after_script commands`.split(
    /\s+/,
  ),
);

/** What is known of the tool before its parameters are looked at. */
interface Reader {
  readonly parameters: JsonObject;
  readonly tool: NameReading;
  readonly runs: boolean;
  readonly notebook: boolean;
  /** Code is stored where it may be run, and not run by this call. */
  readonly placed: boolean;
  readonly passive: boolean;
  readonly terminal: boolean;
  readonly sqlTool: boolean;
  /** It hands a command line to another machine. */
  readonly remote: boolean;
  /** A parameter says in which language the code is written. */
  readonly stated: boolean;
}

const statedLanguage = ['interpreter', 'language', 'lang', 'runtime', 'kernel'] as const;

function readerOf(parameters: JsonObject, tool: NameReading): Reader {
  const notebook = isNotebook(tool);
  const terminal = hasAny(tool.words, terminalTools);
  // A cell that no verb says anything about may be run as well as kept.
  const runs = runsCode(tool) || (notebook && tool.effect === 'unknown');
  return {
    parameters,
    tool,
    runs,
    notebook,
    placed: notebook && !runs && tool.effect !== 'read',
    passive: (tool.effect === 'read' || tool.effect === 'simulate') && !runs,
    terminal,
    remote: runsElsewhere(tool),
    stated: statedLanguage.some(key => typeof parameters[key] === 'string'),
    sqlTool:
      (hasAny(tool.words, sqlTools) && !hasAny(tool.words, otherQueryTools)) || saysSql(parameters),
  };
}

/** Finds the code in the parameters of one call. */
export function carriedCode(
  parameters: JsonObject,
  seen: Survey,
  tool: NameReading,
  name: string,
): readonly Carried[] {
  if (isStoreTool(tool.words)) return [];
  const reader = readerOf(parameters, tool);
  const program = isCmd(tool) ? null : programCommand(name, parameters);
  if (program !== null)
    return 'argv' in program
      ? [{ kind: 'argv', argv: program.argv }]
      : [{ kind: 'shell', text: program.text }];
  const found: Carried[] = [];
  /** Lists that are one command line; their words are no commands of their own. */
  const lines = new Set<KeyReading>();
  for (const branch of seen.branches) {
    if (!isList(branch.value) || !isWordList(branch, reader)) continue;
    const argv = argvOf(branch.value, parameters, branch.key);
    if (argv === null || argv.length === 0) continue;
    found.push({ kind: 'argv', argv });
    lines.add(branch.key);
  }
  const joinedArgs = found.length > 0;
  if (reader.runs || reader.placed)
    for (const text of cellsOf(seen)) found.push(...codeOf(text, 'source', reader));
  for (const leaf of seen.leaves) {
    if (leaf.owner === null && lines.has(leaf.key)) continue;
    if (typeof leaf.value !== 'string' || leaf.value === '') continue;
    found.push(...textOf(leaf, leaf.value, reader, joinedArgs));
  }
  return found;
}

/** `argv: [...]`, and `command: ["rm", "-rf", "x"]`, which is one command and not three. */
function isWordList({ key, value, depth }: Survey['branches'][number], reader: Reader): boolean {
  // The arguments of something inside are a command line where the call runs one.
  if ((key.roles & role.argv) !== 0) return depth <= 1 || reader.runs || reader.terminal;
  if ((key.roles & role.command) === 0 || !isList(value)) return false;
  const [first] = value;
  if (typeof first !== 'string' || /\s/u.test(first.trim())) return false;
  // Several commands of one word each are a list of commands where the name says so.
  const plural = key.last.endsWith('s');
  if (plural) return value.length > 1 && shellStart.test(first);
  return reader.runs || reader.terminal || value.length > 1;
}

const shellStart = /^([\w./]*\/)?(ba|z|da|k|a)?sh$/u;

function codeOf(text: string, key: string, { parameters, tool, placed }: Reader): Carried[] {
  const language = languageOf(parameters, tool, key, text);
  const found: Carried[] = [];
  if (!placed)
    for (const command of shellLinesOf(text, language))
      found.push({ kind: 'shell', text: command });
  if (language === 'bash' && !placed) found.push({ kind: 'shell', text });
  else {
    const rest = withoutShellLines(text, language);
    if (rest !== '')
      found.push({ kind: 'code', language, text: rest, ...(placed ? { placed } : {}) });
  }
  return found;
}

/** What one text is, by the strongest reason that is known. */
function textOf(
  leaf: Leaf,
  value: string,
  reader: Reader,
  joinedArgs: boolean,
): readonly Carried[] {
  const { key } = leaf;
  const { tool, runs, terminal } = reader;
  if (reader.sqlTool && isSqlText(leaf, value)) return [{ kind: 'sql', text: value }];
  if (isCell(leaf, value, reader)) return codeOf(value, key.name, reader);
  const isLine = reader.remote && isCommandLine(leaf, value);
  if (isLine || isTypedCommand(key.name, value, tool)) return [{ kind: 'shell', text: value }];
  const input = terminal && isTerminalText(key.name, tool);
  if (isPageFunction(key.name, tool)) return [{ kind: 'code', language: 'node', text: value }];
  if ((key.roles & (role.command | role.sql | role.code)) === 0)
    return input && leaf.depth <= 1 ? linesOf(value, tool) : [];
  if (isSql(leaf, tool, reader.sqlTool, reader.passive)) return [{ kind: 'sql', text: value }];
  if ((key.roles & role.code) !== 0 && isCode(leaf, tool, runs))
    return codeOf(value, key.name, reader);
  if ((key.roles & role.command) === 0 || !isCommand(leaf, tool, runs, terminal))
    return input ? linesOf(value, tool) : [];
  return joinedArgs && isProgramName(leaf, value) ? [] : linesOf(value, tool);
}

/** The program whose words stand beside it as a list. */
function isProgramName({ depth }: Leaf, value: string): boolean {
  return depth === 0 && !/\s/u.test(value.trim());
}

function isCell(leaf: Leaf, value: string, reader: Reader): boolean {
  const { tool, placed, runs, terminal, notebook, sqlTool, parameters, stated } = reader;
  const speaks =
    runs &&
    !terminal &&
    (notebook || stated || !tool.domains.has('code') || hasAny(tool.words, speaking));
  if (!(placed || speaks) || !isCellText(leaf, tool) || sqlTool) return false;
  return looksLikeCode(value) && !(placed && isProse(parameters));
}

/** A cell of words, which nothing runs. */
function isProse(parameters: JsonObject): boolean {
  const kind = parameters['cell_type'] ?? parameters['type'] ?? parameters['kind'];
  return kind === 'markdown' || kind === 'raw';
}

/** What a browser is told to evaluate is a script, whatever its parameter is called. */
function isPageFunction(key: string, tool: NameReading): boolean {
  return (
    (key === 'function' || key === 'fn' || key === 'page_function') &&
    hasAny(tool.words, evaluating) &&
    (hasAny(tool.words, browserTools) || tool.words.some(word => word.startsWith('eval')))
  );
}

const evaluating: ReadonlySet<string> = new Set([
  'evaluate',
  'eval',
  'execute',
  'run',
  'script',
  'exec',
  'js',
]);

/** `engine: "sql"` beside a query. */
function saysSql(parameters: JsonObject): boolean {
  return ['engine', 'dialect', 'language', 'type', 'lang'].some(key => {
    const value = parameters[key];
    return typeof value === 'string' && value.length < 32 && /sql/iu.test(value);
  });
}

function argvOf(
  list: readonly JsonValue[],
  parameters: JsonObject,
  key: KeyReading,
): readonly string[] | null {
  const words: string[] = [];
  for (const member of list.slice(0, 1000)) {
    if (typeof member === 'string') words.push(member);
    else if (typeof member === 'number') words.push(String(member));
    else return null;
  }
  if ((key.roles & role.argv) === 0) return words;
  for (const key of ['command', 'cmd', 'program', 'executable', 'binary', 'file', 'exe']) {
    const command = parameters[key];
    if (typeof command === 'string' && command !== '' && !/\s/u.test(command.trim()))
      return [command.trim(), ...words];
  }
  return words;
}

function isSql(leaf: Leaf, tool: NameReading, sqlTool: boolean, passive: boolean): boolean {
  if ((leaf.key.roles & role.sql) === 0 || typeof leaf.value !== 'string') return false;
  const name = leaf.key.name;
  if (
    name === 'soql' ||
    name === 'cypher' ||
    name === 'hql' ||
    name === 'kql' ||
    name === 'text_query'
  )
    return false;
  if (explicitSql.has(name) && !namesStatement(leaf.value, sqlTool)) return true;
  const first = firstWord(leaf.value);
  if (!sqlBeginnings.has(first))
    return sqlTool && (name === 'query' || name === 'q') && looksWritten(leaf.value);
  if (sqlTool) return true;
  if (hasAny(tool.words, otherQueryTools)) return false;
  return !passive ? hasShape(leaf.value) : tool.words.includes('query') && hasShape(leaf.value);
}

/** `statement: "2025-02"` is one of a bank: a single word, with no verb of SQL in it. */
function namesStatement(value: string, sqlTool: boolean): boolean {
  return !sqlTool && /^[\w./-]{1,40}$/u.test(value) && !sqlBeginnings.has(firstWord(value));
}

/** A question in words is asked of an assistant, not of a database. */
function looksWritten(text: string): boolean {
  const head = text.slice(0, 200);
  return !/\?\s*$/u.test(head) && /[;=*()]/u.test(head);
}

function isCode(leaf: Leaf, tool: NameReading, runs: boolean): boolean {
  const name = leaf.key.name;
  if (name === 'source' || name === 'cell' || name === 'ts' || name === 'py') return runs;
  // The code of a door, a coupon or a country is a number or a word.
  if (name === 'code' && typeof leaf.value === 'string' && /^[0-9]{1,12}$/u.test(leaf.value))
    return false;
  if (name === 'code')
    return (
      runs ||
      tool.effect === 'control' ||
      tool.effect === 'unknown' ||
      hasAny(tool.words, browserTools)
    );
  if (name === 'script' || name === 'expression' || name === 'snippet' || name === 'program') {
    return (runs && !hasAny(tool.words, terminalTools)) || hasAny(tool.words, browserTools);
  }
  return true;
}

function isCommand(leaf: Leaf, tool: NameReading, runs: boolean, terminal: boolean): boolean {
  const name = leaf.key.name;
  if (typeof leaf.value !== 'string') return false;
  if (terminal) return true;
  const oneWord = /^[\w.-]+$/u.test(leaf.value.trim());
  if (plainCommands.has(name) || /_(command|cmd)$/u.test(name))
    return runs || !oneWord || name !== 'command';
  if (
    name === 'script' ||
    name === 'run' ||
    name === 'exec' ||
    name === 'shell' ||
    name === 'scripts'
  ) {
    return runs || (!oneWord && tool.effect !== 'read');
  }
  return runs && !oneWord;
}
