import {
  closed,
  demand,
  digestOf,
  type Json,
  type JsonObject,
  list,
  sameJson,
  text,
} from './canonical-text.ts';
import type { Trust } from './verify-evidence.ts';
import { checkSignature, type SourceOf } from './verify-people.ts';
import type { KeptEvent } from './verify-stream.ts';

/** Everyone whom an action is about. */
export function involvedIn(parties: JsonObject): Json[] {
  const { requester, subject, agent_owner, authors = [] } = parties;
  return [requester, subject, agent_owner, ...list(authors)].filter(
    person => person !== null && person !== undefined,
  );
}

/** Where one person released it alone: as the chain permits, last of all, and reviewed by another person if at all. */
export function checkRelease(
  opened: JsonObject,
  entries: readonly JsonObject[],
  events: readonly KeptEvent[],
): void {
  const reviews = events.filter(({ type }) => type === 'release.reviewed');
  const release = entries.find(entry => Object.hasOwn(entry, 'break_glass'));
  if (release === undefined) {
    demand(reviews.length === 0, 'a review of no release');
    return;
  }
  const { request, chain, parties } = opened as { [member: string]: JsonObject };
  const { approver_identity, approver_kind, approver_roles, break_glass } = release;
  const permitted = chain?.['break_glass'] as JsonObject | undefined;
  demand(/^(outage|data_loss|attack|safety)$/.test(text(break_glass)), 'no cause of a release');
  demand(permitted !== undefined, 'a release that its chain does not permit');
  demand(!text(request?.['operation']).startsWith('countersign.'), 'a released house request');
  const held = list(approver_roles);
  const isNamed = list(permitted['roles']).some(role => held.includes(role));
  demand(approver_kind === 'human' && isNamed, 'a person who may not release');
  demand(release['identity_assurance'] === 'webauthn', 'a release without a passkey');
  demand(!Object.hasOwn(release['assertion'] as JsonObject, 'batch'), 'a release in a batch');
  demand(release['decision'] === 'allow', 'a release that denies');
  demand(!Object.hasOwn(release, 'on_behalf_of'), 'a release for another person');
  demand(text(release['reason']).trim() !== '', 'a release without a reason');
  const involved = involvedIn(parties as JsonObject);
  demand(!involved.includes(approver_identity as Json), 'a release by a party');
  demand(entries.at(-1) === release, 'a decision after the release');
  for (const { at, data } of reviews) {
    const { by, findings } = closed(data, 'by findings verdict');
    demand(by !== approver_identity && !involved.includes(by as Json), 'a review of their own');
    demand(at >= text(release['decided_at']), 'a review before the release');
    demand(text(findings).trim() !== '', 'a review that found nothing');
  }
}

/** A person has one voice, and a delegate takes that of the delegator with their own. */
export function checkVoices(entries: readonly JsonObject[]): void {
  const heard = entries.flatMap(entry => {
    const behalf = entry['on_behalf_of'] as JsonObject | undefined;
    const own = entry['approver_identity'];
    return behalf === undefined ? [own] : [own, behalf['person_id']];
  });
  demand(new Set(heard).size === heard.length, 'one voice twice');
}

/** What allowed it: every required stage, or one person alone, or an allowance. */
export function checkComplete(
  chain: JsonObject,
  entries: readonly JsonObject[],
  events: readonly KeptEvent[],
): void {
  const allowed = events.find(({ type }) => type === 'request.allowed');
  const released = entries.some(entry => Object.hasOwn(entry, 'break_glass'));
  demand(!released || allowed !== undefined, 'a release that allowed nothing');
  if (allowed === undefined) return;
  demand(
    entries.every(({ decision }) => decision === 'allow'),
    'allowed although a person denied it',
  );
  if (released || Object.hasOwn(allowed.data['resolution'] as JsonObject, 'allowance')) return;
  for (const [index, each] of list(chain['stages']).entries()) {
    const { required, quorum } = each as JsonObject;
    const count = entries.filter(({ stage_index }) => stage_index === index).length;
    demand(required !== true || count >= Number(quorum), 'a stage that was not satisfied');
  }
}

/** Each decision on behalf of another person rests on terms that this person signed. Answers the events that say so. */
export function checkDelegations(
  bundle: JsonObject,
  entries: readonly JsonObject[],
  store: readonly KeptEvent[],
  sourceOf: SourceOf,
  site: Trust['passkeys'],
): void {
  const lent = entries.filter(entry => Object.hasOwn(entry, 'on_behalf_of'));
  const shown = bundle['delegations'] === undefined ? [] : list(bundle['delegations']);
  demand(shown.length === lent.length, 'expected one delegation for each decision on behalf');
  demand(bundle['delegations'] === undefined || shown.length > 0, 'an empty list of delegations');
  for (const [index, each] of shown.entries()) {
    const { event_digest, delegator, passkey } = closed(each, 'event_digest delegator passkey');
    const made = store.find(event => event.event_digest === event_digest);
    demand(made?.type === 'delegation.made', 'no event makes the delegation');
    sourceOf.use(made.event_digest);
    const entry = lent[index] as JsonObject;
    const decided = text(entry['decided_at']);
    const behalf = closed(entry['on_behalf_of'], 'delegation_id person_id roles');
    const { by: _by, assertion, epoch, ...terms } = made.data;
    closed(terms as JsonObject, 'delegation_id person_id delegate_id roles starts_at ends_at');
    demand(made.at <= decided && epoch === bundle['epoch'], 'a delegation of another time');
    sameJson(terms['delegation_id'], behalf['delegation_id'], 'another delegation');
    sameJson(terms['person_id'], behalf['person_id'], 'another delegator');
    sameJson(terms['delegate_id'], entry['approver_identity'], 'another delegate');
    const used = list(behalf['roles']);
    demand(used.length > 0, 'no role on behalf');
    const has = (roles: Json | undefined) => used.every(role => list(roles).includes(role));
    demand(has(terms['roles']), 'a role that was not lent');
    const stands = text(terms['starts_at']) <= decided && decided < text(terms['ends_at']);
    demand(stands, 'before or after the delegation');
    const { identity, kind, roles, source } = closed(delegator, 'identity kind roles source');
    demand(identity === terms['person_id'] && kind === 'human', 'another delegator');
    demand(has(roles), 'a role that the delegator did not hold');
    const person = { person_id: identity, roles } as JsonObject;
    sourceOf.check(source, /^person\.(added|changed)$/, person, decided);
    const { source: from, ...key } = closed(passkey, 'credential_id person_id public_key source');
    demand(key['person_id'] === identity, 'the passkey of another person');
    sourceOf.check(from, /^credential\.registered$/, key as JsonObject, decided);
    const signed = closed(assertion, 'public_key origin rp_id response');
    demand(signed['origin'] === site.origin && signed['rp_id'] === site.rp_id, 'another site');
    sameJson(signed['public_key'], key['public_key'], 'another passkey');
    const { credential_id } = signed['response'] as JsonObject;
    demand(credential_id === key['credential_id'], 'another credential');
    const { store_id } = bundle;
    const type = 'countersign/delegation/v1';
    const challenge = digestOf({ type, store_id, epoch, ...terms } as JsonObject);
    checkSignature(challenge, signed, site);
  }
}
