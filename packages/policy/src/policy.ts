import type { ActionBinding, HouseKind } from '@countersign/protocol/action';
import { type Chain, everyoneOf } from '@countersign/protocol/chain';
import type { JsonObject } from '@countersign/protocol/json';
import type { Evaluation, PolicyVerdict, Route } from '@countersign/protocol/request';
import type { RiskSignal } from '@countersign/protocol/value';
import {
  type FindingSpan,
  findingSpans,
  type RiskAssessment,
  type RiskSettings,
} from '@countersign/risk';
import { allowanceChain, allowanceChainOf } from './allowance-chain.ts';
import { compilePolicy } from './compile-policy.ts';
import type { DisplayPart } from './document/display.ts';
import type { DefinitionMode } from './document/policy-document.ts';
import type { Layer, PolicyFile } from './document/policy-file.ts';
import type { PolicyProblem } from './document/problem.ts';
import { evaluationOf } from './evaluate.ts';
import { type Judgement, judgeAction } from './judge-action.ts';
import { housePrefix, judgeHouse } from './judge-house.ts';
import { operatorChain } from './operator-chain.ts';
import type { GateSettings, PolicyProgram } from './policy-program.ts';
import { type StatedRule, stateRules } from './stated-rule.ts';

export type AssessRisk = (action: ActionBinding, context: JsonObject) => RiskAssessment;

export interface PolicyInputs {
  /** Makes the assessment of risk from the limits that the documents state. */
  readonly assessor: (settings: RiskSettings) => AssessRisk;
}

export type LoadedPolicy =
  | { readonly ok: true; readonly policy: Policy; readonly warnings: readonly PolicyProblem[] }
  | {
      readonly ok: false;
      readonly problems: readonly PolicyProblem[];
      readonly warnings: readonly PolicyProblem[];
    };

/** All problems of the files together, and all warnings. */
export function checkPolicy(files: readonly PolicyFile[]): {
  readonly problems: readonly PolicyProblem[];
  readonly warnings: readonly PolicyProblem[];
} {
  const compiled = compilePolicy(files);
  return { problems: compiled.ok ? [] : compiled.problems, warnings: compiled.warnings };
}

export function loadPolicy(files: readonly PolicyFile[], inputs: PolicyInputs): LoadedPolicy {
  const compiled = compilePolicy(files);
  if (!compiled.ok) return compiled;
  const { program, warnings } = compiled;
  return { ok: true, policy: new Policy(program, inputs.assessor(program.risk)), warnings };
}

/** A set of documents under one version. It never changes. */
export class Policy {
  readonly #program: PolicyProgram;
  readonly #assess: AssessRisk;

  constructor(program: PolicyProgram, assess: AssessRisk) {
    this.#program = program;
    this.#assess = assess;
  }

