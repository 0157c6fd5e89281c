import type { EvidenceBundle } from '@countersign/protocol/bundle';
import { parseStrict } from '@countersign/protocol/json';
import { type StreamEvent, sealEvents } from '@countersign/protocol/stream';
import type { Json, JsonObject } from '../second-verifier/canonical-text.ts';

interface Mutation {
  readonly what: string;
  readonly value: Json;
}

/**
 * Every member altered, one at a time: dropped, put in twice, swapped with the one before, another value of its
 * type, and a value of another type. Without `all`, each member in one of the ways, taken in turn.
 */
export function* mutationsOf(value: Json, { all }: { readonly all: boolean }): Generator<Mutation> {
  let turn = 0;
  for (const ways of alterations(value, '')) {
    const found = [...ways];
    if (all) yield* found;
    else if (found.length > 0) yield found[turn++ % found.length] as Mutation;
  }
}

function* alterations(value: Json, path: string): Generator<Mutation[]> {
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) {
      const at = `${path}/${index}`;
      yield [
        { what: `${at} dropped`, value: value.toSpliced(index, 1) },
        { what: `${at} twice`, value: value.toSpliced(index, 0, member) },
      ];
      for (const ways of membersOf(member, at)) {
        yield ways.map(way => ({ ...way, value: value.with(index, way.value) }));
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    const object = value as JsonObject;
    yield [{ what: `${path} with a further member`, value: { ...object, further: 1 } }];
    for (const [key, member] of Object.entries(object)) {
      const at = `${path}/${key}`;
      const { [key]: _dropped, ...rest } = object;
      yield [{ what: `${at} dropped`, value: rest }];
      for (const ways of membersOf(member as Json, at)) {
        yield ways.map(way => ({ ...way, value: { ...object, [key]: way.value } }));
      }
    }
  }
}

function* membersOf(member: Json, at: string): Generator<Mutation[]> {
  yield replacements(member)
    // A bundle may know less of the end of a key than the verifier does.
    .filter(other => !(other === null && /\/signing_keys\/\d+\/(not_after|revoked_at)$/.test(at)))
    .map(other => ({ what: `${at} = ${JSON.stringify(other)?.slice(0, 40)}`, value: other }));
  yield* alterations(member, at);
}

function replacements(value: Json): Json[] {
  const kinds: Json[] = [null, true, 7, 'x', [], {}];
  const others = kinds.filter(other => JSON.stringify(other) !== JSON.stringify(value));
  if (typeof value === 'number') return [value + 1, ...others, value + 0.5, -1];
  if (typeof value !== 'string' || value === '') return others;
  const middle = Math.floor(value.length / 2);
  const next = String.fromCharCode((value.charCodeAt(middle) % 94) + 33);
  const changed = value.slice(0, middle) + next + value.slice(middle + 1);
  return [changed, ...others, value.slice(0, -1), `${value} `, ` ${value}`].filter(
    other => other !== value,
  );
}

/** The bundle with its events edited and sealed again, as a holder of the database can. The log stays. */
export function resealed(
  bundle: EvidenceBundle,
  edit: (events: readonly StreamEvent[]) => readonly Pick<StreamEvent, 'type' | 'at' | 'data'>[],
): EvidenceBundle {
  const { name, events } = bundle.stream;
  const read = events.map(({ text }) => parseStrict(text) as unknown as StreamEvent);
  const sealed = sealEvents(
    name,
    null,
    edit(read).map(({ type, at, data }) => ({ type, at, data })),
  );
  const kept = sealed.map(({ text, event_digest }) => ({ text, event_digest }));
  return { ...bundle, stream: { name, events: kept } };
}
