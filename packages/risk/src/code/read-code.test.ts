import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atLeastRisk } from '@countersign/protocol/value';
import { assessSample } from '../testing/sample-risk.ts';
import { readCode } from './read-code.ts';
import { type CodeBody, harmlessBodies, riskyBodies } from './testing/code-bodies.table.ts';

function asks({ language, code, environment }: CodeBody): boolean {
  const { level } = assessSample({
    tool: language === 'python' ? 'run_python' : 'run_javascript',
    parameters: { code },
    environment: environment ?? null,
  });
  return atLeastRisk(level, 'high');
}

describe('code is read by its grammar', () => {
  test('risky bodies of code ask', t => {
    const missed = riskyBodies.filter(body => !asks(body)).map(({ code }) => code);
    t.diagnostic(`${riskyBodies.length} bodies, ${missed.length} misses`);
    assert.deepEqual(missed, []);
  });

  test('harmless bodies of code do not ask', t => {
    const alarms = harmlessBodies.filter(asks).map(({ code }) => code);
    t.diagnostic(`${harmlessBodies.length} bodies, ${alarms.length} false alarms`);
    assert.deepEqual(alarms, []);
  });

  test('a command is the same under an alias, in pieces and by a computed name', () => {
    const forms = [
      'import os\nos.system("git push -f")',
      'import os as o\no.system("git push -f")',
      'from os import system as s\ns("git push -f")',
      'import os\nc = "git"\nc += " push -f"\nos.system(c)',
      'import os\ngetattr(os, "sys" + "tem")("git push -f")',
      'import os\nos.system("{} push -f".format("git"))',
      'import os\nos.system(f"{\'git\'} push -f")',
      'import os\nos.system("%s push %s" % ("git", "-f"))',
      '__import__("os").system("git push -f")',
    ];
    for (const code of forms)
      assert.deepEqual(
        readCode('python', code)?.deeds,
        [{ kind: 'shell', text: 'git push -f' }],
        code,
      );
  });

  test('a name that a branch may change stands for both of its texts', () => {
    const code = 'import os\nc = "rm -rf /srv"\nif x:\n    c = "ls"\nos.system(c)';
    assert.deepEqual(readCode('python', code)?.deeds, [{ kind: 'shell', text: 'ls\nrm -rf /srv' }]);
  });

  test('production that code names counts as in a command', () => {
    const code = (host: string) =>
      `import psycopg2\nc = psycopg2.connect(host="${host}").cursor()\nc.execute("UPDATE plans SET price = 1 WHERE id = 4")`;
    assert.equal(asks({ language: 'python', code: code('prod-db.internal') }), true);
    assert.equal(asks({ language: 'python', code: code('dev-db.internal') }), false);
  });

  test('code of any shape is read in bounded work', () => {
    const shapes = [
      'f(['.repeat(500),
      '('.repeat(2000),
      'a=b+'.repeat(500),
      'x.y'.repeat(500),
      `${'if a:\n '.repeat(200)}pass`,
      'a = a + a\n'.repeat(300),
      `x = ${'"a" + '.repeat(500)}"b"`,
      '`${'.repeat(300),
      '\u{1f600}\u0000\uffff'.repeat(2000),
    ];
    for (const code of shapes)
      for (const language of ['python', 'node'])
        assert.ok((readCode(language, code)?.deeds.length ?? 0) <= 200);
  });
});
