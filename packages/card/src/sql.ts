import { type CardAction, type Found, membersOf, textUnder } from './parameters.ts';
import { toolWords } from './tool-words.ts';

/** One statement as its words say it. `verb` is null if the form of the statement is not known here. */
export interface Statement {
  readonly start: number;
  readonly end: number;
  readonly verb: SqlVerb | null;
  /** As it is written, with its schema. */
  readonly table: string | null;
  /** Where the condition stands; null where there is none. */
  readonly condition: { readonly start: number; readonly end: number } | null;
  /** What kind of object is created, altered or dropped: table, view, index. */
  readonly object: string | null;
  /** Of an ALTER: what follows the table. */
  readonly rest: string;
}

type SqlVerb =
  | 'delete'
  | 'update'
  | 'insert'
  | 'drop'
  | 'truncate'
  | 'alter'
  | 'create'
  | 'select'
  | 'grant'
  | 'revoke';

const sqlKeys =
  /^(?:sql|query|statements?|stdin_sql|sql_?(?:query|text|statement)|ddl|migration_sql)$/i;
const sqlTools =
  /^(?:sql|postgres|postgresql|mysql|mariadb|sqlite|db|database|psql|bigquery|snowflake|redshift|duckdb|clickhouse|mssql|supabase|neon)$/;
const sqlStart =
  /^(?:\s|--[^\n]*\n|\/\*[\s\S]{0,2000}?\*\/)*(?:select|insert|update|delete|drop|alter|create|truncate|begin|with|grant|revoke|copy|merge|replace|explain|set|do|call|vacuum|reindex|lock|start)\b/i;

/** The statement text of an action; null where it has none. */
export function sqlOf(action: CardAction): Found<string> | null {
  const found = textUnder(membersOf(action), sqlKeys);
  if (found === null || !sqlStart.test(found.value)) return null;
  const named = toolWords(action.target.tool_name).some(word => sqlTools.test(word));
  return named ||
    /sql|statement/i.test(found.key) ||
    /;|\bfrom\b|\bset\b|\bvalues\b/i.test(found.value)
    ? found
    : null;
}

const databaseKeys =
  /^(?:database|db|database_?name|connection|dsn_?name|cluster|warehouse|project(?:_?id)?)$/i;

export function databaseOf(action: CardAction): string | null {
  return textUnder(membersOf(action), databaseKeys)?.value ?? action.target.resource;
}

/** The same text with comments and literals blanked, so that words inside them are not read. Places stay the same. */
function masked(text: string): string {
  return text.replaceAll(
    /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)/g,
    found => ' '.repeat(found.length),
  );
}

const readLengthMax = 100_000;

export function statementsOf(text: string): readonly Statement[] {
  if (text.length > readLengthMax)
    return [
      {
        start: 0,
        end: text.length,
        verb: null,
        table: null,
        condition: null,
        object: null,
        rest: '',
      },
    ];
  const plain = masked(text);
  const statements: Statement[] = [];
  let start = 0;
  for (const piece of plain.split(';')) {
    const end = start + piece.length;
    if (
      piece.trim() !== '' &&
      !/^\s*(?:begin|commit|start\s+transaction|rollback)\s*$/i.test(piece)
    ) {
      statements.push(readStatement(text, plain, start, end));
    }
    start = end + 1;
  }
  return statements;
}

const object = '("[^"]+"(?:\\."[^"]+")*|`[^`]+`|\\[[^\\]]+\\]|[\\w$.]+)';
const kinds =
  '(?<kind>table|view|index|sequence|schema|type|role|user|database|function|procedure|trigger|policy|column|extension)';
const forms: readonly (readonly [SqlVerb, RegExp])[] = [
  ['delete', new RegExp(`^\\s*delete\\s+from\\s+(?:only\\s+)?${object}`, 'i')],
  ['update', new RegExp(`^\\s*update\\s+(?:only\\s+)?${object}(?=[\\s\\S]*\\bset\\b)`, 'i')],
  ['insert', new RegExp(`^\\s*(?:insert\\s+into|replace\\s+into|merge\\s+into)\\s+${object}`, 'i')],
  [
    'drop',
    new RegExp(`^\\s*drop\\s+${kinds}\\s+(?:if\\s+exists\\s+)?(?:concurrently\\s+)?${object}`, 'i'),
  ],
  ['truncate', new RegExp(`^\\s*truncate\\s+(?:table\\s+)?(?:only\\s+)?${object}`, 'i')],
  [
    'alter',
    new RegExp(`^\\s*alter\\s+${kinds}\\s+(?:if\\s+exists\\s+)?(?:only\\s+)?${object}`, 'i'),
  ],
  [
    'create',
    new RegExp(
      `^\\s*create\\s+(?:or\\s+replace\\s+)?(?:unique\\s+|temp(?:orary)?\\s+|materialized\\s+)*${kinds}\\s+(?:concurrently\\s+)?(?:if\\s+not\\s+exists\\s+)?${object}`,
      'i',
    ),
  ],
  ['grant', new RegExp(`^\\s*grant\\s+[\\s\\S]+?\\bto\\s+${object}`, 'i')],
  ['revoke', new RegExp(`^\\s*revoke\\s+[\\s\\S]+?\\bfrom\\s+${object}`, 'i')],
  ['select', new RegExp(`^\\s*select\\s[\\s\\S]*?\\bfrom\\s+${object}`, 'i')],
];

