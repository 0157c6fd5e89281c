// Goal: a card shows every byte, and two different actions never look the same. Method: the panel is drawn for random
// actions of every shape, with all folds open as on paper, and its text is read back.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Mark } from '@countersign/card/marks';
import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import { canonicalize, type JsonValue } from '@countersign/protocol/json';
import { effort, seed } from '@countersign/testing';
import { build } from 'esbuild';
import fc from 'fast-check';

/** Draws the panel of an action as static markup. */
const program = `
  globalThis.localStorage ??= { getItem: () => null };
  import { createElement as draw } from 'react';
  import { renderToStaticMarkup } from 'react-dom/server';
  import { useFacts } from './card/use-facts.ts';
  import { FactPanel } from './facts/fact-panel.tsx';
  import { FoldingProvider } from './facts/folding.tsx';
  import { joinMarks, marksOf } from '@countersign/card/marks';
  function Panel({ action, marked }) {
    const { shape, rest, longPointers } = useFacts({ action }, null);
    const marks = marked ? joinMarks(action, marked === true ? marksOf(action) : marked, []) : [];
    return draw(FactPanel, {
      action, actionText: '', audience: 'gateway', shortCode: '', nodes: rest, shape, marks,
      longPointers, values: 0, unopened: 0, groupFolded: false, form: 'readable', onForm: () => undefined,
    });
  }
  export const markupOf = (action, marked) =>
    renderToStaticMarkup(draw(FoldingProvider, { all: true }, draw(Panel, { action, marked })));
`;

/** Texts in a column with numbers. Their quotes were once drawn as escapes, which hid the real characters. */
const quoted = actionOf('x', {
  currency: '',
  payments: [
    { amount: '""\u202e', payee: '' },
    { amount: 0, payee: '' },
    { amount: '"a\\b\n"c', payee: '1' },
  ],
});

const runs = { seed, numRuns: effort({ fast: 60, full: 5000 }) };

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('rm -rf', ' && ', '; ', "'", '"', '\n', '\n\n\n\n\n', '  ', '+', '-', '/'),
      fc.constantFrom(
        '\u202e',
        '\u200b',
        '\t',
        '<U+202E>',
        '<b>',
        '1',
        'null',
        '👨‍👩‍👧',
        'é',
        '\u0430',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map(parts => parts.join(''));
const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
const records = fc.array(fc.record({ payee: text, amount: fc.oneof(fc.integer(), text) }), {
  minLength: 2,
  maxLength: 5,
});
/** Groups in groups, deeper than the panel indents. */
const deep = fc.letrec<{ tree: unknown }>(tie => ({
  tree: fc.oneof(
    { depthSize: 'large', withCrossShrink: true },
    fc.constantFrom<unknown>('x', 1, null, {}, []),
    fc.array(tie('tree'), { minLength: 1, maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0', '1'), tie('tree'), { minKeys: 1, maxKeys: 3 }),
  ),
})).tree;
const wrapped = fc
  .tuple(deep, fc.nat({ max: 7 }))
  .map(([tree, depth]) =>
    Array.from({ length: depth }).reduce<unknown>((inner, _, at) => ({ a: inner, b: at }), tree),
  );
const parameters = fc.oneof(
  fc.record({ config: wrapped, more: wrapped }),
  fc.record({ notebook_path: fc.constant('a.ipynb'), new_source: text, cell_id: text }),
  fc.record({
    to: fc.array(text, { minLength: 1, maxLength: 3 }),
    subject: text,
    attachments: fc.array(fc.record({ filename: text, size: fc.nat() }), {
      minLength: 2,
      maxLength: 3,
    }),
  }),
  fc.record({ command: text, cwd: text }),
  fc.record({ argv: fc.array(text, { minLength: 1, maxLength: 4 }) }),
  fc.record({ argv: text.map(script => ['bash', '-c', `x${script}`]) }),
  fc.record({ path: text, old_text: text, new_text: text }),
  fc.record({ path: text, content: text }),
  fc.record({ patch: text.map(body => `--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n${body}`) }),
  fc.record({ sql: text.map(rest => `DELETE FROM t ${rest}`), database: text }),
  fc.record({ payments: records, currency: text }),
  fc.record({ to: fc.array(text, { maxLength: 16 }), subject: text, body: text }),
  fc.record(
    {
      to: text,
      cc: text,
      bcc: fc.array(text, { maxLength: 2 }),
      from: text,
      reply_to: text,
      body: text,
    },
    { requiredKeys: ['to', 'body'] },
  ),
  fc.record({
    amount: fc.oneof(fc.integer(), text),
    currency: text,
    to: fc.record({ name: text, iban: text }),
  }),
  fc.record({ method: text, url: text.map(rest => `https://h.example/${rest}`), body: text }),
  fc.record({
    input: fc.record({ command: text, env: fc.dictionary(text, text, { maxKeys: 3 }) }),
  }),
  fc.record({ code: text }),
  fc.dictionary(text, fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(text, leaf)), {
    maxKeys: 5,
  }),
);
const tool = fc.constantFrom(
  'shell.run',
  'fs.edit',
  'db.sql',
  'payments.batch',
  'mail.send',
  'python.run',
  'x',
);
const action = fc
  .tuple(tool, parameters)
  .map(([tool_name, values]) => actionOf(tool_name, values as Record<string, unknown>));

function actionOf(tool_name: string, values: Record<string, unknown>): ActionBinding {
  return parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'a',
    subject_id: null,
    target: { tool_name, tool_schema_version: '1', resource: null },
    parameters: values,
  });
}

