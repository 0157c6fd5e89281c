export {
  type AgentOutcome,
  ProtocolError,
  type ReasonCode,
  type Retry,
} from '@countersign/protocol/reason';
export type {
  ChangeHint,
  ConsumptionFacts,
  OwnCredential,
  RequestFacts,
  StoreFacts,
} from '@countersign/wire/agent-answers';
export type { AskedQuestion, OnQuestion } from './answer-questions.ts';
export type { AskOptions } from './ask-action.ts';
export type { Asked } from './asked.ts';
export { askedLine } from './asked-line.ts';
export type { BeginOptions, Begun, Divergence, HostOutcome } from './begin-execution.ts';
export type { ActionInput, Sealing } from './bound-action.ts';
export type { CheckOptions } from './check-gate.ts';
export { type ConnectOptions, connect } from './connect.ts';
export {
  type AskedInConversation,
  type BoundQuestion,
  type ConversationHost,
  conversationHost,
  type HostSigner,
} from './conversation-host.ts';
export type { Fetch } from './exchange/fetch-exchange.ts';
export type { ExecuteOptions } from './execution-edge.ts';
export type { Amended } from './follow-amended.ts';
export { createGate, type Gate, type GateOptions, type RunOptions } from './gate.ts';
export { type GateClock, systemClock } from './gate-clock.ts';
export { type GateFault, type GateFaultKind, GateMisconfigured } from './gate-misconfigured.ts';
export type { GatedTool, ToolFunction, ToolOptions } from './gated-tool.ts';
export type { OnAbort } from './give-up.ts';
export type { HttpOptions } from './http-call.ts';
export { httpTransport } from './http-transport.ts';
export type { ResultKeeper } from './kept-results.ts';
export { NotAllowed, type NotAllowedFacts } from './not-allowed.ts';
export type { Message } from './observe-message.ts';
export { outcomeTexts, retryTexts } from './outcome-text.ts';
export { type ReportTools, toolReports } from './report-tools.ts';
export { OutcomeUnknown, type Run, ToolFailed } from './run-tool.ts';
export type { PlainHttpWarning } from './server-address.ts';
export type { StandardSchema } from './standard-schema.ts';
export { Ticket, type WaitOptions } from './ticket.ts';
export type {
  CallOptions,
  ConsumptionCall,
  MessageCall,
  ObservedMessage,
  ProposalAnswer,
  ProposalCall,
  ReportCall,
  Transport,
} from './transport.ts';
export type { Trust } from './trusted-keys.ts';
