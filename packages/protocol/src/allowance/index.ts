export {
  AllowanceEvent,
  AllowanceUseEvent,
  parseAllowanceEvent,
  parseAllowanceUseEvent,
  SuspensionCause,
} from './allowance-event.ts';
export {
  type AllowanceState,
  type AllowanceStatus,
  type AllowanceUses,
  absentAllowance,
  allowanceStatusAt,
  evolveAllowance,
  evolveUses,
  type MadeAllowance,
  noUses,
} from './allowance-state.ts';
export {
  AllowanceChoice,
  AllowanceLimits,
  AllowanceTerms,
  Budget,
  lifetimeDefault,
  parseAllowanceChoice,
  parseAllowanceTerms,
  TemplateLine,
  usesMax,
} from './allowance-terms.ts';
export {
  type AllowanceCommand,
  decideAllowance,
  type EndAllowance,
  type MakeAllowance,
  type SuspendBySystem,
  statusCodes as allowanceStatusCodes,
} from './decide-allowance.ts';
export { decideUse, rateOpensAt, type UseAllowance } from './decide-use.ts';
export { decimalText } from './exact-decimal.ts';
export {
  type AllowanceEvidence,
  type CoveredUse,
  findCoverFault,
  findEvidenceFault,
  type NotCovered,
  readTerms,
} from './judge-cover.ts';
export { type ChoiceGround, judgeChoice } from './judge-terms.ts';
export { findUncovered, pinnedTemplate, type Uncovered, valueAt } from './match-template.ts';
