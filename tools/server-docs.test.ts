// Operators trust docs/operating. So its tables must name exactly the members, defaults and metrics that the source
// knows, and the routes, codes and files that it names must exist.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { reasonCodes } from '@countersign/protocol/reason';
import {
  AdvisorSettings,
  channels,
  createMetrics,
  Endpoint,
  McpServer,
  McpSettings,
  OidcSettings,
  routes,
  ServerConfig,
  ServerSettings,
  TrustedIssuer,
} from '@countersign/server/testing';
import type * as z from 'zod';
import { assertNone } from './findings.ts';
import { readText, root } from './repository.ts';

const serving = readText('docs/operating/serving.md');
const identity = readText('docs/operating/identity.md');

/** The text under a heading, up to the next one. */
function sectionOf(heading: string): string {
  const start = serving.indexOf(`\n${heading}\n`);
  assert.ok(start >= 0, `docs/operating/serving.md has no heading "${heading}"`);
  const text = serving.slice(start + heading.length + 2);
  const end = text.search(/^#/m);
  return end < 0 ? text : text.slice(0, end);
}

function rowsOf(heading: string): string[][] {
  const rows = sectionOf(heading).match(/^\| `.*\|$/gm) ?? [];
  return rows.map(row => row.slice(2, -2).split(' | '));
}

/** As the second column says it. */
function defaultOf(name: string, schema: z.ZodType): string {
  const parsed = schema.safeParse(undefined);
  if (!parsed.success) return 'required';
  const hasTable = name === 'settings';
  return parsed.data === undefined || hasTable ? '–' : `\`${JSON.stringify(parsed.data)}\``;
}

describe('the tables of docs/operating/serving.md', () => {
  for (const [heading, schema] of [
    ['### Members', ServerConfig],
    ['### `settings`', ServerSettings],
    ['### `settings.endpoints`', Endpoint],
    ['### `settings.oidc`', OidcSettings],
    ['### `settings.advisor`', AdvisorSettings],
    ...channels.map(({ name, settings }) => [`### \`settings.${name}\``, settings] as const),
    ['### `settings.mcp`', McpSettings],
    ['### `settings.mcp.servers`', McpServer],
    ['### Issuers', TrustedIssuer],
  ] as const) {
    test(`${heading} has every member with its default, and no other`, () => {
      const known = Object.entries(schema.shape as Record<string, z.ZodType>);
      const expected = known.map(([name, each]) => [`\`${name}\``, defaultOf(name, each)]);
      const told = rowsOf(heading).map(([name, value]) => [name, value]);
      assert.deepEqual(told, expected);
    });
  }

  test('every metric is listed with its labels, and no other', async () => {
    const metrics = createMetrics(() => 0);
    const text = await metrics.text();
    const names = [...text.matchAll(/^# HELP (\S+)/gm)].map(([, name = '']) => name);
    const told = rowsOf('## Health, metrics, logs').map(([name = '']) => name.replaceAll('`', ''));
    assert.deepEqual(
      told.filter(name => name.startsWith('countersign_')),
      names,
    );
    const source = readText('packages/server/src/observability/metrics.ts');
    for (const [name = '', labels = ''] of rowsOf('## Health, metrics, logs')) {
      const metric = name.replaceAll('`', '');
      if (!metric.startsWith('countersign_')) continue;
      const made = source.slice(source.indexOf(`'${metric}'`)).split('});')[0] ?? '';
      const found = /labelNames: \[(.*?)\]/.exec(made)?.[1]?.replaceAll("'", '`') ?? '–';
      assert.equal(labels, found, metric);
    }
  });
});

test('every path, code and file that docs/operating names exists', () => {
  const paths = new Set(routes.map(({ path }) => path.replace(/:\w+/g, '{id}')));
  const missing: string[] = [];
  for (const text of [serving, identity]) {
    for (const [, path = ''] of text.matchAll(
      /`(?:[A-Z]+ )?(\/(?:v1\/[\w/{}-]+|\w+z|metrics))`/g,
    )) {
      if (!paths.has(path as `/${string}`)) missing.push(`no route is at ${path}`);
    }
    for (const [, link = ''] of text.matchAll(/\]\(([^)#]+)\)/g)) {
      if (!existsSync(join(root, 'docs/operating', link))) missing.push(`${link} does not exist`);
    }
  }
  assertNone(missing);
  assert.ok(Object.hasOwn(reasonCodes, 'invitation_not_valid'));
});
