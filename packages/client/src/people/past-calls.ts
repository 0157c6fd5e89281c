import { InsightsAnswer, type InsightsQuery, type InsightsTable } from '@countersign/wire/insights';
import type { PolicyFile } from '@countersign/wire/policy';
import { PolicyReplay } from '@countersign/wire/replay';
import {
  PolicyProposals,
  SeenTools,
  UnaskedPage,
  type UnaskedQuery,
} from '@countersign/wire/unasked';
import { unreachableProblem } from './api-problem.ts';
import type { CallOptions, PersonCaller } from './person-caller.ts';

/** What happened before. Apart from the other calls, because few screens need them: `api.with(pastCalls)`. */
export function pastCalls(caller: PersonCaller) {
  return {
    /** What other documents would have answered. */
    replayPolicy: (
      asked: {
        readonly files: readonly PolicyFile[];
        readonly limit?: number;
        readonly days?: number;
      },
      options?: CallOptions,
    ) => caller.write(PolicyReplay, '/v1/policy/replay', asked, options),
    /** What policy allowed or denied without asking anyone, newest first. */
    listUnasked: (query: UnaskedQuery = {}, options?: CallOptions) =>
      caller.read(UnaskedPage, '/v1/unasked', { ...options, query: { ...query } }),
    /** The outcome of actions, and how long decisions took. */
    insights: (query: InsightsQuery = {}, options?: CallOptions) =>
      caller.read(InsightsAnswer, '/v1/insights', { ...options, query: { ...query } }),
    /** One of the tables behind it, as CSV. */
    insightsTable: async (
      table: InsightsTable,
      query: InsightsQuery = {},
      options: CallOptions = {},
    ) => {
      const path = `/v1/insights/tables/${table}` as const;
      const answer = await caller.open(path, {
        ...options,
        query: { ...query },
        accept: 'text/csv',
      });
      return answer.text();
    },
    /** Every tool that was seen, and what is known of it. */
    seenTools: (options?: CallOptions) => caller.read(SeenTools, '/v1/tools', options),
    /** What people approved again and again; nothing changes by itself. */
    policyProposals: ({
      approvals_min,
      ...options
    }: CallOptions & { readonly approvals_min?: number } = {}) =>
      caller.read(PolicyProposals, '/v1/policy/proposals', {
        ...options,
        query: { approvals_min },
      }),
    /** The log as text, one row per line, as it arrives. A line that was cut off is not yielded. It throws. */
    exportLog: (
      from: { readonly epoch: number; readonly from?: number },
      options: CallOptions = {},
    ) => exportedLines(caller, { ...from }, options),
  };
}

/** More than any row needs. A sender that never ends a line must not fill the memory. */
const lineMax = 2 ** 26;

async function* exportedLines(
  caller: PersonCaller,
  query: { readonly epoch: number; readonly from?: number },
  options: CallOptions,
): AsyncGenerator<string, void, undefined> {
  const accept = 'application/x-ndjson';
  const { body } = await caller.open('/v1/log/rows', { ...options, query, accept });
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let begun: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = text.split('\n');
      const rest = lines.pop() ?? '';
      const [first, ...more] = lines;
      if (first !== undefined) {
        yield begun.join('') + first;
        yield* more;
        begun = [];
        length = 0;
      }
      begun.push(rest);
      length += rest.length;
      if (length > lineMax) throw new Error('a line is too long');
      if (done) break;
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    throw unreachableProblem('the log broke off', 0, error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (length > 0) throw unreachableProblem('the log ended in the middle of a line');
}
