import type { JsonObject } from '@countersign/protocol/json';

/** One tool call as an agent describes it to its hook, in the words that all agents share. */
export interface HookCall {
  /** `before`: may it run? `after`: it ran, and this is how it ended. */
  readonly event: 'before' | 'after';
  /** The agent's own name of the tool. */
  readonly tool: string;
  readonly input: JsonObject;
  /** The conversation, as the agent names it. */
  readonly session: string;
  /** The agent's own id of the call. Some agents give none. */
  readonly callId: string | null;
  /** The folder in which the agent works. */
  readonly cwd: string;
  /** The server and the tool, where the agent says that this is a call of an MCP server. */
  readonly mcp: { readonly server: string; readonly tool: string } | null;
  /** The subagent that makes the call; null where the main agent does. */
  readonly subagent: string | null;
  /** Whether the agent runs a changed input that the answer holds. Where it does not, no reviewer is offered a change. */
  readonly takesChanges: boolean;
  /** Only `after`: how the tool ended, and what it returned. */
  readonly ended: {
    readonly outcome: 'succeeded' | 'failed' | 'unknown';
    readonly result: unknown;
  } | null;
}

/** What an agent is told about a call. */
export type HookVerdict =
  | {
      readonly kind: 'allow';
      /** What a reviewer made of the input, in the agent's own words. The agent must run this and not its own. */
      readonly input?: JsonObject;
      /** What the person at the terminal is told about it, where there is anything to tell. */
      readonly notice?: string;
    }
  /** `text` says why, and what may follow. The model reads it. */
  | { readonly kind: 'deny'; readonly text: string }
  /** A person has not decided yet. The same call finds the request again. */
  | {
      readonly kind: 'pending';
      readonly text: string;
      /** The request that waits, and where people decide it; null where there is no such place. */
      readonly waits?: { readonly request: string; readonly url: string | null };
      /** Whether the agent may end here and ask about the same call when it is resumed. */
      readonly mayDefer?: boolean;
    }
  /** The call has ended, and its outcome was recorded. */
  | { readonly kind: 'noted' };

/** A member of the hook's input is not what the contract says. The call is refused. */
export class ContractBroken extends Error {
  override readonly name = 'ContractBroken';
}
