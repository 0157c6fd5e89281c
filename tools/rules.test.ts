// Makes "is it proven?" a mechanical question: every rule of docs/protocol.md is named by a test that
// runs, or stands in the one visible list of rules that later work will prove.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { isTestFile } from './boundaries.ts';
import { assertNone } from './findings.ts';
import { readFiles, readText, root } from './repository.ts';
import {
  compareRules,
  findGrowth,
  findRepeatedTitles,
  readClaims,
  readRules,
} from './rule-coverage.ts';
import { rulesNotYetClaimed } from './rules-not-yet-claimed.ts';

const list = 'tools/rules-not-yet-claimed.ts';
const notYetClaimed = Object.values(rulesNotYetClaimed).flat();

const testFiles = ['packages', 'tests', 'examples'].flatMap(folder => readFiles(folder, /\.tsx?$/));

describe('the repository', () => {
  test('every rule has a test or is listed as not yet claimed, and no listed rule has a test', () => {
    const { rules, findings } = readRules({
      path: 'docs/protocol.md',
      text: readText('docs/protocol.md'),
    });
    assertNone(findings);
    assert.notEqual(rules.length, 0, 'docs/protocol.md has no rules');
    assertNone(compareRules(rules, readClaims(testFiles), notYetClaimed));
  });

  test('the list of rules not yet claimed only ever shrank', () => {
    assertNone(findGrowth([{ name: 'the working tree', rules: notYetClaimed }, ...earlierLists()]));
  });

  test('test names are unique in each file', () => {
    const everyTest = [...testFiles, ...readFiles('tools', /\.test\.ts$/)];
    assertNone(everyTest.filter(({ path }) => isTestFile(path)).flatMap(findRepeatedTitles));
  });
});

/** The list as each commit left it, newest first. Side branches count where they were merged. */
function earlierLists(): { name: string; rules: string[] }[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let commits: string[];
  try {
    commits = git('log', '--first-parent', '--diff-filter=AM', '--format=%H', '--', list).split(
      '\n',
    );
  } catch {
    return []; // Without git, or in a repository without commits, there is no history to hold to.
  }
  return commits
    .filter(commit => commit !== '')
    .map(commit => ({
      name: `commit ${commit.slice(0, 12)}`,
      rules: git('show', `${commit}:${list}`).match(/(?<=')[A-Z]{2}-\d+(?=')/g) ?? [],
    }));
}

describe('planted violations are found', () => {
  const compare = (texts: { rules: string; tests: string; listed: string[] }) =>
    compareRules(
      readRules({ path: 'docs/protocol.md', text: texts.rules }).rules,
      readClaims([{ path: 'x.test.ts', text: texts.tests }]),
      texts.listed,
    );
  const claim = `test('[AB-1] it holds', () => {});`;

  test('a rule without a test is found', () => {
    const findings = compare({
      rules: '- **AB-1** One.\n- **AB-2** Two.',
      tests: claim,
      listed: [],
    });
    assert.deepEqual(findings, ['AB-2 has no test that names it']);
  });

  test('a rule whose only test is switched off is found', () => {
    for (const tests of [
      `test.skip('[AB-1] it holds', () => {});`,
      `test('[AB-1] it holds', { skip: true }, () => {});`,
      `// test('[AB-1] it holds', () => {});`,
    ]) {
      assert.equal(compare({ rules: '- **AB-1** One.', tests, listed: [] }).length, 1, tests);
    }
  });

  test('a test that claims an unknown rule is found', () => {
    const [finding] = compare({ rules: '', tests: claim, listed: [] });
    assert.match(finding ?? '', /x\.test\.ts:1 claims AB-1/);
  });

  test('a listed rule that has a test is found', () => {
    const [finding] = compare({ rules: '- **AB-1** One.', tests: claim, listed: ['AB-1'] });
    assert.match(finding ?? '', /take it off/);
  });

  test('a listed rule that does not exist, or is listed twice, is found', () => {
    assert.equal(compare({ rules: '', tests: '', listed: ['AB-9'] }).length, 1);
    const rules = '- **AB-9** Nine.';
    assert.equal(compare({ rules, tests: '', listed: ['AB-9', 'AB-9'] }).length, 1);
  });

  test('a list that grew is found', () => {
    const versions = [
      { name: 'new', rules: ['AB-1', 'AB-2'] },
      { name: 'old', rules: ['AB-1'] },
    ];
    assert.match(findGrowth(versions).join(), /new added AB-2/);
    assertNone(findGrowth(versions.toReversed()));
  });

  test('a malformed rule, a duplicate id, and two rules on one line are found', () => {
    for (const text of [
      '- AB-1 One.',
      '* **AB-1** One.',
      '- **AB-1**: One.',
      '- **AB-1** One.\n- **AB-1** One.',
      '- **AB-1** One. **AB-2** Two.',
    ]) {
      assert.notEqual(readRules({ path: 'x.md', text }).findings.length, 0, text);
    }
  });

  test('two tests of one name are found', () => {
    const text = `test('a', () => {}); describe('a', () => { test('a', () => {}); });`;
    assert.equal(findRepeatedTitles({ path: 'x.test.ts', text }).length, 1);
  });
});

describe('claims are read from titles', () => {
  const rulesIn = (text: string) =>
    readClaims([{ path: 'x.test.ts', text }]).map(({ rule }) => rule);

  test('claims are read from strings, templates, groups and subtests, alone or several', () => {
    assert.deepEqual(rulesIn(`test('[AB-1] x', () => {})`), ['AB-1']);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is what is tested.
    assert.deepEqual(rulesIn('test(`[AB-1] ${name} holds`, () => {})'), ['AB-1']);
    assert.deepEqual(rulesIn(`describe('[AB-1, AB-2] [CH-10] x', () => {})`), [
      'AB-1',
      'AB-2',
      'CH-10',
    ]);
    assert.deepEqual(rulesIn(`test('x', t => t.test('[AB-1] y', () => {}))`), ['AB-1']);
  });

  test('claims are read from titles only', () => {
    assert.deepEqual(rulesIn(`note('[AB-1] x'); const y = '[AB-1]'; // [AB-1]`), []);
    assert.deepEqual(readClaims([{ path: 'x.ts', text: `test('[AB-1] x', () => {})` }]), []);
  });
});
