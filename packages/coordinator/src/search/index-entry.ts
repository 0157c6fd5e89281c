import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonValue } from '@countersign/protocol/json';
import { type OpenedRequest, readersOf, requestOutcome } from '@countersign/protocol/request';
import { isSealed } from '@countersign/protocol/sealed';
import type { Timestamp } from '@countersign/protocol/value';
import type { IndexEntry } from './search-store.ts';
import { type FacetKind, facetOf, wordsOf } from './words.ts';

/** Who had a part in the answer to a request. */
export function decidersOf({ entries, amended }: OpenedRequest): string[] {
  const authors = amended?.by.kind === 'human' ? [amended.by.identity] : [];
  return [...new Set([...entries.map(({ approver_identity }) => approver_identity), ...authors])];
}

/** The facet of a reader: one person, or everyone with a role. */
export function readerFacets(readers: {
  readonly identities: readonly string[];
  readonly roles: readonly string[];
}): string[] {
  return [
    ...readers.identities.map(identity => facetOf('reader', `person ${identity}`)),
    ...readers.roles.map(role => facetOf('reader', `role ${role}`)),
  ];
}

/** An agent writes as much as it likes. Of one request, no more is looked up than this. */
const textMax = 65_536;
const wordsMax = 2000;

/** What is looked up of a request. The action is null where its bytes are gone. */
export function indexEntryOf(
  state: OpenedRequest,
  action: ActionBinding | null,
  now: Timestamp,
): IndexEntry {
  const { request, tool_name, policy_decision } = state;
  const facts: readonly (readonly [FacetKind, string])[] = [
    ['agent', request.agent_id],
    ['tool', tool_name],
    ['rule', policy_decision.policy_rule_id],
    ['risk', request.risk.level],
    ['outcome', requestOutcome(state, now)],
    ...decidersOf(state).map(person => ['person', person] as const),
  ];
  const facets = [...facts.map(fact => facetOf(...fact)), ...readerFacets(readersOf(state))];
  return {
    approval_request_id: request.approval_request_id,
    requested_at: request.requested_at,
    action_digest: request.action_digest,
    facets: [...new Set(facets)],
    words: action === null ? [] : wordsIn(state, action),
  };
}

function wordsIn({ request, tool_name, entries }: OpenedRequest, action: ActionBinding): string[] {
  const words = new Set<string>();
  let left = textMax;
  const texts = [
    request.agent_id,
    tool_name,
    action.operation,
    action.target.resource ?? '',
    ...entries.map(({ reason }) => reason),
  ];
  const add = (text: string): void => {
    const read = text.slice(0, left);
    left -= read.length;
    for (const word of wordsOf(read)) if (words.size < wordsMax) words.add(word);
  };
  for (const text of texts) add(text);
  for (const { path, text } of valuesOf(action.parameters)) {
    if (left <= 0 || words.size >= wordsMax) break;
    add(path.at(-1) ?? '');
    add(text);
  }
  return [...words];
}

/** A value of the parameters, and where it stands. */
interface FoundValue {
  readonly path: readonly string[];
  readonly text: string;
}

/** The values of an action in their order. Sealed ones are left out: nothing is looked up of them. */
export function* valuesOf(value: JsonValue, path: readonly string[] = []): Generator<FoundValue> {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'string' || typeof value === 'number') {
    yield { path, text: String(value) };
    return;
  }
  if (isSealed(value)) return;
  for (const [key, inner] of Object.entries(value)) yield* valuesOf(inner, [...path, key]);
}
