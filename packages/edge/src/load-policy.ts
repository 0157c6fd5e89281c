import { loadPolicy as load, type Policy, problemText, readDocuments } from '@countersign/policy';
import { type Digest, sha256OfText } from '@countersign/protocol/crypto';
import type { PolicySnapshot } from '@countersign/protocol/edge';
import { accept, ProtocolError, type Result, refuse } from '@countersign/protocol/reason';
import { type Grammars, type OwnPlaces, type RiskSettings, riskAssessor } from '@countersign/risk';

/** The policy of a snapshot, from documents with the digest that the snapshot names. */
export function loadSnapshotPolicy(
  { policy_text, policy_version, own }: PolicySnapshot,
  text: string,
  grammar: Grammars,
): Result<Policy> {
  if (sha256OfText(text) !== (policy_text as Digest)) {
    return refuse('edge_snapshot_malformed', 'the documents are not those of the snapshot');
  }
  try {
    const places = own === null ? {} : { own: ownPlacesIn(own) };
    const assessor = (settings: RiskSettings) => riskAssessor({ ...places, settings, grammar });
    const loaded = load(readDocuments(text), { assessor });
    if (!loaded.ok) {
      return refuse('edge_snapshot_malformed', loaded.problems.map(problemText).join('\n'));
    }
    const { policy } = loaded;
    return policy.version() === policy_version
      ? accept(policy)
      : refuse('edge_evaluator_mismatch', `expected ${policy_version}, read ${policy.version()}`);
  } catch (error) {
    if (error instanceof ProtocolError) return refuse('edge_snapshot_malformed', error.message);
    throw error;
  }
}

const lists = ['secrets', 'safeguards', 'origins', 'sockets', 'environment'] as const;
const texts = ['home', 'folder'] as const;

/** The places of the server that no agent may touch. An unknown member is refused. */
function ownPlacesIn(own: Readonly<Record<string, unknown>>): OwnPlaces {
  const known: readonly string[] = [...lists, ...texts];
  const isSound =
    Object.keys(own).every(member => known.includes(member)) &&
    lists.every(member => {
      const list = own[member];
      return Array.isArray(list) && list.every(each => typeof each === 'string');
    }) &&
    texts.every(member => own[member] === null || typeof own[member] === 'string');
  if (!isSound) throw new ProtocolError('object_malformed', '/own', 'expected places of a server');
  return own as unknown as OwnPlaces;
}
