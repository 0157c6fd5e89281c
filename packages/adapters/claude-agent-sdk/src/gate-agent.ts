import type { Gate } from '@countersign/client';
import {
  type BegunCall,
  BegunCalls,
  GatedCalls,
  type GatedCallsOptions,
  type ToolCall,
} from '@countersign/client/tool-calls';

/** The part of a hook's input that the gate reads. */
interface HookInput {
  readonly hook_event_name?: string;
  readonly session_id?: string;
  readonly tool_name?: string;
  readonly tool_input?: unknown;
  readonly tool_use_id?: string;
  readonly tool_response?: unknown;
  readonly is_interrupt?: boolean | undefined;
}

type Hook = (
  input: HookInput,
  toolUseID: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<HookOutput>;

/** The complete vocabulary. The Agent SDK runs a tool where a hook answers anything else. */
interface HookOutput {
  readonly continue?: false;
  readonly stopReason?: string;
  readonly hookSpecificOutput?: {
    readonly hookEventName: 'PreToolUse';
    readonly permissionDecision: 'allow' | 'deny' | 'defer';
    readonly permissionDecisionReason: string;
    readonly updatedInput?: Record<string, unknown>;
    /** A text that the model reads beside the result. */
    readonly additionalContext?: string;
  };
}

interface HookMatcher {
  hooks: Hook[];
  timeout: number;
  onFailure: 'block';
}

/** The part of the options of `query` that the gate fills in. */
interface GateOptions {
  readonly hooks: Record<'PreToolUse' | 'PostToolUse' | 'PostToolUseFailure', HookMatcher[]>;
  readonly canUseTool: (
    toolName: string,
    input: Record<string, unknown>,
    options: { readonly signal: AbortSignal; readonly toolUseID: string },
  ) => Promise<PermissionAnswer>;
}

type PermissionAnswer =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string; interrupt?: true };

export interface GatedAgent {
  /**
   * The options of `query`, with every tool behind the gate in every permission mode. Hooks of your own go in with your
   * options. A PreToolUse hook is refused: it could change the input after the gate has seen it. For the same reason the hooks
   * of settings files and plugins are turned off.
   */
  readonly options: <Options extends object>(options: Options) => Options;
}

/** Claude Code ends a hook after this many seconds, and blocks the tool then. A question may wait for a day. */
const hookSeconds = 86_400;

/**
 * Puts every tool of an agent behind a gate. The hook before a tool enforces the decision. Claude Code calls the hook
 * in every permission mode, also under `bypassPermissions` and for allowed tools. If the hook fails, the tool is
 * blocked.
 */
export function gateAgent(gate: Gate, options: GatedCallsOptions = {}): GatedAgent {
  const calls = new GatedCalls(gate, options);
  const begun = new BegunCalls();
  const begin = async (call: ToolCall): Promise<BegunCall> => {
    const begin = await calls.begin(call, undefined, true);
    if (begin.state === 'begun' && call.id !== undefined) begun.put(call.id, begin.begun);
    return begin;
  };
  const held = { timeout: hookSeconds, onFailure: 'block' } as const;
  const own: GateOptions = {
    hooks: {
      PreToolUse: [{ hooks: [beforeTool(begin)], ...held }],
      PostToolUse: [{ hooks: [afterTool(begun)], ...held }],
      PostToolUseFailure: [{ hooks: [afterTool(begun)], ...held }],
    },
    canUseTool: askedAgain(begun, begin),
  };
  return {
    options: given => {
      const hooks = joined(given, own);
      // In this mode Claude Code asks hooks only, and the SDK warns of a callback that is never called.
      const isBypassed = Reflect.get(given, 'permissionMode') === 'bypassPermissions';
      return {
        ...given,
        hooks,
        settings: settingsOf(given),
        ...(isBypassed ? {} : { canUseTool: own.canUseTool }),
      } as typeof given;
    },
  };
}

type Begin = (call: ToolCall) => Promise<BegunCall>;

