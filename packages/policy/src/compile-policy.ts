import { governedKinds, type HouseKind } from '@countersign/protocol/action';
import type { Chain } from '@countersign/protocol/chain';
import type { PolicyVerdict } from '@countersign/protocol/request';
import { riskLevels } from '@countersign/protocol/value';
import type { ToolDeclaration } from '@countersign/risk';
import { ConditionCompiler } from './condition.ts';
import { checkDocuments } from './document/check-documents.ts';
import { pointerSteps } from './document/display.ts';
import { NodeReader } from './document/node-reader.ts';
import {
  type DefinitionMode,
  definitionModes,
  type PolicyDocument,
  type RuleDocument,
} from './document/policy-document.ts';
import { type Layer, layers, type PolicyFile } from './document/policy-file.ts';
import { type PolicyProblem, problemAt, sortProblems } from './document/problem.ts';
import { readDocument } from './document/read-document.ts';
import { mergeRiskSettings, mergeSettings } from './merge-settings.ts';
import type { ObservingProgram, PolicyProgram, Rule, RuleSet } from './policy-program.ts';
import { policyVersion, withFullVersion } from './policy-version.ts';
import { type Demand, dimensions, RuleIndex } from './rule-index.ts';
import { stricter } from './verdict-order.ts';

type CompiledPolicy =
  | {
      readonly ok: true;
      readonly program: PolicyProgram;
      readonly warnings: readonly PolicyProblem[];
    }
  | {
      readonly ok: false;
      readonly problems: readonly PolicyProblem[];
      readonly warnings: readonly PolicyProblem[];
    };

const filesMax = 256;

/** Reads, checks and compiles all files together, or says everything that is wrong with them. */
export function compilePolicy(files: readonly PolicyFile[]): CompiledPolicy {
  const reader = new NodeReader();
  const nowhere = { file: files[0]?.name ?? '', line: 1, column: 1 };
  if (files.length === 0 || files.length > filesMax) {
    const message = `expected 1 to ${filesMax} policy files, found ${files.length}`;
    return { ok: false, problems: [problemAt(nowhere, message)], warnings: [] };
  }
  const documents: PolicyDocument[] = [];
  for (const file of files) {
    if (!layers.includes(file.layer)) {
      reader.refuse({ ...nowhere, file: file.name }, `expected a layer: ${layers.join(', ')}`);
      continue;
    }
    const document = readDocument(reader, file);
    if (document !== null) documents.push(document);
  }
  // With a file missing, everything it defines would be reported as unknown besides.
  if (documents.length === files.length) checkDocuments(reader, documents);
  const compiler = new RuleCompiler(reader);
  const chains = chainsOf(documents);
  const rules = documents.map(document =>
    document.rules.map(rule => compiler.compile(document, rule, chains)),
  );
  const warnings = sortProblems(reader.warnings);
  const enforcing = documents.filter(({ mode }) => mode === 'enforce');
  const base = baseOf(enforcing, chains);
  if (reader.problems.length > 0 || base === null) {
    return { ok: false, problems: sortProblems(reader.problems), warnings };
  }
  const rulesOf = (mode: PolicyDocument['mode']) =>
    rules.filter((_, i) => documents[i]?.mode === mode).flat();
  return {
    ok: true,
    warnings,
    program: {
      version: policyVersion(documents),
      ...ruleSet(rulesOf('enforce')),
      rules: new Map(rulesOf('enforce').map(rule => [rule.id, rule])),
      chains: chainsOf(enforcing),
      ...base,
      defaults: defaultsOf(enforcing),
      routes: enforcing.flatMap(({ routes }) => routes),
      observing: documents
        .map((document, i) => observingProgram(document, rules[i] ?? []))
        .filter(observing => observing !== null),
      risk: {
        ...mergeRiskSettings(enforcing.map(({ risk }) => risk)),
        tools: enforcing.flatMap(({ tools }) => tools.map(declarationOf)),
      },
      settings: mergeSettings(enforcing),
      governance: governanceOf(enforcing, chains),
      tool_definitions: strictestMode(enforcing),
      retention: enforcing.find(({ retention }) => retention !== null)?.retention ?? null,
    },
  };
}

function declarationOf({ tool, effect, reversibility, parts }: ToolDeclaration): ToolDeclaration {
  return { tool, effect, reversibility, parts };
}

