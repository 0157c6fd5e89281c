import type { Chain } from '@countersign/protocol/chain';
import { sha256 } from '@countersign/protocol/crypto';
import { canonicalize } from '@countersign/protocol/json';
import type { PolicyDocument, RuleDocument, RuleMatch } from './document/policy-document.ts';
import { layers } from './document/policy-file.ts';
import type { GovernanceDocument } from './document/read-governance.ts';

const digits = 16;
const statedMax = 400;
const limits = { bytesMax: 2 ** 28, depthMax: 64 };

/**
 * The stated versions and two digests of everything all documents say, layers included: `stated+rules.chains`. The
 * second one covers the chains, so that a change of a chain alone can be told from any other (AB-6). Names of files,
 * comments and the order of files, rules and keys are no part of it; every word that could change an answer is.
 */
export function policyVersion(documents: readonly PolicyDocument[]): string {
  const sorted = documents
    .map(document => ({ document, form: canonicalForm(document) }))
    .toSorted(
      (a, b) =>
        layers.indexOf(a.document.layer) - layers.indexOf(b.document.layer) ||
        (a.form < b.form ? -1 : a.form > b.form ? 1 : 0),
    );
  const stated = sorted
    .map(({ document }) => document.version)
    .toSorted()
    .join(',');
  const name = stated.length > statedMax ? `${stated.slice(0, statedMax)}...` : stated;
  const chains = sorted.map(({ document }) => chainForms(document));
  return `${name}+${short(sorted.map(({ form }) => form))}.${short(chains)}`;
}

/** A changed stage is a changed chain, even where the author did not change the version. */
export function withFullVersion(chain: Chain): Chain {
  return { ...chain, version: `${chain.version}+${short(chain)}` };
}

function short(value: unknown): string {
  return sha256(value, limits).slice('sha256:'.length, 'sha256:'.length + digits);
}

function canonicalForm(document: PolicyDocument): string {
  const { file: _file, at: _at, states: _states, governance, retention, ...more } = document;
  const { tool_definitions, ...stated } = more;
  const { rules, chains: _chains, routes, tools, ...rest } = stated;
  const { default_chain, chain_by_risk } = document;
  return canonicalize(
    {
      ...rest,
      // Absent if there are none, so that documents without declarations keep their version.
      ...(tools.length === 0
        ? {}
        : { tools: sortedForms(tools.map(({ at: _at, ...tool }) => tool)) }),
      rules: sortedForms(rules.map(ruleForm)),
      routes: sortedForms(routes.map(({ at: _place, ...route }) => route)),
      default_chain: default_chain?.name ?? null,
      // Left out where there is none, so that documents from before it have the version that they had.
      ...(governance === null ? {} : { governance: governanceForm(governance) }),
      ...(retention === null ? {} : { retention }),
      ...(tool_definitions === null ? {} : { tool_definitions }),
      chain_by_risk: chain_by_risk && {
        low: chain_by_risk.low.name,
        medium: chain_by_risk.medium.name,
        high: chain_by_risk.high.name,
        critical: chain_by_risk.critical.name,
      },
    },
    limits,
  );
}

function chainForms({ layer, chains }: PolicyDocument): object {
  return { layer, chains: sortedForms(chains.map(({ chain, id }) => chain ?? { id })) };
}

function governanceForm(governance: GovernanceDocument): object {
  return Object.fromEntries(Object.entries(governance).map(([kind, { name }]) => [kind, name]));
}

function ruleForm({
  at: _at,
  match,
  when,
  chain,
  amend,
  allowances,
  ...rest
}: RuleDocument): object {
  return {
    ...rest,
    // Left out where there is none, so that documents from before it have the version that they had.
    ...(amend === null ? {} : { amend }),
    ...(allowances === null ? {} : { allowances }),
    match: matchForm(match),
    when: when?.value ?? null,
    chain: chain?.name ?? null,
  };
}

function matchForm(match: RuleMatch): object {
  return Object.fromEntries(
    Object.entries(match).map(([key, wanted]) => [
      key,
      (wanted as readonly (string | { readonly text: string })[])
        .map(each => (typeof each === 'string' ? each : each.text))
        .toSorted(),
    ]),
  );
}

function sortedForms(items: readonly object[]): readonly string[] {
  return items.map(item => canonicalize(item, limits)).toSorted();
}
