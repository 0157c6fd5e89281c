import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateLine } from './allowance-terms.ts';
import { findUncovered, pinnedTemplate } from './match-template.ts';
import { isUnder } from './normal-text.ts';

const template: readonly TemplateLine[] = [
  { path: '/amount', at_most: 100, at_least: 1 },
  { path: '/currency', equals: 'EUR' },
  { path: '/to/name', one_of: ['Müller', 'Acme'] },
  { path: '/lines/0', equals: 7 },
  { path: '/note', any: true },
  { path: '/none', equals: {} },
];

const parameters = {
  amount: 40,
  currency: 'EUR',
  to: { name: 'Acme' },
  lines: [7],
  note: { any: ['thing'] },
  none: {},
};

const why = (change: object) => findUncovered(template, { ...parameters, ...change } as never);

describe('[AL-2] a closed template', () => {
  test('covers parameters of which every member has its line', () => {
    assert.equal(why({}), null);
    assert.equal(why({ amount: 1, note: 5, to: { name: 'Müller' } }), null);
    assert.deepEqual(findUncovered(pinnedTemplate(parameters as never), parameters as never), null);
  });

  test('does not cover an extra member, wherever it is', () => {
    assert.deepEqual(why({ more: 1 }), { path: '/more', why: 'unknown' });
    assert.deepEqual(why({ to: { name: 'Acme', iban: 'x' } }), {
      path: '/to/iban',
      why: 'unknown',
    });
    assert.deepEqual(why({ lines: [7, 8] }), { path: '/lines/1', why: 'unknown' });
    assert.deepEqual(why({ more: {} }), { path: '/more', why: 'unknown' });
  });

  test('does not cover parameters that lack a member', () => {
    const { note: _note, ...without } = parameters;
    const found = findUncovered(template, without as never);
    assert.deepEqual(found, { path: '/note', why: 'missing' });
    assert.deepEqual(why({ lines: [] }), { path: '/lines', why: 'unknown' });
  });

  test('takes no other type for the same value', () => {
    for (const change of [
      { amount: '40' },
      { amount: true },
      { amount: null },
      { amount: [40] },
      { lines: ['7'] },
      { none: [] },
      { none: null },
      { currency: ['EUR'] },
    ]) {
      assert.equal(why(change)?.why === undefined, false, JSON.stringify(change));
    }
  });

  test('compares text by its exact characters, so that a twin in another script is another text', () => {
    assert.equal(why({ to: { name: 'Mu\u0308ller' } })?.path, '/to/name');
    assert.equal(why({ to: { name: 'Аcme' } })?.path, '/to/name');
    assert.equal(why({ currency: 'EUR\u200b' })?.path, '/currency');
    assert.equal(why({ currency: 'eur' })?.path, '/currency');
  });

  test('takes a range by its ends, and nothing below or above', () => {
    for (const amount of [0, 0.999, -5, 100.01, 1e9])
      assert.equal(why({ amount })?.path, '/amount');
    for (const amount of [1, 100, 99.99]) assert.equal(why({ amount }), null);
  });

  test('covers an action without parameters by an empty template, and no other', () => {
    assert.deepEqual(pinnedTemplate({}), []);
    assert.equal(findUncovered([], {}), null);
    assert.deepEqual(findUncovered([], { force: true }), { path: '/force', why: 'unknown' });
  });
});

describe('[AL-14] text under a base', () => {
  const url = 'https://api.example.com/v1/invoices';

  test('is covered by whole segments', () => {
    for (const text of [url, `${url}/`, `${url}/7`, `${url}/7/lines`]) {
      assert.ok(isUnder('url', url, text), text);
    }
    assert.ok(isUnder('path', '/srv/work', '/srv/work/a.txt'));
    assert.ok(isUnder('path', 'build', 'build/out/x.js'));
    assert.ok(isUnder('host', 'example.com', 'api.example.com'));
    assert.ok(isUnder('host', 'example.com', 'example.com'));
  });

  const foreign: Readonly<Record<string, readonly string[]>> = {
    url: [
      'https://api.example.com/v1/invoices2',
      'https://api.example.com/v1/invoices/../users',
      'https://api.example.com/v1/invoices/..',
      'https://api.example.com/v1/invoices/./7',
      'https://api.example.com/v1/invoices/%2e%2e/users',
      'https://api.example.com/v1/invoices//7',
      'https://api.example.com@evil.example/v1/invoices',
      'https://user@api.example.com/v1/invoices',
      'https://api.example.com:8443/v1/invoices',
      'http://api.example.com/v1/invoices',
      'HTTPS://api.example.com/v1/invoices',
      'https://API.example.com/v1/invoices',
      'https://api.example.com./v1/invoices',
      'https://api.example.com/v1/invoices?next=//evil.example',
      'https://api.example.com/v1/invoices#x',
      'https://api.example.com\\@evil.example/v1/invoices',
      'https://аpi.example.com/v1/invoices',
      ' https://api.example.com/v1/invoices',
      'https://api.example.com/v1/invoices/7\n',
    ],
    path: [
      '/srv/work2',
      '/srv/work/../etc',
      '/srv/./work/a',
      '/srv//work',
      'srv/work/a',
      '~/srv/work',
      '/srv/work/a b',
      '/srv/work/%2e%2e',
      '\\srv\\work\\a',
      '/srv/work/-rf',
      '/srv/work/a\u0000',
    ],
    host: ['evilexample.com', 'example.com.evil', 'EXAMPLE.com', '.example.com', 'a..example.com'],
  };
  const bases: Readonly<Record<string, string>> = {
    url,
    path: '/srv/work',
    host: 'example.com',
  };

  for (const kind of ['url', 'path', 'host'] as const) {
    test(`is not covered where another program could read the ${kind} otherwise`, () => {
      for (const text of foreign[kind] ?? []) {
        assert.ok(!isUnder(kind, bases[kind] ?? '', text), JSON.stringify(text));
      }
    });
  }

  test('has no address of numbers for a host', () => {
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '1.0x1']) {
      assert.ok(!isUnder('host', host, host), host);
    }
  });
});
