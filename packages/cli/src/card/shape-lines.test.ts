import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { joinMarks, type Mark } from '@countersign/card/marks';
import { parseActionBinding } from '@countersign/protocol/action';
import type { BoundView } from './read-shown.ts';
import { markLines, shapeLines } from './shape-lines.ts';

type Marks = Parameters<typeof shapeLines>[1];

const actionOf = (tool_name: string, parameters: Record<string, unknown>) =>
  parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'a',
    subject_id: null,
    target: { tool_name, tool_schema_version: '1', resource: null },
    parameters,
  });

/** A mark on every value and every list, each with words of its own. */
function marksEverywhere(value: unknown, pointer = ''): readonly Mark[] {
  const words = `Note<${pointer}>.`;
  const own: Mark = { pointer, start: 0, end: 0, level: 'high', words };
  if (typeof value !== 'object' || value === null) return [own];
  const inner = Object.entries(value).flatMap(([key, member]) =>
    marksEverywhere(member, `${pointer}/${key}`),
  );
  return Array.isArray(value) ? [own, ...inner] : inner;
}

const shown = (
  tool_name: string,
  parameters: Record<string, unknown>,
  marks: Marks = [],
  full = false,
) => {
  const action = actionOf(tool_name, parameters);
  const { lines, shown: pointers } = shapeLines({ action } as BoundView, marks, {
    columns: 100,
    full,
  });
  return { text: lines.map(line => line.rendered(false)).join('\n'), pointers };
};

