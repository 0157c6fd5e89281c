import { generateKeyPairSync, sign } from 'node:crypto';
import type { ActionBinding } from '../action/action-binding.ts';
import type { AllowanceEvent, AllowanceUseEvent } from '../allowance/allowance-event.ts';
import type { BundleTrust } from '../bundle/bundle-trust.ts';
import {
  type BundleDecider,
  type BundleParts,
  buildBundle,
  bundleText,
  type EvidenceBundle,
} from '../bundle/evidence-bundle.ts';
import { sha256OfText } from '../crypto/digest.ts';
import type { PublicKey } from '../crypto/jwk.ts';
import { assembleJws, jwsSigningInput } from '../crypto/jws.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { assembleCheckpoint, checkpointText } from '../log/checkpoint.ts';
import { leafHash } from '../log/log-leaf.ts';
import { consistencyProof, inclusionProof } from '../log/merkle-proof.ts';
import { appendLeaf, emptyFrontier, rootOf, type TreeHash } from '../log/merkle-tree.ts';
import { noteKeyId } from '../log/signed-note.ts';
import { inputDigest } from '../request/approval-request.ts';
import { decideRequest } from '../request/decide-request.ts';
import { grantType } from '../request/grant.ts';
import { requestArtifactType } from '../request/request-artifact.ts';
import type { RequestCommand } from '../request/request-command.ts';
import type { RequestEvent } from '../request/request-event.ts';
import { absentRequest, type RequestState } from '../request/request-state.ts';
import type { EventType } from '../stream/events.ts';
import { type SealedEvent, sealEvents } from '../stream/stream-event.ts';
import { addSeconds, type Timestamp } from '../value/timestamp.ts';
import {
  apply,
  inForce,
  later,
  noon,
  noPasskeys,
  opened,
  sampleAction,
  storeId,
} from './samples.ts';

/** A fresh Ed25519 key, and its public half as it is sent. */
export function makeKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  return { publicKey: { kty: 'OKP', crv: 'Ed25519', x } as PublicKey, privateKey };
}

export const bundleSigner = makeKey();
export const noteSigner = makeKey();
export const logOrigin = 'log.example/store-1/1';
export const bundleKid = 'signing-1';
export const issuer = 'countersign-test';

/** Signs any payload as any type, with the trusted key unless another is given. */
export function signBundleArtifact(
  payload: object,
  typ: string,
  { privateKey } = bundleSigner,
  kid: string = bundleKid,
): string {
  const input = jwsSigningInput({ kid, typ, payload: payload as never });
  return assembleJws(input, sign(null, Buffer.from(input), privateKey));
}

export type Step = (state: RequestState) => readonly [RequestCommand, Timestamp];

/** What happened, step by step; throws where a rule refuses. */
export function tell(steps: readonly Step[]) {
  let state: RequestState = absentRequest;
  const events = steps.flatMap(step => {
    const [command, now] = step(state);
    const decision = decideRequest(state, command, now);
    if (!decision.ok) throw new Error(`${decision.refusal.code}: ${decision.refusal.detail}`);
    state = apply(state, decision.events);
    return decision.events;
  });
  return { state: opened(state), events };
}

/** A log over sealed events of any streams, in the given order. */
export function makeLog(events: readonly SealedEvent[]) {
  const nodes = new Map<string, TreeHash>();
  const frontiers = [emptyFrontier];
  for (const { event, event_digest } of events) {
    const { stream, version } = event;
    const grown = appendLeaf(
      frontiers.at(-1) ?? emptyFrontier,
      leafHash({ stream, version, event_digest }),
    );
    frontiers.push(grown.frontier);
    for (const { level, index, hash } of grown.nodes) nodes.set(`${level}/${index}`, hash);
  }
  const readNode = (level: number, index: number) => nodes.get(`${level}/${index}`);
  const checkpoint = (size: number = events.length, key = noteSigner): string => {
    const text = checkpointText({
      origin: logOrigin,
      size,
      root: rootOf(frontiers[size] ?? emptyFrontier),
    });
    const key_id = noteKeyId(logOrigin, Buffer.from(key.publicKey.x, 'base64url'));
    const signature = sign(null, Buffer.from(text), key.privateKey);
    return assembleCheckpoint(text, [{ name: logOrigin, key_id, signature }]);
  };
  const include = (digest: string) => {
    const leaf_index = events.findIndex(({ event_digest }) => event_digest === digest);
    const proof = inclusionProof(leaf_index, events.length, readNode);
    if (!proof.ok) throw new Error(proof.refusal.detail);
    return { leaf_index, proof: proof.value };
  };
  const consistency = (size: number): TreeHash[] => {
    const proof = consistencyProof(size, events.length, readNode);
    if (!proof.ok) throw new Error(proof.refusal.detail);
    return proof.value;
  };
  return { checkpoint, include, consistency };
}

