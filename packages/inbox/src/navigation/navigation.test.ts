// Goal: addresses lead where they say, and a link from outside cannot lead out of the inbox.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchPath } from './match-path.ts';
import { nextPlace } from './next-place.ts';

describe('the path of a page', () => {
  test('a matched path gives the parts that the pattern names', () => {
    assert.deepEqual(matchPath('/requests/:id', '/requests/ar_1'), { id: 'ar_1' });
    assert.deepEqual(matchPath('/requests/:id', '/requests/ar_1/'), { id: 'ar_1' });
    assert.deepEqual(matchPath('/requests/:id', '/requests/a%20b'), { id: 'a b' });
    assert.deepEqual(matchPath('/', '/'), {});
  });

  test('a pattern matches only a whole path', () => {
    for (const path of [
      '/requests',
      '/requests/',
      '/requests/a/b',
      '/request/a',
      '/requests/%E0',
    ]) {
      assert.equal(matchPath('/requests/:id', path), null, path);
    }
  });
});

describe('where signing in leads', () => {
  const origin = 'https://approvals.example';
  const place = (next: string): string | null =>
    nextPlace(`?next=${encodeURIComponent(next)}`, origin);

  test('signing in leads to the requested path, with its query', () => {
    assert.equal(place('/requests/ar_1'), '/requests/ar_1');
    assert.equal(place('/terminal?code=WXYZ-1234'), '/terminal?code=WXYZ-1234');
    assert.equal(place('/history#secret'), '/history');
  });

  test('signing in never leads to another site', () => {
    const outside = [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '/\t/evil.example/',
      '/.//evil.example/',
      'javascript:alert(1)',
      'requests/ar_1',
      '/join#token',
      '',
    ];
    for (const next of outside) assert.equal(place(next), null, next);
    assert.equal(nextPlace('', origin), null);
  });
});
