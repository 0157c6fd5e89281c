import {
  firstOf,
  inOneWord,
  type NonAuthorizing,
  nonAuthorizing,
  summaryLine,
} from './non-authorizing.ts';

/** A plan says what to do next, and does nothing itself. These are answers for the designer of an integration. */
interface Plan<Decision extends string> {
  readonly decision: Decision;
  readonly reasons: string[];
  readonly nextActions: string[];
  /** The first of them, for a program. */
  readonly nextActionCode: string;
}

export interface OperatorConfirmationImplementationChannelInput {
  readonly preferredChannel?: 'guard-owned' | 'wrapper' | 'upstream-pr' | undefined;
  readonly guardCanOwnDialog?: boolean | undefined;
  readonly wrapperCanPreserveStructuredDetails?: boolean | undefined;
  readonly upstreamChangeAccepted?: boolean | undefined;
  readonly directNodeModulesPatchRequested?: boolean | undefined;
  readonly destructiveRuntimeEnableRequested?: boolean | undefined;
}

type OperatorConfirmationImplementationChannel =
  | 'guard-owned-report-only'
  | 'wrapper-design'
  | 'upstream-pr-design'
  | 'blocked';

export interface OperatorConfirmationImplementationChannelPlan
  extends Omit<NonAuthorizing, 'canOverrideMonitorBlock'> {
  readonly channel: OperatorConfirmationImplementationChannel;
  readonly implementationAllowed: false;
  readonly runtimeDestructiveDialogEnabled: false;
  readonly directNodeModulesPatchAllowed: false;
  readonly reasons: string[];
  readonly nextActionCode: string;
  readonly nextActions: string[];
  readonly summary: string;
}

export function resolveOperatorConfirmationImplementationChannelPlan(
  input: OperatorConfirmationImplementationChannelInput,
): OperatorConfirmationImplementationChannelPlan {
  const { decision: channel, reasons, nextActions, nextActionCode } = channelOf(input);
  return {
    channel,
    authorization: 'none',
    dispatchAllowed: false,
    implementationAllowed: false,
    runtimeDestructiveDialogEnabled: false,
    directNodeModulesPatchAllowed: false,
    reasons,
    nextActionCode,
    nextActions,
    summary: summaryLine('operator-confirmation-implementation-channel', [
      ['channel', channel],
      ['nextActionCode', nextActionCode],
      ['dispatch', 'no'],
      ['implementation', 'no'],
      ['destructiveDialog', 'no'],
      ['nodeModulesPatch', 'no'],
      ['reasons', inOneWord(reasons)],
    ]),
  };
}

function channelOf(
  input: OperatorConfirmationImplementationChannelInput,
): Plan<OperatorConfirmationImplementationChannel> {
  const prohibited = [
    ...(input.directNodeModulesPatchRequested === true
      ? ['direct-node-modules-patch-prohibited']
      : []),
    ...(input.destructiveRuntimeEnableRequested === true
      ? ['destructive-runtime-enable-requires-separate-authorization']
      : []),
  ];
  if (prohibited.length > 0) {
    return plan('blocked', prohibited, [
      'remove-prohibited-request',
      'continue-with-design-or-report-only-channel',
    ]);
  }
  const { preferredChannel } = input;
  if (preferredChannel === 'guard-owned' || input.guardCanOwnDialog === true) {
    return plan(
      'guard-owned-report-only',
      ['guard-owned-channel-selected', 'start-report-only-before-operational-dialog'],
      [
        'record-evidence-from-guard-owned-confirm-only',
        'keep-operational-destructive-dialog-disabled',
        'validate-envelope-consumption-before-enable',
      ],
    );
  }
  if (preferredChannel === 'wrapper' || input.wrapperCanPreserveStructuredDetails === true) {
    return plan(
      'wrapper-design',
      ['wrapper-channel-selected', 'structured-details-required'],
      ['design-wrapper-structured-envelope', 'prove-consumer-receives-details', 'keep-fail-closed'],
    );
  }
  if (preferredChannel === 'upstream-pr' || input.upstreamChangeAccepted === true) {
    return plan(
      'upstream-pr-design',
      ['upstream-pr-channel-selected', 'no-local-node-modules-patch'],
      ['draft-upstream-interface', 'preserve-local-fail-closed-until-release'],
    );
  }
  return plan(
    'blocked',
    ['no-safe-channel-selected'],
    ['choose-guard-owned-wrapper-or-upstream-pr-channel'],
  );
}

