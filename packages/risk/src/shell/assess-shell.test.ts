import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type RiskLevel, riskLevels } from '@countersign/protocol/value';
import { defaultRiskSettings } from '../risk-settings.ts';
import {
  assessArgv,
  assessShell,
  type ShellAssessment,
  type ShellContext,
} from './assess-shell.ts';
import { loadScriptGrammars } from './script-grammars.ts';
import { harmlessDisguises, riskyDisguises } from './testing/shell-disguises.table.ts';
import { harmlessRows as plainHarmless } from './testing/shell-harmless.table.ts';
import { harmlessMachines, riskyMachines } from './testing/shell-machines.table.ts';
import { harmlessOperations, riskyOperations } from './testing/shell-operations.table.ts';
import { harmlessOutputs, riskyOutputs } from './testing/shell-outputs.table.ts';
import { harmlessOversight, riskyOversight } from './testing/shell-oversight.table.ts';
import { riskyRows as plainRisky } from './testing/shell-risky.table.ts';
import { harmlessTargets, riskyTargets } from './testing/shell-targets.table.ts';

const riskyRows = [
  ...plainRisky,
  ...riskyTargets,
  ...riskyOutputs,
  ...riskyOversight,
  ...riskyMachines,
  ...riskyOperations,
  ...riskyDisguises,
];
const harmlessRows = [
  ...plainHarmless,
  ...harmlessTargets,
  ...harmlessOutputs,
  ...harmlessOversight,
  ...harmlessMachines,
  ...harmlessOperations,
  ...harmlessDisguises,
];

const context: ShellContext = {
  production: false,
  scripts: await loadScriptGrammars(),
  settings: defaultRiskSettings,
  assessSql: () => ({ findings: [], reads_only: true }),
};

function levelOf(assessment: ShellAssessment): RiskLevel {
  const rank = assessment.findings.reduce(
    (most, finding) => Math.max(most, riskLevels.indexOf(finding.level)),
    0,
  );
  return riskLevels[rank] ?? 'low';
}

function isAtLeast(level: RiskLevel, least: RiskLevel): boolean {
  return riskLevels.indexOf(level) >= riskLevels.indexOf(least);
}

describe('the table of commands', () => {
  test('every risky command is found, with the signal that names its risk', t => {
    const wrong = riskyRows.flatMap(row => {
      const assessment = assessShell(row.text, context);
      const isFound =
        isAtLeast(levelOf(assessment), row.level) &&
        assessment.findings.some(finding => finding.signal === row.signal);
      return isFound
        ? []
        : [`${row.text} (${row.level} ${row.signal}): ${JSON.stringify(assessment.findings)}`];
    });
    const evasions = riskyRows.filter(row => row.kind === 'evasion').length;
    t.diagnostic(`${riskyRows.length} rows, ${evasions} evasions, ${wrong.length} misses`);
    assert.deepEqual(wrong, []);
    assert.ok(evasions >= 50);
  });

  test('no harmless command asks', t => {
    const wrong = harmlessRows.flatMap(row => {
      const assessment = assessShell(row.text, context);
      return isAtLeast(levelOf(assessment), 'high')
        ? [`${row.text}: ${JSON.stringify(assessment.findings)}`]
        : [];
    });
    const lookalikes = harmlessRows.filter(row => row.kind === 'lookalike').length;
    t.diagnostic(
      `${harmlessRows.length} rows, ${lookalikes} lookalikes, ${wrong.length} false alarms`,
    );
    assert.deepEqual(wrong, []);
    assert.ok(lookalikes >= 50);
  });
});

test('no command is in two tables', () => {
  const all = [...riskyRows, ...harmlessRows].map(row => row.text);
  assert.equal(new Set(all).size, all.length);
});

describe('a program without a shell in between', () => {
  test('the arguments of a program are taken literally, and a shell among them is examined', () => {
    assert.deepEqual(assessArgv(['echo', '$(rm -rf /srv)'], context).findings, []);
    assert.equal(levelOf(assessArgv(['bash', '-lc', 'rm -rf /srv'], context)), 'critical');
  });
});

