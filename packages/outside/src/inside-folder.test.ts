import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { ProtocolError } from '@countersign/protocol/reason';
import { openFileAnchor } from './file-anchor.ts';
import { fileCheckpoints } from './file-checkpoints.ts';
import { isInsideFolder } from './inside-folder.ts';
import { folderFor } from './testing/sample-marks.ts';

describe('a place that a copy of the data folder would include', () => {
  test('a place inside the folder is recognised under any name', context => {
    const root = folderFor(context);
    const data = join(root, 'data');
    mkdirSync(join(data, 'below'), { recursive: true });
    mkdirSync(join(root, 'data-beside'));
    symlinkSync(data, join(root, 'link'));
    symlinkSync('link', join(root, 'link-to-link'));
    symlinkSync(join(data, 'not-yet'), join(root, 'dangling'));
    symlinkSync(join(root, 'elsewhere'), join(data, 'way-out'));
    writeFileSync(join(data, 'here'), '');
    symlinkSync(join(data, 'here'), join(root, 'file-link'));
    for (const inside of [
      join(data, 'anchor'),
      join(data, 'here'),
      join(data, 'below', 'not', 'yet', 'anchor'),
      `${root}/data-beside/../data/anchor`,
      relative('.', join(data, 'anchor')),
      join(root, 'link', 'anchor'),
      join(root, 'link-to-link', 'below', 'anchor'),
      join(root, 'dangling'),
      join(root, 'dangling', 'anchor'),
      join(root, 'file-link'),
      data,
    ]) {
      for (const folder of [data, `${data}/`, join(root, 'link'), join(root, 'link-to-link')]) {
        assert.equal(isInsideFolder(inside, folder), true, `${inside} in ${folder}`);
      }
    }
    for (const outside of [
      join(root, 'anchor'),
      join(root, 'data-beside', 'anchor'),
      join(root, '..data', 'anchor'),
      join(data, '..', 'anchor'),
      join(data, 'way-out'),
      join(data, 'way-out', 'anchor'),
    ]) {
      assert.equal(isInsideFolder(outside, data), false, outside);
      assert.equal(isInsideFolder(outside, join(root, 'link')), false, outside);
    }
    assert.equal(isInsideFolder(join(root, 'later', 'anchor'), join(root, 'later')), true);
    assert.equal(isInsideFolder(join(root, 'later'), join(root, 'later', 'data')), false);
  });

  test('a place inside the folder is refused for an anchor and for checkpoints', context => {
    const root = folderFor(context);
    const dataFolder = join(root, 'data');
    mkdirSync(dataFolder);
    symlinkSync(dataFolder, join(root, 'link'));
    symlinkSync(join(root, 'circle'), join(root, 'circle'));
    for (const file of [
      join(dataFolder, 'anchor'),
      join(root, 'link', 'anchor'),
      join(root, 'circle', 'anchor'),
    ]) {
      for (const open of [openFileAnchor, fileCheckpoints]) {
        assert.throws(
          () => open({ file, dataFolder }),
          error => error instanceof ProtocolError && error.code === 'options_malformed',
          file,
        );
      }
    }
    openFileAnchor({ file: join(root, 'anchor'), dataFolder });
    fileCheckpoints({ file: join(root, 'checkpoints'), dataFolder });
  });
});
