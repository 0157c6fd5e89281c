// Style that is checked is style that is kept. The rules are in tidiness.ts, each with its reason.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { assertNone } from './findings.ts';
import {
  listFiles,
  listPackageFolders,
  type RepositoryFile,
  readManifest,
  readText,
  root,
} from './repository.ts';
import {
  checkChannelNames,
  checkIndex,
  checkLength,
  checkLockfile,
  checkName,
  checkOneVersion,
  checkTestsRun,
  checkText,
  isCode,
  isGenerated,
  isTable,
  linesMax,
  listChannels,
} from './tidiness.ts';
import {
  checkVoiceOfCode,
  checkVoiceOfComments,
  checkVoiceOfText,
  checkVoiceOfTitles,
  isVoiceCode,
  isVoiceText,
} from './voice.ts';

/** Files over the limit, each with the reason why no noun or step in it wants its own file. */
const longFiles: Readonly<Record<string, string>> = {
  'packages/protocol/src/reason/reason-codes.ts': 'one table, read by code',
};

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

describe('the repository', () => {
  const paths = listFiles();
  const files: RepositoryFile[] = paths
    .filter(path => path !== 'package-lock.json')
    .map(path => ({ path, text: readText(path) }));
  const code = files.filter(({ path }) => isCode(path));

  test('names of files and folders are meaningful and in kebab-case', () => {
    assertNone(paths.flatMap(checkName));
  });

  test('no file contains a machine path, a registry address or a mark for later', () => {
    // Labelled rows name machines and registries that were invented.
    assertNone(
      files.filter(({ path }) => !/\/testing\/fresh\/[a-z]+\.jsonl$/.test(path)).flatMap(checkText),
    );
  });

  test('no test is switched off', () => {
    assertNone(code.filter(({ path }) => isTest(path)).flatMap(checkTestsRun));
  });

  test('index files export by name', () => {
    assertNone(code.filter(({ path }) => path.endsWith('/index.ts')).flatMap(checkIndex));
  });

  test(`no source file has more than ${linesMax} lines without a reason`, () => {
    const held = code.filter(
      file => !isTest(file.path) && !isTable(file.path) && !isGenerated(file),
    );
    assertNone(held.flatMap(file => checkLength(file, longFiles)));
  });

  test('texts, test names, comments and documents use the words of the voice page', () => {
    assertNone([
      ...files.filter(({ path }) => isVoiceCode(path)).flatMap(checkVoiceOfCode),
      ...code.flatMap(checkVoiceOfTitles),
      ...code.flatMap(checkVoiceOfComments),
      ...files.filter(({ path }) => isVoiceText(path)).flatMap(checkVoiceOfText),
    ]);
  });

  test('a channel is named in its folder and in the list of channels, and nowhere else', () => {
    const channels = listChannels(paths);
    assert.notEqual(channels.length, 0);
    assertNone(code.flatMap(file => checkChannelNames(file, channels)));
  });

  test('all packages share one version', () => {
    assertNone(checkOneVersion(['', ...listPackageFolders()].map(readManifest)));
  });

  test('the lockfile names no registry', () => {
    assertNone(checkLockfile(readText('package-lock.json')));
  });

  test('AGENTS.md has at most 100 lines', () => {
    assert.ok(readText('AGENTS.md').split('\n').length - 1 <= 100);
  });

  test('every link between the documents leads somewhere', () => {
    const documents = files.filter(({ path }) => path.endsWith('.md'));
    assertNone(documents.flatMap(checkLinks));
  });
});

function checkLinks({ path, text }: RepositoryFile): string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)].map(([, target = '']) => target);
  return targets
    .filter(target => !/^[a-z]+:/.test(target))
    .filter(target => !existsSync(join(root, path, '..', target)))
    .map(target => `${path} links to ${target}, which does not exist`);
}

