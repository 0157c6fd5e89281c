import type { ActionBinding } from '@countersign/protocol/action';
import type { Chain, Stage } from '@countersign/protocol/chain';
import type { JsonObject } from '@countersign/protocol/json';
import type { PolicyVerdict, Route } from '@countersign/protocol/request';
import type { Reversibility, Risk } from '@countersign/protocol/value';
import type { RiskAssessment } from '@countersign/risk';
import { signals } from '@countersign/risk';
import { durationText } from './document/duration.ts';
import type { Ground, Observation } from './judge-action.ts';
import type { Policy } from './policy.ts';
import type { Rule } from './policy-program.ts';
import { dimensions } from './rule-index.ts';

/** Why the policy gives an action its answer. */
export interface Explanation {
  readonly verdict: PolicyVerdict;
  readonly policy_version: string;
  /** What decided, in the order of weight. */
  readonly grounds: readonly Ground[];
  /** Every rule that matched, also those that did not decide. */
  readonly rules: readonly ExplainedRule[];
  readonly risk: Risk;
  /** How far the action can be reversed. */
  readonly reversibility: Reversibility;
  readonly chain: Chain | null;
  readonly route: Route;
  readonly expires_in_seconds: number;
  readonly execute_within_seconds: number;
  readonly audit_sync: boolean;
  readonly observed: readonly Observation[];
}

export interface ExplainedRule {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly layer: string;
  readonly outcome: PolicyVerdict | null;
  /** What it asks for, all of which is true of the action. */
  readonly because: readonly string[];
}

export function explain(
  policy: Policy,
  action: ActionBinding,
  context: JsonObject,
  assessment?: RiskAssessment,
): Explanation {
  const { matched, own_places: _places, ...told } = policy.judge(action, context, assessment);
  return { ...told, policy_version: policy.version(), rules: matched.map(explainRule) };
}

function explainRule({ id, file, line, layer, outcome, demands, condition }: Rule): ExplainedRule {
  const because = demands.map(
    ({ dimension, patterns }) =>
      `${dimensions[dimension]} is ${patterns.map(({ text }) => text).join(' or ')}`,
  );
  if (condition !== null) because.push(`${condition.text.trim()} is true`);
  return {
    id,
    file,
    line,
    layer,
    outcome,
    because: because.length === 0 ? ['it matches everything'] : because,
  };
}

/** For a terminal, one line each. */
export function explainText(explanation: Explanation): readonly string[] {
  const { verdict, grounds, rules, risk, observed } = explanation;
  const lines = [`${verdict} under policy ${explanation.policy_version}`];
  lines.push(...grounds.map(({ reason }) => `  because ${reason}`));
  lines.push(`risk ${risk.level}`);
  for (const { signal, level, evidence } of risk.signals) {
    const words = Object.hasOwn(signals, signal) ? signals[signal as keyof typeof signals] : signal;
    lines.push(`  ${level.padEnd(8)} ${signal}: ${words}; ${oneLine(evidence)}`);
  }
  lines.push(rules.length === 0 ? 'no rule matched' : 'rules that matched');
  for (const { id, file, line, layer, outcome, because } of rules) {
    lines.push(
      `  ${id} (${layer}, ${file}:${line}) says ${outcome ?? 'nothing'}: ${oneLine(because.join('; '))}`,
    );
  }
  if (explanation.chain !== null) lines.push(...approvalText(explanation, explanation.chain));
  if (explanation.audit_sync) lines.push('recorded durably before it is answered');
  for (const { file, verdict: said, rule_id } of observed) {
    const by = rule_id === null ? '' : ` by ${rule_id}`;
    lines.push(`observing only: ${file} would have said ${said ?? 'nothing'}${by}`);
  }
  return lines;
}

function approvalText(explanation: Explanation, chain: Chain): readonly string[] {
  const { route, expires_in_seconds, execute_within_seconds } = explanation;
  const named = route.name === null ? '' : ` "${route.name}"`;
  return [
    `chain ${chain.chain_id} ${chain.version}`,
    ...chain.stages.map((stage, i) => `  ${i + 1}. ${stageText(stage)}`),
    `asked in ${route.kind.replaceAll('_', ' ')}${named}`,
    `expires unanswered after ${durationText(expires_in_seconds)}; once approved it may run for ${durationText(execute_within_seconds)}`,
  ];
}

/** A stage in words. */
export function stageText(stage: Stage): string {
  const { name, approvers, approver_kinds, quorum, min_assurance, separation, required } = stage;
  const read = stage.read === undefined ? '' : ', every row of a table read';
  const who = approversText(approvers);
  const later = (stage.escalation ?? [])
    .map(
      step => `; after ${durationText(step.after_seconds)} also ${approversText(step.approvers)}`,
    )
    .join('');
  const kinds = approver_kinds.join(' or ');
  const self =
    separation === 'self_confirm'
      ? 'the person the agent acts for may confirm'
      : 'not the person the agent acts for';
  const must = required ? `${quorum} of` : `may reject, but delays nothing:`;
  return `${name}: ${must} ${who} (${kinds}, at least ${min_assurance}, ${self}${read})${later}`;
}

function approversText({ identities, roles }: Stage['approvers']): string {
  return [...identities, ...roles.map(role => `anyone with the role ${role}`)].join(', ');
}

function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ');
  return flat.length > 300 ? `${flat.slice(0, 297)}...` : flat;
}
