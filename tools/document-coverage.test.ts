// Every sentence of the five documents that demands something has a row in docs/coverage, and every row a test.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compareDemands, demandsCarried, readDemands } from './document-coverage.ts';
import { assertNone } from './findings.ts';
import { readFiles, readText, root } from './repository.ts';
import { readRules } from './rule-coverage.ts';

const tables = readFiles('docs/coverage', /\.md$/);

describe('the repository', () => {
  test('every demand of the documents has a rule or none, a test that names it and a file', () => {
    const read = tables.map(readDemands);
    assertNone(read.flatMap(({ findings }) => findings));
    const { rules } = readRules({ path: 'docs/protocol.md', text: readText('docs/protocol.md') });
    const testFiles = ['packages', 'tests', 'examples'].flatMap(folder =>
      readFiles(folder, /\.tsx?$/),
    );
    const findings = compareDemands(
      read.flatMap(({ demands }) => demands),
      {
        rules,
        carried: demandsCarried(testFiles),
        exists: path => existsSync(join(root, path)),
      },
    );
    assertNone(findings);
  });

  test('each of the five documents has its table', () => {
    assert.deepEqual(
      tables.map(({ path }) => path),
      ['000', '001', '002', '003', '004'].map(name => `docs/coverage/${name}.md`),
    );
  });
});

describe('planted violations are found', () => {
  const row = '| D2-1 | It never runs twice. | SU-1 | `x.test.ts` | `x.ts` |';
  const compare = (table: string, tests: string) =>
    compareDemands(readDemands({ path: 't.md', text: table }).demands, {
      rules: ['SU-1'],
      carried: demandsCarried([{ path: 'x.test.ts', text: tests }]),
      exists: path => path === 'x.ts',
    });
  const carrying = `test('[SU-1] [D2-1] it holds', () => {});`;

  test('a table whose links all lead somewhere passes', () => {
    assertNone(compare(row, carrying));
  });

  test('a demand without a running test is found', () => {
    assert.match(compare(row, `test.skip('[D2-1] no', () => {});`).join(), /carries \[D2-1\]/);
  });

  test('a missing rule or file is found', () => {
    assert.match(compare(row.replace('SU-1', 'SU-9'), carrying).join(), /SU-9/);
    assert.match(compare(row.replace('x.ts', 'y.ts'), carrying).join(), /no file y\.ts/);
  });

  test('a duplicate row, a test without a row, and a malformed row are found', () => {
    assert.match(compare(`${row}\n${row}`, carrying).join(), /stands twice/);
    assert.match(compare('', carrying).join(), /has no row/);
    const { findings } = readDemands({ path: 't.md', text: '| D2-1 | no | SU-1 |' });
    assert.equal(findings.length, 1);
  });
});
