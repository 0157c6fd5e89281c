import type { JsonObject } from '@countersign/protocol/json';
import {
  PolicyCheck,
  PolicyExplanation,
  PolicyFacts,
  type PolicyFile,
  PolicyPreview,
} from '@countersign/wire/policy';
import type { CallOptions, PersonCaller, WriteOptions } from './person-caller.ts';

// Loaded with the first answer that needs them.
const DeadLetterList = async () => (await import('@countersign/wire/operating')).DeadLetterList;
const DeadLetterRetried = async () =>
  (await import('@countersign/wire/operating')).DeadLetterRetried;
const CheckpointFacts = async () => (await import('@countersign/wire/log')).CheckpointFacts;
const ConsistencyFacts = async () => (await import('@countersign/wire/log')).ConsistencyFacts;
const InclusionFacts = async () => (await import('@countersign/wire/log')).InclusionFacts;
const HouseRequestOpened = async () => (await import('@countersign/wire/house')).HouseRequestOpened;

/** The rules in force, the log, and what could not be delivered. */
export function operatingCalls(caller: PersonCaller) {
  return {
    policy: (options?: CallOptions) => caller.read(PolicyFacts, '/v1/policy', options),
    previewPolicy: (options?: CallOptions) =>
      caller.read(PolicyPreview, '/v1/policy/preview', options),
    previewGivenPolicy: (files: readonly PolicyFile[], options?: WriteOptions) =>
      caller.write(PolicyPreview, '/v1/policy/preview', { files }, options),
    /** What a house request for another policy would end. */
    previewRequestedPolicy: (id: string, options?: CallOptions) =>
      caller.read(PolicyPreview, `/v1/requests/${encodeURIComponent(id)}/policy-preview`, options),
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
    deadLetters: ({ limit, ...options }: CallOptions & { readonly limit?: number } = {}) =>
      caller.read(DeadLetterList, '/v1/dead-letters', {
        ...options,
        query: { limit },
      }),
    retryDeadLetter: (id: number, options?: WriteOptions) =>
      caller.write(DeadLetterRetried, `/v1/dead-letters/${id}/retry`, undefined, options),
  };
}
