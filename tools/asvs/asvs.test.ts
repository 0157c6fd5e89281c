import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readVector, skipWithout } from '@countersign/testing';
import { readText } from '../repository.ts';
import { asvsProofs } from './asvs-proofs.ts';
import { type AsvsAnswer, aisvsAnswers, asvsAnswers } from './read-asvs.ts';

/** The ids that lack an answer, have two, or are of no requirement. */
function findMismatches(required: readonly string[], answers: readonly AsvsAnswer[]): string[] {
  const answered = answers.flatMap(({ ids }) => ids);
  return [
    ...required.filter(id => answered.filter(each => each === id).length !== 1),
    ...answered.filter(id => !required.includes(id)),
  ];
}

describe('the answers to ASVS and AISVS', () => {
  const skip = skipWithout('owasp');

  test('every requirement of ASVS at levels 1 and 2 has one answer', { skip }, () => {
    const text = readVector('owasp', 'asvs-5.0.0.csv').toString('utf8');
    const required = [...text.matchAll(/^V\d+,.*?,(V\d+\.\d+\.\d+),[\s\S]*?,([123])\r?$/gm)]
      .filter(([, , level]) => level !== '3')
      .map(([, id = '']) => id);
    assert.equal(required.length, 253);
    assert.deepEqual(findMismatches(required, asvsAnswers), []);
    assert.deepEqual(findMismatches([...required, 'V99.1.1'], asvsAnswers), ['V99.1.1']);
  });

  test('every requirement of AISVS C9 at levels 1 and 2 has one answer', { skip }, () => {
    const text = readVector('owasp', 'aisvs-1.0-c09.md').toString('utf8');
    const required = [...text.matchAll(/^\| \*\*(\d+\.\d+\.\d+)\*\* \|.*\| ([123]) \|$/gm)]
      .filter(([, , level]) => level !== '3')
      .map(([, id = '']) => id);
    assert.ok(required.length > 15);
    assert.deepEqual(findMismatches(required, aisvsAnswers), []);
  });

  test('every named test exists in its file, and every name is used', () => {
    const used = new Set([...asvsAnswers, ...aisvsAnswers].map(({ proof }) => proof?.join(' ')));
    for (const [name, [file, title]] of Object.entries(asvsProofs)) {
      assert.ok(readText(file).includes(title), `${name}: ${file} has no test "${title}"`);
      assert.ok(used.has(`${file} ${title}`), `${name} is not used`);
    }
  });
});