describe('planted violations are found', () => {
  const found = (findings: readonly string[]) => assert.notEqual(findings.length, 0);
  const file = (text: string, path = 'packages/x/src/planted.ts') => ({ path, text });

  for (const path of [
    'packages/x/src/utils.ts',
    'packages/x/src/request-helpers.ts',
    'packages/x/src/utils.test.ts',
    'packages/x/src/common/action.ts',
    'packages/x/src/types.ts',
    'packages/x/src/actionBinding.ts',
    'packages/x/src/Action.ts',
    'packages/x/src/action_binding.ts',
    'docs/My Notes.md',
  ]) {
    test(`${path} is found as a name`, () => found(checkName(path)));
  }

  for (const words of [
    "'Tell whoever runs the server.'",
    "'Somebody rejected it.'",
    "'Nobody decided in time.'",
    "'the so-manieth request'",
    "'data that were put back'",
    "'it is kept for ever'",
    "'Only people of another kind decide.'",
    "'The approval was taken back.'",
    "'Say what became of the execution'",
    `\`needs \${count} people, and nobody is left\``,
    `\`\${name}: tell whoever runs \${server}\``,
  ]) {
    test(`the sentence ${words} is found`, () => found(checkVoiceOfCode(file(`say(${words});`))));
  }
  test('a banned word in the text of an element is found across two lines', () => {
    const text = 'const note = <p>It was put\n  back.</p>;';
    found(checkVoiceOfCode(file(text, 'packages/x/src/planted.tsx')));
  });
  test('a banned word in a starter policy is found', () =>
    found(checkVoiceOfText(file('# whoever asks', 'packages/policy/starters/planted.yaml'))));
  for (const [where, comment] of [
    ['over a statement', '// Nobody reads this.\nrun();'],
    ['behind a statement', 'run(); // Nobody reads this.'],
    ['over two lines', '// The copy was put\n// back.\nrun();'],
    ['of a declaration over two lines', '/**\n * It was taken\n * back.\n */\nrun();'],
    ['at the end of a block', 'function run() {\n  // Nobody reads this.\n}'],
    ['in a type', 'interface Run {\n  /** It is kept for ever. */\n  readonly a: 1;\n}'],
    ['at the end of a file', 'run();\n/* Whoever reads this. */'],
  ] as const) {
    test(`a banned word in a comment ${where} is found`, () =>
      found(checkVoiceOfComments(file(comment))));
  }
  for (const title of [
    "test('[AB-1] nobody decides', () => {});",
    "describe('a copy that was put back', () => {});",
    'test.skip(`the row is kept for ever`, () => {});',
    "await t.test('whoever asks is refused', () => {});",
  ]) {
    test(`the test name of ${title} is found`, () => {
      found(checkVoiceOfTitles(file(title, 'packages/risk/src/planted.test.ts')));
    });
  }
  test('a banned word in a sentence of a test is found', () => {
    assert.ok(isVoiceCode('packages/x/src/planted.test.ts'));
    found(checkVoiceOfCode(file("ok(x, 'nobody is left');", 'packages/x/src/planted.test.ts')));
  });
  for (const [path, line] of [
    ['docs/how-to/planted.md', 'Nobody has to wait.'],
    ['docs/planted.md', 'A copy was put\nback.'],
    ['docs/adr/0001-planted.md', '# A copy that was put back'],
    ['CONTRIBUTING.md', 'Ask somebody.'],
    ['packages/x/sql/0001_planted.sql', '-- Rows that nobody took.'],
    ['clients/python/planted.py', '    """What became of it."""'],
  ] as const) {
    test(`a banned word in ${path} is found`, () => {
      assert.ok(isVoiceText(path));
      found(checkVoiceOfText(file(line, path)));
    });
  }
  test('names and one-word ids are not sentences', () => {
    const text = "const nobody = 1;\nconst kind = 'nobody';";
    assertNone([...checkVoiceOfCode(file(text)), ...checkVoiceOfComments(file(text))]);
  });
  test('a comment may name what a word list of the risk reader holds', () => {
    const path = 'packages/risk/src/intent/planted.ts';
    const text = '// "Nobody said so" asks nothing.\nrun();';
    assertNone(checkVoiceOfComments(file(text, path)));
    found(checkVoiceOfComments(file(text.replaceAll('"', ''), path)));
  });

  test('a machine path is found', () => found(checkText(file(`see ${'/ho'}me/somebody/x`))));
  test('a registry address is found', () =>
    found(checkText(file(`https://${'registry'}.npmjs.org/x`))));
  test('a mark for later is found', () => found(checkText(file(`// ${'TO'}DO: later`))));
  test('a test that excludes the others is found', () =>
    found(checkTestsRun(file(`test.only('x', () => {});`))));
  test('a test that excludes the others by option is found', () =>
    found(checkTestsRun(file(`test('x', { only: true }, () => {});`))));
  test('a test for later is found', () => found(checkTestsRun(file(`it.todo('x');`))));
  test('an index that exports everything is found', () =>
    found(checkIndex(file(`export * from './x.ts';`))));
  test('a long file is found', () => found(checkLength(file('\n'.repeat(linesMax + 1)), {})));
  test('an unneeded allowance is found', () =>
    found(checkLength(file(''), { 'packages/x/src/planted.ts': 'long' })));
  for (const [text, path] of [
    [`import { pigeonRoutes } from '../channels/pigeon/routes.ts';`, 'packages/server/src/x.ts'],
    [`kind: z.literal('pigeon'),`, 'packages/protocol/src/directory/credential.ts'],
    [`<b>Type this in Pigeon.</b>`, 'packages/inbox/src/people/own-accounts.tsx'],
    [`if (name === 'pigeon') return;`, 'packages/server/src/channels/teams/card.ts'],
  ] as const) {
    test(`a channel that is named in ${path} is found`, () =>
      found(checkChannelNames(file(text, path), ['pigeon', 'teams'])));
  }
  test('a second version is found', () =>
    found(
      checkOneVersion([
        { name: 'a', version: '1.0.0' },
        { name: 'b', version: '1.0.1' },
      ]),
    ));
  test('a workspace dependency of another version is found', () => {
    const dependencies = { '@countersign/protocol': '^1.0.0' };
    found(checkOneVersion([{ name: 'a', version: '1.0.0', dependencies }]));
  });
  test('a lockfile with addresses is found', () => found(checkLockfile('"resolved": "https://x"')));
  test('a link to nowhere is found', () =>
    found(checkLinks(file('[x](./nowhere.md)', 'docs/x.md'))));
});

describe('what is tidy passes', () => {
  test('a channel in its own folder, and in the list', () => {
    const names = ['pigeon'];
    for (const path of ['pigeon/card.ts', 'channels.ts']) {
      const named = { path: `packages/server/src/channels/${path}`, text: 'pigeon' };
      assert.deepEqual(checkChannelNames(named, names), []);
    }
    const paths = ['pigeon/card.ts', 'testing/x.ts', 'y.ts'].map(
      path => `packages/server/src/channels/${path}`,
    );
    assert.deepEqual(listChannels(paths), names);
  });

  for (const path of [
    '.ci/run',
    '.npmrc',
    'LICENSE',
    'AGENTS.md',
    'tools/house.mjs',
    'packages/protocol/src/crypto/sha256.node.ts',
    'packages/store-sqlite/sql/0001_first_tables.sql',
    'docs/adr/0001-node-24-through-npm.md',
    'packages/protocol/src/service-key.ts',
  ]) {
    test(`the name ${path} passes`, () => assertNone(checkName(path)));
  }

  test('a web link that contains such a folder passes', () => {
    assertNone(checkText({ path: 'docs/x.md', text: 'https://example.org/work/plan' }));
  });
});
