import assert from 'node:assert/strict';
import { describe, expect, it, test, vi } from './vitest-names.ts';

describe('the names of vitest', () => {
  it('accept what vitest accepts', () => {
    expect('channel=x').toContain('=x');
    expect([1, 2]).toContain(2);
    expect({ a: 1, b: undefined }).toEqual({ a: 1 });
    expect({ a: { b: [1], c: 2 } }).toMatchObject({ a: { b: [1] } });
    expect(undefined).toBeUndefined();
    expect(1).not.toBe(2);
    const fn = vi.fn();
    fn('x', 1);
    expect(fn.mock.calls).toEqual([['x', 1]]);
  });

  test('refuse what vitest refuses', () => {
    assert.throws(() => expect('abc').toContain('x'));
    assert.throws(() => expect({ a: 1 }).toEqual({ a: 2 }));
    assert.throws(() => expect({ a: [1, 2] }).toMatchObject({ a: [1] }));
    assert.throws(() => expect({}).toMatchObject({ a: 1 }));
    assert.throws(() => expect(1).toBe('1'));
    assert.throws(() => expect(null).toBeUndefined());
    assert.throws(() => expect(1).not.toBe(1));
  });
});
