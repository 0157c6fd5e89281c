import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import type { PolicyVerdict } from '@countersign/protocol/request';
import { atLeastRisk, type Reversibility, type Risk } from '@countersign/protocol/value';
import type { RiskAssessment } from '@countersign/risk';
import { type Approval, chooseApproval, noApproval } from './choose-approval.ts';
import { type Layer, layers } from './document/policy-file.ts';
import { type LevelMatch, type MatchedLevels, matchLevels } from './match-levels.ts';
import type { ObservingProgram, PolicyProgram, Rule } from './policy-program.ts';
import { findUnsealed } from './sealed-paths.ts';
import { stricter } from './verdict-order.ts';

/** A ground of the verdict: the rule or the part of the evaluator that gave an answer, and that answer. */
export interface Ground {
  readonly id: string;
  readonly verdict: PolicyVerdict;
  readonly reason: string;
}

/** The full result of one evaluation. Decisions, explanations and replays are views of it. */
export interface Judgement extends Approval {
  readonly verdict: PolicyVerdict;
  /** All grounds of the verdict, the first one named as the rule that decided. Never empty. */
  readonly grounds: readonly Ground[];
  readonly matched: readonly Rule[];
  readonly risk: Risk;
  readonly audit_sync: boolean;
  readonly observed: readonly Observation[];
  /** How far the action can be reversed. */
  readonly reversibility: Reversibility;
  /** The digest of the places that the assessment knew as our own, where a process named them. */
  readonly own_places?: string;
}

export interface Observation {
  readonly file: string;
  readonly version: string;
  /** Null where the document had nothing to say. */
  readonly verdict: PolicyVerdict | null;
  readonly rule_id: string | null;
}

export function judgeAction(
  program: PolicyProgram,
  action: ActionBinding,
  context: JsonObject,
  assessment: RiskAssessment,
): Judgement {
  const seen = matchLevels(program, program.risk, action, context, assessment);
  const { risk, levels } = seen;
  const matched = rulesThatCount(seen);
  const grounds: Ground[] = [];
  addFailures(grounds, levels);
  const unsealed = addUnsealed(grounds, [...matched, ...failedRules(levels)], action);
  for (const match of levels) {
    const rules = sortRules(match.matched.rules);
    for (const layer of layers) addLayer(grounds, program, layer, rules, match.level, risk);
  }
  // A program without any default cannot be loaded, so there is always at least one answer.
  const verdict = conclude(grounds, risk) ?? 'deny';
  const decisive = groundsOf(verdict, grounds);
  const byDefault = decisive.some(({ id }) => id.startsWith('default.'));
  const { chain, route, expires_in_seconds, execute_within_seconds, amend, allowable }: Approval =
    verdict === 'require_approval'
      ? chooseApproval(program, matched, risk.level, assessment, byDefault)
      : noApproval;
  return {
    verdict,
    grounds: decisive,
    matched,
    risk: unsealed ? withoutEvidence(risk) : risk,
    chain,
    route,
    expires_in_seconds,
    execute_within_seconds,
    ...(amend === undefined ? {} : { amend }),
    ...(allowable === undefined ? {} : { allowable }),
    audit_sync: matched.some(rule => rule.audit_sync),
    observed: program.observing.map(observing =>
      observe(observing, program, action, context, assessment),
    ),
    reversibility: assessment.reversibility ?? 'irreversible',
    ...(assessment.own_places === undefined ? {} : { own_places: assessment.own_places }),
  };
}

/** The strictest answer counts. High and critical risk always ask (GT-6). */
function conclude(grounds: Ground[], risk: Risk): PolicyVerdict | null {
  let verdict: PolicyVerdict | null = null;
  for (const ground of grounds) {
    verdict = verdict === null ? ground.verdict : stricter(verdict, ground.verdict);
  }
  if (verdict !== 'allow' || !atLeastRisk(risk.level, 'high')) return verdict;
  grounds.push(riskGround(risk));
  return 'require_approval';
}

/** Each once, though several levels of risk may have given it. */
function groundsOf(verdict: PolicyVerdict, grounds: readonly Ground[]): readonly Ground[] {
  if (grounds.length === 1) return grounds;
  const said = new Map<string, Ground>();
  for (const ground of grounds) {
    if (ground.verdict !== verdict) continue;
    const key = ground.id.startsWith('default.') ? ground.id : ground.reason;
    if (!said.has(key)) said.set(key, ground);
  }
  return [...said.values()];
}

