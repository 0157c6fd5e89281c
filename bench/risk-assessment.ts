// What an assessment of risk costs, by the kind of action; how it grows with the size of what is read; and what all
// grammars together take of memory. Growth is the time of four times the text, divided by four times the time.

import type { JsonObject } from '@countersign/protocol/json';
import { printTable } from './measure/print-table.ts';
import { count, median } from './measure/rounds.ts';

const before = process.memoryUsage().rss;
const { defaultRiskSettings, loadGrammars, riskAssessor } = await import('@countersign/risk');
const { detectIntent } = await import('@countersign/risk/intent');
const grammar = await loadGrammars();
const loaded = process.memoryUsage().rss;
const assess = riskAssessor({ settings: defaultRiskSettings, grammar });

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

const kinds: readonly (readonly [kind: string, tool: string, (times: number) => JsonObject])[] = [
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
  [
    'ruby, no grammar',
    'run_ruby',
    times => ({ code: 'puts Order.where(id: 7).pluck(:total)\n'.repeat(times) }),
  ],
  [
    'powershell',
    'powershell',
    times => ({ command: 'Get-ChildItem -Recurse | Sort-Object Length\n'.repeat(times) }),
  ],
  ['cmd', 'cmd', times => ({ command: 'dir C:\\src && type C:\\src\\a.txt\n'.repeat(times) })],
  [
    'http',
    'http.request',
    times => ({
      method: 'POST',
      url: 'https://api.example.com/notes',
      body: { notes: Array.from({ length: times }, (_, id) => ({ id, text: 'called back' })) },
    }),
  ],
  [
    'message',
    'send_email',
    times => ({ to: 'kim@example.com', body: 'The order leaves tomorrow. '.repeat(times) }),
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

/** One row: the rate for one line, the times of longer ones, and the growth from 32 to 128. */
function measured(kind: string, work: (times: number) => void): readonly string[] {
  const [one = 0, few = 0, some = 0, many = 0] = [1, 8, 32, 128].map(times =>
    milliseconds(() => work(times)),
  );
  const cells = [few, some, many].map(time => time.toFixed(2));
  return [kind, count(1000 / one), ...cells, (many / some / 4).toFixed(2)];
}

console.log('\nAssessment of risk');
const said = "I'll check the logs first. Then I'll delete the old rows.\n";
printTable(
  ['kind', 'per second', 'ms at 8 lines', 'ms at 32 lines', 'ms at 128 lines', 'growth'],
  [
    ...kinds.map(([kind, tool, parameters]) =>
      measured(kind, times => assessed(tool, parameters(times))),
    ),
    measured('sentences', times => void detectIntent(said.repeat(times))),
  ],
);
const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0);
console.log(`\n  all grammars, loaded: ${megabytes(loaded - before)} MB of memory`);
console.log(`  after the work above: ${megabytes(process.memoryUsage().rss - before)} MB`);
