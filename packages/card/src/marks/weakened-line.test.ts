// Goal: a line that asks for less than the line it replaces is marked. Method: pairs of lines as an edit has them, what is marked, and
// pairs that change nothing of that kind.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedTexts } from '../testing/marked-texts.ts';

const filler = Array.from({ length: 40 }, (_, index) => `const step${index} = load(${index});`);
const around = (line: string): string => [...filler, line, ...filler].join('\n');
const texts = (before: string, after: string) =>
  markedTexts('fs.edit', { path: 'src/a', old_text: around(before), new_text: around(after) });

/** The line before, the line after, and what is marked. */
const weakened: readonly (readonly [string, string, string])[] = [
  ['    if not token.valid:', '    if not token.valid and not settings.DEBUG:', 'DEBUG'],
  ['  if (!user) deny();', '  if (!user && strict) deny();', 'strict'],
  ['  return roles.every(has);', '  return roles.some(has);', 'some'],
  ['  if (attempts > 5) lock(user);', '  if (attempts > 5 && false) lock(user);', 'false'],
  ['if err != nil {\n  return err\n}', 'if err != nil {\n  log.Println(err)\n}', 'return err'],
  ['  if (!ok) throw new Forbidden();', '  if (!ok) console.warn("forbidden");', 'throw'],
  ['try { a() } catch (e) { return deny() }', 'try { a() } catch (e) {}', 'deny'],
  ['  if (a === b) go();', '  if (a == b) go();', '=='],
  ['allow read: if request.auth != null;', 'allow read: if true;', 'true'],
  ['jwt.sign(p, k, { expiresIn: 900 })', 'jwt.sign(p, k)', 'expiresIn'],
  ['  secure: true,', '  secure: false,', 'false'],
  ['  "httpOnly": true,', '  "httpOnly": false,', 'false'],
  ['  "build": "tsc"', '  "build": "tsc",\n  "prepare": "node x.js"', 'prepare'],
  ['    "left-pad": "1.3.0"', '    "left-pad": "*"', '*'],
  ['    uses: actions/checkout@v4', '    uses: mallory/checkout@main', 'mallory'],
];
const equal: readonly (readonly [string, string])[] = [
  ['const name = user.name;', "const name = user.name || 'unknown';"],
  ['  return items.filter(i => i.active);', '  return items.filter(item => item.active);'],
  ['  if (!user) {\n    return null;\n  }', '  if (!user) return null;'],
  [
    '  } catch (error) {\n    log(error);\n  }',
    '  } catch (error) {\n    log(error);\n    throw error;\n  }',
  ],
  ['  validate(input);', '  const checked = validate(input);'],
  ['  expect(a).toBe(1);', '  expect(a).toEqual(1);'],
  ['  visible: true,', '  visible: false,'],
  ['  timeout: 5000,', '  timeout: 8000,'],
  ['  server: "nginx",', '  server: "caddy",'],
];

test('a line that asks for less than before is marked', () => {
  const missed = weakened.flatMap(([before, after, marked]) => {
    const found = texts(before, after);
    return found.some(each => each.includes(marked)) ? [] : [[after, found]];
  });
  assert.deepEqual(missed, []);
});

test('a line that says the same in other words is not marked', () => {
  const found = equal.flatMap(([before, after]) => {
    const marked = texts(before, after);
    return marked.length === 0 ? [] : [[after, marked]];
  });
  assert.deepEqual(found, []);
});
