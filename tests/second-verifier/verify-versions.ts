import {
  canonicalText,
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

/** What an amendment leaves as it was. */
const carriedOn =
  'case_id round supersedes agent_id subject_id requested_by operation target_resource tool_definition_digest expires_at audience preconditions scope trace_digest external_ids agent_reasoning'.split(
    ' ',
  );

const assurances = ['client_asserted', 'conversation', 'channel', 'session', 'oidc', 'webauthn'];

interface Version {
  readonly opened: JsonObject;
  readonly request: JsonObject;
  readonly action: Json;
}

/** Every version before this one: what it was, who changed it into the next one, and that this was permitted. */
export function checkVersions(bundle: JsonObject, opened: KeptEvent): KeptEvent[][] {
  const last = opened.data['request'] as JsonObject;
  const amends = (last['amends'] === undefined ? [] : list(last['amends'])) as JsonObject[];
  const kept = bundle['versions'] === undefined ? [] : list(bundle['versions']);
  demand(kept.length === amends.length, 'a version is missing');
  demand(bundle['versions'] === undefined || kept.length > 0, 'an empty list of versions');
  const streams: KeptEvent[][] = [];
  const versions: Version[] = kept.map((each, index) => {
    const { stream, action } = closed(each, 'stream action');
    const events = readStream(stream);
    streams.push(events);
    const next = amends[index + 1]?.['approval_request_id'] ?? last['approval_request_id'];
    const version = readVersion(events, amends[index] as JsonObject, next as Json);
    sameJson(version.opened['epoch'], opened.data['epoch'], 'a version of another epoch');
    return { ...version, action: actionOf(action as Json, version.request) };
  });
  const all = [
    ...versions,
    { opened: opened.data, request: last, action: actionOf(bundle['action'] as Json, last) },
  ];
  for (const [index, after] of all.entries()) {
    const before = all[index - 1];
    if (before !== undefined) checkChange(before, after, amends.slice(0, index));
  }
  return streams;
}

function readVersion(
  events: readonly KeptEvent[],
  said: JsonObject,
  next: Json,
): Omit<Version, 'action'> {
  const opened = events[1];
  const amended = events.findLast(({ type }) => !/^(entry|execution)[.]refused$/.test(type));
  demand(events[0]?.type === 'policy.decided' && opened?.type === 'request.opened', 'no opening');
  demand(amended?.type === 'request.amended', 'a version that was not amended');
  const request = opened.data['request'] as JsonObject;
  sameJson(said['approval_request_id'], request['approval_request_id'], 'another version');
  sameJson(said['action_digest'], request['action_digest'], 'another action of a version');
  sameJson(amended.data['superseded_by'], next, 'another request took its place');
  sameJson(
    amended.data['by'],
    { kind: 'human', identity: said['changed_by'] as Json },
    'another author',
  );
  sameJson(amended.data['reason'], said['reason'], 'another reason of the author');
  const { outcome, action_digest, approval_request_id } = amended.data['resolution'] as JsonObject;
  demand(outcome === 'amended', 'another outcome of a version');
  sameJson(action_digest, request['action_digest'], 'a resolution of another action');
  sameJson(approval_request_id, request['approval_request_id'], 'a resolution of another request');
  return { opened: opened.data, request };
}

/** Null where the bytes were erased. */
function actionOf(written: Json, request: JsonObject): Json {
  if (written === null) return null;
  demand(digestOfText(text(written)) === request['action_digest'], 'another action of a version');
  return readCanonical(text(written));
}

function checkChange(before: Version, after: Version, amends: readonly JsonObject[]): void {
  const last = amends.at(-1) as JsonObject;
  for (const member of carriedOn) {
    sameJson(after.request[member], before.request[member], `another ${member}`);
  }
  sameJson(after.request['amends'], amends, 'other earlier versions');
  sameJson(before.request['amends'] ?? [], amends.slice(0, -1), 'other versions before that');
  const window = (version: Version) => Number(version.request['execute_within_seconds']);
  demand(window(after) <= window(before), 'an approval that lasts longer');
  demand(isAsStrict(after.opened, before.opened), 'a weaker chain');
  checkAuthors(before, after, last);
  if (before.action === null || after.action === null) return;
  const { parameters: old, ...rest } = before.action as JsonObject;
  const { parameters: changed, ...same } = after.action as JsonObject;
  sameJson(rest as JsonObject, same as JsonObject, 'more than the parameters changed');
  demand(list(before.request['preconditions']).length === 0, 'a measured action was changed');
  const terms = before.request['amendable'] as JsonObject | undefined;
  demand(terms !== undefined, 'nothing was permitted to change');
  const changes: Change[] = [];
  collect(old as Json, changed as Json, '', changes);
  demand(changes.length > 0, 'nothing changed');
  const narrowing = changes.every(change => isNarrower(terms, change));
  demand(narrowing || terms['mode'] === 'any', 'a change that was not permitted');
  demand(narrowing === last['narrowing'], 'a wrong word for the change');
}

function checkAuthors(before: Version, after: Version, last: JsonObject): void {
  const { authors: had = [], ...people } = before.opened['parties'] as JsonObject;
  const { authors: has = [], ...same } = after.opened['parties'] as JsonObject;
  sameJson(people as JsonObject, same as JsonObject, 'other parties');
  const author = last['changed_by'] as Json;
  const known = list(had as Json);
  const joins = last['narrowing'] === false && !known.includes(author);
  sameJson(has as Json, joins ? [...known, author] : known, 'other authors');
}

interface Change {
  readonly path: string;
  readonly old: Json;
  readonly now: Json;
}

function collect(old: Json, now: Json, path: string, changes: Change[]): void {
  if (canonicalText(old) === canonicalText(now)) return;
  const typeOf = (value: Json) =>
    value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
  demand(typeOf(old) === typeOf(now), 'a value of another type');
  const hasSeal = (value: Json) => canonicalText(value).includes('"$sealed":');
  const isList = Array.isArray(old) && Array.isArray(now);
  if (isList && old.length !== now.length) {
    demand(!hasSeal(old) && !hasSeal(now), 'a sealed value in a changed list');
    changes.push({ path, old, now });
    return;
  }
  if (typeof old !== 'object' || old === null) {
    changes.push({ path, old, now });
    return;
  }
  demand(!Object.hasOwn(old, '$sealed'), 'a changed seal');
  const names = Object.keys(old);
  demand(names.length === Object.keys(now as JsonObject).length, 'other members');
  for (const name of names) {
    demand(Object.hasOwn(now as JsonObject, name), 'other members');
    const step = name.replaceAll('~', '~0').replaceAll('/', '~1');
    const member = (value: Json) => (value as JsonObject)[name] as Json;
    collect(member(old), member(now), `${path}/${step}`, changes);
  }
}

function isNarrower(terms: JsonObject, { path, old, now }: Change): boolean {
  const lists = (member: string) => list(terms[member]);
  if (lists('lower').includes(path)) {
    return typeof old === 'number' && typeof now === 'number' && now >= 0 && now < old;
  }
  if (lists('subset').includes(path)) {
    if (!Array.isArray(old) || !Array.isArray(now) || now.length === 0) return false;
    const rest = now.map(canonicalText);
    for (const item of old) if (rest[0] === canonicalText(item)) rest.shift();
    return rest.length === 0;
  }
  const fixed = (lists('becomes') as readonly JsonObject[]).find(each => each['path'] === path);
  return fixed !== undefined && canonicalText(fixed['value'] as Json) === canonicalText(now);
}

/**
 * The stricter chain has more people, then more independent people, then a stronger sign-in, then more steps, then more
 * values to read whole. A tie is broken by the id.
 */
function isAsStrict(after: JsonObject, before: JsonObject): boolean {
  const [a, b] = [after, before].map(({ chain }) => measure(chain as JsonObject));
  if (a === undefined || b === undefined) return false;
  for (const [index, value] of a.counts.entries()) {
    const other = b.counts[index] ?? 0;
    if (value !== other) return value > other;
  }
  return a.id <= b.id;
}

function measure(chain: JsonObject): { counts: number[]; id: string } {
  const stages = (list(chain['stages']) as readonly JsonObject[]).filter(
    stage => stage['required'],
  );
  const people = (among: readonly JsonObject[]) =>
    among.reduce((sum, stage) => sum + Number(stage['quorum']), 0);
  return {
    counts: [
      people(stages),
      people(stages.filter(stage => stage['separation'] === 'other_person')),
      Math.min(...stages.map(stage => assurances.indexOf(text(stage['min_assurance'])))),
      stages.length,
      stages.filter(stage => stage['read'] === 'every_row').length,
      -stages.reduce((sum, stage) => sum + list(stage['escalation'] ?? []).length, 0),
    ],
    id: text(chain['chain_id']),
  };
}
