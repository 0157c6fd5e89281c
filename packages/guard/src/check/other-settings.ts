import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { isObject } from '../contract/read-members.ts';
import { SettingsUnreadable } from '../install/installation.ts';
import { isOurs, readSettings } from '../install/json-settings.ts';

/** Settings that an agent reads besides those of the guard, such as the ones that a project brings along. */
interface OtherSettings {
  /** Below the folder of the project. */
  readonly files: readonly string[];
  /** How they weaken the guard, in words. */
  weaknesses(settings: JsonObject): readonly string[];
}

const others: Readonly<Record<string, OtherSettings>> = {
  'claude-code': {
    files: ['.claude/settings.json', '.claude/settings.local.json'],
    weaknesses: settings => [
      ...(settings['disableAllHooks'] === true ? ['switches every hook off'] : []),
      ...otherHooks('claude-code', settings, 'PreToolUse'),
    ],
  },
  gemini: {
    files: ['.gemini/settings.json'],
    weaknesses: settings => [
      ...geminiSwitches(settings),
      ...otherHooks('gemini', settings, 'BeforeTool'),
    ],
  },
  codex: {
    files: ['.codex/hooks.json'],
    weaknesses: settings => otherHooks('codex', settings, 'PreToolUse'),
  },
  copilot: {
    files: ['.github/hooks/hooks.json'],
    weaknesses: settings => otherHooks('copilot', settings, 'preToolUse'),
  },
  cursor: {
    files: ['.cursor/hooks.json'],
    weaknesses: settings => otherHooks('cursor', settings, 'preToolUse'),
  },
  opencode: {
    files: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json'],
    weaknesses: settings =>
      allowsSomething(settings)
        ? [
            'lets a tool run without a question, so that nothing stops it where the plugin is missing',
          ]
        : [],
  },
};

/** The files of a project that can weaken the guard of this agent. */
export function projectSettings(agent: string, folder: string): readonly string[] {
  return [
    ...(others[agent]?.files ?? []),
    ...(agent === 'codex' ? ['.codex/config.toml'] : []),
  ].map(file => `${folder}/${file}`);
}

/** How the text of a settings file weakens the guard of this agent. What cannot be read may do anything. */
export function weaknessesIn(agent: string, file: string, text: string): readonly string[] {
  if (file.endsWith('.toml')) return codexSwitches(text);
  try {
    return others[agent]?.weaknesses(readSettings(file, text)) ?? [];
  } catch (error) {
    if (!(error instanceof SettingsUnreadable)) throw error;
    return ['is not plain JSON and was not read, so that it may switch the guard off'];
  }
}

/** Switches of Gemini CLI that keep a hook from being asked. */
export function geminiSwitches({ hooksConfig, tools }: JsonObject): readonly string[] {
  const config = isObject(hooksConfig) ? hooksConfig : {};
  const isOff = config['enabled'] === false;
  const isOursOff = JSON.stringify(config['disabled'] ?? '').includes('countersign');
  const areToolsOff = isObject(tools) && tools['enableHooks'] === false;
  return [
    ...(isOff ? ['hooksConfig switches every hook off'] : []),
    ...(isOursOff ? ['hooksConfig switches the hook of the guard off'] : []),
    ...(areToolsOff ? ['tools.enableHooks is false'] : []),
  ];
}

function codexSwitches(text: string): readonly string[] {
  const canType = /^\s*(?:features\.)?"?unified_exec_tty"?\s*=\s*true\b/mu.test(text);
  const isOff = /^\s*(?:features\.)?"?hooks"?\s*=\s*false\b/mu.test(text);
  return [
    ...(canType ? ['lets Codex type into programs that run, and no hook is asked about that'] : []),
    ...(isOff ? ['switches every hook off'] : []),
  ];
}

/** A hook beside ours may change a call after the guard saw it. */
function otherHooks(agent: string, { hooks }: JsonObject, event: string): readonly string[] {
  const groups = isObject(hooks) ? (hooks[event] ?? []) : [];
  const isAlone = Array.isArray(groups) && groups.every(group => isOurs(agent, group));
  return isAlone ? [] : ['has another hook, which may change a call after the guard saw it'];
}

/** Whether a permission anywhere in the settings of OpenCode, such as that of one of its agents, allows a tool. */
function allowsSomething(value: JsonValue, isPermission = false): boolean {
  if (typeof value === 'string') return isPermission && value === 'allow';
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) =>
    allowsSomething(member as JsonValue, isPermission || name === 'permission'),
  );
}
