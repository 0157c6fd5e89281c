import {
  buildOperatorApprovalPacket,
  type OperatorApprovalIntentKind,
  type OperatorApprovalPacket,
} from './approval-packet.ts';
import {
  type OperatorConfirmationImplementationChannelInput,
  type OperatorConfirmationImplementationChannelPlan,
  resolveOperatorConfirmationImplementationChannelPlan,
} from './channel-plans.ts';

/** A tool that an agent's runtime can be given. It answers, and changes nothing. */
export interface PlanningTool<Details> {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** JSON Schema. What a call holds beyond it, or in another type, is not looked at. */
  readonly parameters: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, { readonly type: string }>>;
    readonly required: readonly string[];
  };
  execute(callId: string, parameters?: unknown): PlanningAnswer<Details>;
}

export interface PlanningAnswer<Details> {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly details: Details;
}

export const channelPlanTool: PlanningTool<OperatorConfirmationImplementationChannelPlan> = {
  name: 'operator_confirmation_implementation_channel_plan',
  label: 'Operator confirmation: channel plan',
  description:
    'Plans where an operator confirmation signal comes from. It only reports. Never enables destructive dialogs, dispatch, overrides or patches.',
  parameters: parametersOf({
    preferred_channel: 'string',
    guard_can_own_dialog: 'boolean',
    wrapper_can_preserve_structured_details: 'boolean',
    upstream_change_accepted: 'boolean',
    direct_node_modules_patch_requested: 'boolean',
    destructive_runtime_enable_requested: 'boolean',
  }),
  execute: (_callId, parameters) => {
    const given = givenIn(parameters);
    return answer(
      resolveOperatorConfirmationImplementationChannelPlan({
        preferredChannel: channelIn(given.text('preferred_channel')),
        guardCanOwnDialog: given.flag('guard_can_own_dialog'),
        wrapperCanPreserveStructuredDetails: given.flag('wrapper_can_preserve_structured_details'),
        upstreamChangeAccepted: given.flag('upstream_change_accepted'),
        directNodeModulesPatchRequested: given.flag('direct_node_modules_patch_requested'),
        destructiveRuntimeEnableRequested: given.flag('destructive_runtime_enable_requested'),
      }),
    );
  },
};

export const approvalPacketTool: PlanningTool<OperatorApprovalPacket> = {
  name: 'operator_approval_packet',
  label: 'Operator approval packet',
  description:
    'Says what to ask an operator: yes or no, a choice, or one bounded suite. It only reports and authorizes nothing.',
  parameters: parametersOf(
    {
      intent_kind: 'string',
      recommended_action: 'string',
      options: 'array',
      suite_id: 'string',
      provider_model_ref: 'string',
      max_calls: 'number',
      max_cost_usd: 'number',
      parallelism: 'number',
      structured_approval_available: 'boolean',
      protected_scope_requested: 'boolean',
      destructive_action_requested: 'boolean',
    },
    ['intent_kind'],
  ),
  execute: (_callId, parameters) => {
    const given = givenIn(parameters);
    return answer(
      buildOperatorApprovalPacket({
        // Upstream takes a kind that it does not know for the harmless one. Here the packet is blocked.
        intentKind: given.text('intent_kind') as OperatorApprovalIntentKind,
        recommendedAction: given.text('recommended_action'),
        options: given.texts('options'),
        suiteId: given.text('suite_id'),
        providerModelRef: given.text('provider_model_ref'),
        maxCalls: given.number('max_calls'),
        maxCostUsd: given.number('max_cost_usd'),
        parallelism: given.number('parallelism'),
        structuredApprovalAvailable: given.flag('structured_approval_available'),
        protectedScopeRequested: given.flag('protected_scope_requested'),
        destructiveActionRequested: given.flag('destructive_action_requested'),
      }),
    );
  },
};

/** Gives a runtime both tools, under upstream's name for that. */
export function registerGuardrailsOperatorConfirmationSurface(runtime: {
  registerTool(tool: PlanningTool<unknown>): unknown;
}): void {
  runtime.registerTool(approvalPacketTool);
  runtime.registerTool(channelPlanTool);
}

function answer<Details extends { readonly summary: string }>(
  details: Details,
): PlanningAnswer<Details> {
  return { content: [{ type: 'text', text: details.summary }], details };
}

function parametersOf(
  types: Readonly<Record<string, string>>,
  required: readonly string[] = [],
): PlanningTool<unknown>['parameters'] {
  const properties = Object.entries(types).map(([name, type]) => [name, { type }] as const);
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

function channelIn(
  text: string | undefined,
): OperatorConfirmationImplementationChannelInput['preferredChannel'] {
  return text === 'guard-owned' || text === 'wrapper' || text === 'upstream-pr' ? text : undefined;
}

/** A call's own members by type; one of another type is as if it were not there. */
function givenIn(parameters: unknown) {
  const given = new Map(
    typeof parameters === 'object' && parameters !== null ? Object.entries(parameters) : [],
  );
  return {
    text: (name: string) => {
      const value = given.get(name);
      return typeof value === 'string' ? value : undefined;
    },
    texts: (name: string) => {
      const value: unknown = given.get(name);
      return Array.isArray(value) ? value.filter(some => typeof some === 'string') : undefined;
    },
    number: (name: string) => {
      const value = given.get(name);
      return typeof value === 'number' ? value : undefined;
    },
    flag: (name: string) => {
      const value = given.get(name);
      return typeof value === 'boolean' ? value : undefined;
    },
  };
}
