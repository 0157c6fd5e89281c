import type { AllowanceLimits } from '@countersign/protocol/allowance';
import type { Chain } from '@countersign/protocol/chain';
import type {
  AmendTerms,
  PolicyVerdict,
  Route,
  UnaskedRetention,
} from '@countersign/protocol/request';
import type { Reversibility, RiskLevel } from '@countersign/protocol/value';
import type { ActionType, RiskSettings, SignalName } from '@countersign/risk';
import type { DisplayPart } from './display.ts';
import type { Pattern } from './pattern.ts';
import type { Layer } from './policy-file.ts';
import type { Place } from './problem.ts';
import type { GovernanceDocument } from './read-governance.ts';
import type { ToolDocument } from './read-tool.ts';
import type { YamlScalar } from './yaml-node.ts';

/** `observe` only records what it would have said beside the enforcing documents. */
export const modes = ['enforce', 'observe'] as const;
export type Mode = (typeof modes)[number];

/** From the least strict to the strictest. */
export const definitionModes = ['allow', 'mark', 'withhold'] as const;
export type DefinitionMode = (typeof definitionModes)[number];

/** One file, read and checked by itself. What it says about other files is checked when all are together. */
export interface PolicyDocument {
  readonly file: string;
  readonly at: Place;
  readonly layer: Layer;
  /** The keys of the document, including keys whose value has a problem. */
  readonly states: ReadonlySet<string>;
  readonly version: string;
  readonly mode: Mode;
  /** The answer if no rule of the layer matches. Null if the document leaves that to other documents. */
  readonly default: PolicyVerdict | null;
  readonly rules: readonly RuleDocument[];
  readonly chains: readonly ChainDocument[];
  readonly default_chain: Reference | null;
  readonly chain_by_risk: Readonly<Record<RiskLevel, Reference>> | null;
  readonly routes: readonly RouteDocument[];
  /** The declarations of tools by the operator. */
  readonly tools: readonly ToolDocument[];
  readonly risk: Partial<RiskSettings>;
  readonly fatigue: { readonly requests: number; readonly window_seconds: number } | null;
  readonly cooldown_seconds: number | null;
  readonly governance: GovernanceDocument | null;
  /** What happens to tools whose definition is new, changed or gone. */
  readonly tool_definitions: DefinitionMode | null;
  /** What stays readable of actions that policy decided without a person. */
  readonly retention: UnaskedRetention | null;
}

/** The name of something that is defined elsewhere. */
export interface Reference {
  readonly name: string;
  readonly at: Place;
}

export interface RuleDocument {
  readonly id: string;
  readonly at: Place;
  readonly match: RuleMatch;
  readonly when: YamlScalar | null;
  /** Null for a rule that only annotates, raises risk, demands seals or synchronous audit. */
  readonly outcome: PolicyVerdict | null;
  readonly annotate: readonly Annotation[];
  readonly audit_sync: boolean;
  readonly chain: Reference | null;
  readonly risk: RiskLevel | null;
  readonly expires_in_seconds: number | null;
  readonly execute_within_seconds: number | null;
  readonly route: Route | null;
  /** JSON Pointers into the parameters whose values must come sealed (EV-8). */
  readonly sealed: readonly string[];
  /** JSON Pointers of values that a program wrote. An approver need not open their folded text. */
  readonly generated: readonly string[];
  /** What a reviewer may change of the action; null where nothing may. */
  readonly amend: AmendTerms | null;
  /** Whether people may allow more of the same kind; null where they may not. */
  readonly allowances: AllowanceLimits | null;
  readonly display: readonly DisplayPart[] | null;
  readonly reason: string | null;
}

/** Every member that is stated must match, by any of its patterns. An absent member matches everything. */
export interface RuleMatch {
  readonly tool?: readonly Pattern[];
  readonly operation?: readonly Pattern[];
  readonly agent?: readonly Pattern[];
  readonly resource?: readonly Pattern[];
  readonly environment?: readonly Pattern[];
  readonly risk?: readonly RiskLevel[];
  readonly action_type?: readonly ActionType[];
  readonly signal?: readonly SignalName[];
  readonly reversibility?: readonly Reversibility[];
}

export interface Annotation {
  readonly kind: 'warn' | 'log' | 'audit';
  readonly note: string;
}

export interface ChainDocument {
  readonly at: Place;
  readonly id: string;
  /** With the version as stated; the digest is added when it is compiled. Null where it has a problem. */
  readonly chain: Chain | null;
}

export interface RouteDocument {
  readonly at: Place;
  readonly action_type: readonly ActionType[] | null;
  readonly risk: readonly RiskLevel[] | null;
  readonly route: Route;
}
