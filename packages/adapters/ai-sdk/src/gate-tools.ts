import type { Gate } from '@countersign/client';
import {
  GatedCalls,
  type GatedCallsOptions,
  type Look,
  type ToolCall,
} from '@countersign/client/tool-calls';
import { answerApprovals, type Resumed } from './answer-approvals.ts';
import { type GatePolicy, gatePolicy } from './gate-policy.ts';

/** The part of the AI SDK's `toolApproval` argument that the gate reads. */
export interface ApprovalQuestion {
  readonly toolCall: {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input: unknown;
  };
}

/** The complete vocabulary: the AI SDK runs a tool on any word that it does not know. */
export type ApprovalAnswer =
  | 'not-applicable'
  | { readonly type: 'user-approval'; readonly reason: string }
  | { readonly type: 'denied'; readonly reason: string };

export interface GatedTools<Tools> {
  /** The same tools. Each one runs only what the gate allows, whatever the messages say. */
  readonly tools: Tools;
  /**
   * For `generateText`, `streamText` and `ToolLoopAgent` of version 7. In version 6 the tools themselves say which call
   * needs an approval.
   */
  readonly toolApproval: (question: ApprovalQuestion) => Promise<ApprovalAnswer>;
  /** The gate as a `PolicyClient` of `@ai-sdk/policy-opa`: give it to `opaPolicy`. */
  readonly policy: GatePolicy;
  /**
   * Answers every approval request in the messages with the decision of the gate. Call it before the messages go to the
   * model again. While `waiting` is not empty, the run stays suspended.
   */
  readonly resume: <Message extends { readonly role: string }>(
    messages: readonly Message[],
  ) => Promise<Resumed<Message>>;
}

/** Tells the model that the tool did not run, and why. */
class NotRun extends Error {
  override readonly name = 'NotRun';
}

type Execute = (input: unknown, options: ExecutionOptions) => unknown;

interface ExecutionOptions {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal;
}

/**
 * Puts a set of AI SDK tools behind a gate. The wrapped `execute` enforces the decision. Code mode, subagents and
 * replayed or edited messages all reach it. `toolApproval` and `resume` let a run end while a person decides.
 */
export function gateTools<Tools extends Readonly<Record<string, object>>>(
  gate: Gate,
  tools: Tools,
  options: GatedCallsOptions = {},
): GatedTools<Tools> {
  const calls = new GatedCalls(gate, options);
  /** The calls that `toolApproval` was asked about and that can therefore be suspended. */
  const suspendable = new Set<string>();
  const modeOf = (id: string | undefined) =>
    id !== undefined && suspendable.delete(id) ? calls.mode : 'block';
  const gated = Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => {
      const needsApproval = async (input: unknown, { toolCallId }: ExecutionOptions) => {
        // Always a boolean. A refused call goes on to `execute`, which tells the model why. An approved call still
        // reports that it needs approval. The AI SDK checks this again when a run is resumed, and treats an approval
        // that is not needed as forged.
        if (calls.mode === 'block' || toolCallId === undefined) return false;
        const look = await lookAt(name, input, toolCallId);
        return look.state !== 'refused' && look.ticket !== null;
      };
      return [name, { ...gateTool(calls, name, tool, modeOf), needsApproval }];
    }),
  ) as Tools;
  const lookAt = async (tool: string, input: unknown, id: string): Promise<Look> => {
    if (!Object.hasOwn(gated, tool)) {
      const text = `The action has not run: the tool ${JSON.stringify(tool)} is not behind the gate.`;
      return { state: 'refused', text };
    }
    // A tool that waits inside `execute` needs no answer here.
    if (calls.mode === 'block') return { state: 'allowed', ticket: null, text: '' };
    suspendable.add(id);
    return calls.look({ tool, input, id });
  };
  return {
    tools: gated,
    toolApproval: async ({ toolCall: { toolName, toolCallId, input } }) => {
      const look = await lookAt(toolName, input, toolCallId);
      if (look.state === 'allowed') return 'not-applicable';
      return look.state === 'pending'
        ? { type: 'user-approval', reason: look.ticket }
        : { type: 'denied', reason: look.text };
    },
    policy: gatePolicy(lookAt),
    resume: messages => answerApprovals(calls, messages),
  };
}

/**
 * Code mode and applications without `toolApproval` call a tool that was never asked about. Their calls cannot be
 * suspended, so they wait.
 */
type ModeOf = (toolCallId: string | undefined) => 'block' | 'suspend';

function gateTool(calls: GatedCalls, name: string, tool: object, modeOf: ModeOf): object {
  const execute = Reflect.get(tool, 'execute') as unknown;
  if (typeof execute !== 'function') {
    throw new TypeError(
      `expected the tool ${JSON.stringify(name)} to have an execute function, found none. The gate cannot hold a tool that runs in the browser or at the provider. Leave this tool out.`,
    );
  }
  const run = async (input: unknown, given: ExecutionOptions = {}): Promise<unknown> => {
    const { toolCallId: id, abortSignal: signal } = given;
    const call: ToolCall = { tool: name, input, id, signal };
    const ending = await calls.run(
      call,
      (approved, abortSignal) =>
        lastOf((execute as Execute).call(tool, approved, { ...given, abortSignal })),
      modeOf(id),
    );
    // The AI SDK gives the message of a thrown error to the model, as an error of the tool.
    if (!ending.ran) throw new NotRun(ending.text);
    return ending.result;
  };
  return Object.assign(Object.create(Object.getPrototypeOf(tool)) as object, tool, {
    execute: run,
  });
}

/** A tool may stream preliminary results. The gate reports the outcome after the last one, which is the result. */
async function lastOf(result: unknown): Promise<unknown> {
  if (!isAsyncIterable(result)) return result;
  let last: unknown;
  for await (const each of result) last = each;
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
