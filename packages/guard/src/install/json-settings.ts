import { type JsonObject, type JsonValue, parseStrict } from '@countersign/protocol/json';
import { isObject } from '../contract/read-members.ts';
import { SettingsUnreadable } from './installation.ts';

/** Reads settings. What is no plain JSON object is left alone, because what we would write back could mean something else. */
export function readSettings(file: string, text: string | null): JsonObject {
  if (text === null || text.trim() === '') return {};
  let value: JsonValue;
  try {
    value = parseStrict(new TextEncoder().encode(text));
  } catch {
    throw new SettingsUnreadable(
      `${file} is not plain JSON, so that it cannot be changed safely. Take out comments and repeated members.`,
    );
  }
  if (isObject(value)) return value;
  throw new SettingsUnreadable(`${file}: expected a JSON object.`);
}

/** In the indentation that the file had. */
export function writeSettings(value: JsonObject, before: string | null): string {
  const indent = /^\{\r?\n([ \t]+)/u.exec(before ?? '')?.[1] ?? '  ';
  return `${JSON.stringify(value, null, indent)}\n`;
}

type Groups = readonly JsonValue[];

/** The hooks of one event. */
export function groupsOf(file: string, settings: JsonObject, event: string): Groups {
  const hooks = settings['hooks'] ?? {};
  const groups = isObject(hooks) ? (hooks[event] ?? []) : null;
  if (Array.isArray(groups)) return groups as Groups;
  throw new SettingsUnreadable(`${file}: expected lists of hooks in the member hooks.`);
}

/** The settings with other hooks for one event. An event without hooks is left out. */
function withGroups(settings: JsonObject, event: string, groups: Groups): JsonObject {
  const hooks = isObject(settings['hooks']) ? settings['hooks'] : {};
  const kept = Object.entries(hooks).filter(([name]) => name !== event);
  const next = groups.length === 0 ? kept : [...kept, [event, groups] as const];
  const rest = Object.fromEntries(Object.entries(settings).filter(([name]) => name !== 'hooks'));
  return next.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(next) };
}

/** Whether a hook is ours: it calls our endpoint or starts our program. */
export function isOurs(agent: string, group: JsonValue): boolean {
  const text = JSON.stringify(group);
  return text.includes(`/hooks/${agent}/`) || text.includes('countersign-hook.');
}

export function mergeHooks(
  file: string,
  settings: JsonObject,
  agent: string,
  hooks: Readonly<Record<string, JsonValue>>,
): JsonObject {
  let next = settings;
  for (const [event, group] of Object.entries(hooks)) {
    const others = groupsOf(file, next, event).filter(each => !isOurs(agent, each));
    // First, so that another hook that stops the call does not keep ours from being asked.
    next = withGroups(next, event, [group, ...others]);
  }
  return next;
}

export function dropHooks(file: string, settings: JsonObject, agent: string): JsonObject {
  let next = settings;
  const hooks = isObject(settings['hooks']) ? settings['hooks'] : {};
  for (const event of Object.keys(hooks)) {
    const others = groupsOf(file, next, event).filter(each => !isOurs(agent, each));
    next = withGroups(next, event, others);
  }
  return next;
}
