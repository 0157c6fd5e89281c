import { type JsonObject, type JsonValue, parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { CommandRefused } from '../command.ts';
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

/** The configuration with the gateway before each server. Everything else stays as it was. */
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
  const next = mapServers(readConfig(text), config, (name, entry, place) => {
    const wrapped = wants(name) ? wrapEntry(name, entry, form, gateway) : 'not_named';
    if (typeof wrapped !== 'string') changed.push(titleOf(name, place));
    else left.push([titleOf(name, place), wrapped]);
    return typeof wrapped === 'string' ? entry : wrapped;
  });
  return { text: changed.length === 0 ? text : written(next, text), changed, left };
}

/**
 * Takes the gateway away again: each server gets the entry that it had, and the rest of the file stays as it is now.
 */
export function unwrapConfig(text: string, original: string, config: ConfigForm): string {
  const { syntax, member, form } = config;
  if (syntax === 'toml') return unwrapToml(text, original, member);
  const before = new Map<string, JsonValue>();
  mapServers(readConfig(original), config, (name, entry, place) => {
    before.set(titleOf(name, place), entry);
    return entry;
  });
  const next = mapServers(readConfig(text), config, (name, entry, place) => {
    const had = before.get(titleOf(name, place));
    return had !== undefined && isBehindTheGate(entry, form) ? had : entry;
  });
  return written(next, text);
}

/** Every server of a configuration through a function, also those that belong to one project. */
export function mapServers(
  config: JsonObject,
  { member, projects }: ConfigForm,
  map: (name: string, entry: JsonValue, project: string | null) => JsonValue,
): JsonObject {
  const within = (place: JsonObject, project: string | null): JsonObject => {
    const servers = place[member];
    if (!isObject(servers)) return place;
    const entries = Object.entries(servers).map(([name, entry]) => [
      name,
      map(name, entry, project),
    ]);
    return { ...place, [member]: Object.fromEntries(entries) };
  };
  const whole = within(config, null);
  const each = projects === undefined ? undefined : whole[projects];
  if (projects === undefined || !isObject(each)) return whole;
  const entries = Object.entries(each).map(([path, place]) => [
    path,
    isObject(place) ? within(place, path) : place,
  ]);
  return { ...whole, [projects]: Object.fromEntries(entries) };
}

export function titleOf(name: string, project: string | null): string {
  return project === null ? name : `${name} in ${project}`;
}

export function readConfig(text: string): JsonObject {
  let value: JsonValue;
  try {
    value = parseStrict(text, { bytesMax: configBytesMax });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new CommandRefused(
      'failed',
      `The file is not plain JSON: ${error.message}`,
      'Comments cannot be kept by this command. Put the gateway before the server by hand.',
    );
  }
  if (isObject(value)) return value;
  throw new CommandRefused('failed', 'Expected the file to be a JSON object.');
}

/** With the indentation that the file had. */
function written(config: JsonObject, text: string): string {
  const [, indentation = '  '] = /\n([ \t]+)"/u.exec(text) ?? [];
  return `${JSON.stringify(config, null, indentation)}${text.endsWith('\n') ? '\n' : ''}`;
}
