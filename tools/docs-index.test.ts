// The index of the documentation leads every reader to every page, and ARCHITECTURE.md names files that exist.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, test } from 'node:test';
import { assertNone } from './findings.ts';
import {
  listPackageFolders,
  type RepositoryFile,
  readFiles,
  readText,
  root,
} from './repository.ts';

const index = 'docs/README.md';
const pagesPerReaderMax = 5;

describe('the repository', () => {
  const pages = readFiles('docs', /\.md$/);

  test('every page of docs/ is listed in the index, or linked from a page that is', () => {
    assertNone(findUnreachable(pages, index));
  });

  test('every link to a heading leads to one', () => {
    assertNone(findBrokenAnchors(readFiles('', /\.md$/)));
  });

  test('the index gives each reader at most five pages', () => {
    assertNone(findLongSections(readText(index)));
  });

  test('every file that ARCHITECTURE.md names exists', () => {
    const text = readText('ARCHITECTURE.md');
    assert.ok(filesNamed(text).length > 20, 'the walk of one action names its files');
    assertNone(findMissingFiles(text, path => existsSync(join(root, path))));
  });

  test('ARCHITECTURE.md lists every package', () => {
    assertNone(findUnlisted(readText('ARCHITECTURE.md'), listPackageFolders()));
  });
});

function linksOf({ path, text }: RepositoryFile): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target))
    .map(target => posix.join(posix.dirname(path), target));
}

/** Pages more than two clicks away from the index. */
function findUnreachable(pages: readonly RepositoryFile[], start: string): string[] {
  const byPath = new Map(pages.map(page => [page.path, page]));
  const next = (paths: readonly string[]) =>
    paths.flatMap(path => {
      const page = byPath.get(path);
      return page === undefined ? [] : linksOf(page);
    });
  const listed = next([start]);
  const reached = new Set([start, ...listed, ...next(listed)]);
  return pages
    .filter(({ path }) => !reached.has(path))
    .map(({ path }) => `${path}: link it from ${start}, or from a page that is listed there`);
}

function findLongSections(text: string): string[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map(section => ({
      title: section.split('\n')[0] ?? '',
      links: linksOf({ path: index, text: section }).length,
    }))
    .filter(({ links }) => links > pagesPerReaderMax)
    .map(({ title, links }) => `"${title}" lists ${links} pages; ${pagesPerReaderMax} are enough`);
}

/** Paths in backticks that have an extension; a pattern such as `sql/NNNN_*.sql` names no one file. */
function filesNamed(text: string): string[] {
  return [...text.matchAll(/`((?:packages|tools|tests|docs)\/[\w./-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  );
}

function findMissingFiles(text: string, exists: (path: string) => boolean): string[] {
  return filesNamed(text)
    .filter(path => !exists(path))
    .map(path => `ARCHITECTURE.md names ${path}, which does not exist`);
}

function findUnlisted(text: string, folders: readonly string[]): string[] {
  const firstCells = text.match(/^\| `[^|]+\|/gm)?.join() ?? '';
  return folders
    .map(folder => posix.basename(folder))
    .filter(name => !firstCells.includes(`\`${name}\``))
    .map(name => `packages/${name} has no row in the package table of ARCHITECTURE.md`);
}

/** Links to a heading that the linked page does not have. */
function findBrokenAnchors(documents: readonly RepositoryFile[]): string[] {
  const anchors = new Map(documents.map(({ path, text }) => [path, new Set(anchorsOf(text))]));
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)#\s]*)#([^)]+)\)/g)]
      .filter(([, target = '']) => !/^[a-z]+:/.test(target))
      .filter(([, target = '', anchor = '']) => {
        const page = target === '' ? path : posix.join(posix.dirname(path), target);
        return anchors.get(page)?.has(anchor) !== true;
      })
      .map(
        ([, target = '', anchor = '']) => `${path} links to ${target}#${anchor}: no such heading`,
      ),
  );
}

/** As GitHub makes them from headings. */
function anchorsOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('planted violations are found', () => {
  const page = (path: string, ...links: string[]) => ({
    path,
    text: links.map(link => `[x](${link})`).join(' '),
  });

  test('a page that nothing leads to', () => {
    const pages = [page('docs/README.md', 'a.md'), page('docs/a.md'), page('docs/b.md')];
    assert.equal(findUnreachable(pages, index).length, 1);
    const linked = [page('docs/README.md', 'a.md'), page('docs/a.md', 'b.md#x'), page('docs/b.md')];
    assertNone(findUnreachable(linked, index));
  });

  test('a page that is three clicks away', () => {
    const pages = [
      page('docs/README.md', 'a.md'),
      page('docs/a.md', 'x/b.md'),
      page('docs/x/b.md', '../c.md'),
      page('docs/c.md'),
    ];
    assert.match(findUnreachable(pages, index).join(), /^docs\/c\.md/);
  });

  test('a link to a heading that was renamed', () => {
    const target = {
      path: 'docs/a.md',
      text: '# A\n\n## 3. What `x` is\n\n```sh\n# not one\n```\n',
    };
    const linked = (anchor: string) => [target, page('docs/b.md', `a.md#${anchor}`)];
    assertNone(findBrokenAnchors(linked('3-what-x-is')));
    assert.equal(findBrokenAnchors(linked('not-one')).length, 1);
    assert.equal(findBrokenAnchors([page('docs/b.md', '#gone')]).length, 1);
  });

  test('a reader with six pages', () => {
    const six = '[x](a.md) '.repeat(6);
    assert.match(findLongSections(`# T\n\n## I read\n\n${six}\n`).join(), /"I read" lists 6/);
    assertNone(findLongSections(`# T\n\n## I read\n\n${'[x](a.md) '.repeat(5)}\n`));
  });

  test('a file that was moved away', () => {
    const text = '`gone` in `packages/x/src/gone.ts`, `packages/x/sql/NNNN_*.sql`';
    assert.deepEqual(
      findMissingFiles(text, () => false),
      ['ARCHITECTURE.md names packages/x/src/gone.ts, which does not exist'],
    );
    assertNone(findMissingFiles(text, () => true));
  });

  test('a package without a row', () => {
    const table = '| `a`, `b` | what they do, like `c` |';
    assert.match(findUnlisted(table, ['packages/b', 'packages/c']).join(), /^packages\/c has no/);
  });
});
