import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { riskLevels } from '@countersign/protocol/value';
import { defaultRiskSettings } from '../risk-settings.ts';
import { assessSql } from './assess-sql.ts';
import { postgresRules } from './lexical-rules.ts';
import { loadSqlGrammar, longestSql, type SqlGrammar } from './sql-grammar.ts';
import { readTokens } from './sql-tokens.ts';

const grammar = await loadSqlGrammar();
const settings = defaultRiskSettings;

const overflowing: readonly string[] = [
  `select 1${'+1'.repeat(40_000)}`,
  `select 1${'::int'.repeat(15_000)}`,
  `select 1${' union select 1'.repeat(6_000)}`,
  `select 1, 2${' union select 1, 2'.repeat(5_000)}`,
  `select 1 from a${' join a on true'.repeat(6_000)}`,
  `select ${'('.repeat(40_000)}1${')'.repeat(40_000)}`,
  `select ${'not '.repeat(20_000)}true`,
];

describe('the SQL grammar', () => {
  test('a text that would overflow the stack never reaches the grammar, which still works afterwards', () => {
    for (let round = 0; round < 20; round += 1) {
      for (const sql of overflowing) assert.throws(() => grammar.parse(sql), /nested too deeply/);
    }
    assert.match(JSON.stringify(grammar.parse('delete from a where id = 3')), /DeleteStmt/);
  });

  test('long lists do not count as deep', () => {
    const sql = `select * from t where id in (1${', 1'.repeat(20_000)})`;
    assert.match(JSON.stringify(grammar.parse(sql)).slice(0, 200), /SelectStmt/);
  });

  test('a NUL, an endless literal and an oversized text are refused before the grammar runs', () => {
    assert.throws(() => grammar.parse('select 1\0; drop table t'), /NUL/);
    assert.throws(() => grammar.parse("select 'x"), /ends within/);
    assert.throws(() => grammar.parse(' '.repeat(longestSql + 1)), /too long/);
  });

  test('an error of the grammar does not disable it', () => {
    assert.throws(() => grammar.parse('selec 1'));
    assert.match(JSON.stringify(grammar.parse('select 1')), /SelectStmt/);
  });
});

/** Families of hostile text, by size. */
const hostile: Readonly<Record<string, (size: number) => string>> = {
  'open parentheses': size => `select ${'('.repeat(size)}`,
  'single quotes': size => "'".repeat(size),
  'comment starts': size => '/*'.repeat(size / 2),
  'executable comments': size => '/*! '.repeat(size / 4),
  'backslash lines': size => '\\x\n'.repeat(size / 3),
  'foreign statements': size => 'select `a`; '.repeat(size / 12),
  'verbs without separators': size => `select 1 ${'drop table x '.repeat(size / 13)}`,
  'dynamic statements': size => "exec('select 1');".repeat(size / 17),
  alternatives: size => `delete from t where a = 1${' or a = a'.repeat(size / 9)}`,
  'dollar tags': size => '$a$ $b$ '.repeat(size / 8),
  'lone surrogates': size => '\ud800'.repeat(size),
  'queries that name each other twice': size =>
    `with a0 as (select 1)${Array.from({ length: size / 40 }, (_, n) => `, a${n + 1} as (select * from a${n} x, a${n} y)`).join('')} select 1`,
};

describe('hostile text', () => {
  for (const [name, make] of Object.entries(hostile)) {
    test(`${name}: the input of the grammar grows no faster than the text`, () => {
      const shares = [2_000, 4_000, 8_000, 16_000].map(size => {
        const sql = make(size);
        let given = 0;
        const counting: SqlGrammar = {
          parse(text) {
            given += text.length;
            return grammar.parse(text);
          },
        };
        const { findings } = assessSql(sql, { production: true, settings, grammar: counting });
        assert.ok(findings.length <= 64);
        assert.ok(findings.every(finding => finding.evidence.length <= 240));
        assert.ok(readTokens(sql, postgresRules).tokens.length <= sql.length);
        return given / sql.length;
      });
      assert.ok(Math.max(...shares) <= 12, `${shares}`);
    });
  }

  test('ten megabytes are not examined, and that is a finding', () => {
    let asked = 0;
    const counting: SqlGrammar = {
      parse(text) {
        asked += 1;
        return grammar.parse(text);
      },
    };
    const assessment = assessSql('select 1;'.repeat(1_200_000), {
      production: false,
      settings,
      grammar: counting,
    });
    assert.equal(asked, 0);
    assert.equal(assessment.reads_only, false);
    assert.deepEqual(
      assessment.findings.map(({ signal, level }) => [signal, level]),
      [['unparsable', 'high']],
    );
  });

  test('nesting beyond the limit is a finding, whatever it contains', () => {
    for (const sql of overflowing) {
      const { findings } = assessSql(sql.slice(0, longestSql), {
        production: false,
        settings,
        grammar,
      });
      assert.ok(findings.some(finding => riskLevels.indexOf(finding.level) >= 2));
    }
  });

  test('a grammar that always fails lets no statement pass that asked before', () => {
    const failing: SqlGrammar = {
      parse() {
        throw new Error('broken');
      },
    };
    for (const sql of [
      'delete from t',
      'drop table t',
      'update t set a = 1 where id = 3',
      'truncate t',
      'grant all on t to bob',
    ]) {
      const { findings, reads_only } = assessSql(sql, {
        production: true,
        settings,
        grammar: failing,
      });
      assert.ok(
        findings.some(finding => riskLevels.indexOf(finding.level) >= 2),
        sql,
      );
      assert.equal(reads_only, false);
    }
  });
});
