import type { Digest, ImportedKey } from '@countersign/protocol/crypto';
import {
  type DirectoryState,
  type LockTarget,
  locksInForce,
  ownerOf,
} from '@countersign/protocol/directory';
import {
  decideSnapshot,
  type EdgeEvent,
  type EdgeState,
  parsePolicySnapshot,
  snapshotType,
} from '@countersign/protocol/edge';
import type { JsonObject } from '@countersign/protocol/json';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { Principal } from '@countersign/protocol/value';
import { passAnchor } from '../anchor/compare-anchor.ts';
import { changeStream } from '../change-stream.ts';
import { type Context, storeState } from '../context.ts';
import { loadDirectory } from '../directory/load-directory.ts';
import { failClosed } from '../fail-closed.ts';
import { coveredCaller, passLocks } from '../pass-locks.ts';
import type { StoreState } from '../store.ts';
import { edgeStream, storeStream } from '../stream-name.ts';
import { agentStanding } from './agent-standing.ts';
import { edgeFolding, loadEdge } from './load-edge.ts';

/** An edge, as its credential says. */
export interface EdgeCaller {
  /** The id of the credential. */
  readonly edge_id: string;
  readonly principal: Principal;
  /** What its batches are signed with. */
  readonly key: ImportedKey;
  readonly agent_ids: readonly string[];
  readonly subject_ids: readonly string[];
  readonly tool_server: string | null;
}

/** What the process that issues snapshots says about itself. */
export interface SnapshotSettings {
  /** How long a snapshot lives (EG-3). */
  readonly seconds: number;
  /** The program that evaluates, with its catalogue. */
  readonly evaluator: string;
  readonly own: JsonObject | null;
}

export interface IssuedSnapshot {
  readonly jws: string;
  readonly serial: number;
  /** Of the documents that it names. */
  readonly policy_text: Digest;
}

/** What a snapshot is made from, read in one version of the directory. */
interface Reading {
  readonly store: StoreState;
  readonly directory: DirectoryState;
  readonly policy_version: string;
  readonly policy_text: Digest;
}

/**
 * Gives an edge the policy in force for some seconds. The commit is guarded by the version of the directory: a lock, a
 * policy or an epoch that comes meanwhile is in the snapshot, or the snapshot is not issued.
 */
export function issueSnapshot(
  context: Context,
  edge: EdgeCaller,
  asked: { readonly run: string; readonly nonce: string },
  settings: SnapshotSettings,
): Promise<Result<IssuedSnapshot>> {
  return failClosed(async () => {
    if (context.advisor !== undefined) {
      return refuse('edge_not_offered', 'an advisor judges the risk of each action here');
    }
    const passed = await passAnchor(context);
    if (!passed.ok) return passed;
    const { edge_id, agent_ids } = edge;
    const standings = await Promise.all(agent_ids.map(agent => agentStanding(context, agent)));
    let reading: Reading | null = null;
    const changed = await changeStream<EdgeState, EdgeEvent>(context, {
      stream: edgeStream(edge_id),
      folding: edgeFolding,
      load: () => loadEdge(context, edge_id),
      pass: async () => {
        const unlocked = await passLocks(context, coveredCaller(edge.principal));
        if (!unlocked.ok) return unlocked;
        const { state: directory, version } = await loadDirectory(context);
        const read = readingOf(context, await storeState(context, true), directory);
        if (!read.ok) return read;
        reading = read.value;
        return accept([{ stream: storeStream, version }]);
      },
      decide: (state, now) => {
        const { store, policy_version, policy_text } = reading as unknown as Reading;
        const { epoch } = store;
        const { run } = asked;
        const { seconds } = settings;
        return decideSnapshot(
          state,
          { edge_id, run, epoch, policy_version, policy_text, seconds },
          now,
        );
      },
      claims: [{ scope: 'edge', key: edge_id, until: null }],
    });
    if (!changed.ok) return changed;
    const issued = changed.value.open.at(-1);
    const read = reading as unknown as Reading;
    if (issued === undefined) return refuse('internal_error', 'no snapshot was issued');
    const { serial, issued_at, expires_at, policy_version, policy_text } = issued;
    const owners = agent_ids.map(agent_id => ownerOf(read.directory, agent_id));
    const payload = parsePolicySnapshot({
      version: '1',
      issuer: context.signer.issuer,
      store_id: read.store.storeId,
      epoch: read.store.epoch,
      edge_id,
      run: asked.run,
      nonce: asked.nonce,
      serial,
      issued_at,
      expires_at,
      policy_version,
      policy_text,
      evaluator: settings.evaluator,
      own: settings.own,
      tool_server: edge.tool_server,
      agents: agent_ids.map((agent_id, index) => ({
        agent_id,
        owner: owners[index] ?? null,
        ...standings[index],
      })),
      subject_ids: edge.subject_ids,
      locks: locksFor(read.directory, edge, owners),
    });
    const jws = await context.signer.sign(snapshotType, payload);
    return accept({ jws, serial, policy_text });
  });
}

function readingOf(
  { policies }: Pick<Context, 'policies'>,
  store: StoreState,
  directory: DirectoryState,
): Result<Reading> {
  const { policy_version, policy_text } = directory;
  if (policy_version !== policies.version() || policy_version !== store.policyVersion) {
    const detail = `in force is ${store.policyVersion ?? 'none'}, this process evaluates ${policies.version()}`;
    return refuse('policy_unavailable', detail);
  }
  return policy_text === null
    ? refuse('edge_not_offered', 'the store does not keep the documents of the policy')
    : accept({ store, directory, policy_version, policy_text: policy_text as Digest });
}

/** Every lock in force that could close a call of this edge, and no other one. */
function locksFor(
  directory: DirectoryState,
  { edge_id, agent_ids, subject_ids }: EdgeCaller,
  owners: readonly (string | null)[],
): readonly LockTarget[] {
  const concerns = (target: LockTarget): boolean => {
    switch (target.kind) {
      case 'everything':
        return true;
      case 'agent':
        return agent_ids.includes(target.agent_id);
      case 'person':
        return owners.includes(target.person_id) || subject_ids.includes(target.person_id);
      case 'key':
        return target.credential_id === edge_id;
    }
  };
  return locksInForce(directory)
    .map(({ target }) => target)
    .filter(concerns);
}