function beforeTool(begin: Begin): Hook {
  return async ({ tool_name, tool_input, tool_use_id, session_id }, toolUseID, { signal }) => {
    const id = tool_use_id ?? toolUseID;
    if (typeof tool_name !== 'string' || id === undefined) {
      return deny('The action has not run: the call has no name or no id.');
    }
    const call = { tool: tool_name, input: tool_input, id, run: session_id, signal };
    const answer = await begin(call).catch(
      (error: unknown) => ({ state: 'failed', error }) as const,
    );
    // A fault of the set-up or of the application. The agent stops, and its operator reads why.
    if (answer.state === 'failed') {
      return { ...deny(failed), continue: false, stopReason: whyOf(answer.error) };
    }
    if (answer.state === 'refused') return deny(answer.text);
    if (answer.state === 'pending') return decision('defer', answer.text);
    const { begun, note } = answer;
    const { hookSpecificOutput } = decision('allow', 'The gate allows this call.');
    return {
      hookSpecificOutput: {
        ...hookSpecificOutput,
        updatedInput: { ...begun.parameters },
        ...(note === null ? {} : { additionalContext: note }),
      },
    };
  };
}

const failed = 'The action has not run: the gate failed. Tell the person you work for.';

function whyOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function decision(permissionDecision: 'allow' | 'deny' | 'defer', reason: string) {
  const hookEventName = 'PreToolUse' as const;
  const permissionDecisionReason = reason;
  return { hookSpecificOutput: { hookEventName, permissionDecision, permissionDecisionReason } };
}

function deny(reason: string): HookOutput {
  return decision('deny', reason);
}

/** Reports the outcome of the tool and its input. An input other than the approved one raises an alarm. */
function afterTool(begun: BegunCalls): Hook {
  return async (input, toolUseID) => {
    const own = begun.take(input.tool_use_id ?? toolUseID ?? '');
    const ran = input.tool_input;
    if (input.hook_event_name === 'PostToolUse') {
      await own?.report({ outcome: 'succeeded', result: input.tool_response, ran });
    } else {
      await own?.report({ outcome: input.is_interrupt === true ? 'unknown' : 'failed', ran });
    }
    return {};
  };
}

/**
 * Claude Code calls this if a hook of its settings wants a question, or if no hook was called. A call that the gate has
 * begun runs with the approved input. Any other call begins now.
 */
function askedAgain(begun: BegunCalls, begin: Begin): GateOptions['canUseTool'] {
  return async (tool, input, { signal, toolUseID: id }) => {
    try {
      const own = begun.peek(id);
      if (own !== undefined) return { behavior: 'allow', updatedInput: { ...own.parameters } };
      const answer = await begin({ tool, input, id, signal });
      return answer.state === 'begun'
        ? { behavior: 'allow', updatedInput: { ...answer.begun.parameters } }
        : { behavior: 'deny', message: answer.text };
    } catch {
      return { behavior: 'deny', message: failed, interrupt: true };
    }
  };
}

/**
 * Hooks run in parallel, and Claude Code uses the input of the last one. So a hook of a settings file could run an
 * input that no one approved. This setting turns off the hooks of files and plugins, and keeps the hooks of the
 * program.
 */
function settingsOf(given: object): object {
  const settings = (Reflect.get(given, 'settings') ?? {}) as unknown;
  if (typeof settings !== 'object' || settings === null) {
    throw new TypeError(
      'expected the settings as an object, found a text. The gate turns off the hooks of settings files there.',
    );
  }
  if (Reflect.get(settings, 'disableAllHooks') === false) {
    throw new TypeError(
      'expected settings that leave disableAllHooks out, found false. A hook of a settings file could change the input after the gate has seen it.',
    );
  }
  return { ...settings, disableAllHooks: true };
}

function joined(given: object, own: GateOptions): GateOptions['hooks'] {
  const hooks = (Reflect.get(given, 'hooks') ?? {}) as Record<string, HookMatcher[] | undefined>;
  if ((hooks['PreToolUse']?.length ?? 0) > 0) {
    throw new TypeError(
      'expected options without a PreToolUse hook, found one. Hooks run side by side, and yours could change the input after the gate has seen it.',
    );
  }
  if (Reflect.get(given, 'canUseTool') !== undefined) {
    throw new TypeError(
      'expected options without canUseTool, found one. The policy of the gate decides which calls need an approval.',
    );
  }
  const after = (event: 'PostToolUse' | 'PostToolUseFailure') => [
    ...own.hooks[event],
    ...(hooks[event] ?? []),
  ];
  return {
    ...hooks,
    PreToolUse: own.hooks.PreToolUse,
    PostToolUse: after('PostToolUse'),
    PostToolUseFailure: after('PostToolUseFailure'),
  };
}
