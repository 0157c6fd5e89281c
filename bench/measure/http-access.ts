// What the server of server-process.ts tells the benchmark, and how it is called then.

type Headers = Readonly<Record<string, string>>;

export interface ServerAccess {
  readonly port: number;
  readonly folder: string;
  /** Of a key that may propose for every agent. */
  readonly agent: Headers;
  /** Of a key that may consume. */
  readonly executor: Headers;
  /** Of a person who may decide. */
  readonly person: Headers;
}

export const audience = 'billing-executor';

/** Several, for each may only ask so often. */
export const agentIds: readonly string[] = Array.from(
  { length: 64 },
  (_, number) => `bench-agent-${String(number).padStart(2, '0')}`,
);
