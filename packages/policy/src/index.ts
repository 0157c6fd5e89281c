export type { DisplayPart } from './document/display.ts';
export { type Layer, layers, type PolicyFile } from './document/policy-file.ts';
export { type PolicyProblem, problemText } from './document/problem.ts';
export {
  type ExplainedRule,
  type Explanation,
  explain,
  explainText,
  stageText,
} from './explain.ts';
export {
  type ConfirmationInput,
  ConfirmationView,
  confirmationView,
} from './intent/confirmation-view.ts';
export { detectIntent, intentOfHold } from './intent/detect-intent.ts';
export {
  type IntentDetection,
  type IntentPattern,
  type IntentPatternName,
  type IntentScope,
  intentPatterns,
} from './intent/intent-detection.ts';
export { IntentMetadata } from './intent/intent-metadata.ts';
export type { Ground, Judgement, Observation } from './judge-action.ts';
export {
  type AssessRisk,
  checkPolicy,
  type LoadedPolicy,
  loadPolicy,
  PoliciesInForce,
  Policy,
  type PolicyInputs,
} from './policy.ts';
export type { GateSettings } from './policy-program.ts';
export {
  type CaseResult,
  type PolicyTestResult,
  testPolicy,
  testText,
} from './policy-test.ts';
export { type HistoryItem, type Replay, type ReplayedItem, replay } from './replay.ts';
export { type ActionType, actionTypes } from './risk/action-type.ts';
export { type RiskAssessment, type RiskInputs, riskAssessor } from './risk/assess-risk.ts';
export type { Finding } from './risk/finding.ts';
export { defaultRiskSettings, type RiskSettings } from './risk/risk-settings.ts';
export { type SignalName, signals } from './risk/signals.ts';
export { loadSqlGrammar, type SqlGrammar } from './risk/sql/sql-grammar.ts';
export type { StatedRule } from './stated-rule.ts';
