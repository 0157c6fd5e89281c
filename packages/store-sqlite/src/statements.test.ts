import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { sampleFullCommit } from '@countersign/coordinator/testing';
import { plansFile, planText, readPlans } from './testing/dump-plans.ts';
import { openExposed } from './testing/temporary-store.ts';

/**
 * Reads that may walk through a table: the one row of the store's state, and the queues, which are walked
 * from their beginning and only as far as was asked for.
 */
const walks = [
  /^SCAN store_state$/,
  /^SCAN outbox$/,
  /^SCAN log_checkpoints USING (COVERING )?INDEX log_checkpoints_unpublished$/,
  /^SCAN dead_letters USING INDEX/,
  /^SCAN search_place$/,
  /^SCAN CONSTANT ROW$/,
  /^SCAN \d-ROW VALUES CLAUSE$/,
  /^SCAN \(subquery-\d+\)$/,
  /^SCAN search_index VIRTUAL TABLE INDEX/,
];

/**
 * Sums of a period. They read the rows of one scope, kind and period by key, and sort no more than the sums.
 */
const isSum = (sql: string) => /^SELECT \w+ AS "key", measure, SUM\(count\)/.test(sql);
const sumsByKey =
  /^SEARCH tallies USING PRIMARY KEY \(scope=\? AND kind=\? AND day>\? AND day<\?\)$/;

describe('the statements of the store', () => {
  test('the statements find their rows by key, and sort only requests of one millisecond', async () => {
    const plans = await readPlans();
    assert.ok(plans.size >= 30, `${plans.size} statements were seen`);
    for (const [sql, plan] of plans) {
      const isSorted = isSum(sql) && plan.some(detail => sumsByKey.test(detail));
      for (const detail of plan) {
        const isSort =
          /TEMP B-TREE/.test(detail) && !/LAST TERM OF ORDER BY/.test(detail) && !isSorted;
        const isWalk = /^SCAN/.test(detail) && !walks.some(walk => walk.test(detail));
        assert.ok(!isSort && !isWalk, `${detail}: ${sql}`);
      }
    }
    // A search through the wrong index is no walk, and may still pass every row of the table.
    assert.equal(planText(plans), readFileSync(plansFile, 'utf8'), 'run src/testing/dump-plans.ts');
  });

  test('a page of an agent, of a tool, or of both reads only rows of that agent and tool', async context => {
    const { store, connection } = await openExposed(context);
    await store.commit(sampleFullCommit((await store.readState()).now));
    const seen: string[] = [];
    const original = connection.all.bind(connection) as (...args: unknown[]) => never;
    context.mock.method(connection, 'all', (sql: string, ...values: unknown[]) => {
      seen.push(sql);
      return original(sql, ...values);
    });
    const terms = { agentId: 'agent_id=?', toolName: 'tool_name=?' };
    for (const filter of [
      {},
      { agentId: 'a' },
      { toolName: 't' },
      { agentId: 'a', toolName: 't' },
    ]) {
      seen.length = 0;
      await store.listRequests({ limit: 10, status: 'pending', ...filter });
      const asked = Object.keys(filter) as (keyof typeof filter & keyof typeof terms)[];
      const found = asked.map(key => terms[key]);
      const expected = [...found, 'status=?', 'requested_at<?'].join(' AND ');
      const sql = seen.find(each => each.includes('FROM requests')) ?? '';
      const plan = JSON.stringify(connection.database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
      assert.ok(plan.includes(`(${expected})`), `expected ${expected}: ${plan}`);
    }
  });

  test('a page by deadline is found by deadline and id, so that a million requests of one deadline cost nothing', async context => {
    const { store, connection } = await openExposed(context);
    const seen: string[] = [];
    const original = connection.all.bind(connection) as (...args: unknown[]) => never;
    context.mock.method(connection, 'all', (sql: string, ...values: unknown[]) => {
      seen.push(sql);
      return original(sql, ...values);
    });
    await store.listRequests({ status: 'pending', order: 'due', limit: 1 });
    const sql = seen.find(each => each.includes('requests_pending_due')) ?? '';
    const plan = connection.database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    assert.match(JSON.stringify(plan), /\(due_at,approval_request_id\)>\(\?,\?\)/);
  });
});
