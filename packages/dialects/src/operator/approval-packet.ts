import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { inOneWord, summaryLine } from './non-authorizing.ts';

const intentKinds = [
  'local-safe',
  'worker-single-run',
  'worker-suite',
  'protected',
  'destructive',
] as const;
export type OperatorApprovalIntentKind = (typeof intentKinds)[number];
export type OperatorApprovalInteraction = 'none' | 'yes-no' | 'choice' | 'suite-approval';
export type OperatorApprovalDecision =
  | 'not-required'
  | 'ready-for-structured-approval'
  | 'needs-structured-approval-signal'
  | 'blocked';

export interface OperatorApprovalPacketInput {
  readonly intentKind: OperatorApprovalIntentKind;
  readonly recommendedAction?: string | undefined;
  readonly options?: readonly string[] | undefined;
  readonly suiteId?: string | undefined;
  readonly providerModelRef?: string | undefined;
  readonly maxCalls?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly parallelism?: number | undefined;
  /** Whether an answer can be recorded as a decision, and not only be read as text. */
  readonly structuredApprovalAvailable?: boolean | undefined;
  /** What upstream called it before. */
  readonly structuredConfirmationAvailable?: boolean | undefined;
  readonly protectedScopeRequested?: boolean | undefined;
  readonly destructiveActionRequested?: boolean | undefined;
}

export interface OperatorApprovalPacket {
  readonly mode: 'operator-approval-packet';
  readonly decision: OperatorApprovalDecision;
  readonly interaction: OperatorApprovalInteraction;
  readonly approvalState: 'not-required' | 'pending-operator' | 'blocked';
  readonly authorization: 'none';
  readonly authorizationEffect: 'none';
  readonly dispatchAllowed: false;
  /** Whether one of `allowedResponses` is enough of an answer. It says how to ask, and permits nothing. */
  readonly acceptsShortAnswer: boolean;
  readonly requiresStructuredSignal: boolean;
  readonly prompt: string;
  readonly recommendedAction?: string;
  readonly allowedResponses: string[];
  readonly blockers: string[];
  readonly auditContract: {
    readonly ttlSingleUse: true;
    readonly fingerprintRequired: true;
    readonly textOnlyCannotAuthorize: true;
  };
  readonly summary: string;
}

const optionsMax = 5;

/**
 * The question to put to an operator: nothing, yes or no, one of at most five, or one bounded suite. It is a question;
 * the answer counts only as a decision on the action that `suiteAction` or the caller binds.
 */
export function buildOperatorApprovalPacket(
  input: OperatorApprovalPacketInput,
): OperatorApprovalPacket {
  const recommendedAction = words(input.recommendedAction, 180);
  const options = (Array.isArray(input.options) ? input.options : [])
    .flatMap(option => words(option, 80) ?? [])
    .slice(0, optionsMax);
  const [decision, blockers] = decisionOf(input);
  const interaction = interactionOf(input.intentKind, decision, options.length);
  const approvalState = stateOf[decision];
  const acceptsShortAnswer = approvalState !== 'blocked';
  const required = decision !== 'not-required';
  return {
    mode: 'operator-approval-packet',
    decision,
    interaction,
    approvalState,
    authorization: 'none',
    authorizationEffect: 'none',
    dispatchAllowed: false,
    acceptsShortAnswer,
    requiresStructuredSignal: required,
    prompt: promptOf(input, recommendedAction),
    ...(recommendedAction === undefined ? {} : { recommendedAction }),
    allowedResponses: acceptsShortAnswer ? responsesOf(input.intentKind, interaction, options) : [],
    blockers,
    auditContract: { ttlSingleUse: true, fingerprintRequired: true, textOnlyCannotAuthorize: true },
    summary: summaryLine('operator-approval-packet', [
      ['decision', decision],
      ['approvalState', approvalState],
      ['interaction', interaction],
      ['shortAnswer', acceptsShortAnswer ? 'yes' : 'no'],
      ['structured', required ? 'yes' : 'no'],
      ...(blockers.length === 0 ? [] : [['blockers', inOneWord(blockers)] as const]),
      ['dispatch', 'no'],
      ['authorizationEffect', 'none'],
    ]),
  };
}

/**
 * A suite as one action whose parameters are its bounds, so that one approval covers exactly that many calls of that
 * model at that cost, and any other bound is another action. The grant is consumed once, for the suite.
 */