describe('the views of a card in a terminal', () => {
  test('a command is one text with its marks below, and its words do not stand there again', () => {
    const mark = { pointer: '/argv', start: 9, end: 16, level: 'critical', words: 'Overwrites.' };
    const { text, pointers } = shown('shell.exec', { argv: ['git', 'push', '--force'] }, [
      mark as Marks[number],
    ]);
    assert.match(text, /"git push --force"/);
    assert.match(text, /‼ critical --force: Overwrites\./);
    assert.deepEqual(pointers, ['/argv']);
  });

  test('marks with the same words share one note, and recipients are named by their address', () => {
    const to = Array.from({ length: 6 }, (_, index) => `p${index}@other.example`);
    const marks = to.map((_, index) => ({
      pointer: `/to/${index}`,
      start: 0,
      end: 0,
      level: 'high',
      words: 'Outside.',
      findings: [],
    })) as Marks;
    const { text } = shown('mail.send', { to, subject: 'Hi', body: 'x' }, marks);
    assert.match(
      text,
      /▲ high p0@other\.example, p1@other\.example, p2@other\.example and 3 more: Outside\./,
    );
    assert.equal(text.match(/Outside\./g)?.length, 1);
  });

  test('a mark on any value is said, whatever the shape', () => {
    const pair = { path: 'a.ts', old_text: 'one', new_text: 'two\nthree' };
    const actions: readonly (readonly [string, Record<string, unknown>])[] = [
      ['shell.exec', { argv: ['bash', '-c', 'make deploy'], cwd: '/srv', env: { A: 'b' } }],
      ['shell.exec', { argv: ['git', 'push'] }],
      ['shell.run', { command: 'make\nmake deploy', timeout: 5 }],
      ['fs.edit', pair],
      ['fs.write', { path: 'a.ts', content: '\nconst a = 1;\n' }],
      ['apply_patch', { patch: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n' }],
      ['postgres.execute', { sql: 'DELETE FROM t', database: 'prod' }],
      ['python.execute', { code: 'import os\n' }],
      [
        'payments.batch',
        {
          payments: [
            { payee: 'A', amount: 1 },
            { payee: 'B', amount: 2 },
          ],
          currency: 'EUR',
        },
      ],
      [
        'mail.send',
        {
          from: 'a@b.example',
          to: ['c@d.example', 'e@f.example'],
          subject: 'Hi',
          body: 'x\ny',
          reply_to: 'q@r.example',
        },
      ],
      ['payments.wire', { amount: '1.00', to: { iban: 'DE1' } }],
      ['http.request', { url: 'https://a.example/', method: 'POST' }],
      ['records.update', { deep: { deeper: [{ value: 'x' }] }, list: ['a', 'b'] }],
    ];
    for (const [tool, parameters] of actions) {
      const action = actionOf(tool, parameters);
      const marks = marksEverywhere(parameters).filter(({ pointer }) => pointer !== '/old_text');
      const joined = joinMarks(action, marks, []).map(mark => ({ ...mark, findings: [] }));
      const { text } = shown(tool, parameters, joined);
      const narrow = shapeLines({ action } as BoundView, joined, { columns: 40, full: false });
      assert.deepEqual(
        narrow.lines.filter(({ width }) => width > 40).map(line => line.rendered(false)),
        [],
      );
      const missing = marks.filter(({ words }) => !text.includes(words));
      assert.deepEqual(
        missing.map(({ pointer }) => pointer),
        [],
        tool,
      );
      assert.doesNotMatch(text, /(?:critical|high) : /, 'every note says of what it speaks');
    }
  });

  test('the end of a card repeats the gravest marks with the marked bytes', () => {
    const action = parseActionBinding({
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: 'a',
      subject_id: null,
      target: { tool_name: 'shell.exec', tool_schema_version: '1', resource: null },
      parameters: { argv: ['git', 'push', '--force'], note: 'x' },
    });
    const mark = { start: 0, end: 0, level: 'high' as const, words: 'Small.', findings: [] };
    const lines = markLines(
      { action } as BoundView,
      [
        { ...mark, pointer: '/note' },
        { ...mark, pointer: '/argv', start: 9, end: 16, level: 'critical', words: 'Overwrites.' },
      ],
      80,
    ).map(line => line.rendered(false));
    assert.deepEqual(lines, ['‼ critical --force: Overwrites.', 'and 1 more mark above']);
  });

  test('an edit is a diff whose equal lines are folded until all is asked for', () => {
    const lines = (last: string) =>
      [...Array.from({ length: 20 }, (_, index) => `  line ${index}`), last].join('\n');
    const edit = { path: 'src/a.ts', old_text: lines('old'), new_text: lines('new') };
    const { text } = shown('fs.edit', edit);
    assert.match(text, /file src\/a\.ts {2}\+1 -1/);
    assert.match(text, /- old\n.*\+ new/);
    assert.match(text, /\[17 equal lines\]/);
    const { text: whole } = shown('fs.edit', edit, [], true);
    assert.match(whole, / {5}1 {5}line 0\n/);
  });

  test('a statement says its effect above its text', () => {
    const { text } = shown('db.sql', { sql: 'DELETE FROM customers' });
    assert.match(text, /• Deletes rows of customers, all of them: there is no condition/);
    assert.match(text, /"DELETE FROM customers"/);
  });

  test('code keeps its lines: each has a number, blank lines stay, and only unusual ends are named', () => {
    const code = 'import os\r\n\n\nfor name in names:\n    print(name)\n';
    const { text } = shown('python.execute', { code });
    assert.deepEqual(
      text.split('\n').map(line => line.trimEnd()),
      [
        '  code',
        '    1  import os<U+000D>',
        '    2',
        '    3',
        '    4  for name in names:',
        '    5      print(name)',
        '    6',
      ],
    );
    // A line that has no room goes on without a number, and so never passes for two lines.
    const long = shown('python.execute', { code: `a\n${'word '.repeat(40)}end` }).text;
    assert.equal(long.split('\n').filter(line => /^ +\d+ {2}/.test(line)).length, 2);
    assert.ok(long.split('\n').length > 4);
  });

  test('of long code the terminal shows the first and the last lines, and says how much is between', () => {
    const code = Array.from({ length: 400 }, (_, index) => `print(${index})`).join('\n');
    const { text } = shown('python.execute', { code });
    assert.match(text, / {4}1 {2}print\(0\)\n/);
    assert.match(text, /\[\d+ lines of [\d,]+ bytes folded; --full\]/);
    assert.match(text, / 400 {2}print\(399\)$/);
    const { text: whole } = shown('python.execute', { code }, [], true);
    assert.equal(whole.split('\n').length, 401);
  });

  test('records are a table with totals, unusual rows first, and every row', () => {
    const payments = Array.from({ length: 6 }, (_, index) => ({
      payee: `P${index}`,
      amount: index === 3 ? 900 : 10 + index,
      currency: 'EUR',
    }));
    const mark = { pointer: '/payments/3/amount', start: 0, end: 0, level: 'high', words: 'Big.' };
    const { text } = shown('payments.batch', { payments }, [mark as Marks[number]]);
    assert.match(text, /Total [\d,.]+ EUR in 6 rows/);
    assert.match(text, /Same in all: currency "EUR"/);
    const rows = text.split('\n').filter(line => /"P\d"/.test(line));
    assert.equal(rows.length, 6);
    assert.match(rows[0] ?? '', /"P3"/);
    assert.match(text, /▲ high row 4: Big\./);
  });

  test('a message counts its people inside and outside', () => {
    const { text, pointers } = shown('mail.send', {
      from: 'a@acme.example',
      to: ['b@acme.example', 'c@acme.example', 'd@else.example'],
      subject: 'Hi',
      reply_to: 'a@acme-mail.example',
      attachments: [{ name: 'terms.pdf', type: 'application/pdf', bytes: 48211 }],
    });
    assert.match(text, /3 people: 2 inside acme\.example, 1 outside/);
    assert.match(text, /attachment terms\.pdf, application\/pdf, 48,211 bytes/);
    assert.match(text, /answers go to another domain than the sender/);
    assert.deepEqual(pointers, []);
  });

  test('texts and numbers in a table never look alike', () => {
    const of = (amount: unknown) =>
      shown('payments.batch', {
        payments: [
          { to: 'x', amount },
          { to: 'y', amount: 2 },
        ],
      }).text;
    assert.notEqual(of(1), of('1'));
  });
});
