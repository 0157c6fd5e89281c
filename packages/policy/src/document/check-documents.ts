import { compareStrictness } from '@countersign/protocol/chain';
import { riskLevels } from '@countersign/protocol/value';
import { secondsDefault } from './duration.ts';
import type { NodeReader } from './node-reader.ts';
import type { ChainDocument, PolicyDocument, Reference } from './policy-document.ts';
import { type Place, quoted } from './problem.ts';
import { checkGovernance } from './read-governance.ts';
import { checkRetention } from './read-retention.ts';
import { suggestName } from './suggest-name.ts';

/** The checks that need all documents together. */
export function checkDocuments(reader: NodeReader, documents: readonly PolicyDocument[]): void {
  const enforcing = documents.filter(({ mode }) => mode === 'enforce');
  checkUnique(
    reader,
    'rule',
    documents.flatMap(({ rules }) => rules),
    ({ id }) => id,
  );
  checkUnique(
    reader,
    'chain',
    documents.flatMap(({ chains }) => chains),
    ({ id }) => id,
  );
  checkUnique(
    reader,
    'tool',
    documents.flatMap(({ tools }) => tools),
    ({ tool }) => tool,
  );
  checkBase(reader, enforcing, documents);
  for (const document of documents) checkReferences(reader, document, documents, enforcing);
  const chains = enforcing.flatMap(document => document.chains);
  checkGovernance(reader, documents, new Map(chains.map(chain => [chain.id, chain])));
  checkRetention(reader, documents);
  checkUse(reader, documents);
}

function checkUnique<T extends { readonly at: Place }>(
  reader: NodeReader,
  what: string,
  items: readonly T[],
  nameOf: (item: T) => string,
): void {
  const first = new Map<string, Place>();
  for (const item of items) {
    const name = nameOf(item);
    const before = first.get(name);
    if (before === undefined) first.set(name, item.at);
    else {
      reader.refuse(
        item.at,
        `expected each ${what === 'tool' ? what : `${what} id`} once, found ${quoted(name)} again; first at ${before.file}:${before.line}`,
      );
    }
  }
}

/** GT-6 must always find a chain, and an action that no rule knows must always find an answer. */
function checkBase(
  reader: NodeReader,
  enforcing: readonly PolicyDocument[],
  documents: readonly PolicyDocument[],
): void {
  const at: Place = enforcing[0]?.at ?? documents[0]?.at ?? { file: '', line: 1, column: 1 };
  if (enforcing.length === 0) {
    reader.refuse(
      at,
      'expected a document in mode enforce, found none; observing alone decides nothing',
    );
    return;
  }
  if (!enforcing.some(({ states }) => states.has('default'))) {
    reader.refuse(
      at,
      'expected default: deny or require_approval in one enforcing document, found none',
    );
  }
  for (const key of ['default_chain', 'chain_by_risk'] as const) {
    const stating = enforcing.filter(({ states }) => states.has(key));
    if (stating.length === 0) {
      reader.refuse(at, `expected ${key} in one enforcing document, found none (GT-6)`);
    }
    for (const document of stating.slice(1)) {
      reader.refuse(
        document.at,
        `expected ${key} in one enforcing document, found it again; first in ${stating[0]?.file}`,
      );
    }
  }
}

function checkReferences(
  reader: NodeReader,
  document: PolicyDocument,
  documents: readonly PolicyDocument[],
  enforcing: readonly PolicyDocument[],
): void {
  // A document that enforces must not rest on one that only observes.
  const visible = document.mode === 'enforce' ? enforcing : documents;
  const known = new Map<string, ChainDocument>();
  for (const { chains } of visible) {
    for (const chain of chains) known.set(chain.id, chain);
  }
  const check = (reference: Reference | null): void => {
    if (reference === null || known.has(reference.name)) return;
    const list = [...known.keys()].slice(0, 10).map(quoted).join(', ') || 'none';
    reader.refuse(
      reference.at,
      `unknown chain ${quoted(reference.name)}; expected one of ${list}`,
      suggestName(reference.name, [...known.keys()]),
    );
  };
  for (const rule of document.rules) {
    check(rule.chain);
    warnOfLateSteps(reader, rule, known);
  }
  check(document.default_chain);
  for (const chain of Object.values(document.governance ?? {})) check(chain);
  const { chain_by_risk } = document;
  if (chain_by_risk === null) return;
  let below: ChainDocument | undefined;
  for (const level of riskLevels) {
    const reference = chain_by_risk[level];
    check(reference);
    const found = known.get(reference.name);
    if (below?.chain && found?.chain && compareStrictness(found.chain, below.chain) > 0) {
      reader.warn(
        reference.at,
        `the chain for ${level} risk is less strict than the chain for the level below: ${quoted(reference.name)} after ${quoted(below.id)}`,
      );
    }
    below = found;
  }
}

/** The request would end before this step is reached. */
function warnOfLateSteps(
  reader: NodeReader,
  { chain, expires_in_seconds }: PolicyDocument['rules'][number],
  known: ReadonlyMap<string, ChainDocument>,
): void {
  if (chain === null) return;
  const stages = known.get(chain.name)?.chain?.stages ?? [];
  const steps = stages.flatMap(({ escalation = [] }) => escalation);
  const end = expires_in_seconds ?? secondsDefault;
  if (steps.some(({ after_seconds }) => after_seconds >= end)) {
    reader.warn(
      chain.at,
      `chain ${quoted(chain.name)} has approvers who join after the request has expired; set a later expires_in or a shorter delay`,
    );
  }
}

function checkUse(reader: NodeReader, documents: readonly PolicyDocument[]): void {
  const used = new Set<string>();
  for (const { rules, default_chain, chain_by_risk, governance } of documents) {
    for (const { chain } of rules) if (chain !== null) used.add(chain.name);
    if (default_chain !== null) used.add(default_chain.name);
    for (const { name } of Object.values(chain_by_risk ?? {})) used.add(name);
    for (const { name } of Object.values(governance ?? {})) used.add(name);
  }
  for (const { chains } of documents) {
    for (const { at, id } of chains) {
      if (!used.has(id)) reader.warn(at, `chain ${quoted(id)} is never used`);
    }
  }
}
