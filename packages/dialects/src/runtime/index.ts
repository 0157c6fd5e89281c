export {
  type LegacyAdapter,
  type LegacyOptions,
  type LegacyOutcome,
  type LegacyPorts,
  type LegacyQuestion,
  legacyCallback,
  legacyWebhook,
} from './agt-legacy-adapter.ts';
export {
  type ApprovalFlowPorts,
  createExecutionManager,
  type ExecutionCall,
  type ExecutionGate,
  type ExecutionManager,
  type FlowExecution,
  type FlowTool,
  type OpenedFlow,
} from './approval-flow-execution.ts';
export {
  createGatekeeper,
  type Gatekeeper,
  type GatekeeperAction,
  type GatekeeperGate,
  type GatekeeperPorts,
  type GatekeeperTicket,
  type GatekeeperTool,
  type Invocation,
  type PlannedStep,
  type RuntimeDuties,
} from './mplp-gatekeeper.ts';
export {
  confirmationSecondsMax,
  consumeOperatorConfirmation,
  type EvidenceKeeper,
  type OperatorConfirmationConsumption,
  type OperatorDecision,
  type RecordedOperatorDecision,
  recordOperatorConfirmation,
} from './operator-confirmation.ts';
export {
  type Confirmation,
  type ConfirmationCall,
  type ConfirmationGate,
  type ConfirmationTicket,
  requestConfirmation,
} from './request-confirmation.ts';
