import { type JsonObject, type JsonValue, parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { CommandRefused } from '../command.ts';
import {
  type Edit,
  edited,
  objectEdits,
  plainJson,
  readSource,
  type SourceValue,
} from './json-source.ts';
import {
  type EntryForm,
  type Gateway,
  isBehindTheGate,
  isObject,
  wrapEntry,
} from './wrap-entry.ts';
import { unwrapToml, wrapToml } from './wrap-toml.ts';

/** Where and how a client keeps its servers. */
export interface ConfigForm {
  readonly syntax: 'json' | 'toml';
  /** The member that holds the servers. */
  readonly member: string;
  readonly form: EntryForm;
  /** The member that holds more servers for each project, by its folder. */
  readonly projects?: string;
}

export interface WrappedConfig {
  readonly text: string;
  /** The servers that are behind the gate now and were not before. */
  readonly changed: readonly string[];
  /** The servers that were left, each with the reason. */
  readonly left: readonly (readonly [name: string, why: string])[];
}

const configBytesMax = 2 ** 24;

/** The configuration with the gateway before each server. Everything else stays as it was, comments too. */
export function wrapConfig(
  text: string,
  config: ConfigForm,
  gateway: Gateway,
  wants: (name: string) => boolean = () => true,
): WrappedConfig {
  const { syntax, member, form } = config;
  if (syntax === 'toml') return wrapToml(text, member, gateway, wants);
  const changed: string[] = [];
  const left: (readonly [string, string])[] = [];
  const edits: Edit[] = [];
  for (const { name, entry, project, place } of serversOf(text, config)) {
    const wrapped = wants(name) ? wrapEntry(name, entry, form, gateway) : 'not_named';
    if (typeof wrapped === 'string') {
      left.push([titleOf(name, project), wrapped]);
      continue;
    }
    changed.push(titleOf(name, project));
    edits.push(...objectEdits(text, place, [entry as JsonObject, wrapped]));
  }
  return { text: edited(text, edits), changed, left };
}

/**
 * Takes the gateway away again: each server gets the entry that it had, and the rest of the file stays as it is now.
 */
export function unwrapConfig(text: string, original: string, config: ConfigForm): string {
  const { syntax, member, form } = config;
  if (syntax === 'toml') return unwrapToml(text, original, member);
  const before = new Map(
    serversOf(original, config).map(({ name, project, place }) => [
      titleOf(name, project),
      original.slice(place.start, place.end),
    ]),
  );
  const edits = serversOf(text, config).flatMap(({ name, entry, project, place }) => {
    const had = before.get(titleOf(name, project));
    const isWrapped = had !== undefined && isBehindTheGate(entry, form);
    return isWrapped ? [{ start: place.start, end: place.end, text: had }] : [];
  });
  return edited(text, edits);
}

/** A server in a configuration, with the project that it belongs to, where there is one. */
interface PlacedServer {
  readonly name: string;
  readonly project: string | null;
  readonly entry: JsonValue;
  /** Where its entry stands in the text. */
  readonly place: SourceValue;
}

/** Every server of a configuration in JSON, also those that belong to one project. */
export function serversOf(
  text: string,
  { member, projects }: Pick<ConfigForm, 'member' | 'projects'>,
): readonly PlacedServer[] {
  const config = readConfig(text);
  const source = readSource(plainJson(text));
  const within = (
    holder: JsonValue | undefined,
    place: SourceValue | undefined,
    project: string | null,
  ): readonly PlacedServer[] => {
    const servers = isObject(holder) ? holder[member] : undefined;
    if (!isObject(servers)) return [];
    const places = place?.members.get(member)?.value.members;
    return Object.entries(servers).flatMap(([name, entry]) => {
      const found = places?.get(name)?.value;
      return found === undefined ? [] : [{ name, project, entry, place: found }];
    });
  };
  const each = projects === undefined ? undefined : config[projects];
  const folders = isObject(each) ? Object.entries(each) : [];
  const places = source.members.get(projects ?? '')?.value.members;
  return [
    ...within(config, source, null),
    ...folders.flatMap(([path, holder]) => within(holder, places?.get(path)?.value, path)),
  ];
}

export function titleOf(name: string, project: string | null): string {
  return project === null ? name : `${name} in ${project}`;
}

function readConfig(text: string): JsonObject {
  const plain = plainJson(text);
  // Some clients make the file before there is anything in it.
  if (plain.trim() === '') return {};
  let value: JsonValue;
  try {
    value = parseStrict(plain, { bytesMax: configBytesMax });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new CommandRefused(
      'failed',
      `The file is not JSON: ${error.message}`,
      'Put the gateway before the server by hand.',
    );
  }
  if (isObject(value)) return value;
  throw new CommandRefused('failed', 'Expected the file to be a JSON object.');
}
