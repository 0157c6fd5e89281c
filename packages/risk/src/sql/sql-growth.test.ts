import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultRiskSettings as settings } from '../risk-settings.ts';
import { assessSql } from './assess-sql.ts';
import { loadSqlGrammar, type SqlGrammar } from './sql-grammar.ts';

const grammar = await loadSqlGrammar();

/** Methods that go over a list, by the work of one call: what they visit, or what they copy. */
const visiting = [
  'forEach',
  'map',
  'filter',
  'some',
  'every',
  'find',
  'findIndex',
  'flatMap',
] as const;
const copying = ['slice', 'join', 'concat', 'reverse'] as const;

/**
 * Runs something while counting the elements that list methods visit and copy and the members read of the
 * parsed trees. The count is the same on every machine, and grows with the work and not with the answer.
 */
function workOf(run: (counted: SqlGrammar) => void): number {
  let work = 0;
  const seen = new WeakMap<object, object>();
  const watched = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const before = seen.get(value);
    if (before) return before;
    const proxy = new Proxy(value, {
      get(target, key) {
        work += 1;
        return watched(Reflect.get(target, key));
      },
    });
    seen.set(value, proxy);
    return proxy;
  };
  const list = Array.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const originals = new Map([...visiting, ...copying].map(name => [name, list[name]] as const));
  const restore = (): void => {
    for (const [name, original] of originals) if (original) list[name] = original;
  };
  for (const name of visiting) {
    const original = originals.get(name);
    list[name] = function (this: unknown, callback: unknown, ...rest: unknown[]) {
      const counted = (...args: unknown[]): unknown => {
        work += 1;
        return (callback as (...given: unknown[]) => unknown)(...args);
      };
      return original?.call(this, counted, ...rest);
    };
  }
  for (const name of copying) {
    const original = originals.get(name);
    list[name] = function (this: unknown, ...args: unknown[]) {
      const result = original?.apply(this, args);
      work += Array.isArray(result) ? result.length : (this as unknown[]).length;
      return result;
    };
  }
  try {
    run({
      parse(sql) {
        work += sql.length;
        return watched(grammar.parse(sql));
      },
    });
  } finally {
    restore();
  }
  return work;
}

/** Shapes that make a statement long in each of the ways it can be, for a grammar that reads them and for one that does not. */
const shapes: Readonly<Record<string, (size: number) => string>> = {
  'statements of Postgres': n => 'delete from t where id = 3; '.repeat(n),
  'statements of MySQL': n => 'delete from `t` where `id` = 3; '.repeat(n),
  'statements of SQL Server without separators': n => 'delete from [t] where [id] = @id '.repeat(n),
  'conditions joined by OR': n => `delete from t where a = 1${' or b = 2'.repeat(n)}`,
  'a list of values': n => `delete from t where id in (1${', 2'.repeat(n)})`,
  'inserted rows': n => `insert into t values (1, 2)${', (3, 4)'.repeat(n)}`,
  'selected columns': n => `select a${', b'.repeat(n)} from t where id = 1`,
  'joined tables': n =>
    `select 1 from t0${Array.from({ length: n / 2 }, (_, i) => ` join t${i + 1} on true`).join('')}`,
  'named queries': n =>
    `with a0 as (select 1)${Array.from({ length: n }, (_, i) => `, a${i + 1} as (select * from a${i} x, a${i} y)`).join('')} delete from t where id in (select * from a${n})`,
  placeholders: n => `select {a}${', {b}, @c'.repeat(n)}`,
  'calls of functions': n => `select f(1)${', purge_preview(2)'.repeat(n)}`,
  'foreign calls': n => `select \`a\`${', g(2)'.repeat(n)} from \`t\``,
  'a rehearsal': n => `begin; ${'update t set a = 1; '.repeat(n)}rollback`,
  'a foreign rehearsal': n => `start transaction; ${'update `t` set a = 1; '.repeat(n)}rollback`,
  batches: n => 'select 1\nGO 5\n'.repeat(n),
  'client commands': n => '\\d t\n'.repeat(n),
  'assembled statements': n => `exec('${'drop '.repeat(n)}');`,
};

describe('work grows no faster than the text', () => {
  for (const [name, make] of Object.entries(shapes)) {
    test(name, t => {
      const works = [50, 100, 200, 400].map(size =>
        workOf(counted => {
          assessSql(make(size), { production: true, settings, grammar: counted });
        }),
      );
      const ratios = works.slice(1).map((work, at) => work / (works[at] ?? 1));
      t.diagnostic(`work ${works.join(', ')}`);
      // Twice the text may take twice the work, and a little for what is paid once.
      assert.ok(
        ratios.every(ratio => ratio <= 2.3),
        `${works} grew by ${ratios.map(ratio => ratio.toFixed(2))}`,
      );
    });
  }
});

test('the test detects a list that is walked once for each of its elements', () => {
  const quadratic = (size: number): number =>
    workOf(() => {
      const items = Array.from({ length: size }, (_, i) => i);
      for (const item of items) items.some(other => other === -item - 1);
    });
  assert.ok(quadratic(400) / quadratic(200) > 3);
});
