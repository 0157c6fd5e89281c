import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import {
  atLeastRisk,
  type Risk,
  type RiskLevel,
  type RiskSignal,
  riskLevels,
} from '@countersign/protocol/value';
import type { RiskAssessment, RiskSettings } from '@countersign/risk';
import { circumstancesOf } from './circumstances.ts';
import { type Matched, matchRules } from './match-rules.ts';
import type { Rule, RuleSet } from './policy-program.ts';

/** What matches an action as if its risk were of that level. */
export interface LevelMatch {
  readonly level: RiskLevel;
  readonly matched: Matched;
}

/** An action as a set of rules sees it. */
export interface MatchedLevels {
  /** As assessed, or as a rule raised it. */
  readonly risk: Risk;
  /** The rules that would raise it. */
  readonly raisers: readonly Rule[];
  /** The level of the action first, then those below it. */
  readonly levels: readonly LevelMatch[];
}

const signalsMax = 256;
// A decision is stored whole. So not only each part must stay small, but all parts together.
const evidenceMax = 400;

/**
 * Matches the rules at the level of the action and at every level below it. The strictest answer then guarantees
 * that more risk never means less strictness: neither a rule that raises the risk nor a word of the agent that
 * worries the assessment can move an action out of the reach of a strict rule.
 */
export function matchLevels(
  set: RuleSet,
  settings: RiskSettings,
  action: ActionBinding,
  context: JsonObject,
  assessment: RiskAssessment,
): MatchedLevels {
  const { level, findings } = assessment;
  const names =
    findings.length === 0 ? none : [...new Set<string>(findings.map(({ signal }) => signal))];
  const at = (each: RiskLevel, signals: readonly string[]) =>
    circumstancesOf(action, context, assessment, settings, { level: each, signals });
  const assessed: Risk = { level, signals: signalsOf(assessment) };
  const raising: Matched = { rules: [], failures: [] };
  if (set.raising.size > 0) {
    for (const each of levelsOf(set, level)) matchRules(set.raising, at(each, names), raising);
  }
  const raisers = raising.rules.length === 0 ? raising.rules : [...new Set(raising.rules)];
  const risk = raise(assessed, raisers);
  const signals = risk === assessed ? names : [...names, 'policy_override'];
  const levels = levelsOf(set, risk.level).map(each => {
    const matched: Matched = { rules: [], failures: [] };
    matchRules(set.all, at(each, signals), matched);
    return { level: each, matched };
  });
  return { risk, raisers, levels };
}

const none: readonly string[] = [];

/** If no rule depends on the risk, one match is enough. */
function levelsOf({ asks_about_risk }: RuleSet, level: RiskLevel): readonly RiskLevel[] {
  if (!asks_about_risk || level === 'low') return [level];
  return riskLevels.filter(each => atLeastRisk(level, each)).toReversed();
}

/** Findings as the wire form takes them: the worst first where there are too many, and no word too long. */
function signalsOf({ findings }: RiskAssessment): RiskSignal[] {
  const rank = (level: RiskLevel) => riskLevels.indexOf(level);
  const kept =
    findings.length <= signalsMax - 1
      ? findings
      : findings.toSorted((a, b) => rank(b.level) - rank(a.level)).slice(0, signalsMax - 1);
  return kept.map(({ signal, level, evidence }) => ({ signal, level, evidence: cut(evidence) }));
}

/** A cut never splits a character. Half a character cannot be hashed. */
function cut(text: string): string {
  if (text.length <= evidenceMax) return text;
  return `${text.slice(0, evidenceMax).replace(/\p{Surrogate}$/u, '')}...`;
}

function raise(assessed: Risk, rules: readonly Rule[]): Risk {
  let { level } = assessed;
  for (const { risk } of rules) if (risk !== null && atLeastRisk(risk, level)) level = risk;
  if (level === assessed.level) return assessed;
  const ids = rules.filter(({ risk }) => risk === level).map(({ id }) => id);
  const evidence = `raised to ${level} by ${ids.toSorted().slice(0, 20).join(', ')}`;
  return { level, signals: [...assessed.signals, { signal: 'policy_override', level, evidence }] };
}
