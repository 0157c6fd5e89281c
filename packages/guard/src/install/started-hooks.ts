import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { isObject } from '../contract/read-members.ts';
import type { Installation, Installer, Place, Scope, Waits } from './installation.ts';
import {
  dropHooks,
  groupsOf,
  isOurs,
  mergeHooks,
  readSettings,
  writeSettings,
} from './json-settings.ts';
import { endLine, startLine } from './start-line.ts';

/** An agent that starts a program for each hook and keeps its hooks in a file of JSON. */
interface StartedHooks {
  readonly agent: string;
  readonly scopes: readonly Scope[];
  readonly waits: Waits;
  readonly before: string;
  file(place: Place, scope: Scope): string;
  hooks(
    lines: { readonly start: string; readonly end: string },
    waits: Waits,
    installation: Installation,
  ): Readonly<Record<string, JsonValue>>;
  /** Members besides the hooks that the file must have. */
  readonly members?: JsonObject;
  /** Whether one of our entries is as it was written. */
  isWhole(group: JsonObject): boolean;
  /** What else in the file switches hooks off. */
  examine?(settings: JsonObject): readonly string[];
}

export function startedHooks(form: StartedHooks): Installer {
  const { agent, scopes, waits, before, members = {} } = form;
  return {
    agent,
    scopes,
    waits,
    startsProgram: true,
    files: (place, scope) => [form.file(place, scope)],
    install(file, text, installation) {
      const settings = { ...members, ...readSettings(file, text) };
      const lines = { start: startLine(agent, installation), end: endLine(agent, installation) };
      return writeSettings(
        mergeHooks(file, settings, agent, form.hooks(lines, waits, installation)),
        text,
      );
    },
    remove(file, text) {
      const rest = dropHooks(file, readSettings(file, text), agent);
      const isEmpty = Object.entries(rest).every(([name, value]) => members[name] === value);
      return isEmpty ? null : writeSettings(rest, text);
    },
    examine(file, text) {
      const settings = readSettings(file, text);
      const ours = groupsOf(file, settings, before).filter(group => isOurs(agent, group));
      const problems = [...(form.examine?.(settings) ?? [])];
      if (ours.length === 0) problems.push('there is no hook of the guard');
      if (ours.length > 1) problems.push('there are two hooks of the guard');
      if (ours.some(group => !isObject(group) || !form.isWhole(group))) {
        problems.push('the hook of the guard was changed');
      }
      return problems;
    },
  };
}

/** The one hook of a group. */
export function onlyHook(group: JsonObject): JsonObject {
  const { hooks } = group;
  const [hook, ...more] = Array.isArray(hooks) ? hooks : [];
  return isObject(hook) && more.length === 0 ? hook : {};
}