interface StoreFact {
  readonly type: EventType;
  readonly data: object;
}

export interface BundleStory {
  readonly steps: readonly Step[];
  /** Events of the store that come first, and that people and passkeys may refer to by position. */
  readonly store?: readonly StoreFact[];
  readonly passkeys?: (store: readonly SealedEvent[]) => BundleParts['passkeys'];
  readonly deciderSource?: (
    identity: string,
    store: readonly SealedEvent[],
  ) => BundleDecider['source'];
  /** The delegations of the decisions on behalf of others. */
  readonly delegations?: (store: readonly SealedEvent[]) => BundleParts['delegations'];
  readonly documents?: readonly string[];
  readonly erased?: boolean;
  /** What an insider with the database and the keys would write in place of what happened. */
  readonly edit?: (events: readonly RequestEvent[]) => readonly RequestEvent[];
  /** The action of the story, where it is not the sample. */
  readonly action?: ActionBinding;
  /** The versions of an amended action before it, the oldest first. */
  readonly versions?: readonly Pick<BundleStory, 'steps' | 'action' | 'edit'>[];
  /** The allowance that covers the action, and the house request that people decided. */
  readonly allowance?: {
    readonly house: BundleStory;
    readonly events: readonly AllowanceEvent[];
    readonly uses: readonly AllowanceUseEvent[];
  };
}

const noise = (stream: string, count: number): SealedEvent[] =>
  sealEvents(
    stream,
    null,
    Array.from({ length: count }, (_, n) => ({
      type: 'hold.answered' as const,
      at: later(n),
      data: { n },
    })),
  );

/** What happened in a story, sealed as a store would keep it. */
function sealStory(story: BundleStory) {
  const { state, events } = tell(story.steps);
  const name = `request/${state.request.approval_request_id}`;
  const sealed = sealEvents(name, null, story.edit?.(events) ?? events);
  const store = sealEvents(
    'store',
    null,
    (story.store ?? []).map(fact => ({ ...fact, at: noon })),
  );
  const versions = (story.versions ?? []).map(version => {
    const told = tell(version.steps);
    const own = `request/${told.state.request.approval_request_id}`;
    return {
      name: own,
      events: sealEvents(own, null, version.edit?.(told.events) ?? told.events),
      action: canonicalize(version.action ?? sampleAction()),
    };
  });
  const documents = (story.documents ?? [])
    .map(text => ({ digest: sha256OfText(text), text }))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1));
  return { story, state, name, sealed, store, versions, documents };
}

function sealAllowance({ allowance }: BundleStory) {
  if (allowance === undefined) return null;
  const id = allowance.events[0]?.data.allowance_id ?? '';
  const seal = (name: string, events: Parameters<typeof sealEvents>[2]) => ({
    name,
    events: sealEvents(name, null, events),
  });
  return {
    house: sealStory(allowance.house),
    stream: seal(`allowance/${id}`, allowance.events),
    uses: seal(`allowance-uses/${id}`, allowance.uses),
  };
}

const kept = ({ text, event_digest }: SealedEvent) => ({ text, event_digest });

const signing_key = {
  kid: bundleKid,
  public_key: bundleSigner.publicKey,
  not_before: addSeconds(noon, -3600),
  not_after: null,
  revoked_at: null,
};
const note_key = { name: logOrigin, public_key: noteSigner.publicKey };

