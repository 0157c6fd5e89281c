import { sign } from 'node:crypto';
import { type BundleTrust, buildBundle, type EvidenceBundle } from '@countersign/protocol/bundle';
import { sha256OfText } from '@countersign/protocol/crypto';
import { canonicalize } from '@countersign/protocol/json';
import {
  appendLeaf,
  assembleCheckpoint,
  checkpointText,
  consistencyProof,
  emptyFrontier,
  inclusionProof,
  leafHash,
  noteKeyId,
  rootOf,
  type TreeHash,
} from '@countersign/protocol/log';
import {
  grantType,
  inputDigest,
  type RequestEvent,
  requestArtifactType,
} from '@countersign/protocol/request';
import { type SealedEvent, sealEvents } from '@countersign/protocol/stream';
import { addSeconds } from '@countersign/protocol/value';
import type { AmendedStory } from './amended-story.ts';
import { makeKey, signArtifact, signingKey } from './signing.ts';
import { noon, passkey, action as sample, site, storeId, type stories, tell } from './story.ts';

const logSigner = makeKey();
const origin = 'log.example/mail/1';

const documents = ['rules: []\n', 'rules: [] # other\n']
  .map(text => ({ digest: sha256OfText(text), text }))
  .sort((a, b) => (a.digest < b.digest ? -1 : 1));

export interface Exported {
  readonly bundle: EvidenceBundle;
  readonly trust: BundleTrust;
  /** Checkpoints that the verifier kept, with the proof to the one in the bundle. */
  readonly log: {
    readonly size: number;
    outside(size: number): NonNullable<BundleTrust['outside']>;
  };
}

/** Exports what happened, or what an attacker with the database and the keys made of it. */
export function exportBundle(
  told: (typeof stories)[keyof typeof stories] | AmendedStory,
  {
    erased = false,
    edit = (events: RequestEvent[]): readonly RequestEvent[] => events,
    editVersion = (events: RequestEvent[]): readonly RequestEvent[] => events,
  } = {},
): Exported {
  const story = 'steps' in told ? told : { steps: told, action: sample, versions: [] };
  const { action } = story;
  const { state, events } = tell(story.steps);
  const versions = story.versions.map(version => {
    const told = tell(version.steps);
    const own = `request/${told.state.request.approval_request_id}`;
    const stream = sealEvents(own, null, editVersion(told.events));
    return { name: own, stream, action: canonicalize(version.action) };
  });
  const { request, entries } = state;
  const name = `request/${request.approval_request_id}`;
  const stream = sealEvents(name, null, edit(events));
  const others = sealEvents('hold/1', null, [{ type: 'hold.placed', at: noon, data: {} }]);
  const asserting = entries.some(({ assertion }) => assertion !== null);
  const everything = sealEvents('store', null, [
    ...entries.map(({ approver_identity, approver_roles }) => ({
      type: 'person.added' as const,
      at: noon,
      data: { person_id: approver_identity, roles: approver_roles },
    })),
    ...(asserting ? [{ type: 'credential.registered' as const, at: noon, data: passkey }] : []),
  ]);
  const log = makeLog([
    ...everything,
    ...others,
    ...versions.flatMap(version => version.stream),
    ...stream,
  ]);
  const kept = ({ text, event_digest }: SealedEvent) => ({ text, event_digest });
  const from = (index: number) => ({
    from: 'event' as const,
    event_digest: (everything[index] as SealedEvent).event_digest,
  });
  const artifact = {
    version: '1',
    issuer: 'countersign-test',
    store_id: storeId,
    epoch: 1,
    issued_at: noon,
    request,
    action,
    input_digest: inputDigest(request),
  };
  const last = stream.at(-1) as SealedEvent;
  const note_keys = [{ name: origin, public_key: logSigner.publicKey }];
  return {
    log,
    bundle: buildBundle({
      store_id: storeId as never,
      epoch: 1,
      approval_request_id: request.approval_request_id,
      stream: { name, events: stream.map(kept) },
      ...(versions.length === 0
        ? {}
        : {
            versions: versions.map(version => ({
              stream: { name: version.name, events: version.stream.map(kept) },
              action: erased ? null : version.action,
            })),
          }),
      store_events: everything.map(kept),
      action: erased ? null : canonicalize(action),
      request_artifact: erased ? null : signArtifact(artifact, requestArtifactType),
      grant: state.grant === null ? null : signArtifact(state.grant, grantType),
      log: {
        checkpoint: log.checkpoint,
        stream: stream.map(log.include),
        store: everything.map(log.include),
        ...(versions.length === 0
          ? {}
          : { versions: versions.map(version => version.stream.map(log.include)) }),
      },
      signing_keys: [signingKey],
      note_keys,
      passkeys: asserting
        ? [{ ...(passkey as never as object), source: from(entries.length) } as never]
        : [],
      deciders: entries.map(({ approver_identity, approver_kind, approver_roles }, index) => ({
        identity: approver_identity,
        kind: approver_kind,
        roles: approver_roles,
        source: from(index),
      })),
      policy: { version: request.policy_version, documents, chain: state.chain },
      advice: [...state.advice],
    }),
    trust: {
      signing_keys: [{ ...signingKey, not_after: addSeconds(noon, 86_400) }],
      note_keys,
      origin,
      passkeys: site,
      store_id: storeId as never,
      epoch: 1,
      issuer: 'countersign-test',
      audience: request.audience,
      head: { version: last.event.version, event_digest: last.event_digest },
      policy_documents: documents.map(({ digest }) => digest),
      required: [
        ...(erased ? [] : (['action', 'request_artifact', 'versions'] as const)),
        'grant',
        'log',
        'people',
        'passkey_owners',
        'policy',
      ],
    },
  };
}

function makeLog(events: readonly SealedEvent[]) {
  const nodes = new Map<string, TreeHash>();
  const frontiers = [emptyFrontier];
  for (const { event, event_digest } of events) {
    const { stream, version } = event;
    const leaf = leafHash({ stream, version, event_digest });
    const grown = appendLeaf(frontiers.at(-1) ?? emptyFrontier, leaf);
    for (const { level, index, hash } of grown.nodes) nodes.set(`${level}/${index}`, hash);
    frontiers.push(grown.frontier);
  }
  const readNode = (level: number, index: number) => nodes.get(`${level}/${index}`);
  const size = events.length;
  const checkpointAt = (at: number): string => {
    const root = rootOf(frontiers[at] ?? emptyFrontier);
    const text = checkpointText({ origin, size: at, root });
    const key_id = noteKeyId(origin, Buffer.from(logSigner.publicKey.x, 'base64url'));
    const signature = sign(null, Buffer.from(text), logSigner.privateKey);
    return assembleCheckpoint(text, [{ name: origin, key_id, signature }]);
  };
  const include = ({ event_digest }: SealedEvent) => {
    const leaf_index = events.findIndex(each => each.event_digest === event_digest);
    const proof = inclusionProof(leaf_index, size, readNode);
    if (!proof.ok) throw new Error(proof.refusal.detail);
    return { leaf_index, proof: proof.value };
  };
  const outside = (at: number) => {
    const proof = consistencyProof(at, size, readNode);
    if (!proof.ok) throw new Error(proof.refusal.detail);
    return { checkpoint: checkpointAt(at), consistency_proof: proof.value };
  };
  return { checkpoint: checkpointAt(size), include, outside, size };
}
