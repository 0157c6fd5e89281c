import {
  closed,
  demand,
  digestOfText,
  type Json,
  type JsonObject,
  list,
  readCanonical,
  sameJson,
  text,
} from './canonical-text.ts';
import { type KeptEvent, readStream } from './verify-stream.ts';
import { checkTemplate, valueAt } from './verify-template.ts';

/** What a nested bundle says, once it was judged like any other. */
export interface Judged {
  readonly opened: JsonObject;
  readonly entries: readonly JsonObject[];
  readonly events: readonly KeptEvent[];
}

interface Use {
  readonly bundle: JsonObject;
  readonly opened: JsonObject;
  readonly events: readonly KeptEvent[];
  /** Judges the bundle of the house request. */
  judge(bundle: JsonObject): Judged;
  /** Judges the entries of the allowance against the parties of the use. */
  judgePeople(house: Judged, parties: JsonObject): void;
}

export interface AllowanceStreams {
  readonly stream: readonly KeptEvent[];
  readonly uses: readonly KeptEvent[];
}

/**
 * Checks an allowance that replaces decisions: who made it, that it was active, that it covers this action, and its
 * limits.
 */
export function checkAllowance(used: Use): AllowanceStreams | null {
  const { bundle, opened, events } = used;
  const allowed = events.find(({ type }) => type === 'request.allowed');
  const resolution = (allowed?.data['resolution'] ?? {}) as JsonObject;
  const isUsed = Object.hasOwn(resolution, 'allowance');
  demand(isUsed === Object.hasOwn(bundle, 'allowance'), 'an allowance without a use, or without');
  if (!isUsed) return null;
  const shown = closed(bundle['allowance'], 'stream uses evidence');
  const { allowance_id, version, n } = closed(resolution['allowance'], 'allowance_id n version');
  const stream = readStream(shown['stream']);
  const uses = readStream(shown['uses']);
  demand(stream[0]?.stream === `allowance/${text(allowance_id)}`, 'another allowance');
  demand(uses[0]?.stream === `allowance-uses/${text(allowance_id)}`, 'the uses of another one');
  const { made, decision } = standing(stream, Number(version));
  const request = opened['request'] as JsonObject;
  demand(uses.length === n, 'uses that were left out');
  for (const [index, { type, data }] of uses.entries()) {
    demand(type === 'allowance.used' && data['n'] === index + 1, 'uses in another order');
  }
  const last = uses.at(-1)?.data as JsonObject;
  sameJson(last['allowance_id'], allowance_id, 'a use of another allowance');
  sameJson(last['approval_request_id'], request['approval_request_id'], 'a use of another request');
  sameJson(last['action_digest'], request['action_digest'], 'a use for another action');
  const at = text(resolution['resolved_at']);
  demand(at < text(made['expires_at']), 'a use after the end');
  demand(at === request['requested_at'], 'a use that was not at once');
  demand(!events.some(({ type }) => type === 'entry.recorded'), 'a decision beside an allowance');
  checkEndedLater(bundle, events, stream, Number(version));
  const house = readCanonical(text(shown['evidence'])) as JsonObject;
  demand(!Object.hasOwn(house, 'allowance'), 'an allowance within an allowance');
  for (const member of ['store_id', 'epoch'] as const) {
    sameJson(house[member], bundle[member], `another ${member} of the allowance`);
  }
  sameJson(made['epoch'], bundle['epoch'], 'an allowance of another epoch');
  sameJson(house['approval_request_id'], decision['approval_request_id'], 'another house request');
  sameJson(checkpointOf(house), checkpointOf(bundle), 'another checkpoint');
  const judged = used.judge(house);
  checkHouse(judged, decision);
  const final = judged.entries.at(-1)?.['entry_digest'];
  sameJson(resolution['final_entry_digest'], final, 'a resolution of other entries');
  const madeAt = stream[0]?.at ?? '';
  if (version === 1) checkMadeInTime(judged, madeAt);
  if (house['action'] !== null && bundle['action'] !== null) {
    const terms = termsOf(house, decision, made);
    const end = Date.parse(madeAt) + Number(terms['lifetime_seconds']) * 1000;
    demand(Date.parse(text(made['expires_at'])) === end, 'an end that no one signed');
    demand(!Object.hasOwn(request, 'amends'), 'an amended action that was not asked');
    checkCover(used, terms, judged);
    checkLimits(uses, terms, parametersOf(bundle));
  }
  return { stream, uses };
}