export function suiteAction(
  input: OperatorApprovalPacketInput,
  known: { readonly agent_id: string; readonly runs: readonly JsonObject[] },
): ActionBinding {
  const { suiteId, providerModelRef, maxCalls, maxCostUsd, parallelism = 1 } = input;
  const { agent_id, runs } = known;
  const [problem] = [
    ...missingBounds(input),
    ...(Number.isInteger(maxCalls) && runs.length <= Number(maxCalls)
      ? []
      : ['max-calls-exceeded']),
    ...(Number.isInteger(parallelism) && parallelism > 0 ? [] : ['parallelism-invalid']),
  ];
  if (problem !== undefined) {
    const expected = 'expected a suite with all its bounds, and no more runs than calls';
    throw new ProtocolError('object_malformed', '', `${expected}: ${problem}`);
  }
  return parseActionBinding({
    schema_version: '1.0',
    operation: 'suite.run',
    agent_id,
    subject_id: null,
    target: { tool_name: 'worker.suite', tool_schema_version: '1', resource: suiteId ?? null },
    parameters: {
      suite_id: suiteId ?? null,
      provider_model_ref: providerModelRef ?? null,
      max_calls: maxCalls ?? null,
      max_cost_usd: maxCostUsd ?? null,
      parallelism,
      runs: [...runs],
    },
  });
}

const stateOf = {
  'not-required': 'not-required',
  'ready-for-structured-approval': 'pending-operator',
  'needs-structured-approval-signal': 'blocked',
  blocked: 'blocked',
} as const satisfies Record<OperatorApprovalDecision, OperatorApprovalPacket['approvalState']>;

const signalMissing = 'structured-operator-approval-signal-missing';

/** The first thing that stands in the way, in upstream's order; that a suite needs its bounds is ours. */
function decisionOf(
  input: OperatorApprovalPacketInput,
): readonly [OperatorApprovalDecision, string[]] {
  const { intentKind, protectedScopeRequested, destructiveActionRequested } = input;
  const tooSmall = [
    ...(protectedScopeRequested === true && intentKind !== 'protected'
      ? ['protected-scope-requires-protected-intent']
      : []),
    ...(destructiveActionRequested === true && intentKind !== 'destructive'
      ? ['destructive-action-requires-destructive-intent']
      : []),
    ...(intentKinds.includes(intentKind) ? [] : ['intent-kind-unknown']),
  ];
  if (tooSmall.length > 0) return ['blocked', tooSmall];
  if (intentKind === 'local-safe') return ['not-required', []];
  const { structuredApprovalAvailable, structuredConfirmationAvailable } = input;
  if ((structuredApprovalAvailable ?? structuredConfirmationAvailable) !== true) {
    return ['needs-structured-approval-signal', [signalMissing]];
  }
  const missing = intentKind === 'worker-suite' ? missingBounds(input) : [];
  return [missing.length > 0 ? 'blocked' : 'ready-for-structured-approval', missing];
}

function interactionOf(
  kind: OperatorApprovalIntentKind,
  decision: OperatorApprovalDecision,
  options: number,
): OperatorApprovalInteraction {
  if (decision === 'not-required') return 'none';
  if (kind === 'worker-suite') return 'suite-approval';
  const choosable = kind === 'worker-single-run' && decision === 'ready-for-structured-approval';
  return choosable && options > 1 ? 'choice' : 'yes-no';
}

/** Upstream's words, of which the operator picks one; they are the labels of buttons and are never read from text. */
function responsesOf(
  kind: OperatorApprovalIntentKind,
  interaction: OperatorApprovalInteraction,
  options: string[],
): string[] {
  if (interaction === 'none') return ['prossiga', 'continue', 'sim'];
  if (interaction === 'choice') return options;
  if (interaction === 'suite-approval') return ['approve', 'decline'];
  return kind === 'worker-single-run' ? ['sim', 'nao'] : ['confirm', 'decline'];
}

/** One approval for many calls is only given where it says how many, of what, and for how much. */
function missingBounds(input: OperatorApprovalPacketInput): string[] {
  const bounds = [
    ['suite-id-missing', words(input.suiteId, 80)],
    ['provider-model-missing', words(input.providerModelRef, 100)],
    ['max-calls-missing', positive(input.maxCalls)],
    ['max-cost-missing', positive(input.maxCostUsd)],
  ] as const;
  return bounds.filter(([, value]) => value === undefined).map(([blocker]) => blocker);
}

function promptOf(
  { intentKind, ...input }: OperatorApprovalPacketInput,
  recommended: string | undefined,
): string {
  const tail = recommended === undefined ? '' : ` ${recommended}`;
  switch (intentKind) {
    case 'local-safe':
      return `Local and safe; nothing to confirm.${tail}`;
    case 'worker-suite':
      return [
        `Approve the suite ${words(input.suiteId, 80) ?? 'without a name'}?`,
        `model=${words(input.providerModelRef, 100) ?? 'unknown'}`,
        `maxCalls=${positive(input.maxCalls) ?? 'unknown'}`,
        `maxCostUsd=${positive(input.maxCostUsd) ?? 'unknown'}`,
        `parallelism=${positive(input.parallelism) ?? 1}${tail}`,
      ].join(' ');
    case 'worker-single-run':
      return `Approve one run?${tail}`;
    default:
      return `Confirm this ${intentKind} action?${tail}`;
  }
}

function words(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replace(/\s+/g, ' ').trim();
  if (text === '') return undefined;
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}
