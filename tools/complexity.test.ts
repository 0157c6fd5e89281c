// A function that cannot be read in one go hides its mistakes. Those that are longer than that today stand in one list.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { complexFunctions } from './complex-functions.ts';
import { checkComplexity, complexityMax, measureFunctions } from './complexity.ts';
import { assertNone } from './findings.ts';
import { listFiles, readText, root } from './repository.ts';
import { isCode, isGenerated, isTable } from './tidiness.ts';

const list = 'tools/complex-functions.ts';

describe('the repository', () => {
  test(`no function has a complexity of more than ${complexityMax}, except those in the list`, () => {
    const measured = listFiles()
      .filter(path => isCode(path) && !isTable(path) && !/\.test\.tsx?$/.test(path))
      .map(path => ({ path, text: readText(path) }))
      .filter(file => !isGenerated(file))
      .flatMap(measureFunctions);
    assert.ok(measured.length > 1000);
    assertNone(checkComplexity(measured, complexFunctions));
  });

  test('the list of complex functions only ever shrank', () => {
    const lengths = [Object.keys(complexFunctions).length, ...earlierLengths()];
    for (const [at, length] of lengths.entries())
      assert.ok(
        length <= (lengths[at + 1] ?? length),
        `the list grew to ${length}; split the function instead`,
      );
  });
});

/** How long the list was after each commit, newest first. */
function earlierLengths(): readonly number[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    return git('log', '--first-parent', '--diff-filter=AM', '--format=%H', '--', list)
      .split('\n')
      .filter(commit => commit !== '')
      .map(commit => git('show', `${commit}:${list}`).match(/^ {2}'.*': \d+,$/gm)?.length ?? 0);
  } catch {
    return []; // Without git, or in a repository without commits, there is no history to hold to.
  }
}

describe('planted violations are found', () => {
  const branches = (count: number): string => 'if (a) b();'.repeat(count);
  const measure = (text: string) => measureFunctions({ path: 'packages/x/src/planted.ts', text });
  const name = 'packages/x/src/planted.ts#f';

  test('a function with too many branches is found, and one with fewer is not', () => {
    assert.equal(checkComplexity(measure(`function f() { ${branches(20)} }`), {}).length, 1);
    assertNone(checkComplexity(measure(`function f() { ${branches(19)} }`), {}));
  });

  test('every kind of branch counts', () => {
    const kinds = [
      'if (a) b();',
      'a ? b : c;',
      'a && b;',
      'a || b;',
      'a ?? b;',
      'for (;;) b();',
      'for (const c of a) b();',
      'for (const c in a) b();',
      'while (a) b();',
      'do b(); while (a);',
      'try { b(); } catch { c(); }',
      'switch (a) { case 1: b(); }',
    ];
    for (const kind of kinds)
      assert.deepEqual(measure(`const f = () => { ${kind} };`), [{ name, complexity: 2 }], kind);
  });

  test('a function inside another has its own number', () => {
    const measured = measure(`function f() { const g = () => { ${branches(3)} }; if (a) g(); }`);
    assert.deepEqual(measured, [
      { name, complexity: 2 },
      { name: `${name}.g`, complexity: 4 },
    ]);
  });

  test('a listed function may not grow, and leaves the list when it is small enough', () => {
    const grown = measure(`function f() { ${branches(25)} }`);
    const small = measure(`function f() { ${branches(2)} }`);
    assertNone(checkComplexity(grown, { [name]: 26 }));
    assert.equal(checkComplexity(grown, { [name]: 25 }).length, 1);
    assert.equal(checkComplexity(grown, { [name]: 27 }).length, 1);
    assert.equal(checkComplexity(small, { [name]: 26 }).length, 1);
    assert.equal(checkComplexity([], { [name]: 26 }).length, 1);
  });
});
