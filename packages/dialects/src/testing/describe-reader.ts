import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProtocolError } from '@countersign/protocol/reason';
import {
  hostileValues,
  memberAt,
  ofAnotherType,
  pathsOf,
  replaced,
  type Step,
} from './hostile-values.ts';

/** A function that reads something foreign, and something sound to read. */
export interface Reader {
  readonly read: (value: unknown) => unknown;
  readonly sample: unknown;
  /** Members with arbitrary content. */
  readonly open?: readonly string[];
  /** Members that say which version of the form it is. */
  readonly versions?: readonly string[];
}

const malformed = /^(object_malformed|record_inconsistent|json_\w+|chain_malformed)$/;

/** What is read from elsewhere is read whole, or refused with a code of ours; nothing else is ever thrown. */
export function describeReader(name: string, reader: Reader): void {
  const { read, sample, open = [], versions = [] } = reader;
  const plain = () => structuredClone(sample) as object;
  const isOpen = (path: readonly Step[]) => path.some(part => open.includes(String(part)));
  const refuses = (value: unknown, what: string) =>
    assert.match(refusalOf(read, value) ?? 'was read', malformed, what);

  describe(name, () => {
    test('a valid object is read', () => {
      assert.equal(refusalOf(read, plain()), null);
    });

    test('a value of the wrong kind is refused', () => {
      for (const [what, value] of hostileValues(plain)) refuses(value, what);
    });

    test('an object with a member of another type is refused, at any depth', () => {
      for (const path of pathsOf(sample).filter(some => !isOpen(some))) {
        const confused = ['another type', ofAnotherType(memberAt(sample, path))] as const;
        for (const [what, value] of [confused, ...hostileValues(() => ({ a: 1 }))]) {
          refuses(replaced(plain(), path, value), `${what} at ${path.join('/')}`);
        }
      }
    });

    test('an object with an unknown member is refused, at any depth', () => {
      const objects = pathsOf(sample, true).filter(some => !isOpen(some));
      for (const path of [[], ...objects]) {
        refuses(replaced(plain(), [...path, 'unheard_of'], true), `at ${path.join('/')}`);
      }
    });

    if (versions.length === 0) return;
    test('an object of another version is refused', () => {
      const named = pathsOf(sample).filter(
        path => versions.includes(String(path.at(-1))) && !isOpen(path),
      );
      assert.ok(named.length > 0);
      for (const path of named) {
        for (const version of ['0.9.0', '3.0.0', '1.1', '', '1.0.0 ', '01.0.0']) {
          refuses(replaced(plain(), path, version), `${path.join('/')} ${version}`);
        }
      }
    });
  });
}

/** The code of the refusal; null where it was read. Anything else that is thrown fails the test. */
function refusalOf(read: Reader['read'], value: unknown): string | null {
  try {
    const answer = read(value) as { ok?: boolean; refusal?: { code: string } } | null;
    return answer?.ok === false ? (answer.refusal?.code ?? 'without a code') : null;
  } catch (error) {
    assert.ok(error instanceof ProtocolError, `threw ${String(error)}`);
    return error.code;
  }
}
