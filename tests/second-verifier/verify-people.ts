import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  canonicalText,
  closed,
  demand,
  digestOf,
  type Json,
  type JsonObject,
  list,
  sameJson,
  text,
} from './canonical-text.ts';
import { rootFrom } from './signed-text.ts';
import type { Trust } from './verify-evidence.ts';
import type { KeptEvent } from './verify-stream.ts';

/** One consume, and executions only after it. */
export function checkExecutions(events: readonly KeptEvent[]): void {
  let consumed = 0;
  for (const { type } of events) {
    if (type === 'grant.consumed') consumed += 1;
    demand(consumed <= 1, 'consumed twice');
    const isExecution = /^execution\.(allowed|reported|reconciled)$/.test(type);
    demand(!isExecution || consumed === 1, 'executed without a consume');
  }
}

/** The decisions, each with the digest that it claims and linked to the one before. */
export function checkEntries(request: JsonObject, events: readonly KeptEvent[]): JsonObject[] {
  let previous: Json = null;
  const entries = events
    .filter(({ type }) => type === 'entry.recorded')
    .map(({ data }) => {
      const { entry_digest, ...rest } = data['entry'] as JsonObject;
      demand(digestOf(rest as JsonObject) === entry_digest, 'an altered entry');
      demand(rest['previous_entry_digest'] === previous, 'a broken link of entries');
      previous = entry_digest;
      const { trace: _trace, ...presented } = request;
      demand(rest['input_digest'] === digestOf(presented as JsonObject), 'another question');
      return data['entry'] as JsonObject;
    });
  const resolution = events.find(({ data }) => Object.hasOwn(data, 'resolution'));
  if (resolution !== undefined) {
    const resolved = resolution.data['resolution'] as JsonObject;
    // Of a covered action it is the last entry of the allowance.
    const isCovered = Object.hasOwn(resolved, 'allowance') && entries.length === 0;
    demand(
      isCovered || resolved['final_entry_digest'] === previous,
      'a resolution of other entries',
    );
  }
  return entries;
}

/** The passkey signed the challenge that this decision, and no other, gives. */
export function checkAssertion(
  bundle: JsonObject,
  request: JsonObject,
  entry: JsonObject,
  site: Trust['passkeys'],
): void {
  const { assertion } = entry;
  if (assertion === null) {
    demand(entry['identity_assurance'] !== 'webauthn', 'a passkey decision without a passkey');
    return;
  }
  demand(entry['identity_assurance'] === 'webauthn', 'a passkey that made nothing surer');
  const { origin, rp_id, nonce } = assertion as JsonObject;
  demand(origin === site.origin && rp_id === site.rp_id, 'another site');
  const { reason_code, reason, summary } = entry;
  const decided = {
    type: 'countersign/decision/v1',
    store_id: bundle['store_id'],
    epoch: bundle['epoch'],
    approval_request_id: request['approval_request_id'],
    input_digest: entry['input_digest'],
    view_digest: entry['view_digest'],
    stage_index: entry['stage_index'],
    chain_entry_id: entry['chain_entry_id'],
    approver_identity: entry['approver_identity'],
    decision: entry['decision'],
    reason_digest: digestOf({ reason_code, reason, summary } as JsonObject),
    execute_within_seconds: request['execute_within_seconds'],
    ...waysOf(entry),
  } as JsonObject;
  const challenge = Object.hasOwn(assertion as JsonObject, 'batch')
    ? challengeOfBatch(decided, assertion as JsonObject, request)
    : digestOf({ ...decided, nonce } as JsonObject);
  checkSignature(challenge, assertion as JsonObject, site);
}

/** The way of a decision, as the passkey signs it. */
function waysOf({ on_behalf_of, break_glass }: JsonObject): JsonObject {
  const { delegation_id, person_id } = (on_behalf_of ?? {}) as { [member: string]: Json };
  return {
    ...(on_behalf_of === undefined ? {} : { on_behalf_of: { delegation_id, person_id } }),
    ...(break_glass === undefined ? {} : { break_glass }),
  } as JsonObject;
}

/** A passkey signed this challenge, for this site, and a person was there. */
export function checkSignature(
  challenge: string,
  { public_key, response }: JsonObject,
  site: Trust['passkeys'],
): void {
  const { client_data_json, authenticator_data, signature } = response as JsonObject;
  const client = Buffer.from(text(client_data_json), 'base64url');
  const data = Buffer.from(text(authenticator_data), 'base64url');
  const said = JSON.parse(client.toString('utf8')) as JsonObject;
  const expected = Buffer.from(challenge.slice('sha256:'.length), 'hex').toString('base64url');
  demand(said['type'] === 'webauthn.get' && said['challenge'] === expected, 'another challenge');
  demand(said['origin'] === site.origin && said['topOrigin'] === undefined, 'another origin');
  const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
  demand(data.subarray(0, 32).equals(hash(site.rp_id)), 'another relying party');
  demand(((data[32] ?? 0) & 5) === 5, 'no person was present');
  const key = createPublicKey({ key: public_key as JsonObject, format: 'jwk' } as never);
  const algorithm = (public_key as JsonObject)['kty'] === 'EC' ? 'sha256' : null;
  const signed = Buffer.concat([data, hash(client)]);
  demand(
    verify(algorithm, signed, key, Buffer.from(text(signature), 'base64url')),
    'a wrong signature of a passkey',
  );
}

