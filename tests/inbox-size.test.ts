// Goal: the first screen arrives fast on a slow line. Method: what the built page asks for by itself, counted as it is
// sent: the scripts of index.html, everything they import at once, the card that is fetched right after, and the largest grammar.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { builtSite } from './testing/inbox-browser.ts';

/** The limits may only be lowered. */
const limits = { first: 160, withCard: 280 };

test('the scripts of the first screen stay below 160 KB compressed, and below 280 KB with any card', context => {
  const site = builtSite();
  const read = (name: string): string => readFileSync(new URL(`assets/${name}`, site), 'utf8');
  const index = readFileSync(new URL('index.html', site), 'utf8');
  const entries = [...index.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)];
  const card = readdirSync(new URL('assets/', site)).filter(name =>
    /^request-card.*\.js$/.test(name),
  );
  const needed = new Set<string>();
  const follow = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const [, next = ''] of read(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      follow(next);
  };
  for (const [, name = ''] of entries) follow(name);
  const door = sizeOf([...needed].map(read));
  for (const name of card) follow(name);
  const withoutColours = new Set(needed);
  const { loader, grammars } = grammarsOf(site);
  const screen = Math.max(
    ...grammars.map(name => {
      needed.clear();
      for (const each of withoutColours) needed.add(each);
      follow(loader);
      follow(name);
      return sizeOf([...needed].map(read));
    }),
  );
  context.diagnostic(`the first screen: ${door} KB; with any card: ${screen} KB`);
  assert.ok(entries.length > 0 && card.length === 1, 'expected one entry and one card');
  assert.ok(door < limits.first, `${door} KB`);
  assert.ok(screen < limits.withCard, `${screen} KB`);
});

test('the pages load nothing from elsewhere, and contain nothing that a strict policy would block', () => {
  const site = builtSite();
  const index = readFileSync(new URL('index.html', site), 'utf8');
  for (const [, address = ''] of index.matchAll(/(?:src|href)="([^"]*)"/g)) {
    assert.match(address, /^\/assets\/|^\/(?:manifest\.webmanifest|icon-192\.png)$/);
  }
  assert.doesNotMatch(index, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
  const sheets = readdirSync(new URL('assets/', site)).filter(name => name.endsWith('.css'));
  for (const name of sheets) {
    const text = readFileSync(new URL(`assets/${name}`, site), 'utf8');
    assert.doesNotMatch(text, /url\((?!"?\/assets\/|"?#)|@import/, name);
  }
});

/** The files that colour programs: what the loader of grammars can import. */
function grammarsOf(site: URL): { readonly loader: string; readonly grammars: readonly string[] } {
  const all = readdirSync(new URL('assets/', site));
  const [loader = ''] = all.filter(name => /^grammars.*\.js$/.test(name));
  const text = readFileSync(new URL(`assets/${loader}`, site), 'utf8');
  const found = [...text.matchAll(/import\(\s*[`'"]\.\/([^`'"]+\.js)/g)].map(
    ([, name = '']) => name,
  );
  assert.ok(found.length >= 8, `expected the grammars, found ${found.length}`);
  return { loader, grammars: found };
}

function sizeOf(texts: readonly string[]): number {
  const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
  return Math.round(bytes / 1024);
}
