import type { Gate } from '@countersign/client';

/** A call that the scripted model makes. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: { readonly amount: number };
  readonly id: string;
}

/** What a driver needs to play one turn: a model that makes these calls and then says that it is done. */
export interface TurnSetup {
  readonly gate: Gate;
  readonly session: string;
  readonly mode: 'block' | 'suspend';
  readonly calls: readonly ScriptedCall[];
  /** What every tool does. */
  readonly effect: (tool: string, input: { readonly amount: number }) => unknown;
  readonly onAsked?: (approvalRequestId: string) => void;
  readonly signal?: AbortSignal;
  /** How long the framework lets a tool take, in milliseconds. */
  readonly toolTimeout?: number;
  readonly way?: 'whole' | 'streamed' | 'subagent';
}

export interface TurnEnd {
  /** What the model was told about each call, by the id of the call. */
  readonly told: Readonly<Record<string, string>>;
  /** The state of a suspended run as an application stores it; null where the run ended. */
  readonly state: string | null;
  /** The requests that a suspended run waits for. */
  readonly tickets: readonly string[];
}

/** One framework, driven with its own fake model. */
export interface Driver {
  /** Plays the turn from its start. */
  readonly start: (setup: TurnSetup) => Promise<TurnEnd>;
  /** Resumes a suspended run from its stored state, as any process can. */
  readonly resume: (setup: TurnSetup, state: string) => Promise<TurnEnd>;
  /**
   * Whether a call keeps its id. Where it has none, the same call finds its open request again, and once that was used
   * it is a new occasion.
   */
  readonly hasCallIds: boolean;
}