function readStatement(text: string, plain: string, start: number, end: number): Statement {
  const whole = plain.slice(start, end);
  const piece = withoutNamedQueries(whole);
  // The queries of its WITH list are not part of its effect.
  const lead = piece.length - piece.trimStart().length;
  const none = {
    start: start + lead,
    end,
    verb: null,
    table: null,
    condition: null,
    object: null,
    rest: '',
  };
  for (const [verb, form] of forms) {
    const found = form.exec(piece);
    if (found === null) continue;
    const kind = found.groups?.['kind']?.toLowerCase() ?? null;
    const table = found[kind === null ? 1 : 2] ?? null;
    const after = start + found[0].length;
    if (saysLess(verb, piece, found[0].length)) return none;
    return {
      ...none,
      verb,
      object: kind,
      table: table === null ? null : table.replaceAll(/["`[\]]/g, ''),
      condition: conditionOf(text, plain, after, end),
      rest: text.slice(after, end).trim(),
    };
  }
  return none;
}

/**
 * A statement without the queries that it names first (`WITH a AS (…)`), blank for blank, so that places stay the same. Where
 * one of them changes something, or where the list is not understood, the statement stays as it is and gets no verb.
 */
function withoutNamedQueries(piece: string): string {
  const begins = /^\s*with\s+(?:recursive\s+)?/i.exec(piece);
  if (begins === null) return piece;
  let at = begins[0].length;
  for (;;) {
    const head = /^[\w"`.]+\s*(?:\([^()]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?(?=\()/i.exec(
      piece.slice(at),
    );
    if (head === null) return piece;
    const end = closingOf(piece, at + head[0].length);
    if (end === null) return piece;
    if (/\b(?:insert|update|delete|merge|drop|truncate)\b/i.test(piece.slice(at, end)))
      return piece;
    const next = /^\s*(?:,\s*)?/.exec(piece.slice(end))?.[0] ?? '';
    at = end + next.length;
    if (!next.includes(',')) return ' '.repeat(at) + piece.slice(at);
  }
}

/** The deletes and updates in brackets within a statement, and whether each has a condition of its own. */
export function changesInside(
  text: string,
  start: number,
  end: number,
): readonly {
  readonly start: number;
  readonly end: number;
  readonly table: string;
  readonly hasCondition: boolean;
}[] {
  if (text.length > readLengthMax) return [];
  const plain = masked(text);
  const inner = /\(\s*(?:delete\s+from|update)\s+(?:only\s+)?(?<table>[\w."`]{1,200})/gi;
  return [...plain.slice(start, end).matchAll(inner)].map(found => {
    const from = start + found.index;
    const until = Math.min(closingOf(plain, from) ?? end, end);
    const verb = from + found[0].search(/[a-z]/i);
    return {
      start: verb,
      end: from + found[0].length,
      table: (found.groups?.['table'] ?? '').replaceAll(/["`]/g, ''),
      hasCondition: conditionOf(text, plain, verb, until) !== null,
    };
  });
}

/** Where the bracket that opens here is closed, one place after it. */
function closingOf(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text.charAt(at) === '(') depth += 1;
    else if (text.charAt(at) === ')' && --depth === 0) return at + 1;
  }
  return null;
}

const harmless =
  /\b(?:count|sum|min|max|avg|coalesce|lower|upper|now|date_trunc|length|round|extract|cast|in|exists|and|or|where|from|join|on|as|not|any|over|by|values)\s*\(/gi;

/** Whether "read from", or the name of one table, would say less than the statement does. */
function saysLess(verb: SqlVerb, piece: string, length: number): boolean {
  if (verb === 'select')
    return /\binto\b|\bfor\s+update\b|\w\s*\(/i.test(piece.replaceAll(harmless, ' '));
  return (verb === 'drop' || verb === 'truncate') && /^\s*,/.test(piece.slice(length));
}

/** The outermost WHERE of a statement, up to its end or to RETURNING, ORDER or LIMIT. */
function conditionOf(
  text: string,
  plain: string,
  from: number,
  end: number,
): Statement['condition'] {
  let depth = 0;
  for (let at = from; at < end; at++) {
    const char = plain.charAt(at);
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (
      depth === 0 &&
      /^\bwhere\b/i.test(plain.slice(at, at + 6)) &&
      !/\w/.test(plain.charAt(at - 1))
    ) {
      const rest = plain.slice(at, end);
      const stop = /\b(?:returning|order\s+by|limit|group\s+by)\b/i.exec(rest);
      const until = stop === null ? end : at + stop.index;
      return { start: at, end: at + text.slice(at, until).trimEnd().length };
    }
  }
  return null;
}

const gravity: readonly (SqlVerb | null)[] = [
  'drop',
  'truncate',
  'delete',
  'update',
  'grant',
  'revoke',
  'alter',
  null,
  'insert',
  'create',
  'select',
];

/** The statement to name first: the gravest, and without a condition before with one. */
export function leadingStatement(statements: readonly Statement[]): Statement | null {
  const weight = ({ verb, condition }: Statement) =>
    2 * gravity.indexOf(verb) + (condition === null ? 0 : 1);
  return statements.reduce<Statement | null>(
    (best, each) => (best === null || weight(each) < weight(best) ? each : best),
    null,
  );
}
