import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { attestedServerMember } from '@countersign/protocol/request';
import { atLeastRisk } from '@countersign/protocol/value';
import { assessSample } from '../testing/sample-risk.ts';
import { catalogueFiles } from './catalogue-files.ts';
import { agentRows } from './testing/agents.rows.ts';
import { businessRows } from './testing/business.rows.ts';
import { cloudRows } from './testing/cloud.rows.ts';
import { commerceRows } from './testing/commerce.rows.ts';
import { databaseRows } from './testing/databases.rows.ts';
import { developerRows } from './testing/developer.rows.ts';
import { outreachRows } from './testing/outreach.rows.ts';

const rowsOf: Readonly<Record<string, string>> = {
  ...agentRows,
  ...businessRows,
  ...cloudRows,
  ...commerceRows,
  ...databaseRows,
  ...developerRows,
  ...outreachRows,
};

interface Row {
  readonly asks: boolean;
  /** Whether it passes once the server is attested. */
  readonly eased: boolean;
  readonly server: string | null;
  readonly tool: string;
  readonly parameters: JsonObject;
  readonly environment: string | null;
}

const pair = /([\w.$-]+)=("(?:[^"\\]|\\.)*"|\[.*?\](?=\s|$)|\{.*?\}(?=\s|$)|\S+)/gu;

function readValue(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

function readRows(text: string, server: string | null): readonly Row[] {
  return text
    .trim()
    .split('\n')
    .flatMap(line => {
      const [mark, first = '', ...others] = line.split(' ');
      assert.ok(mark === '!' || mark === '.' || mark === '~', `expected a mark at: ${line}`);
      const marks = { asks: mark !== '.', eased: mark === '~' };
      const named = (tool: string): Pick<Row, 'tool' | 'server'> => {
        const [own = null, bare] = tool.includes('/') ? tool.split('/') : [server, tool];
        return { tool: own === null ? `${bare}` : `mcp__${own}__${bare}`, server: own };
      };
      if (!line.includes('=') && !line.includes('@'))
        return [first, ...others].map(tool => ({
          ...marks,
          ...named(tool),
          parameters: {},
          environment: null,
        }));
      const pairs = [...line.matchAll(pair)].map(([, key = '', value = '']) => [
        key,
        readValue(value),
      ]);
      const environment = / @(\w+)$/u.exec(line)?.[1] ?? null;
      const parameters = Object.fromEntries(pairs) as JsonObject;
      return [{ ...marks, ...named(first), parameters, environment }];
    });
}

for (const file of catalogueFiles) {
  test(`the catalogue of ${file.id}: risky calls ask, and routine calls do not`, () => {
    const rows = readRows(rowsOf[file.id] ?? '', file.servers[0] ?? null);
    assert.ok(file.rows.length >= 8, `expected 8 tools, found ${file.rows.length}`);
    assert.ok(rows.length >= 20, `expected 20 rows, found ${rows.length}`);
    const wrong = rows.flatMap(({ asks, eased, server, ...call }) => {
      const { level, findings } = assessSample(call);
      const attested = assessSample(
        call,
        server === null ? {} : { [attestedServerMember]: server },
      );
      const asksAttested = atLeastRisk(attested.level, 'high');
      if (atLeastRisk(level, 'high') === asks && asksAttested === (asks && !eased)) return [];
      const why = findings.map(finding => `${finding.signal} ${finding.level}`).join(', ');
      return `${asks ? 'passes' : 'asks'}: ${call.tool} ${JSON.stringify(call.parameters)} (${why})`;
    });
    assert.deepEqual(wrong, []);
  });
}

test('each name of a tool stands once in its file, and each parameter row belongs to a file', () => {
  for (const { id, rows } of catalogueFiles) {
    const names = rows.map(({ tool }) => tool);
    const twice = names.filter((name, at) => names.indexOf(name) !== at);
    assert.deepEqual(twice, [], id);
  }
  const ids = catalogueFiles.map(({ id }) => id);
  assert.deepEqual(
    Object.keys(rowsOf).filter(id => !ids.includes(id)),
    [],
  );
  assert.equal(new Set(ids).size, ids.length);
});

test('at least 40 servers have a source, and only two files, whose rows only raise, have none', () => {
  const sourced = catalogueFiles.filter(({ source }) => source !== null && source.length > 8);
  assert.ok(sourced.filter(({ servers }) => servers.length > 0).length >= 40);
  const others = catalogueFiles.filter(file => !sourced.includes(file));
  assert.deepEqual(
    others.map(({ id, source }) => [id, source]),
    [
      ['aider', null],
      ['social', null],
    ],
  );
});
