export { type ActionType, actionTypes } from './action-type.ts';
export { type RiskAssessment, type RiskInputs, riskAssessor } from './assess-risk.ts';
export type { Finding } from './finding.ts';
export { type OwnPlaces, ownPlacesDigest } from './own/own-places.ts';
export { defaultRiskSettings, type RiskSettings } from './risk-settings.ts';
export { type SignalName, signals } from './signals.ts';
export { loadSqlGrammar, type SqlGrammar } from './sql/sql-grammar.ts';