/** Other values that a careless view could draw the same. */
function neighboursOf(value: JsonValue): JsonValue[] {
  if (typeof value === 'string') {
    return [
      `${value} `,
      `${value}\u200b`,
      `${value}\n`,
      [value],
      [...value].slice(0, -1).join(''),
      `"${value}"`,
    ];
  }
  if (typeof value === 'number') return [String(value), value + 1, [value]];
  if (typeof value === 'boolean' || value === null) return [String(value), '', []];
  if (Array.isArray(value)) {
    const [first, ...rest] = value as JsonValue[];
    const changed = first === undefined ? [] : neighboursOf(first).map(each => [each, ...rest]);
    return [
      ...changed,
      [...(value as JsonValue[]), ''],
      [value as JsonValue],
      [...value].reverse(),
    ];
  }
  const entries = Object.entries(value as Record<string, JsonValue>);
  return entries.flatMap(([key, member], at) => {
    const others = entries.filter((_, index) => index !== at);
    const made = [
      ...neighboursOf(member).map(each => [...others, [key, each] as const]),
      others,
      [...others, [`${key}_`, member] as const],
      [...others, [key, { [key]: member }] as const],
    ];
    return made.map(each => Object.fromEntries(each) as JsonValue);
  });
}

/** What a reader sees: text and looks, without the attributes that only the page needs. */
function visible(markup: string): string {
  return markup.replaceAll(/ (?!class=)[a-z-]+="[^"]*"/g, '');
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#x27': "'",
};

/** The text of the page without our notes and without blanks. Every written-out character is one character again. */
function readBack(markup: string): string {
  const plain = (html: string): string =>
    html
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(lt|gt|amp|quot|#x27);/g, (_, name: string) => entities[name] ?? '');
  return markup
    .replaceAll(/<div class="mark-note.*?<\/div>/gs, '')
    .split(/(<span class="written[^>]*>.*?<\/span>)/s)
    .map(part => {
      if (!part.startsWith('<span class="written')) return plain(part);
      const [, point = '20', count = '1'] = /<U\+([0-9A-F]+)(?: x(\d+))?>/.exec(plain(part)) ?? [];
      return String.fromCodePoint(Number.parseInt(point, 16)).repeat(Number(count));
    })
    .join('')
    .replaceAll(/\s/g, '');
}

function linesIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(each => linesIn(each as JsonValue));
  if (typeof value === 'object' && value !== null) {
    return Object.values(value as Record<string, JsonValue>).flatMap(linesIn);
  }
  return String(value).split('\n');
}

/** A mark on every value, of the whole of it, each with words of its own. */
function marksEverywhere(value: JsonValue, pointer = ''): readonly Mark[] {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, member]) => {
      const step = key.replaceAll('~', '~0').replaceAll('/', '~1');
      return marksEverywhere(member as JsonValue, `${pointer}/${step}`);
    });
  }
  const words = `Mark on ${Buffer.from(pointer).toString('hex')}.`;
  // A text that is replaced does not run. Only its removed lines can have marks.
  return ['', '/old_text'].includes(pointer) || String(value).trim() === ''
    ? []
    : [{ pointer, start: 0, end: 0, level: 'high', words }];
}

describe('the panel of a card, as it is drawn', () => {
  let folder = '';
  let markupOf: (action: ActionBinding, marked: boolean | readonly Mark[]) => string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-drawn-'));
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: join(import.meta.dirname, '..'), loader: 'js' },
      bundle: true,
      write: false,
      platform: 'node',
      format: 'esm',
      conditions: ['source'],
      jsx: 'automatic',
      loader: { '.css': 'empty' },
      define: { 'process.env.NODE_ENV': '"production"' },
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      logLevel: 'error',
    });
    const file = join(folder, 'panel.mjs');
    writeFileSync(file, outputFiles[0]?.contents ?? '');
    ({ markupOf } = await import(pathToFileURL(file).href));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('every line of every value can be read back from the page', () => {
    fc.assert(
      fc.property(action, fc.boolean(), (one, marked) => {
        const page = readBack(markupOf(one, marked));
        for (const line of linesIn(one.parameters as JsonValue)) {
          // A list of words is quoted as a shell needs it.
          if ('argv' in one.parameters && /['"\\]/.test(line)) continue;
          // The sign of a line of a patch is drawn in a column of its own.
          const own = 'patch' in one.parameters ? line.slice(1) : line;
          const wanted = own.replaceAll(/\s/g, '');
          assert.ok(page.includes(wanted), `${JSON.stringify(line)} in ${canonicalize(one)}`);
        }
      }),
      { ...runs, examples: [[quoted, false]] },
    );
  });

  test('a mark on any value has its note on the page', () => {
    fc.assert(
      fc.property(action, one => {
        const marks = marksEverywhere(one.parameters as JsonValue).slice(0, 100);
        const page = markupOf(one, marks);
        const missing = marks.filter(({ words }) => !page.includes(words.slice(0, -1)));
        assert.deepEqual(
          missing.map(({ pointer }) => pointer),
          [],
          canonicalize(one),
        );
      }),
      runs,
    );
  });

  test('two actions that differ are drawn differently', () => {
    fc.assert(
      fc.property(action, fc.nat(), fc.boolean(), (one, choice, marked) => {
        const neighbours = neighboursOf(one.parameters as JsonValue);
        const other = neighbours[choice % Math.max(1, neighbours.length)];
        if (other === undefined || Array.isArray(other)) return;
        const changed = actionOf(one.target.tool_name, other as Record<string, unknown>);
        if (canonicalize(changed) === canonicalize(one)) return;
        assert.notEqual(
          visible(markupOf(changed, marked)),
          visible(markupOf(one, marked)),
          `${canonicalize(one)}\n${canonicalize(changed)}`,
        );
      }),
      { ...runs, numRuns: 4 * runs.numRuns },
    );
  });
});
