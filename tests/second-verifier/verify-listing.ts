import { demand, type Json, type JsonObject, list, text } from './canonical-text.ts';
import { involvedIn } from './verify-ways.ts';

const people = ['client_asserted', 'conversation', 'channel', 'session', 'oidc', 'webauthn'];
const services = ['service_key', 'mtls'];

/** Everyone who decided was listed when they decided: from the beginning, or since they joined the stage. */
export function checkListing(
  request: JsonObject,
  chain: JsonObject,
  entries: readonly JsonObject[],
): void {
  const stages = list(chain['stages']) as readonly JsonObject[];
  const isEscalating = stages.some(stage => Object.hasOwn(stage, 'escalation'));
  demand(Object.hasOwn(request, 'asked_since') === isEscalating, 'no beginning of the case');
  const since = text(request['asked_since'] ?? request['requested_at']);
  demand(since <= text(request['requested_at']), 'a case that began after its request');
  const isFirst = request['round'] === 1 && !Object.hasOwn(request, 'amends');
  demand(!isFirst || since === request['requested_at'], 'a case that began before its request');
  for (const entry of entries) {
    const stage = stages[Number(entry['stage_index'])];
    demand(stage !== undefined, 'a decision of no stage');
    // A release stands for all stages, and is judged by itself.
    if (Object.hasOwn(entry, 'break_glass')) continue;
    const at = Date.parse(text(entry['decided_at']));
    const steps = list(stage['escalation'] ?? []) as readonly JsonObject[];
    const joined = steps.filter(
      step => Date.parse(since) + Number(step['after_seconds']) * 1000 <= at,
    );
    const isListed = [stage, ...joined].some(each => lists(each, entry));
    demand(isListed, 'an approver whom the stage did not list then');
    const kind = entry['approver_kind'] as Json;
    demand(list(stage['approver_kinds']).includes(kind), 'another kind of approver');
    const ladder = kind === 'human' ? people : services;
    const least = stage[kind === 'human' ? 'min_assurance' : 'min_service_assurance'];
    const rank = (assurance: Json | undefined) => ladder.indexOf(text(assurance));
    demand(rank(entry['identity_assurance']) >= rank(least), 'an approver who was not sure enough');
    demand(rank(entry['identity_assurance']) >= 0, 'another assurance');
  }
}

/** No one approves an action that concerns them, except where the stage lets them confirm their own agent. */
export function checkSeparation(
  chain: JsonObject,
  parties: JsonObject,
  entries: readonly JsonObject[],
): void {
  const involved = involvedIn(parties);
  const { requester, subject, agent_owner } = parties;
  for (const entry of entries) {
    const identity = entry['approver_identity'] as Json;
    const behalf = entry['on_behalf_of'] as JsonObject | undefined;
    const other = behalf?.['person_id'] ?? null;
    demand(identity !== other, 'a delegate of their own');
    demand(other === null || entry['approver_kind'] === 'human', 'a delegate who is no person');
    const isParty = involved.includes(identity) || (other !== null && involved.includes(other));
    if (!isParty || entry['decision'] === 'deny') continue;
    const stage = list(chain['stages'])[Number(entry['stage_index'])] as JsonObject;
    const self = subject ?? agent_owner ?? requester;
    const confirms = stage['separation'] === 'self_confirm' && identity === self;
    const alone = other === null && !Object.hasOwn(entry, 'break_glass');
    demand(confirms && alone, 'an approval by a person whom the action concerns');
  }
}

/** Each entry says of itself whether its people were independent. */
export function checkSeparationSaid(parties: JsonObject, entries: readonly JsonObject[]): void {
  const involved = involvedIn(parties);
  for (const entry of entries) {
    const behalf = entry['on_behalf_of'] as JsonObject | undefined;
    const voices = [entry['approver_identity'], behalf?.['person_id']] as Json[];
    const isParty = voices.some(voice => involved.includes(voice));
    const said = isParty ? 'self_confirm' : 'other_person';
    demand(entry['separation'] === said, 'a wrong word for who decided');
  }
}

function lists({ approvers }: JsonObject, entry: JsonObject): boolean {
  const { identities, roles } = approvers as JsonObject;
  const behalf = entry['on_behalf_of'] as JsonObject | undefined;
  const own = behalf === undefined;
  if (own && list(identities).includes(entry['approver_identity'] as Json)) return true;
  // On behalf of another person only the lent roles count.
  const held = list(own ? entry['approver_roles'] : behalf['roles']);
  return entry['approver_kind'] === 'human' && list(roles).some(role => held.includes(role));
}
