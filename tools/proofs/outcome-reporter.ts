// A reporter of Node's test runner that writes one line of JSON when everything has ended: how many tests passed,
// which failed, and why any was skipped.

import type { TestEvent } from 'node:test/reporters';

export interface Outcome {
  readonly passed: number;
  readonly failures: readonly string[];
  readonly skipped: number;
  readonly skips: readonly string[];
}

async function* reportOutcome(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let passed = 0;
  let skipped = 0;
  const failures: string[] = [];
  const skips = new Set<string>();
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    if (event.data.details.type === 'suite' && event.type === 'test:pass') continue;
    const { skip } = event.data;
    if (skip !== undefined) {
      skipped += 1;
      skips.add(typeof skip === 'string' ? skip : 'no reason given');
    } else if (event.type === 'test:pass') passed += 1;
    else failures.push(event.data.name);
  }
  yield `${JSON.stringify({ passed, failures, skipped, skips: [...skips] } satisfies Outcome)}\n`;
}

// biome-ignore lint/style/noDefaultExport: Node takes a reporter by its default export.
export default reportOutcome;