function checkpointOf({ log }: JsonObject): Json {
  return log === null ? null : ((log as JsonObject)['checkpoint'] ?? null);
}

/** The state of the allowance at the use: made and active. */
function standing(
  stream: readonly KeptEvent[],
  version: number,
): { made: JsonObject; decision: JsonObject } {
  demand(stream.length >= version && version >= 1, 'a use of what was not yet made');
  const follows: Readonly<Record<string, string>> = {
    'allowance.made': 'absent>active',
    'allowance.suspended': 'active>suspended',
    'allowance.confirmed': 'suspended>active',
    'allowance.revoked': 'active>revoked suspended>revoked',
  };
  let status = 'absent';
  let then = '';
  let decision: JsonObject = {};
  let decisionThen: JsonObject = {};
  for (const [index, { type, data }] of stream.entries()) {
    const steps = (follows[type] ?? '').split(' ').map(step => step.split('>'));
    const step = steps.find(([before]) => before === status);
    demand(step?.[1] !== undefined, 'an event that cannot follow');
    status = step[1];
    if (status === 'active') decision = data;
    if (index + 1 === version) [then, decisionThen] = [status, decision];
  }
  demand(then === 'active', 'an allowance that did not stand');
  return { made: stream[0]?.data as JsonObject, decision: decisionThen };
}

/** No end came between the use and its consume. Where clocks differ, the log has the order. */
function checkEndedLater(
  { log }: JsonObject,
  events: readonly KeptEvent[],
  stream: readonly KeptEvent[],
  version: number,
): void {
  const consumed = events.findIndex(({ type }) => type === 'grant.consumed');
  const at = events[consumed]?.at;
  if (at === undefined) return;
  const leaf = (proof: Json | undefined) => Number((proof as JsonObject)['leaf_index']);
  const isLater = (index: number): boolean => {
    if (log === null) return false;
    const { stream: own, allowance } = log as { [member: string]: Json };
    const proofs = list((allowance as JsonObject)['stream']);
    return leaf(proofs[index]) > leaf(list(own)[consumed]);
  };
  for (const [index, event] of stream.entries()) {
    const isBefore = index >= version && event.at < at;
    demand(!isBefore || isLater(index), 'an allowance that was ended before the consume');
  }
}

/** The house request: of the server, carried out, and signed by each person with a passkey. */
function checkHouse({ opened, entries, events }: Judged, decision: JsonObject): void {
  const request = opened['request'] as JsonObject;
  sameJson(request['action_digest'], decision['action_digest'], 'another action of the allowance');
  demand(request['operation'] === 'countersign.allowance', 'another house request');
  demand(request['agent_id'] === 'countersign.house', 'a house request of an agent');
  demand(request['audience'] === 'countersign.server', 'a house request for another executor');
  demand(
    events.some(({ type }) => type === 'grant.consumed'),
    'a house request that was not carried out',
  );
  const people = entries.filter(({ approver_kind }) => approver_kind === 'human');
  const surely = people.every(entry => entry['identity_assurance'] === 'webauthn');
  demand(people.length > 0 && surely, 'an allowance without a passkey');
}

/** An allowance that was never suspended was made while its house request could be carried out. */
function checkMadeInTime({ events }: Judged, at: string): void {
  const allowed = events.find(({ type }) => type === 'request.allowed');
  const resolution = (allowed?.data['resolution'] ?? {}) as JsonObject;
  const { resolved_at, grant_expires_at } = resolution;
  const inTime = text(resolved_at) <= at && at < text(grant_expires_at);
  demand(inTime, 'an allowance that was made at another time');
}

