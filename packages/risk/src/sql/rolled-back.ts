import { type RiskLevel, riskLevels } from '@countersign/protocol/value';
import type { Finding } from '../finding.ts';
import { segments } from './foreign-statement.ts';
import type { SqlAssessment, SqlContext } from './sql-findings.ts';
import type { SqlToken } from './sql-tokens.ts';
import { type TreeNode, textAt, unwrap } from './sql-tree.ts';
import { wordSet } from './word-set.ts';

/** As many as a person would read; a longer script is judged as if nothing were undone. */
const mostStatements = 1_000;

const rowSignals: ReadonlySet<string> = new Set([
  'data_write',
  'unbounded_write',
  'production_change',
  'bulk_records',
]);
const rowStatements: ReadonlySet<string> = new Set([
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
]);

/** BEGIN, rows, ROLLBACK, and nothing in between that would end the transaction or outlive it. */
export function isRehearsal(statements: readonly TreeNode[]): boolean {
  if (statements.length < 3 || statements.length > mostStatements) return false;
  const kindOf = (at: number): string => {
    const [type, node] = unwrap(statements.at(at) ?? {});
    return type === 'TransactionStmt' && node['chain'] !== true ? textAt(node, 'kind') : '';
  };
  const begins = kindOf(0) === 'TRANS_STMT_BEGIN' || kindOf(0) === 'TRANS_STMT_START';
  if (!begins || kindOf(-1) !== 'TRANS_STMT_ROLLBACK') return false;
  return statements.slice(1, -1).every(statement => rowStatements.has(unwrap(statement)[0]));
}

const rowVerbs = wordSet(`
  select insert update delete replace with print
`);
const transactionWords = wordSet(`
  transaction tran work
`);

/** The same in the words of another dialect, with or without `;` between the statements. */
export function isForeignRehearsal(statements: readonly (readonly SqlToken[])[]): boolean {
  if (statements.length > mostStatements) return false;
  const parts = statements.flatMap(segments);
  const [first, ...rest] = parts;
  const last = rest.pop();
  if (first === undefined || last === undefined || rest.length === 0) return false;
  // Without a `;` after it, a lone BEGIN opens a block of code and no transaction.
  const begins =
    (first[0]?.value === 'begin' && (statements[0]?.length === 1 || names(first, 1, 2))) ||
    (first[0]?.value === 'start' && names(first, 1, 2));
  const undoes =
    last[0]?.value === 'rollback' && (last.length === 1 || names(last, 1, 2)) && isWords(last);
  return (
    begins &&
    undoes &&
    isWords(first) &&
    rest.every(part => part[0]?.kind === 'word' && rowVerbs.has(part[0].value))
  );
}

function names(part: readonly SqlToken[], at: number, length: number): boolean {
  return part.length === length && transactionWords.has(part[at]?.value ?? '');
}

function isWords(part: readonly SqlToken[]): boolean {
  return part.every(token => token.kind === 'word');
}

/**
 * The findings of a rehearsal that changes only rows. The changes are rolled back, but the rows are locked while it
 * runs.
 */
export function rolledBack(result: SqlAssessment, context: SqlContext): SqlAssessment {
  if (!result.findings.every(finding => rowSignals.has(finding.signal))) return result;
  return { ...result, findings: result.findings.map(finding => undone(finding, context)) };
}

function undone(finding: Finding, context: SqlContext): Finding {
  const ceiling: RiskLevel =
    context.production && finding.signal === 'unbounded_write' ? 'high' : 'medium';
  const level =
    riskLevels.indexOf(finding.level) > riskLevels.indexOf(ceiling) ? ceiling : finding.level;
  return { ...finding, level, evidence: `${finding.evidence}, rolled back` };
}
