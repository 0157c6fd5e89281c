// The screens of the inbox take their texts from the catalogue (ADR 0195). Each rule was seen to fail on a planted violation.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertNone } from './findings.ts';
import { listFiles, readText } from './repository.ts';
import { findScreenTexts, findUnusedTexts, findWords } from './screen-texts.ts';

const read = (path: string) => ({ path, text: readText(path) });
const screens = listFiles('packages/inbox/src')
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|\/language\//.test(path))
  .map(read);
const catalogues = listFiles('packages/inbox/src/language/english')
  .filter(path => !path.endsWith('/grammar.ts'))
  .map(read);

describe('the texts of the screens', () => {
  test('a screen has no text of its own', () => {
    assertNone(
      screens.flatMap(file => [...new Set([...findScreenTexts(file), ...findWords(file)])]),
    );
  });

  test('every text of the catalogue is shown somewhere', () => {
    assert.ok(catalogues.length > 10);
    assertNone(catalogues.flatMap(file => findUnusedTexts(file, screens)));
  });
});

describe('a planted text is found', () => {
  const path = 'packages/inbox/src/planted.tsx';
  const found = (text: string) => {
    const file = { path, text };
    return [...findScreenTexts(file), ...findWords(file)].map(each => each.replace(/^\S+ /, ''));
  };

  test('between tags, and in one branch of a choice', () => {
    assert.deepEqual(found('const a = <p>Nothing waits</p>;'), ['"Nothing waits"']);
    assert.deepEqual(found("const a = <p>{some ? words.more : 'none left'}</p>;"), ['"none left"']);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted code has a template
    assert.deepEqual(found('const a = <b>{`${count} more`}</b>;'), ['"more"']);
  });

  test('in an attribute that is shown or read out', () => {
    assert.deepEqual(found('const a = <input placeholder="Search" />;'), ['"Search"']);
    assert.deepEqual(found("const a = <a aria-label={open ? 'Hide' : 'Show'} />;"), [
      '"Hide"',
      '"Show"',
    ]);
  });

  test('in the title of a toast, and in a module of words', () => {
    assert.deepEqual(found("showToast({ kind: 'ok', title: 'Saved' });"), ['"Saved"']);
    const file = { path: 'packages/inbox/src/planted-words.ts', text: "const a = ['Not yet'];" };
    assert.equal(findWords(file).length, 1);
  });

  test('a class, a code, a key and a command are no texts', () => {
    const code = `const a = <kbd className="kbd wide" data-state="open">Enter</kbd>;
      const b = { kind: 'ok', title: words.saved, href: '/people' };`;
    assert.deepEqual(found(code), []);
  });

  test('in the catalogue and on no screen', () => {
    const text =
      "const english = {\n  gone: 'Gone',\n  here: 'Here',\n};\nexport const aText: A = 1;";
    const screen = { path, text: 'const a = aText.here;' };
    assert.deepEqual(findUnusedTexts({ path: 'a.ts', text }, [screen]), [
      'a.ts gone is never shown',
    ]);
  });
});
