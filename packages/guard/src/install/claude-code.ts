import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { isObject } from '../contract/read-members.ts';
import type { Installation, Installer, Place, Scope } from './installation.ts';
import {
  dropHooks,
  groupsOf,
  isOurs,
  mergeHooks,
  readSettings,
  writeSettings,
} from './json-settings.ts';

const agent = 'claude-code';
/** Seconds. Long enough that the calls of one turn meet. */
const headlessHold = 5;
const waits = { hold: 590, deadline: 595, timeout: 600 };

/** Claude Code asks the server by itself, and blocks the tool where it gets no answer. */
export const claudeCodeInstaller: Installer = {
  agent,
  scopes: ['user', 'project', 'managed'],
  waits,
  startsProgram: false,
  files: (place, scope) => [fileOf(place, scope)],
  install(file, text, installation) {
    const settings = readSettings(file, text);
    const hooks = claudeHooks(installation);
    const merged = mergeHooks(file, settings, agent, hooks);
    const managed =
      installation.scope === 'managed'
        ? { allowManagedHooksOnly: true, allowedHttpHookUrls: [`${installation.server}/hooks/*`] }
        : {};
    return writeSettings({ ...merged, ...managed }, text);
  },
  remove(file, text) {
    const {
      allowManagedHooksOnly: _,
      allowedHttpHookUrls: __,
      ...plain
    } = readSettings(file, text);
    const isManaged = file.endsWith('managed-settings.json');
    const rest = dropHooks(file, isManaged ? plain : readSettings(file, text), agent);
    return Object.keys(rest).length === 0 ? null : writeSettings(rest, text);
  },
  examine(file, text) {
    const settings = readSettings(file, text);
    const problems: string[] = [];
    if (settings['disableAllHooks'] === true)
      problems.push('disableAllHooks switches every hook off');
    const groups = groupsOf(file, settings, 'PreToolUse');
    const ours = groups.filter(group => isOurs(agent, group));
    if (ours.length === 0) problems.push('there is no hook of the guard');
    if (ours.length > 1) problems.push('there are two hooks of the guard');
    if (ours.some(group => !isWhole(group))) {
      problems.push(
        'the hook of the guard was changed: it does not ask about every tool, or does not block when it fails',
      );
    }
    return problems;
  },
};

/** The three hooks: before a tool, and after it for the record. */
function claudeHooks({
  server,
  key,
  agentName,
  isHeadless,
}: Installation): Record<string, JsonValue> {
  const entry = (hold: number, onFailure: 'block' | 'continue'): JsonObject => ({
    matcher: '*',
    hooks: [
      {
        type: 'http',
        url: `${server}/hooks/${agent}/1`,
        headers: {
          Authorization: `Bearer ${key}`,
          'Countersign-Agent': agentName,
          'Countersign-Hold': String(isHeadless ? Math.min(hold, headlessHold) : hold),
          ...(isHeadless ? { 'Countersign-Defer': '1' } : {}),
        },
        timeout: waits.timeout,
        onFailure,
        statusMessage: `Countersign decides. What waits for you: ${server}`,
      },
    ],
  });
  return {
    PreToolUse: entry(waits.hold, 'block'),
    PostToolUse: entry(1, 'continue'),
    PostToolUseFailure: entry(1, 'continue'),
  };
}

function isWhole(group: JsonValue): boolean {
  if (!isObject(group)) return false;
  const { matcher, hooks } = group;
  const [hook, ...more] = Array.isArray(hooks) ? hooks : [];
  const isEvery = matcher === '*' || matcher === '' || matcher === undefined;
  return (
    isEvery &&
    more.length === 0 &&
    isObject(hook) &&
    hook['type'] === 'http' &&
    hook['onFailure'] === 'block' &&
    hook['if'] === undefined &&
    hook['async'] !== true
  );
}

function fileOf({ home, cwd, platform }: Place, scope: Scope): string {
  if (scope === 'user') return `${home}/.claude/settings.json`;
  // The key is in it, so that it is the file that is not shared.
  if (scope === 'project') return `${cwd}/.claude/settings.local.json`;
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json';
  if (platform === 'win32') return 'C:/Program Files/ClaudeCode/managed-settings.json';
  return '/etc/claude-code/managed-settings.json';
}
