export { type ActionType, actionTypes } from './action-type.ts';
export { type RiskAssessment, type RiskInputs, riskAssessor } from './assess-risk.ts';
export {
  type ActionKind,
  actionKinds,
} from './canonical/action-kind.ts';
export type { ToolIdentity } from './canonical/tool-identity.ts';
export { type KnownTool, type PartName, partNames, type ToolRow } from './canonical/tool-row.ts';
export type { ActionPart, CanonicalAction } from './canonical/translate-call.ts';
export { evaluatorName } from './evaluator-name.ts';
export type { Finding } from './finding.ts';
export { type Grammars, loadGrammars } from './grammars.ts';
export { type OwnPlaces, ownPlacesDigest } from './own/own-places.ts';
export { rateTool, type ToolRating } from './rate-tool.ts';
export { defaultRiskSettings, type RiskSettings } from './risk-settings.ts';
export { type SignalName, signals } from './signals.ts';
export { type FindingSpan, findingSpans } from './spans/finding-spans.ts';
export type { ToolDeclaration } from './tool-declaration.ts';