function parametersOf({ action }: JsonObject): JsonObject {
  return (readCanonical(text(action)) as JsonObject)['parameters'] as JsonObject;
}

function termsOf(house: JsonObject, decision: JsonObject, made: JsonObject): JsonObject {
  demand(digestOfText(text(house['action'])) === decision['action_digest'], 'other terms');
  const terms = parametersOf(house)['terms'] as JsonObject;
  const { tool_name } = terms['target'] as JsonObject;
  sameJson(terms['allowance_id'], made['allowance_id'], 'the terms of another allowance');
  sameJson(terms['agent_id'], made['agent_id'], 'the terms of another agent');
  sameJson(tool_name, made['tool_name'], 'the terms of another tool');
  return terms;
}

/** It covers exactly this action: the pins, the template, and the people. */
function checkCover({ bundle, opened, judgePeople }: Use, terms: JsonObject, house: Judged): void {
  const request = opened['request'] as JsonObject;
  const action = readCanonical(text(bundle['action'])) as JsonObject;
  demand((request['risk'] as JsonObject)['level'] !== 'critical', 'a critical action');
  const tool = (action['target'] as JsonObject)['tool_name'];
  const named = [action['operation'], action['agent_id'], tool].map(text);
  demand(!named.some(name => /^countersign(\.|$)/i.test(name)), 'a covered house request');
  for (const member of ['agent_id', 'operation', 'target', 'subject_id']) {
    sameJson(action[member] ?? null, terms[member] ?? null, `another ${member} than allowed`);
  }
  const asks = (request['requested_by'] as JsonObject)['principal_id'];
  sameJson(asks, terms['requested_by'], 'another requester than allowed');
  const pinned = 'audience approval_chain_id approval_chain_version tool_definition_digest'.split(
    ' ',
  );
  for (const member of pinned) {
    sameJson(request[member], terms[member], `another ${member} than allowed`);
  }
  checkTemplate(list(terms['template']) as readonly JsonObject[], action['parameters'] as Json);
  judgePeople(house, opened['parties'] as JsonObject);
  const agent = request['agent_id'];
  demand(
    house.entries.every(entry => entry['approver_identity'] !== agent),
    'an agent who allowed itself',
  );
}

/** Units of a thousand-millionth, exactly. */
function unitsOf(written: string): bigint {
  const [mantissa = '', power = '0'] = written.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = 9 + Number(power) - fraction.length;
  const digits = BigInt(whole + fraction);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  demand(digits % divisor === 0n, 'an amount that is not exact');
  return digits / divisor;
}

/** Every use up to this one was within the limits. */
function checkLimits(uses: readonly KeptEvent[], terms: JsonObject, parameters: JsonObject): void {
  demand(uses.length <= Number(terms['uses']), 'more uses than allowed');
  for (const [index, { at }] of uses.entries()) {
    demand(index === 0 || at >= (uses[index - 1]?.at ?? ''), 'a use before the one before it');
    const rate = terms['rate'] as JsonObject | null;
    const past = rate === null ? undefined : uses[index - Number(rate['uses'])];
    const opens = Date.parse(past?.at ?? '') + Number(rate?.['seconds']) * 1000;
    demand(past === undefined || Date.parse(at) >= opens, 'uses that came too fast');
  }
  const budget = terms['budget'] as JsonObject | null;
  if (budget === null) {
    demand(
      uses.every(({ data }) => data['amount'] === null),
      'an amount without a budget',
    );
    return;
  }
  const amount = valueAt(parameters, text(budget['path']));
  demand(typeof amount === 'number' && amount > 0, 'no amount');
  const own = text(uses.at(-1)?.data['amount']);
  demand(unitsOf(own) === unitsOf(String(amount)), 'another amount');
  let spent = 0n;
  for (const { data } of uses) {
    const units = unitsOf(text(data['amount']));
    demand(units > 0n, 'an amount that is not above zero');
    spent += units;
  }
  demand(spent <= unitsOf(text(budget['total'])), 'more than the budget');
}
