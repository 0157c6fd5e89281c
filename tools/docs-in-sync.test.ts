// Documentation that can be wrong will be. What is generated must equal what the source says now, and
// both tables must name exactly the codes and events there are.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reasonCodes } from '@countersign/protocol/reason';
import { eventTypes } from '@countersign/protocol/stream';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { assertNone } from './findings.ts';
import { fillIn, findLeftovers, generateDocs } from './generated-docs.ts';
import { readFiles, readText } from './repository.ts';

const repair = 'run `node --conditions=source tools/write-docs.ts` and look at the difference';

describe('the repository', async () => {
  const generated = await generateDocs();

  test('generated documentation equals the source', () => {
    const onDisk = new Map(readFiles('docs', /./).map(({ path, text }) => [path, text]));
    onDisk.set('packages/protocol/exports.txt', readText('packages/protocol/exports.txt'));
    const stale = [...generated].filter(([path, text]) => onDisk.get(path) !== text);
    const leftovers = findLeftovers(generated);
    assertNone([...stale.map(([path]) => path), ...leftovers].map(path => `${path}: ${repair}`));
  });

  test('docs/errors.md has one row for each reason code, and no other', () => {
    assert.deepEqual(firstCells(readText('docs/errors.md')), Object.keys(reasonCodes));
  });

  test('docs/events.md has one row for each event type, and no other', () => {
    assert.deepEqual(firstCells(readText('docs/events.md')), Object.keys(eventTypes));
  });

  test('a reason code has its own remedy and a title that is a sentence', () => {
    for (const [code, { title, remedy }] of Object.entries(reasonCodes)) {
      assert.match(code, /^[a-z]+(_[a-z0-9]+)*$/, code);
      assert.match(title, /^[A-Z].*\.$/, code);
      assert.match(remedy, /^[A-Z].*\.$/, code);
    }
  });

  test('an independent validator accepts every generated JSON Schema', () => {
    const paths = [...generated.keys()].filter(path => path.startsWith('docs/schema/'));
    assert.notEqual(paths.length, 0);
    for (const path of paths) {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      assert.doesNotThrow(() => ajv.compile(JSON.parse(generated.get(path) ?? '')), path);
    }
  });
});

/** The names in the first column of a table, which stand in backticks. */
function firstCells(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
}

describe('the markers', () => {
  test('only the text between the markers is replaced', () => {
    const text = 'before\n<!-- generated:x -->\nold\n<!-- /generated -->\nafter\n';
    assert.equal(fillIn(text, 'x', 'new'), text.replace('old', 'new'));
  });

  test('a missing marker is an error, not an empty table', () => {
    assert.throws(() => fillIn('<!-- generated:x -->', 'x', 'new'), /markers/);
    assert.throws(() => fillIn('<!-- /generated -->', 'x', 'new'), /markers/);
  });
});
