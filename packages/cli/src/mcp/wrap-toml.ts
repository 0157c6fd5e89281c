import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { WrappedConfig } from './wrap-config.ts';
import { type Gateway, isBehindTheGate, wrapEntry } from './wrap-entry.ts';

/**
 * Rewrites the two lines `command` and `args` of each server in a TOML file. All other lines stay as they are. A server
 * that is written in another form is left, and named.
 */
export function wrapToml(
  text: string,
  member: string,
  gateway: Gateway,
  wants: (name: string) => boolean,
): WrappedConfig {
  const lines = text.split('\n');
  const changed: string[] = [];
  const left: (readonly [string, string])[] = [];
  let from = 0;
  while (from < lines.length) {
    const name = sectionName(lines[from] ?? '', member);
    const next = lines.findIndex((line, at) => at > from && /^\s*\[/u.test(line));
    const to = next < 0 ? lines.length : next;
    if (name !== null) {
      const why = wants(name) ? wrapSection(lines, from, to, name, gateway) : 'not_named';
      if (why === null) changed.push(name);
      else left.push([name, why]);
    }
    from = to;
  }
  // A line that was added is part of the line before it.
  return { text: lines.join('\n'), changed, left };
}

/** The entries of the servers, as far as they are written like JSON. */
export function tomlEntries(text: string, member: string): JsonObject {
  const entries: Record<string, Record<string, JsonValue>> = {};
  let section: Record<string, JsonValue> | null = null;
  for (const line of text.split('\n')) {
    const name = sectionName(line, member);
    const [, parent = ''] = /^\s*\[[\w-]+\."?([^"\]]+?)"?\.env\s*\]/u.exec(line) ?? [];
    const [, key = ''] = /^\s*([\w-]+)\s*=/u.exec(line) ?? [];
    if (/^\s*\[/u.test(line)) section = name !== null || parent in entries ? {} : null;
    if (name !== null && section !== null) entries[name] = section;
    else if (section !== null && entries[parent] !== undefined) entries[parent]['env'] = section;
    else if (key !== '' && section !== null) section[key] = (valueIn(line) ?? null) as JsonValue;
  }
  return entries;
}

/** `[mcp_servers.files]`, but not `[mcp_servers.files.env]`. */
function sectionName(line: string, member: string): string | null {
  const [, quoted, bare] =
    /^\s*\[\s*[\w-]+\s*\.\s*(?:"([^"\\]+)"|([\w-]+))\s*\]\s*(?:#.*)?$/u.exec(line) ?? [];
  return line.trim().startsWith(`[${member}.`) ? (quoted ?? bare ?? null) : null;
}

function wrapSection(
  lines: string[],
  from: number,
  to: number,
  name: string,
  gateway: Gateway,
): string | null {
  const at = (key: string) =>
    lines.findIndex(
      (line, index) => index > from && index < to && new RegExp(`^\\s*${key}\\s*=`, 'u').test(line),
    );
  const [commandAt, argsAt] = [at('command'), at('args')];
  const command = commandAt < 0 ? undefined : valueIn(lines[commandAt]);
  const args = argsAt < 0 ? [] : valueIn(lines[argsAt]);
  if (typeof command !== 'string' || !Array.isArray(args)) return 'written_in_another_form';
  const entry = { command, args };
  if (isBehindTheGate(entry, 'command_and_args')) return 'already_behind_the_gate';
  const next = wrapEntry(name, entry, 'command_and_args', gateway);
  if (typeof next === 'string') return next;
  lines[commandAt] = `command = ${JSON.stringify(next['command'])}`;
  const words = `args = ${JSON.stringify(next['args'])}`;
  if (argsAt < 0) lines[commandAt] = `${lines[commandAt]}\n${words}`;
  else lines[argsAt] = words;
  return null;
}

/** A string or a list of strings on one line, as far as TOML writes it like JSON. */
function valueIn(line = ''): unknown {
  try {
    return JSON.parse(line.slice(line.indexOf('=') + 1).trim());
  } catch {
    return undefined;
  }
}
