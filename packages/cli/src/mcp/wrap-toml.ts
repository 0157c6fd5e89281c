import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { tomlValue, valueLines } from './toml-value.ts';
import type { WrappedConfig } from './wrap-config.ts';
import { type Gateway, isBehindTheGate, wrapEntry } from './wrap-entry.ts';

/** One table of a TOML file: its lines, and the server that it describes. */
interface Section {
  /** Null where it is not the table of a server. */
  readonly name: string | null;
  readonly lines: readonly string[];
}

/**
 * Rewrites the lines of each server in a TOML file that say how it is reached. All other lines stay as they are. A server
 * that is written in another form is left, and named.
 */
export function wrapToml(
  text: string,
  member: string,
  gateway: Gateway,
  wants: (name: string) => boolean,
): WrappedConfig {
  const changed: string[] = [];
  const left: (readonly [string, string])[] = [];
  const lines = sectionsOf(text, member).flatMap(({ name, lines: own }) => {
    if (name === null) return own;
    const next = wants(name) ? wrapSection(own, name, gateway) : 'not_named';
    if (typeof next === 'string') {
      left.push([name, next]);
      return own;
    }
    changed.push(name);
    return next;
  });
  const tables = new Set([...changed, ...left.map(([name]) => name)]);
  for (const name of otherServers(text, member)) {
    if (!tables.has(name)) left.push([name, 'written_in_another_form']);
  }
  return { text: lines.join('\n'), changed, left };
}

/** Each server that is behind the gate gets the table back that it had. Everything else stays as it is now. */
export function unwrapToml(text: string, original: string, member: string): string {
  const before = new Map(
    sectionsOf(original, member).flatMap(({ name, lines }) =>
      name === null ? [] : [[name, lines]],
    ),
  );
  return sectionsOf(text, member)
    .flatMap(({ name, lines }) => {
      const had = name === null ? undefined : before.get(name);
      const entry = entryOf(lines);
      return had !== undefined && isBehindTheGate(entry, 'command_and_args') ? had : lines;
    })
    .join('\n');
}

/** The entries of the servers, as far as they are written in strings and lists of strings. */
export function tomlEntries(text: string, member: string): JsonObject {
  const entries: Record<string, Record<string, JsonValue>> = {};
  for (const { name, lines } of sectionsOf(text, member)) {
    const [, parent = ''] = /^\s*\[[\w-]+\."?([^"\]]+?)"?\.env\s*\]/u.exec(lines[0] ?? '') ?? [];
    const its = entries[parent];
    if (name !== null) entries[name] = entryOf(lines);
    else if (its !== undefined) its['env'] = entryOf(lines);
  }
  for (const name of otherServers(text, member)) entries[name] ??= {};
  return entries;
}

