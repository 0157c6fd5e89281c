import type { JsonObject } from '@countersign/protocol/json';
import { atLeastRisk } from '@countersign/protocol/value';
import { detectIntent } from '../intent/detect-intent.ts';
import { assessSample, type SampleCall } from './sample-risk.ts';

interface Counted {
  readonly risky: number;
  readonly harmless: number;
  readonly misses: readonly string[];
  readonly noise: readonly string[];
}

interface Row {
  readonly text: string;
  readonly risky: boolean;
  readonly asks: boolean;
}

function count(rows: readonly Row[]): Counted {
  return {
    risky: rows.filter(row => row.risky).length,
    harmless: rows.filter(row => !row.risky).length,
    misses: rows.filter(row => row.risky && !row.asks).map(row => row.text),
    noise: rows.filter(row => !row.risky && row.asks).map(row => row.text),
  };
}

function linesOf(table: string): readonly string[] {
  return table.trim().split('\n');
}

/** Counts a table of `! sentence` and `= sentence`. */
export function countSentences(table: string): Counted {
  return count(
    linesOf(table).map(line => ({
      text: line,
      risky: line.startsWith('!'),
      asks: detectIntent(line.slice(2)).confirmation_required,
    })),
  );
}

/** Reads `ask tool@environment {"key":"value"}`. */
function readCall(line: string): SampleCall & { readonly expect: string } {
  const [expect = '', named = ''] = line.split(' ', 2);
  const [tool = '', environment = null] = named.split('@');
  return {
    expect,
    tool,
    environment,
    parameters: JSON.parse(line.slice(expect.length + named.length + 2)) as JsonObject,
  };
}

/** Counts a table of calls as `countCalls` does. An effect that cannot be told asks as well. */
export function countAsked(table: string): Counted {
  return count(
    linesOf(table).map(line => {
      const { expect, ...call } = readCall(line);
      const { level, findings } = assessSample(call);
      const unknown = findings.some(({ signal }) => signal === 'unknown_effect');
      return {
        text: line,
        risky: expect !== 'allow',
        asks: unknown || atLeastRisk(level, 'high'),
      };
    }),
  );
}

/** Counts a table of calls. A level of `high` or more asks, as in the starter policies (GT-6). */
export function countCalls(table: string): Counted {
  return count(
    linesOf(table).map(line => {
      const { expect, ...call } = readCall(line);
      return {
        text: line,
        risky: expect !== 'allow',
        asks: atLeastRisk(assessSample(call).level, 'high'),
      };
    }),
  );
}
