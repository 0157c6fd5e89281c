// What an assessment of risk costs, by the kind of action; how it grows with the size of what is read; and what all
// grammars together take of memory. Growth is the time of four times the text, divided by four times the time.

import type { JsonObject } from '@countersign/protocol/json';
import { printTable } from './measure/print-table.ts';
import { count, median } from './measure/rounds.ts';

const before = process.memoryUsage().rss;
const { defaultRiskSettings, loadGrammars, riskAssessor } = await import('@countersign/risk');
const assess = riskAssessor({ settings: defaultRiskSettings, grammar: await loadGrammars() });

const rounds = 5;
const millisecondsPerReading = 100;

function assessed(tool: string, parameters: JsonObject): void {
  const target = { tool_name: tool, tool_schema_version: '1', resource: null };
  const action = {
    schema_version: '1.0' as const,
    operation: 'tool.invoke',
    agent_id: 'agent-7',
    subject_id: null,
    target,
    parameters,
  };
  assess(action, {});
}

const kinds: readonly (readonly [string, string, (times: number) => JsonObject])[] = [
  ['shell', 'Bash', times => ({ command: 'git status --short && npm test;\n'.repeat(times) })],
  [
    'sql',
    'db.query',
    times => ({ sql: 'select id, total from orders where id = 7;\n'.repeat(times) }),
  ],
  [
    'python',
    'run_python',
    times => ({ code: 'print(len(stripe.Charge.list(limit=3)))\n'.repeat(times) }),
  ],
  [
    'javascript',
    'run_javascript',
    times => ({ code: 'console.log(await db.order.findMany({}));\n'.repeat(times) }),
  ],
  ['tool', 'crm.update_contact', times => ({ id: 7, notes: 'called back. '.repeat(times) })],
  [
    'batch',
    'batch',
    times => ({
      tool_calls: Array.from({ length: times }, (_, id) => ({
        name: 'get_ticket',
        arguments: { id },
      })),
    }),
  ],
];

function milliseconds(work: () => void): number {
  const readings = Array.from({ length: rounds }, () => {
    const start = performance.now();
    let done = 0;
    while (performance.now() - start < millisecondsPerReading || done === 0) {
      work();
      done += 1;
    }
    return (performance.now() - start) / done;
  });
  return median(readings);
}

console.log('\nAssessment of risk');
printTable(
  ['kind', 'per second', 'ms at 8 lines', 'ms at 32 lines', 'ms at 128 lines', 'growth'],
  kinds.map(([kind, tool, parameters]) => {
    const [one = 0, few = 0, some = 0, many = 0] = [1, 8, 32, 128].map(times =>
      milliseconds(() => assessed(tool, parameters(times))),
    );
    const cells = [few, some, many].map(time => time.toFixed(2));
    return [kind, count(1000 / one), ...cells, (many / some / 4).toFixed(2)];
  }),
);
const megabytes = (process.memoryUsage().rss - before) / 1_048_576;
console.log(`\n  all grammars and the work above: ${megabytes.toFixed(0)} MB of memory`);
