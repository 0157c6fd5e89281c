import {
  closed,
  demand,
  digestOf,
  digestOfText,
  type Json,
  type JsonObject,
  list,
  readCanonical,
  sameJson,
  text,
} from './canonical-text.ts';
import { readArtifact, readCheckpoint, rootFrom } from './signed-text.ts';
import { type AllowanceStreams, checkAllowance, type Judged } from './verify-allowance.ts';
import { checkListing, checkSeparation, checkSeparationSaid } from './verify-listing.ts';
import {
  checkAssertion,
  checkEntries,
  checkExecutions,
  checkPeople,
  sourcesIn,
} from './verify-people.ts';
import { type KeptEvent, readEvent, readStream } from './verify-stream.ts';
import { checkVersions } from './verify-versions.ts';
import { checkComplete, checkDelegations, checkRelease, checkVoices } from './verify-ways.ts';
import { checkWitness } from './verify-witness.ts';

/** What this verifier is told; the same as the one of the package gets. */
export interface Trust {
  readonly signing_keys: readonly SigningKey[];
  readonly note_keys: readonly {
    readonly name: string;
    readonly public_key: { readonly x: string };
    readonly not_after?: string | null | undefined;
    readonly revoked_at?: string | null | undefined;
  }[];
  readonly origin: string;
  readonly passkeys: { readonly origin: string; readonly rp_id: string };
  readonly store_id?: string | undefined;
  readonly epoch?: number | undefined;
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
  readonly head?: { readonly version: number; readonly event_digest: string } | undefined;
  readonly policy_documents?: readonly string[] | undefined;
  readonly outside?:
    | { readonly checkpoint: string; readonly consistency_proof: readonly string[] }
    | undefined;
  readonly required?: readonly string[] | undefined;
}

interface SigningKey {
  readonly kid: string;
  readonly public_key: { readonly x: string };
  readonly not_before: string;
  readonly not_after: string | null;
  readonly revoked_at: string | null;
}

const members =
  'type store_id epoch approval_request_id stream store_events action request_artifact grant log signing_keys note_keys passkeys deciders policy advice';

