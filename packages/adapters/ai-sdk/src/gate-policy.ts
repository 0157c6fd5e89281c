import type { Look } from '@countersign/client/tool-calls';

/** What `opaPolicy` takes. The tools must be the gated ones: a policy alone cannot hold a replayed or edited history. */
export interface GatePolicy {
  readonly client: {
    evaluate<Input, Decision>(path: string, input: Input): Promise<Decision>;
  };
  readonly path: string;
  /** Names the call. The usual input of `opaPolicy` does not contain that name. */
  readonly toInput: (question: {
    readonly toolCall: {
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: unknown;
    };
  }) => PolicyInput;
}

interface PolicyInput {
  readonly tool: { readonly name: string };
  readonly args: unknown;
  readonly call_id: string;
}

interface Decision {
  readonly decision: 'allow' | 'deny' | 'requires-approval';
  readonly reason: string;
}

type LookAt = (tool: string, input: unknown, id: string) => Promise<Look>;

export function gatePolicy(lookAt: LookAt): GatePolicy {
  return {
    client: { evaluate: async (_, input) => (await decide(lookAt, input)) as never },
    path: 'countersign/decision',
    toInput: ({ toolCall: { toolCallId, toolName, input } }) => ({
      tool: { name: toolName },
      args: input,
      call_id: toolCallId,
    }),
  };
}

async function decide(lookAt: LookAt, input: unknown): Promise<Decision> {
  const { tool, args, call_id } = (input ?? {}) as Partial<PolicyInput>;
  if (typeof tool?.name !== 'string' || typeof call_id !== 'string') {
    const reason =
      'The action has not run: the policy was not told which call it is. Give opaPolicy the toInput of the gate.';
    return { decision: 'deny', reason };
  }
  const look = await lookAt(tool.name, args, call_id);
  if (look.state === 'allowed') return { decision: 'allow', reason: '' };
  return look.state === 'pending'
    ? { decision: 'requires-approval', reason: look.ticket }
    : { decision: 'deny', reason: look.text };
}