/** What matches at the level of the action, what raised it, and what is strict below it. */
function rulesThatCount({ raisers, levels }: MatchedLevels): readonly Rule[] {
  const [own, ...below] = levels;
  const rules = own?.matched.rules ?? [];
  if (below.length === 0 && raisers.length === 0) return sortRules(rules);
  const strict = below
    .flatMap(({ matched }) => matched.rules)
    .filter(({ outcome }) => outcome !== null && outcome !== 'allow');
  return sortRules([...new Set([...rules, ...raisers, ...strict])]);
}

/** By layer, most trusted first, then by id. The deciding rule must not depend on the order of files. */
function sortRules(rules: readonly Rule[]): readonly Rule[] {
  if (rules.length < 2) return rules;
  return rules.toSorted(
    (a, b) => layers.indexOf(a.layer) - layers.indexOf(b.layer) || (a.id < b.id ? -1 : 1),
  );
}

function addFailures(grounds: Ground[], levels: readonly LevelMatch[]): void {
  if (!levels.some(({ matched }) => matched.failures.length > 0)) return;
  const failures = levels.flatMap(({ matched }) => matched.failures);
  for (const { rule, error } of failures.toSorted((a, b) => (a.rule.id < b.rule.id ? -1 : 1))) {
    const reason = `rule ${rule.id} could not be evaluated, which denies (GT-1): ${error}`;
    grounds.push({ id: rule.id, verdict: 'deny', reason });
  }
}

/** Whether these rules match is unknown, so their sealed paths apply. */
function failedRules(levels: readonly LevelMatch[]): readonly Rule[] {
  return levels.flatMap(({ matched }) => matched.failures.map(({ rule }) => rule));
}

/** Answers whether there was any. */
function addUnsealed(
  grounds: Ground[],
  rules: readonly Rule[],
  { parameters }: ActionBinding,
): boolean {
  let found = false;
  for (const { id, sealed } of rules) {
    for (const pointer of findUnsealed(sealed, parameters)) {
      const reason = `rule ${id} demands a sealed value at ${pointer}, found an unsealed one (EV-8)`;
      grounds.push({ id, verdict: 'deny', reason });
      found = true;
    }
  }
  return found;
}

/** Evidence may quote the action, and the judgement is stored. An unsealed secret must not be stored with it. */
function withoutEvidence({ level, signals }: Risk): Risk {
  const evidence = 'not kept, because a value came unsealed';
  return { level, signals: signals.map(signal => ({ ...signal, evidence })) };
}

/** The rules of a layer that match, or its default where none does and it has one. */
function addLayer(
  grounds: Ground[],
  { defaults }: PolicyProgram,
  layer: Layer,
  rules: readonly Rule[],
  level: Risk['level'],
  risk: Risk,
): void {
  let spoke = false;
  for (const { id, layer: own, outcome, reason } of rules) {
    if (own !== layer || outcome === null) continue;
    spoke = true;
    const said = `rule ${id} says ${outcome}`;
    grounds.push({ id, verdict: outcome, reason: reason === null ? said : `${said}: ${reason}` });
  }
  const stated = defaults.get(layer);
  if (spoke || stated === undefined) return;
  const below = level === risk.level ? '' : `, already at ${level} risk`;
  const reason = `no rule of the ${layer} layer matches${below}, and its default is ${stated}`;
  grounds.push({ id: `default.${layer}`, verdict: stated, reason });
}

function riskGround({ level, signals }: Risk): Ground {
  const grave = signals.filter(each => atLeastRisk(each.level, 'high'));
  const names = [...new Set(grave.map(({ signal }) => signal))].slice(0, 10);
  const why = names.length === 0 ? '' : ` (${names.join(', ')})`;
  return {
    id: `risk.${level}`,
    verdict: 'require_approval',
    reason: `risk is ${level}${why}, and risk of high or above always asks (GT-6)`,
  };
}

/** Asks a document as if it enforced, alone. */
function observe(
  observing: ObservingProgram,
  program: PolicyProgram,
  action: ActionBinding,
  context: JsonObject,
  assessment: RiskAssessment,
): Observation {
  const { file, version } = observing;
  const { risk, levels } = matchLevels(observing, program.risk, action, context, assessment);
  const grounds: Ground[] = [];
  addFailures(grounds, levels);
  addUnsealed(grounds, [...new Set(levels.flatMap(({ matched }) => matched.rules))], action);
  for (const { matched } of levels) {
    const said = sortRules(matched.rules).filter(({ outcome }) => outcome !== null);
    for (const { id, outcome } of said) {
      if (outcome !== null) grounds.push({ id, verdict: outcome, reason: '' });
    }
    const stated = observing.default;
    if (said.length === 0 && stated !== null) grounds.push({ id: '', verdict: stated, reason: '' });
  }
  const verdict = conclude(grounds, risk);
  const ground = grounds.find(each => each.verdict === verdict);
  return { file, version, verdict, rule_id: ground?.id || null };
}
