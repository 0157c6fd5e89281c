import type { HouseKind } from '@countersign/protocol/action';
import type { AllowanceLimits } from '@countersign/protocol/allowance';
import type { Chain } from '@countersign/protocol/chain';
import type {
  AmendTerms,
  PolicyVerdict,
  Route,
  UnaskedRetention,
} from '@countersign/protocol/request';
import type { RiskLevel } from '@countersign/protocol/value';
import type { RiskSettings } from '@countersign/risk';
import type { Condition } from './condition.ts';
import type { DisplayPart } from './document/display.ts';
import type { Annotation, DefinitionMode, RouteDocument } from './document/policy-document.ts';
import type { Layer } from './document/policy-file.ts';
import type { Indexed, RuleIndex } from './rule-index.ts';

/** A rule, ready to be matched. */
export interface Rule extends Indexed {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly layer: Layer;
  readonly outcome: PolicyVerdict | null;
  readonly condition: Condition | null;
  readonly annotate: readonly Annotation[];
  readonly audit_sync: boolean;
  readonly chain: Chain | null;
  readonly risk: RiskLevel | null;
  readonly expires_in_seconds: number | null;
  readonly execute_within_seconds: number | null;
  readonly route: Route | null;
  readonly sealed: readonly { readonly pointer: string; readonly steps: readonly string[] }[];
  readonly generated: readonly string[];
  /** What a reviewer may change of the action; null where nothing may. */
  readonly amend: AmendTerms | null;
  /** Whether people may allow more of the same kind; null where they may not. */
  readonly allowances: AllowanceLimits | null;
  readonly display: readonly DisplayPart[] | null;
  readonly reason: string | null;
}

/**
 * The rules of a set of documents. First, the rules that raise the risk are evaluated against the assessed risk. Then
 * all rules are evaluated against the raised risk. So the order of rules does not matter.
 */
export interface RuleSet {
  /** Whether any rule could answer otherwise at another level of risk. */
  readonly asks_about_risk: boolean;
  readonly raising: RuleIndex<Rule>;
  readonly all: RuleIndex<Rule>;
}

/** A document that decides nothing. It only records the answer that it would have given. */
export interface ObservingProgram extends RuleSet {
  readonly file: string;
  readonly version: string;
  readonly default: PolicyVerdict | null;
  readonly rules: readonly Rule[];
}

/** Everything that documents say, compiled. Immutable: a change is another program with another version. */
export interface PolicyProgram extends RuleSet {
  readonly version: string;
  /** Every rule that enforces, by id. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** Chains of enforcing documents, by id, under their full version. */
  readonly chains: ReadonlyMap<string, Chain>;
  readonly default_chain: Chain;
  readonly chain_by_risk: Readonly<Record<RiskLevel, Chain>>;
  /** The strictest default that each layer states. */
  readonly defaults: ReadonlyMap<Layer, PolicyVerdict>;
  readonly routes: readonly RouteDocument[];
  readonly observing: readonly ObservingProgram[];
  readonly risk: RiskSettings;
  readonly settings: GateSettings;
  /** The chain of each kind of change of Countersign itself; null where the documents put none under a chain. */
  readonly governance: ReadonlyMap<HouseKind, Chain> | null;
  /** What happens to tools whose definition is new, changed or gone; null where the documents leave it to gateways. */
  readonly tool_definitions: DefinitionMode | null;
  /** What stays readable of actions that policy decided without a person. Null keeps only the agent and the tool. */
  readonly retention: UnaskedRetention | null;
}

/** What the documents say about how often one may ask; null where they leave it to the defaults. */
export interface GateSettings {
  readonly cooldown_seconds: number | null;
  readonly fatigue: { readonly requests: number; readonly window_seconds: number } | null;
}