/** The parts of one bundle, all under one log. */
function partsOf(
  { story, state, name, sealed, store, versions, documents }: ReturnType<typeof sealStory>,
  log: ReturnType<typeof makeLog>,
): BundleParts & { log: NonNullable<BundleParts['log']> } {
  const { request, entries, chain } = state;
  const action = story.action ?? sampleAction();
  const artifact = {
    version: '1',
    issuer,
    store_id: storeId,
    epoch: inForce.epoch,
    issued_at: request.requested_at,
    request,
    action,
    input_digest: inputDigest(request),
  };
  return {
    store_id: storeId,
    epoch: inForce.epoch,
    approval_request_id: request.approval_request_id,
    stream: { name, events: sealed.map(kept) },
    ...(versions.length === 0
      ? {}
      : {
          versions: versions.map(version => ({
            stream: { name: version.name, events: version.events.map(kept) },
            action: story.erased === true ? null : version.action,
          })),
        }),
    store_events: store.map(kept),
    action: story.erased === true ? null : canonicalize(action),
    request_artifact:
      story.erased === true ? null : signBundleArtifact(artifact, requestArtifactType),
    grant: state.grant === null ? null : signBundleArtifact(state.grant, grantType),
    log: {
      checkpoint: log.checkpoint(),
      stream: sealed.map(({ event_digest }) => log.include(event_digest)),
      store: store.map(({ event_digest }) => log.include(event_digest)),
      ...(versions.length === 0
        ? {}
        : {
            versions: versions.map(version =>
              version.events.map(({ event_digest }) => log.include(event_digest)),
            ),
          }),
    },
    signing_keys: [signing_key],
    note_keys: [note_key],
    passkeys: story.passkeys?.(store) ?? [],
    deciders: entries.map(({ approver_identity, approver_kind, approver_roles }) => ({
      identity: approver_identity,
      kind: approver_kind,
      roles: approver_roles,
      source: story.deciderSource?.(approver_identity, store) ?? { from: 'configuration' as const },
    })),
    ...(story.delegations === undefined ? {} : { delegations: story.delegations(store) }),
    policy: {
      version: request.policy_version,
      documents: documents.length === 0 ? null : documents,
      chain,
    },
    advice: [...state.advice],
  };
}

/** The bundle of a story in a log with other events around it, and the trust under which all of it holds. */
export function bundleOf(story: BundleStory): {
  bundle: EvidenceBundle;
  trust: BundleTrust;
  state: ReturnType<typeof tell>['state'];
} {
  const told = sealStory(story);
  const allowance = sealAllowance(story);
  const { state, sealed, documents } = told;
  const before = [
    ...noise('hold/1', 5),
    ...(allowance === null
      ? []
      : [...allowance.house.store, ...allowance.house.sealed, ...allowance.stream.events]),
    ...told.store,
    ...told.versions.flatMap(version => version.events),
    ...sealed,
    ...(allowance?.uses.events ?? []),
  ];
  const log = makeLog([...before, ...noise('hold/2', 6)]);
  const known = before.length + 2;
  const parts = partsOf(told, log);
  const last = sealed.at(-1);
  const used = allowance?.uses.events.at(-1);
  if (last === undefined) throw new Error('expected a story');
  const bundle = buildBundle(
    allowance === null || used === undefined
      ? parts
      : {
          ...parts,
          allowance: {
            stream: { name: allowance.stream.name, events: allowance.stream.events.map(kept) },
            uses: { name: allowance.uses.name, events: allowance.uses.events.map(kept) },
            evidence: bundleText(buildBundle(partsOf(allowance.house, log))),
          },
          log: {
            ...parts.log,
            allowance: {
              stream: allowance.stream.events.map(event => log.include(event.event_digest)),
              use: log.include(used.event_digest),
            },
          },
        },
  );
  return {
    bundle,
    state,
    trust: {
      signing_keys: [signing_key],
      note_keys: [note_key],
      origin: logOrigin,
      passkeys: { origin: noPasskeys.origin, rp_id: noPasskeys.rp_id },
      store_id: storeId,
      epoch: inForce.epoch,
      issuer,
      audience: state.request.audience,
      head: { version: last.event.version, event_digest: last.event_digest },
      outside: {
        checkpoint: log.checkpoint(known),
        consistency_proof: log.consistency(known),
      },
      policy_documents: documents.map(({ digest }) => digest),
    },
  };
}