  evaluate(action: ActionBinding, context: JsonObject): Evaluation {
    return evaluationOf(this.judge(action, context), this.#program, context);
  }

  /**
   * Like `evaluate`, but for an assessment that took too long. The risk is unknown, so the action asks or is denied.
   */
  evaluateUnassessed(action: ActionBinding, context: JsonObject): Evaluation {
    const house = judgeHouse(this.#program, action);
    if (house !== null) return evaluationOf(house, this.#program, context);
    const judgement = judgeAction(this.#program, action, context, unassessed);
    const safe = judgement.verdict === 'allow' ? deniedUnassessed(judgement) : judgement;
    return evaluationOf(safe, this.#program, context);
  }

  /**
   * The places of the grave findings of a decision in its action. They decide nothing. If they cannot be computed,
   * there are none.
   */
  spans(
    action: ActionBinding,
    context: JsonObject,
    recorded: readonly RiskSignal[],
  ): readonly FindingSpan[] {
    try {
      return findingSpans(action, context, recorded, this.#assess);
    } catch {
      return [];
    }
  }

  version(): string {
    return this.#program.version;
  }

  chainVersion(chainId: string): string | null {
    const own = chainId === operatorChain.chain_id ? operatorChain.version : null;
    const decided = this.#program.chains.get(allowanceChainOf(chainId) ?? '');
    return decided === undefined
      ? (this.#program.chains.get(chainId)?.version ?? own)
      : allowanceChain(decided).version;
  }

  /** The documents that only observe. A display of this policy must say so. */
  get observing(): readonly string[] {
    return this.#program.observing.map(({ file }) => file);
  }

  /** Every role that a stage of its chains names, in the order of code units. */
  get roles(): readonly string[] {
    const stages = [...this.#program.chains.values()].flatMap(({ stages }) => stages);
    return [...new Set(stages.flatMap(stage => everyoneOf(stage).roles))].sort();
  }

  /** The chains of its enforcing documents, by id. */
  get chains(): readonly Chain[] {
    return [...this.#program.chains.values()];
  }

  /** Every route that it may give a request. */
  get routes(): readonly Route[] {
    const byRule = [...this.#program.rules.values()].flatMap(({ route }) => route ?? []);
    return [...this.#program.routes.map(({ route }) => route), ...byRule];
  }

  /** Every rule as its document states it, those that only observe included. */
  get rules(): readonly StatedRule[] {
    return stateRules(this.#program);
  }

  /** The answer of each layer if none of its rules matches. */
  get defaults(): readonly { readonly layer: Layer; readonly outcome: PolicyVerdict }[] {
    return [...this.#program.defaults].map(([layer, outcome]) => ({ layer, outcome }));
  }

  get settings(): GateSettings {
    return this.#program.settings;
  }

  /** The chain of each kind of change of Countersign itself; null where none is under a chain. */
  get governance(): ReadonlyMap<HouseKind, Chain> | null {
    return this.#program.governance;
  }

  /** What happens to tools whose definition is new, changed or gone; null where the documents do not say. */
  get toolDefinitions(): DefinitionMode | null {
    return this.#program.tool_definitions;
  }

  get riskSettings(): RiskSettings {
    return this.#program.risk;
  }

  /** The sentence that a rule has for its actions, or null. */
  display(ruleId: string): readonly DisplayPart[] | null {
    return ruleId.startsWith(housePrefix)
      ? [{ pointer: '/summary' }]
      : (this.#program.rules.get(ruleId)?.display ?? null);
  }

  /** The values that a rule calls generated, as JSON Pointers into the parameters. */
  generated(ruleId: string): readonly string[] {
    return this.#program.rules.get(ruleId)?.generated ?? [];
  }

  /** The evaluation with everything that led to it, from an assessment of its own or a given one. */
  judge(action: ActionBinding, context: JsonObject, assessment?: RiskAssessment): Judgement {
    const house = judgeHouse(this.#program, action);
    if (house !== null) return house;
    const { assessed, failed } =
      assessment === undefined
        ? this.#assessSafely(action, context)
        : { assessed: assessment, failed: false };
    const judgement = judgeAction(this.#program, action, context, assessed);
    return failed ? deniedUnassessed(judgement) : judgement;
  }

  #assessSafely(
    action: ActionBinding,
    context: JsonObject,
  ): { readonly assessed: RiskAssessment; readonly failed: boolean } {
    try {
      return { assessed: this.#assess(action, context), failed: false };
    } catch {
      return { assessed: unassessed, failed: true };
    }
  }
}

/** If the assessment fails, the risk is unknown, so the worst is assumed. */
const unassessed: RiskAssessment = {
  level: 'critical',
  findings: [
    { signal: 'unparsable', level: 'critical', evidence: 'the risk could not be assessed' },
  ],
  action_type: null,
  production: true,
  reads_only: false,
};

function deniedUnassessed(judgement: Judgement): Judgement {
  const reason = 'the risk of the action could not be assessed, which denies (GT-1)';
  const ground = { id: 'risk.unassessed', verdict: 'deny' as const, reason };
  const others = judgement.verdict === 'deny' ? judgement.grounds : [];
  return { ...judgement, verdict: 'deny', chain: null, grounds: [...others, ground] };
}

/** The policy in force. A set of files with a problem never replaces a good one. */
export class PoliciesInForce {
  readonly #inputs: PolicyInputs;
  #policy: Policy;

  constructor(policy: Policy, inputs: PolicyInputs) {
    this.#policy = policy;
    this.#inputs = inputs;
  }

  get policy(): Policy {
    return this.#policy;
  }

  replace(files: readonly PolicyFile[]): LoadedPolicy {
    const loaded = loadPolicy(files, this.#inputs);
    if (loaded.ok) this.#policy = loaded.policy;
    return loaded;
  }

  evaluate(action: ActionBinding, context: JsonObject): Evaluation {
    return this.#policy.evaluate(action, context);
  }

  version(): string {
    return this.#policy.version();
  }

  chainVersion(chainId: string): string | null {
    return this.#policy.chainVersion(chainId);
  }

  get settings(): GateSettings {
    return this.#policy.settings;
  }
}
