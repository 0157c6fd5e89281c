export type { DisplayPart } from './document/display.ts';
export { type DefinitionMode, definitionModes } from './document/policy-document.ts';
export { type Layer, layers, type PolicyFile } from './document/policy-file.ts';
export { type PolicyProblem, problemText } from './document/problem.ts';
export {
  type ExplainedRule,
  type Explanation,
  explain,
  explainText,
  stageText,
} from './explain.ts';
export type { Ground, Judgement, Observation } from './judge-action.ts';
export { documentsText, readDocuments } from './kept-documents.ts';
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
export { type CaseResult, type PolicyTestResult, testPolicy, testText } from './policy-test.ts';
export { type HistoryItem, type Replay, type ReplayedItem, replay } from './replay.ts';
export type { StatedRule } from './stated-rule.ts';
