import type { JsonObject } from '@countersign/protocol/json';
import type { Installation, Installer, Place, Scope } from './installation.ts';
import { readSettings, writeSettings } from './json-settings.ts';

const placeholder = '__COUNTERSIGN_SETUP__';
const waits = { hold: 590, deadline: 600, timeout: 86_400 };
const first = '// Written by countersign guard. Run it again to change this file.\n';

/** The text of a program that an agent loads into its own process. */
function programWith({ source, setup }: Installation, end: string): string {
  return `${first}${source.replace(`'${placeholder}'`, JSON.stringify(setup))}${end}`;
}

function examineProgram(text: string): readonly string[] {
  const isWhole = text.startsWith(first) && !text.includes(placeholder);
  return isWhole ? [] : ['the program of the guard was changed'];
}

/** OpenCode: a plugin, and a setting by which nothing runs without it. */
export const opencodeInstaller: Installer = {
  agent: 'opencode',
  scopes: ['user', 'project'],
  waits,
  startsProgram: false,
  files: ({ home, cwd }, scope) =>
    scope === 'user'
      ? [`${home}/.config/opencode/plugin/countersign.js`, `${home}/.config/opencode/opencode.json`]
      : [`${cwd}/.opencode/plugin/countersign.js`, `${cwd}/opencode.json`],
  install(file, text, installation) {
    if (file.endsWith('.js')) return programWith(installation, '');
    const settings = readSettings(file, text);
    const { permission = {} } = settings;
    const own = typeof permission === 'object' && !Array.isArray(permission) ? permission : {};
    // What is denied stays denied. Everything else asks, and the plugin answers.
    const denied = Object.entries(own ?? {}).filter(([, value]) => value === 'deny');
    return writeSettings(
      { ...settings, permission: { '*': 'ask', ...Object.fromEntries(denied) } },
      text,
    );
  },
  remove(file, text) {
    if (file.endsWith('.js')) return null;
    const { permission: _, ...rest } = readSettings(file, text);
    return Object.keys(rest).length === 0 ? null : writeSettings(rest, text);
  },
  examine(file, text) {
    if (file.endsWith('.js')) return examineProgram(text);
    const { permission } = readSettings(file, text) as { readonly permission?: JsonObject };
    const isAsking =
      permission?.['*'] === 'ask' &&
      Object.values(permission).every(value => value === 'ask' || value === 'deny');
    return isAsking
      ? []
      : ['a tool may run without the plugin: permission does not ask about everything'];
  },
};

/** pi: an extension. pi blocks a tool where the extension fails. */
export const piInstaller: Installer = {
  agent: 'pi',
  scopes: ['user', 'project'],
  waits,
  startsProgram: false,
  files: (place, scope) => [piFile(place, scope)],
  install: (_file, _text, installation) =>
    programWith(installation, '\nexport default countersignGuard;\n'),
  remove: () => null,
  examine: (_file, text) => examineProgram(text),
};

function piFile({ home, cwd }: Place, scope: Scope): string {
  return scope === 'user'
    ? `${home}/.pi/agent/extensions/countersign.js`
    : `${cwd}/.pi/extensions/countersign.js`;
}
