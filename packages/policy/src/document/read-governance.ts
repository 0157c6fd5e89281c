import { type GovernedKind, governedKinds } from '@countersign/protocol/action';
import type { NodeReader } from './node-reader.ts';
import type { ChainDocument, PolicyDocument, Reference } from './policy-document.ts';
import { quoted } from './problem.ts';
import { readReference } from './read-rule.ts';
import type { YamlNode } from './yaml-node.ts';

/**
 * Where the policy names no chain for these, an operator lifts a lock with a passkey, and one operator accepts the
 * definitions of tools. Neither gives a person rights.
 */
type OptionalKind = 'lock.lift' | 'tools';
type RequiredKind = Exclude<GovernedKind, OptionalKind>;
const requiredKinds = governedKinds.filter(isRequired);

/** The chain that decides each kind of change of Countersign itself. */
export type GovernanceDocument = Readonly<
  Record<RequiredKind, Reference> & Partial<Record<GovernedKind, Reference>>
>;

/**
 * Reads `governance`. Every required kind of change must have a chain. If one had none, an operator could use it alone
 * to gain the rights for the others.
 */
export function readGovernance(reader: NodeReader, node: YamlNode): GovernanceDocument | null {
  const members = reader.members(node, 'governance', ['default', ...governedKinds]);
  if (members === null) return null;
  const base = members.get('default');
  const general = base && readReference(reader, base.value, 'the id of the default chain');
  const chains: Partial<Record<GovernedKind, Reference>> = {};
  for (const kind of governedKinds) {
    const entry = members.get(kind);
    const chain =
      entry === undefined
        ? isRequired(kind) && general
        : readReference(reader, entry.value, `the id of the chain for a change of ${kind}`);
    if (isRequired(kind) && entry === undefined && base === undefined) {
      reader.refuse(
        node.at,
        `expected a chain for every kind of change, found none for ${kind}`,
        `write "${kind}: <chain>" or "default: <chain>"`,
      );
    }
    if (chain) chains[kind] = chain;
  }
  return isWhole(chains) ? chains : null;
}

function isRequired(kind: GovernedKind): kind is RequiredKind {
  return kind !== 'lock.lift' && kind !== 'tools';
}

function isWhole(chains: Partial<Record<GovernedKind, Reference>>): chains is GovernanceDocument {
  return requiredKinds.every(kind => chains[kind] !== undefined);
}

/** The checks that need all documents: there is one governance, and its chains need another person. */
export function checkGovernance(
  reader: NodeReader,
  documents: readonly PolicyDocument[],
  known: ReadonlyMap<string, ChainDocument>,
): void {
  const stating = documents.filter(({ states }) => states.has('governance'));
  for (const { at, file, mode, governance } of stating) {
    if (mode === 'observe') {
      reader.refuse(
        at,
        'expected governance in an enforcing document, found it in one that observes',
      );
    }
    if (file !== stating[0]?.file) {
      reader.refuse(
        at,
        `expected governance in one document, found it again; first in ${stating[0]?.file}`,
      );
    }
    const named = new Map(Object.values(governance ?? {}).map(each => [each.name, each]));
    for (const { name, at: place } of named.values()) {
      const found = known.get(name);
      if (found?.chain) checkChain(reader, found, place);
    }
  }
}

/** The person who proposes a change must not decide it. */
function checkChain(reader: NodeReader, { id, chain }: ChainDocument, at: Reference['at']): void {
  const required = chain?.stages.filter(stage => stage.required) ?? [];
  if (required.some(({ separation }) => separation === 'self_confirm')) {
    reader.refuse(
      at,
      `expected a chain of other people, found ${quoted(id)}, where a stage says self_confirm`,
      'write "separation: other_person", or name another chain',
    );
  }
  if (!required.some(({ approver_kinds }) => approver_kinds.every(kind => kind === 'human'))) {
    reader.refuse(
      at,
      `expected a chain with a stage that only people decide, found ${quoted(id)}`,
      'write "approver_kinds: [human]" in one of its required stages',
    );
  }
}
