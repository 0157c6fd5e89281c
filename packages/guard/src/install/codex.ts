import type { Installer, Place, Scope } from './installation.ts';
import { onlyHook, startedHooks } from './started-hooks.ts';

const hooks = startedHooks({
  agent: 'codex',
  scopes: ['user', 'project'],
  waits: { hold: 585, deadline: 592, timeout: 600 },
  before: 'PreToolUse',
  file: ({ home, cwd }, scope) =>
    `${scope === 'user' ? `${home}/.codex` : `${cwd}/.codex`}/hooks.json`,
  hooks({ start, end }, { timeout }, { server }) {
    const group = (command: string, more: object = {}) => ({
      matcher: '.*',
      hooks: [{ type: 'command', command, timeout, ...more }],
    });
    const statusMessage = `Countersign decides. What waits for you: ${server}`;
    return { PreToolUse: group(start, { statusMessage }), PostToolUse: group(end) };
  },
  isWhole: group => group['matcher'] === '.*' && onlyHook(group)['async'] !== true,
});

/** Codex asks no hook about what it types into a program that runs. Without a terminal it cannot type. */
const noTerminal = 'unified_exec_tty = false # countersign guard';

/** Codex: hooks that it must trust, and a switch that closes the one way past them. */
export const codexInstaller: Installer = {
  ...hooks,
  files: (place, scope) => [...hooks.files(place, scope), configOf(place, scope)],
  install(file, text, installation) {
    return isConfig(file) ? withoutTerminal(text ?? '') : hooks.install(file, text, installation);
  },
  remove(file, text) {
    if (!isConfig(file)) return hooks.remove(file, text);
    const rest = withoutTrust(text)
      .replace(`${noTerminal}\n`, '')
      .replace(/^\[features\]\n(?=\s*(?:\[|$))/mu, '')
      .replace(/^\n+/u, '');
    return rest.trim() === '' ? null : rest;
  },
  examine(file, text) {
    if (!isConfig(file)) return hooks.examine(file, text);
    return /^\s*unified_exec_tty\s*=\s*false\b/mu.test(text)
      ? []
      : ['Codex may type into programs that run, and asks no hook about that'];
  },
};

/** The configuration in which Codex remembers that a hook is trusted. */
export function withTrust(
  text: string,
  trusted: readonly { readonly key: string; readonly hash: string }[],
): string {
  const rest = withoutTrust(text).replace(/\n*$/u, '\n');
  const tables = trusted.map(
    ({ key, hash }) =>
      `\n[hooks.state.${JSON.stringify(key)}] # countersign guard\ntrusted_hash = ${JSON.stringify(hash)}\n`,
  );
  return `${rest}${tables.join('')}`;
}

function withoutTrust(text: string): string {
  return text.replaceAll(
    /\n?\[hooks\.state\.[^\n]*\] # countersign guard\ntrusted_hash = [^\n]*\n/gu,
    '',
  );
}

function withoutTerminal(text: string): string {
  const others = text.replaceAll(/^\s*unified_exec_tty\s*=[^\n]*\n?/gmu, '');
  const header = /^\[features\][^\n]*\n/mu.exec(others);
  if (header === null) {
    // A table must follow every plain member, so that it comes last.
    return `${others.replace(/\n*$/u, others === '' ? '' : '\n\n')}[features]\n${noTerminal}\n`;
  }
  const at = header.index + header[0].length;
  return `${others.slice(0, at)}${noTerminal}\n${others.slice(at)}`;
}

function isConfig(file: string): boolean {
  return file.endsWith('config.toml');
}

function configOf({ home, cwd }: Place, scope: Scope): string {
  return `${scope === 'user' ? home : cwd}/.codex/config.toml`;
}