function chainsOf(documents: readonly PolicyDocument[]): Map<string, Chain> {
  const chains = documents
    .flatMap(document => document.chains.map(({ chain }) => chain))
    .filter(chain => chain !== null);
  return new Map(chains.map(chain => [chain.chain_id, withFullVersion(chain)]));
}

function strictestMode(enforcing: readonly PolicyDocument[]): DefinitionMode | null {
  const stated = enforcing.map(({ tool_definitions }) => tool_definitions);
  return definitionModes.findLast(mode => stated.includes(mode)) ?? null;
}

function governanceOf(
  enforcing: readonly PolicyDocument[],
  chains: ReadonlyMap<string, Chain>,
): ReadonlyMap<HouseKind, Chain> | null {
  const stated = enforcing.find(({ governance }) => governance !== null)?.governance;
  if (!stated) return null;
  const governed = new Map<HouseKind, Chain>();
  for (const kind of governedKinds) {
    const chain = chains.get(stated[kind]?.name ?? '');
    if (chain !== undefined) governed.set(kind, chain);
  }
  return governed;
}

function baseOf(
  enforcing: readonly PolicyDocument[],
  chains: ReadonlyMap<string, Chain>,
): Pick<PolicyProgram, 'default_chain' | 'chain_by_risk'> | null {
  const named = enforcing.find(document => document.default_chain !== null)?.default_chain?.name;
  const byRisk = enforcing.find(document => document.chain_by_risk !== null)?.chain_by_risk;
  const default_chain = chains.get(named ?? '');
  const [low, medium, high, critical] = riskLevels.map(level =>
    chains.get(byRisk?.[level].name ?? ''),
  );
  if (!default_chain || !low || !medium || !high || !critical) return null;
  return { default_chain, chain_by_risk: { low, medium, high, critical } };
}

function defaultsOf(documents: readonly PolicyDocument[]): ReadonlyMap<Layer, PolicyVerdict> {
  const defaults = new Map<Layer, PolicyVerdict>();
  for (const { layer, default: stated } of documents) {
    if (stated === null) continue;
    const before = defaults.get(layer);
    defaults.set(layer, before === undefined ? stated : stricter(before, stated));
  }
  return defaults;
}

function observingProgram(
  document: PolicyDocument,
  rules: readonly Rule[],
): ObservingProgram | null {
  if (document.mode !== 'observe') return null;
  const { file, version, default: stated } = document;
  return { file, version, default: stated, rules, ...ruleSet(rules) };
}

function ruleSet(rules: readonly Rule[]): RuleSet {
  const riskDimension = dimensions.indexOf('risk');
  return {
    asks_about_risk: rules.some(
      ({ demands, condition }) =>
        demands.some(({ dimension }) => dimension === riskDimension) ||
        condition?.text.includes('risk') === true,
    ),
    raising: new RuleIndex(rules.filter(({ risk }) => risk !== null)),
    all: new RuleIndex(rules),
  };
}

class RuleCompiler {
  readonly #reader: NodeReader;
  readonly #conditions = new ConditionCompiler();

  constructor(reader: NodeReader) {
    this.#reader = reader;
  }

  compile(
    { file, layer }: PolicyDocument,
    rule: RuleDocument,
    chains: ReadonlyMap<string, Chain>,
  ): Rule {
    const { at, match: _match, when: _when, chain, sealed, ...rest } = rule;
    return {
      ...rest,
      file,
      line: at.line,
      layer,
      demands: demandsOf(rule),
      condition: this.#condition(rule),
      chain: chain === null ? null : (chains.get(chain.name) ?? null),
      sealed: sealed.map(pointer => ({ pointer, steps: pointerSteps(pointer) })),
    };
  }

  #condition({ when }: RuleDocument): Rule['condition'] {
    if (when === null || typeof when.value !== 'string') return null;
    const compiled = this.#conditions.compile(when.value);
    if (compiled.ok) return compiled.condition;
    for (const { offset, message, suggestion } of compiled.faults) {
      this.#reader.refuse(when.within(offset), message, suggestion);
    }
    return null;
  }
}

function demandsOf({ match }: RuleDocument): readonly Demand[] {
  const demands: Demand[] = [];
  for (const [dimension, name] of dimensions.entries()) {
    const wanted = match[name];
    if (wanted === undefined) continue;
    const patterns = wanted.map(each =>
      typeof each === 'string' ? ({ kind: 'exact', text: each } as const) : each,
    );
    demands.push({ dimension, patterns });
  }
  return demands;
}