/** The passkey signed a batch that has this decision in this place, and that may decide it. */
function challengeOfBatch(decided: JsonObject, assertion: JsonObject, request: JsonObject): string {
  const batch = closed(assertion['batch'], 'root count leaf_index proof batch_view_digest');
  const { root, count, leaf_index, proof, batch_view_digest } = batch;
  demand(Number.isInteger(count) && Number(count) >= 2 && Number(count) <= 50, 'no batch');
  const leaf = canonicalText(decided);
  const found = rootFrom(leaf_index as Json, leaf, Number(count), list(proof).map(text));
  demand(typeof leaf_index === 'number' && found === root, 'a decision that is not in the batch');
  const isCritical = (request['risk'] as JsonObject)['level'] === 'critical';
  const isHouse = text(request['operation']).startsWith('countersign.');
  demand(decided['decision'] === 'deny' || !(isCritical || isHouse), 'a row to be decided alone');
  const { store_id, epoch, approver_identity } = decided;
  return digestOf({
    type: 'countersign/batch/v1',
    store_id,
    epoch,
    approver_identity,
    root,
    count,
    batch_view_digest,
    nonce: assertion['nonce'],
  } as JsonObject);
}

/** Looks up the events that statements about people come from, and remembers which were named. */
export interface SourceOf {
  check(source: Json | undefined, types: RegExp, claims: JsonObject, by: string): void;
  use(digest: string): void;
  /** Demands that every event of the store was named. */
  end(): void;
}

export function sourcesIn(store: readonly KeptEvent[]): SourceOf {
  const used = new Set<Json>();
  return {
    check: (source, types, claims, by) => {
      const { from, ...rest } = source as JsonObject;
      if (from === 'configuration') {
        closed(source, 'from');
        return;
      }
      const { event_digest } = closed(source, 'from event_digest');
      demand(from === 'event' && Object.keys(rest).length === 1, 'another source');
      const event = store.find(each => each.event_digest === event_digest);
      demand(event !== undefined && types.test(event.type), 'no such event');
      demand(event.at <= by, 'an event that came later');
      demand(event.data['active'] !== false, 'a person who had left');
      for (const [member, claim] of Object.entries(claims)) {
        sameJson(event.data[member], claim, 'an event that says something else');
      }
      used.add(event.event_digest);
    },
    use: digest => void used.add(digest),
    end: () => {
      const digests = store.map(({ event_digest }) => event_digest);
      demand(
        digests.every(digest => used.has(digest)),
        'an event for nothing',
      );
      demand(digests.length === new Set(digests).size, 'an event twice');
    },
  };
}

/** Deciders and passkeys are those of the entries, and come from the events that they name. */
export function checkPeople(
  bundle: JsonObject,
  entries: readonly JsonObject[],
  sourceOf: SourceOf,
): void {
  const deciders = list(bundle['deciders']).map((each, index) => {
    const { identity, kind, roles, source } = closed(each, 'identity kind roles source');
    const claims = { person_id: identity, roles } as JsonObject;
    const by = text(entries[index]?.['decided_at']);
    sourceOf.check(source, /^person\.(added|changed)$/, claims, by);
    return { identity, kind, roles } as JsonObject;
  });
  const decided = entries.map(
    entry =>
      ({
        identity: entry['approver_identity'],
        kind: entry['approver_kind'],
        roles: entry['approver_roles'],
      }) as JsonObject,
  );
  sameJson(deciders, decided, 'other deciders');
  const signed = entries.filter(({ assertion }) => assertion !== null);
  const passkeys = list(bundle['passkeys']).map((each, index) => {
    const { source, ...passkey } = closed(each, 'credential_id person_id public_key source');
    const by = text(signed[index]?.['decided_at']);
    sourceOf.check(source, /^credential\.registered$/, passkey as JsonObject, by);
    return passkey as JsonObject;
  });
  const asserted = signed.map(entry => {
    const { public_key, response } = entry['assertion'] as JsonObject;
    return {
      credential_id: (response as JsonObject)['credential_id'],
      person_id: entry['approver_identity'],
      public_key,
    } as JsonObject;
  });
  sameJson(passkeys, asserted, 'other passkeys');
}