/** One part of a name in TOML: bare, or in quotes. */
const part = /[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*'/gu;
const path = new RegExp(`(?:${part.source})(?:\\s*\\.\\s*(?:${part.source}))*`, 'u').source;
const header = new RegExp(`^\\s*\\[\\s*(${path})\\s*\\]`, 'u');
const key = new RegExp(`^\\s*(${path})\\s*=\\s*(.?)`, 'u');

/** Servers that are written in any form of TOML, by what their names look like. */
function otherServers(text: string, member: string): readonly string[] {
  const names = new Set<string>();
  let table: readonly string[] = [];
  for (const line of text.split(/\r?\n/u)) {
    const [, title] = header.exec(line) ?? [];
    const [, named, first] = key.exec(line) ?? [];
    if (title !== undefined) table = partsOf(title);
    else if (named === undefined) continue;
    const whole = title === undefined ? [...table, ...partsOf(named ?? '')] : table;
    if (whole[0] !== member) continue;
    if (whole[1] !== undefined) names.add(whole[1]);
    // All servers in one line.
    else if (first === '{' && !/\{\s*\}/u.test(line)) names.add(member);
  }
  return [...names];
}

function partsOf(name: string): readonly string[] {
  return (name.match(part) ?? []).map(each => (/^["']/u.test(each) ? each.slice(1, -1) : each));
}

function sectionsOf(text: string, member: string): readonly Section[] {
  const sections: { name: string | null; lines: string[] }[] = [{ name: null, lines: [] }];
  for (const line of text.split('\n')) {
    if (/^\[|^\s+\[\s*[\w-]+\s*[.\]]/u.test(line)) {
      sections.push({ name: sectionName(line, member), lines: [] });
    }
    sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** `[mcp_servers.files]`, but not `[mcp_servers.files.env]`. */
function sectionName(line: string, member: string): string | null {
  const [, quoted, bare] =
    /^\s*\[\s*[\w-]+\s*\.\s*(?:["']([^"'\\]+)["']|([\w-]+))\s*\]\s*(?:#.*)?$/u.exec(
      line.trimEnd(),
    ) ?? [];
  const isServer = line.replace(/\s/gu, '').startsWith(`[${member}.`);
  return isServer ? (quoted ?? bare ?? null) : null;
}

/** The members of a table. One that is written in another form is null. */
function entryOf(lines: readonly string[]): Record<string, JsonValue> {
  const entry: Record<string, JsonValue> = {};
  for (const [at, line] of lines.entries()) {
    const [, key] = /^\s*([\w-]+)\s*=/u.exec(line) ?? [];
    if (key !== undefined) entry[key] = tomlValue(lines, at) ?? null;
  }
  return entry;
}

/** The members with which a server is reached by its address, and which the gateway can take over. */
const remoteMembers: ReadonlySet<string> = new Set(['url', 'bearer_token_env_var']);
/** Members that say more about the way to a remote server. */
const headerMembers = ['http_headers', 'env_http_headers', 'env_vars'];

function wrapSection(
  lines: readonly string[],
  name: string,
  gateway: Gateway,
): readonly string[] | string {
  const entry = entryOf(lines);
  if (isBehindTheGate(entry, 'command_and_args')) return 'already_behind_the_gate';
  const { command, args = [], url, bearer_token_env_var: variable } = entry;
  if (typeof command === 'string' && Array.isArray(args)) {
    const next = wrapEntry(name, { command, args }, 'command_and_args', gateway);
    return typeof next === 'string' ? next : rewritten(lines, ['command', 'args'], next);
  }
  const hasToken = typeof variable === 'string';
  const isPlain = headerMembers.every(key => entry[key] === undefined);
  if (typeof url !== 'string' || !isPlain || (variable !== undefined && !hasToken)) {
    return 'written_in_another_form';
  }
  const next = wrapEntry(name, { url }, 'command_and_args', gateway);
  if (typeof next === 'string') return next;
  const token = ['--secret', `TOKEN=env:${variable}`, '--header', 'Authorization: Bearer {TOKEN}'];
  return rewritten(lines, [...remoteMembers], {
    command: next['command'] as string,
    args: [...(next['args'] as string[]), ...(hasToken ? token : [])],
    // The client passes on only the variables that are named.
    ...(hasToken ? { env_vars: [variable] } : {}),
  });
}

/** The lines with new ones where the first of the named members stood, and without the others. */
function rewritten(
  lines: readonly string[],
  names: readonly string[],
  next: JsonObject,
): readonly string[] {
  const end = lines[0]?.endsWith('\r') === true ? '\r' : '';
  const added = Object.entries(next).map(
    ([name, value]) => `${name} = ${JSON.stringify(value)}${end}`,
  );
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, key = ''] = /^\s*([\w-]+)\s*=/u.exec(lines[at] ?? '') ?? [];
    if (!names.includes(key)) {
      kept.push(lines[at] ?? '');
      continue;
    }
    kept.push(...added.splice(0));
    at += valueLines(lines, at) - 1;
  }
  return kept;
}
