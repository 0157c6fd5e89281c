import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type RiskLevel, riskLevels } from '@countersign/protocol/value';
import { defaultRiskSettings } from '../risk-settings.ts';
import { assessSql, type SqlAssessment } from './assess-sql.ts';
import { loadSqlGrammar } from './sql-grammar.ts';
import { administration } from './testing/administration.table.ts';
import { conditions } from './testing/conditions.table.ts';
import { evasions } from './testing/evasions.table.ts';
import { hiddenStatements } from './testing/hidden-statements.table.ts';
import { lookalikes } from './testing/lookalikes.table.ts';
import { parameters } from './testing/parameters.table.ts';
import { plain } from './testing/plain.table.ts';
import type { SqlRow } from './testing/sql-row.ts';

const grammar = await loadSqlGrammar();
const assess = (sql: string, production: boolean): SqlAssessment =>
  assessSql(sql, { production, settings: defaultRiskSettings, grammar });
const rank = (level: RiskLevel): number => riskLevels.indexOf(level);
const levelOf = ({ findings }: SqlAssessment): RiskLevel =>
  riskLevels[Math.max(0, ...findings.map(finding => rank(finding.level)))] ?? 'low';

function wrongWith(row: SqlRow, production: boolean): string | undefined {
  const expected = production ? row.production : row.outside;
  const assessment = assess(row.sql, production);
  const level = levelOf(assessment);
  const signals = assessment.findings.map(finding => finding.signal);
  const where = production ? 'in production' : 'outside production';
  const said = `${where}: ${row.sql.slice(0, 120)} (${row.why})`;
  if (level !== expected)
    return `${level} instead of ${expected} ${said} ${JSON.stringify(assessment.findings)}`;
  if (row.signal !== undefined && !signals.includes(row.signal))
    return `no ${row.signal} ${said} ${signals}`;
  if (level === 'low' && !assessment.reads_only) return `not seen as a read ${said}`;
  return undefined;
}

const tables = {
  plain,
  evasions,
  'hidden statements': hiddenStatements,
  lookalikes,
  parameters,
  administration,
  conditions,
};

describe('assessSql over tables of statements', () => {
  for (const [name, rows] of Object.entries(tables)) {
    test(`every row of ${name} gets its level and signal, outside and inside production`, t => {
      const wrong = rows.flatMap(row =>
        [wrongWith(row, false), wrongWith(row, true)].filter(text => text !== undefined),
      );
      const asks = (row: SqlRow, production: boolean): boolean =>
        rank(production ? row.production : row.outside) >= 2;
      const cases = rows.flatMap(row => [false, true].map(production => ({ row, production })));
      const asked = cases.map(
        ({ row, production }) => rank(levelOf(assess(row.sql, production))) >= 2,
      );
      const misses = cases.filter(
        ({ row, production }, at) => asks(row, production) && !asked[at],
      ).length;
      const alarms = cases.filter(
        ({ row, production }, at) => !asks(row, production) && asked[at],
      ).length;
      t.diagnostic(
        `${rows.length} rows, ${cases.length} cases, ${misses} misses, ${alarms} false alarms`,
      );
      assert.deepEqual(wrong, []);
    });
  }

  test('no statement is in two tables, and the tables have the demanded size', () => {
    const all = Object.values(tables).flatMap(rows => rows.map(row => row.sql));
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.length >= 120 && evasions.length >= 40 && lookalikes.length >= 40);
  });
});