export interface OperatorConfirmationSignalSourcePlanInput {
  readonly guardOwnsConfirmationDialog?: boolean | undefined;
  readonly toolCallEventHasConfirmationSignal?: boolean | undefined;
  readonly extensionContextCanSendStructuredMessage?: boolean | undefined;
  readonly auditEntryAppendAvailable?: boolean | undefined;
  readonly customMessagesPreserveDetails?: boolean | undefined;
  readonly upstreamMutationAllowed?: boolean | undefined;
}

type OperatorConfirmationSignalSourceDecision =
  | 'use-guard-owned-audit-entry'
  | 'propose-upstream-tool-call-signal'
  | 'build-wrapper-signal'
  | 'blocked';

export interface OperatorConfirmationSignalSourcePlan extends NonAuthorizing {
  readonly decision: OperatorConfirmationSignalSourceDecision;
  readonly implementationAllowed: false;
  readonly reasons: string[];
  readonly recommendedPath: string;
  readonly nextActionCode: string;
  readonly nextActions: string[];
  readonly summary: string;
}

/** Where a signal that can be trusted may come from, best first. Where none can, the answer is to stay closed. */
export function resolveOperatorConfirmationSignalSourcePlan(
  input: OperatorConfirmationSignalSourcePlanInput,
): OperatorConfirmationSignalSourcePlan {
  const { decision, reasons, nextActions, nextActionCode, path } = sourceOf(input);
  return {
    ...nonAuthorizing,
    decision,
    implementationAllowed: false,
    reasons,
    recommendedPath: path,
    nextActionCode,
    nextActions,
    summary: summaryLine('operator-confirmation-signal-source', [
      ['decision', decision],
      ['nextActionCode', nextActionCode],
      ['dispatch', 'no'],
      ['implementation', 'no'],
      ['override', 'no'],
      ['reasons', inOneWord(reasons)],
    ]),
  };
}

function sourceOf(
  input: OperatorConfirmationSignalSourcePlanInput,
): Plan<OperatorConfirmationSignalSourceDecision> & { readonly path: string } {
  const { customMessagesPreserveDetails: detailsArrive, toolCallEventHasConfirmationSignal } =
    input;
  if (input.guardOwnsConfirmationDialog === true && input.auditEntryAppendAvailable === true) {
    return {
      ...plan(
        'use-guard-owned-audit-entry',
        ['guard-owns-dialog', 'audit-entry-append-available'],
        [
          'wire-guard-owned-dialog-to-recordTrustedOperatorConfirmationUiDecision',
          'consume-structured-envelope-details-only',
        ],
      ),
      path: 'the guard that asked appends the evidence to the audit itself; only the details of the envelope are read back',
    };
  }
  if (toolCallEventHasConfirmationSignal === true) {
    return {
      ...plan(
        'build-wrapper-signal',
        ['tool-call-confirmation-signal-available'],
        ['map-upstream-signal-to-exact-action-fingerprint', 'consume-envelope-with-ttl-single-use'],
      ),
      path: 'a wrapper turns the signal of the tool call into evidence details before anything reads it',
    };
  }
  if (input.extensionContextCanSendStructuredMessage === true && detailsArrive === true) {
    return {
      ...plan(
        'build-wrapper-signal',
        ['structured-custom-message-available'],
        ['emit-display-false-structured-envelope', 'verify-consumer-receives-details'],
      ),
      path: 'hidden messages carry the evidence details; the consumer reads these and never the text',
    };
  }
  if (input.upstreamMutationAllowed === true) {
    return {
      ...plan(
        'propose-upstream-tool-call-signal',
        ['upstream-change-required'],
        ['draft-upstream-pr-or-wrapper-design', 'keep-local-fail-closed-until-signal-exists'],
      ),
      path: 'ask upstream for a confirmation on its tool-call event, or for an event before it; do not patch node_modules directly',
    };
  }
  return {
    ...plan(
      'blocked',
      [
        'no-trusted-structured-signal-source',
        ...(detailsArrive === false ? ['custom-messages-details-not-preserved'] : []),
        ...(toolCallEventHasConfirmationSignal === false
          ? ['tool-call-confirmation-signal-missing']
          : []),
      ],
      ['use-guard-owned-dialog-or-upstream-wrapper-before-consuming-confirmation'],
    ),
    path: 'keep fail-closed; evidence that is only text is not consumed',
  };
}

function plan<Decision extends string>(
  decision: Decision,
  reasons: string[],
  nextActions: string[],
): Plan<Decision> {
  return { decision, reasons, nextActions, nextActionCode: firstOf(nextActions) };
}
