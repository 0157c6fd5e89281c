import assert from 'node:assert/strict';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeWith } from './changed-file.ts';

test('a link to a file stays a link, and the file that it leads to is written', t => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-changed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [real, link] = [join(folder, 'real.json'), join(folder, 'link.json')];
  writeFileSync(real, 'old', { mode: 0o640 });
  symlinkSync('real.json', link);
  writeWith(link, link, 'new');
  assert.equal(readFileSync(real, 'utf8'), 'new');
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(statSync(real).mode & 0o777, 0o640);
  assert.deepEqual(readdirSync(folder).sort(), ['link.json', 'real.json']);
});
