import type { JsonObject } from '@countersign/protocol/json';
import { HouseRequestOpened } from '@countersign/wire/house';
import { CheckpointFacts, ConsistencyFacts, InclusionFacts } from '@countersign/wire/log';
import { DeadLetterList, DeadLetterRetried } from '@countersign/wire/operating';
import {
  PolicyCheck,
  PolicyExplanation,
  PolicyFacts,
  type PolicyFile,
  PolicyPreview,
  PolicyReplay,
} from '@countersign/wire/policy';
import {
  PolicyProposals,
  SeenTools,
  UnaskedPage,
  type UnaskedQuery,
} from '@countersign/wire/unasked';
import { unreachableProblem } from './api-problem.ts';
import type { CallOptions, PersonCaller, WriteOptions } from './person-caller.ts';

/** The rules in force, the log, and what could not be delivered. */
export function operatingCalls(caller: PersonCaller) {
  return {
    policy: (options?: CallOptions) => caller.read(PolicyFacts, '/v1/policy', options),
    previewPolicy: (options?: CallOptions) =>
      caller.read(PolicyPreview, '/v1/policy/preview', options),
    /** Asks people to put documents in force: the given ones, or the files that the server reads. */
    requestPolicy: (files?: readonly PolicyFile[], options?: WriteOptions) =>
      caller.write(
        HouseRequestOpened,
        '/v1/policy/requests',
        files === undefined ? {} : { files },
        options,
      ),
    explainPolicy: (
      asked: {
        readonly action: object;
        readonly context?: JsonObject;
        readonly files?: readonly PolicyFile[];
      },
      options?: CallOptions,
    ) => caller.write(PolicyExplanation, '/v1/policy/explain', asked, options),
    checkPolicy: (files: readonly PolicyFile[], options?: CallOptions) =>
      caller.write(PolicyCheck, '/v1/policy/check', { files }, options),
    replayPolicy: (
      asked: { readonly files: readonly PolicyFile[]; readonly limit?: number },
      options?: CallOptions,
    ) => caller.write(PolicyReplay, '/v1/policy/replay', asked, options),

    /** What policy allowed or denied without asking anyone, newest first. */
    listUnasked: (query: UnaskedQuery = {}, options?: CallOptions) =>
      caller.read(UnaskedPage, '/v1/unasked', { ...options, query: { ...query } }),
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

    /** The latest signed head of the log; its text is `note`. */
    checkpoint: ({ epoch, ...options }: CallOptions & { readonly epoch?: number } = {}) =>
      caller.read(CheckpointFacts, '/v1/log/checkpoint', { ...options, query: { epoch } }),
    proveInclusion: (
      event: { readonly stream: string; readonly version: number },
      options?: CallOptions,
    ) => caller.read(InclusionFacts, '/v1/log/inclusion', { ...options, query: { ...event } }),
    proveConsistency: (
      from: { readonly epoch: number; readonly size: number },
      options?: CallOptions,
    ) => caller.read(ConsistencyFacts, '/v1/log/consistency', { ...options, query: { ...from } }),
    /** The log a row a line, as text, while it comes. A line that was cut off is not yielded but thrown about. */
    exportLog: (
      from: { readonly epoch: number; readonly from?: number },
      options: CallOptions = {},
    ) => exportedLines(caller, { ...from }, options),

    deadLetters: ({ limit, ...options }: CallOptions & { readonly limit?: number } = {}) =>
      caller.read(DeadLetterList, '/v1/dead-letters', {
        ...options,
        query: { limit },
      }),
    retryDeadLetter: (id: number, options?: WriteOptions) =>
      caller.write(DeadLetterRetried, `/v1/dead-letters/${id}/retry`, undefined, options),
  };
}

/** Wider than any row: a sender without line ends must not fill the memory. */
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
