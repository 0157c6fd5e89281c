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
import { wrapToml } from './wrap-toml.ts';

/** Where and how a client keeps its servers. */
export interface ConfigForm {
  readonly syntax: 'json' | 'toml';
  /** The member that holds the servers. */
  readonly member: string;
  readonly form: EntryForm;
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
  { syntax, member, form }: ConfigForm,
  gateway: Gateway,
  wants: (name: string) => boolean = () => true,
): WrappedConfig {
  if (syntax === 'toml') return wrapToml(text, member, gateway, wants);
  const config = readConfig(text);
  const servers = config[member];
  if (!isObject(servers)) return { text, changed: [], left: [] };
  const changed: string[] = [];
  const left: (readonly [string, string])[] = [];
  const wrapped = Object.entries(servers).map(([name, entry]) => {
    const next = wants(name) ? wrapEntry(name, entry, form, gateway) : 'not_named';
    if (typeof next === 'string') {
      left.push([name, next]);
      return [name, entry] as const;
    }
    changed.push(name);
    return [name, next] as const;
  });
  const next = { ...config, [member]: Object.fromEntries(wrapped) };
  return { text: changed.length === 0 ? text : written(next, text), changed, left };
}

/**
 * Takes the gateway away again. A file that was not changed since gets its old bytes back. Otherwise each server gets the
 * entry that it had, and the rest of the file stays as it is now.
 */
export function unwrapConfig(
  text: string,
  original: string,
  { syntax, member, form }: ConfigForm,
): string | null {
  if (syntax === 'toml') return null;
  const config = readConfig(text);
  const before = readConfig(original)[member];
  const servers = config[member];
  if (!isObject(servers) || !isObject(before)) return null;
  const entries = Object.entries(servers).map(([name, entry]) => {
    const had = before[name];
    return [name, had !== undefined && isBehindTheGate(entry, form) ? had : entry] as const;
  });
  return written({ ...config, [member]: Object.fromEntries(entries) }, text);
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