describe('production', () => {
  const production: ShellContext = { ...context, production: true };

  test('stated production makes a change high and does not affect a read', () => {
    assert.equal(levelOf(assessShell('kubectl scale deploy/web --replicas=2', production)), 'high');
    const read = assessShell('kubectl get pods', production);
    assert.deepEqual([read.findings, read.reads_only], [[], true]);
  });

  test('a stated rehearsal does not override production in the command', () => {
    const rehearsal: ShellContext = { ...context, rehearsal: true };
    assert.equal(levelOf(assessShell('kubectl apply -f web.yaml', rehearsal)), 'medium');
    const named = assessShell('kubectl --context prod apply -f web.yaml', rehearsal);
    assert.equal(levelOf(named), 'high');
    assert.equal(named.names_production, true);
  });

  test('SQL statements are assessed with the environment they run in', () => {
    const asked: [string, boolean][] = [];
    const assessSql = (sql: string, isProduction: boolean) => {
      asked.push([sql, isProduction]);
      return { findings: [], reads_only: false };
    };
    assessShell('psql "$PROD_URL" -c "delete from t where id = 1"', { ...context, assessSql });
    assert.deepEqual(asked, [['delete from t where id = 1', true]]);
  });
});

describe('hostile input', () => {
  const shapes: Readonly<Record<string, (n: number) => string>> = {
    commands: n => 'ls;'.repeat(n),
    subshells: n => `${'('.repeat(n)}ls${')'.repeat(n)}`,
    substitutions: n => `echo ${'$('.repeat(n)}ls${')'.repeat(n)}`,
    braces: n => `echo ${'{a,b}'.repeat(n)}`,
    loops: n => `${'for a in 1 2 3 4 5 6 7 8;do '.repeat(n)}ls${';done'.repeat(n)}`,
    doubling: n => `x=aaaaaaaa;${'x=$x$x;'.repeat(n)}`,
    functions: n =>
      `${Array.from({ length: n }, (_, i) => `f${i}(){ f${i + 1}; f${i + 1}; }`).join(';')};f0`,
    quotes: n => "'".repeat(n),
    removals: n => `python3 -c "${'p = q; q = p; shutil.rmtree(p + q);'.repeat(n)}"`,
    bindings: n =>
      `node -e "fs.rmSync(a0);${Array.from({ length: n }, (_, i) => `a${i}=[a${i + 1},a${i + 1}];`).join('')}"`,
    builds: n => 'rm -rf lib es;npm run build;'.repeat(n),
    targets: n => `terraform destroy ${'-var a=test '.repeat(n)}`,
    finds: n => `find . ${'-name x -delete '.repeat(n)}`,
  };

  // Only the callback shows the work: each command for a database is one call.
  test('the work is bounded for any size of input', () => {
    let calls = 0;
    const counting: ShellContext = {
      ...context,
      scripts: context.scripts,
      assessSql: () => {
        calls++;
        return { findings: [], reads_only: true };
      },
    };
    const counts = [500, 1000, 2000, 3000].map(n => {
      calls = 0;
      assessShell('psql -c "select 1";'.repeat(n), counting);
      return calls;
    });
    assert.ok(
      counts.every(count => count <= 2500),
      String(counts),
    );
    assert.equal(counts.at(-1), counts.at(-2));
  });

  for (const [name, shape] of Object.entries(shapes)) {
    test(`${name} in any number give an answer with bounded findings`, () => {
      for (const n of [10, 1000, 8000]) {
        const { findings } = assessShell(shape(n), context);
        assert.ok(findings.length <= 64);
        assert.ok(findings.every(finding => finding.evidence.length <= 300));
      }
    });
  }

  test('input that is too long to examine is a finding', () => {
    assert.equal(levelOf(assessShell('a'.repeat(10_000_000), context)), 'high');
    assert.equal(levelOf(assessArgv(new Array<string>(1_000_000).fill('x'), context)), 'high');
  });
});