/** Null where the bundle is accepted, and what is wrong with it where it is not. */
export function verifyEvidence(bundleText: string, trust: Trust): string | null {
  try {
    checkBundle(readCanonical(bundleText) as JsonObject, trust);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function checkBundle(read: JsonObject, trust: Trust): Judged {
  const used = ['versions', 'allowance', 'delegations'].filter(member =>
    Object.hasOwn(read ?? {}, member),
  );
  const bundle = closed(read, [members, ...used].join(' '));
  demand(bundle['type'] === 'countersign/evidence-bundle/v1', 'another form');
  const { events, store } = readEvents(bundle);
  const [decided, opened] = events as [KeptEvent, KeptEvent];
  demand(decided.type === 'policy.decided' && opened.type === 'request.opened', 'no opening');
  const request = opened.data['request'] as JsonObject;
  sameJson(bundle['approval_request_id'], request['approval_request_id'], 'another request');
  sameJson(bundle['epoch'], opened.data['epoch'], 'another epoch');
  const versions = checkVersions(bundle, opened);
  checkExecutions(events);
  checkReaffirmed(decided, events);
  const entries = checkEntries(request, events);
  const chain = opened.data['chain'] as JsonObject;
  const parties = opened.data['parties'] as JsonObject;
  checkListing(request, chain, entries);
  checkSeparation(chain, parties, entries);
  checkSeparationSaid(parties, entries);
  checkVoices(entries);
  checkRelease(opened.data, entries, events);
  checkComplete(chain, entries, events);
  const sources = sourcesIn(store);
  checkPeople(bundle, entries, sources);
  checkDelegations(bundle, entries, store, sources, trust.passkeys);
  sources.end();
  for (const entry of entries) checkAssertion(bundle, request, entry, trust.passkeys);
  checkAction(bundle, request);
  checkPolicy(bundle, opened, trust);
  const advice = events.filter(({ type }) => type === 'advice.recorded');
  sameJson(
    bundle['advice'],
    advice.map(({ data }) => data['advice'] as Json),
    'advice',
  );
  checkSigned(bundle, request, events, trust);
  const allowance = checkAllowance({
    bundle,
    opened: opened.data,
    events,
    judge: house => checkBundle(house, trustOfHouse(trust)),
    judgePeople: (house, about) => {
      const { request: asked, chain: decided } = house.opened as { [member: string]: JsonObject };
      checkListing(asked as JsonObject, decided as JsonObject, house.entries);
      checkSeparation(decided as JsonObject, about, house.entries);
    },
  });
  checkLog(bundle, events, versions, store, allowance, trust);
  if (trust.head !== undefined) {
    demand(events.at(-1)?.event_digest === trust.head.event_digest, 'another end');
  }
  const shown: Record<string, boolean> = {
    action: bundle['action'] !== null,
    request_artifact: bundle['request_artifact'] !== null,
    grant: bundle['grant'] !== null || !events.some(({ type }) => type === 'grant.issued'),
    log: bundle['log'] !== null,
    versions: list(bundle['versions'] ?? []).every(each => (each as JsonObject)['action'] !== null),
    people: isFromEvents(bundle, 'deciders'),
    passkey_owners: isFromEvents(bundle, 'passkeys'),
    delegations: list(bundle['delegations'] ?? []).every(each =>
      ['delegator', 'passkey'].every(member => {
        const { source } = (each as JsonObject)[member] as JsonObject;
        return (source as JsonObject)['from'] === 'event' && isInLog(bundle);
      }),
    ),
    allowance: allowance === null || isShownWhole(bundle),
    policy: (bundle['policy'] as JsonObject)['documents'] !== null,
  };
  for (const id of trust.required ?? ['log']) demand(shown[id] !== false, `${id} is not shown`);
  return { opened: opened.data, entries, events };
}

/** The house request has an end, an executor and a policy of its own. */
function trustOfHouse({ head: _, audience: __, policy_documents: ___, ...kept }: Trust): Trust {
  const required = (kept.required ?? ['log']).filter(id => id !== 'policy');
  return { ...kept, required };
}

/** Whether the bytes of both actions are there. */
function isShownWhole({ action, allowance }: JsonObject): boolean {
  const { evidence } = allowance as JsonObject;
  return action !== null && (readCanonical(text(evidence)) as JsonObject)['action'] !== null;
}

/** A request stays open under a later policy only where that policy answered the same. */
function checkReaffirmed(decided: KeptEvent, events: readonly KeptEvent[]): void {
  const before = decided.data['decision'] as JsonObject;
  const same = [
    'action_digest',
    'context',
    'verdict',
    'policy_rule_id',
    'policy_rule_ids',
    'risk',
    'approval_chain_id',
    'approval_chain_version',
  ];
  for (const { type, data } of events) {
    if (type !== 'request.reaffirmed') continue;
    const decision = data['decision'] as JsonObject;
    for (const member of same) sameJson(decision[member], before[member], `another ${member}`);
  }
}

/** Whether events of the log say all of it. */
function isFromEvents(bundle: JsonObject, member: 'deciders' | 'passkeys'): boolean {
  const people = list(bundle[member]) as readonly JsonObject[];
  if (people.length === 0) return true;
  const fromEvents = people.every(({ source }) => (source as JsonObject)['from'] === 'event');
  return fromEvents && isInLog(bundle);
}

function isInLog(bundle: JsonObject): boolean {
  const log = bundle['log'] as JsonObject | null;
  return log !== null && !list(log['store']).includes(null);
}

function readEvents(bundle: JsonObject): { events: KeptEvent[]; store: KeptEvent[] } {
  return {
    events: readStream(bundle['stream']),
    store: list(bundle['store_events']).map(readEvent),
  };
}

function checkAction(bundle: JsonObject, request: JsonObject): void {
  if (bundle['action'] === null) return;
  demand(digestOfText(text(bundle['action'])) === request['action_digest'], 'another action');
}

function checkPolicy(bundle: JsonObject, opened: KeptEvent, trust: Trust): void {
  const policy = closed(bundle['policy'], 'version documents chain');
  sameJson(policy['version'], (opened.data['request'] as JsonObject)['policy_version'], 'version');
  sameJson(policy['chain'], opened.data['chain'], 'chain');
  if (policy['documents'] === null) return;
  demand(list(policy['documents']).length > 0, 'an empty list of documents');
  const digests = list(policy['documents']).map(document => {
    const { digest, text: written } = closed(document, 'digest text');
    demand(digestOfText(text(written)) === digest, 'an altered document');
    return text(digest);
  });
  sameJson(digests, [...(trust.policy_documents ?? digests)].sort(), 'documents');
}

function checkSigned(
  bundle: JsonObject,
  request: JsonObject,
  events: readonly KeptEvent[],
  trust: Trust,
): void {
  const keys = new Map<string, string>();
  for (const each of list(bundle['signing_keys'])) {
    const key = closed(each, 'kid public_key not_before not_after revoked_at');
    const known = trust.signing_keys.find(({ kid }) => kid === key['kid']);
    demand(known !== undefined && !keys.has(known.kid), 'an unknown signing key');
    sameJson(key['public_key'], known.public_key, 'another public key');
    demand(key['not_before'] === known.not_before, 'another window');
    for (const end of ['not_after', 'revoked_at'] as const) {
      demand(key[end] === null || key[end] === known[end], 'another end of the key');
    }
    keys.set(known.kid, known.public_key.x);
  }
  const read = (jws: Json | undefined, typ: string): JsonObject => {
    const { kid, payload } = readArtifact(text(jws), typ, keys);
    const key = trust.signing_keys.find(known => known.kid === kid);
    const at = text(payload['issued_at']);
    demand(key !== undefined && at >= key.not_before, 'a key before its time');
    demand(key.not_after === null || at < key.not_after, 'a key after its time');
    demand(key.revoked_at === null || at < key.revoked_at, 'a revoked key');
    demand(payload['store_id'] === bundle['store_id'], 'another store');
    demand(payload['epoch'] === bundle['epoch'], 'another epoch');
    demand(payload['issuer'] === (trust.issuer ?? payload['issuer']), 'another issuer');
    return payload;
  };
  demand(bundle['store_id'] === (trust.store_id ?? bundle['store_id']), 'another store');
  demand(bundle['epoch'] === (trust.epoch ?? bundle['epoch']), 'another epoch');
  if (bundle['request_artifact'] !== null) {
    const artifact = read(bundle['request_artifact'], 'countersign-request+jws');
    sameJson(artifact['request'], request, 'another signed request');
    demand(digestOf(artifact['action'] as Json) === request['action_digest'], 'another action');
  }
  const resolution = events.find(({ type }) => type === 'request.allowed')?.data['resolution'];
  const issued = events.find(({ type }) => type === 'grant.issued');
  if (bundle['grant'] === null) return;
  demand(resolution !== undefined && issued !== undefined, 'a grant for nothing');
  const grant = read(bundle['grant'], 'countersign-grant+jws');
  const { grant_id, action_digest, final_entry_digest, grant_expires_at } =
    resolution as JsonObject;
  sameJson(
    [
      grant['grant_id'],
      grant['action_digest'],
      grant['final_entry_digest'],
      grant['expires_at'],
    ] as Json,
    [grant_id, action_digest, final_entry_digest, grant_expires_at] as Json,
    'another grant',
  );
  demand(grant['audience'] === (trust.audience ?? request['audience']), 'another audience');
  demand(grant['approval_request_id'] === bundle['approval_request_id'], 'another request');
}

function checkLog(
  bundle: JsonObject,
  events: readonly KeptEvent[],
  versions: readonly (readonly KeptEvent[])[],
  store: readonly KeptEvent[],
  allowance: AllowanceStreams | null,
  trust: Trust,
): void {
  const named = list(bundle['note_keys']).map(each => {
    const { name, public_key } = closed(each, 'name public_key');
    const x = text((public_key as JsonObject)['x']);
    const trusted = trust.note_keys.find(key => key.name === name && key.public_key.x === x);
    demand(trusted !== undefined, 'an unknown checkpoint key');
    sameJson(public_key, trusted.public_key, 'another checkpoint key');
    return { name: text(name), x };
  });
  const ids = named.map(({ name, x }) => `${name} ${x}`);
  demand(new Set(ids).size === ids.length, 'a checkpoint key twice');
  const lastAt =
    events
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? '';
  if (bundle['log'] === null) {
    checkWitness(bundle, null, lastAt, trust);
    return;
  }
  const more = [versions.length > 0 ? ' versions' : '', allowance === null ? '' : ' allowance'];
  const log = closed(bundle['log'], `checkpoint stream store${more.join('')}`);
  const checkpoint = readCheckpoint(text(log['checkpoint']), trust.origin, named);
  checkWitness(bundle, checkpoint, lastAt, trust);
  const earlier = versions.length > 0 ? list(log['versions']).map(list) : [];
  demand(earlier.length === versions.length, 'expected proofs for each version');
  for (const [index, proven] of earlier.entries()) {
    demand(proven.length === versions[index]?.length, 'expected one proof for each event');
  }
  const own = allowance === null ? null : closed(log['allowance'], 'stream use');
  const [made, use] = own === null ? [[], []] : [list(own['stream']), [own['use'] as Json]];
  demand(made.length === (allowance?.stream.length ?? 0), 'expected a proof for each event');
  // The last use names the one before it by digest, and so all of them.
  const lastUse = allowance === null ? [] : allowance.uses.slice(-1);
  const required = [...events, ...versions.flat(), ...(allowance?.stream ?? []), ...lastUse];
  const proofs = [
    ...list(log['stream']),
    ...earlier.flat(),
    ...made,
    ...use,
    ...list(log['store']),
  ];
  for (const proven of [list(log['stream']), made, ...earlier]) demand(isInOrder(proven), 'order');
  const leaves = [...required, ...store];
  demand(list(log['stream']).length === events.length, 'expected one proof for each event');
  demand(proofs.length === leaves.length, 'expected one proof for each event of the store');
  for (const [index, { stream, version, event_digest }] of leaves.entries()) {
    // An event of the store from an earlier epoch is in another log.
    if (index >= required.length && proofs[index] === null) continue;
    const { leaf_index, proof } = closed(proofs[index], 'leaf_index proof');
    const leaf = `{"event_digest":"${event_digest}","stream":${JSON.stringify(stream)},"version":${version}}`;
    const root = rootFrom(leaf_index as Json, leaf, checkpoint.size, list(proof).map(text));
    demand(typeof leaf_index === 'number' && root === checkpoint.root, 'not in the log');
  }
}

function isInOrder(proofs: readonly Json[]): boolean {
  const leaves = proofs.map(proof => Number((proof as JsonObject)['leaf_index']));
  return leaves.every((leaf, index) => index === 0 || leaf > (leaves[index - 1] ?? 0));
}
