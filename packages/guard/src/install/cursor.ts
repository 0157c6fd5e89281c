import { startedHooks } from './started-hooks.ts';

/** Cursor: `failClosed` blocks the tool where the hook cannot be started, is late or crashes. */
export const cursorInstaller = startedHooks({
  agent: 'cursor',
  scopes: ['user', 'project', 'managed'],
  waits: { hold: 45, deadline: 60, timeout: 120 },
  before: 'preToolUse',
  members: { version: 1 },
  file({ home, cwd, platform }, scope) {
    if (scope === 'user') return `${home}/.cursor/hooks.json`;
    if (scope === 'project') return `${cwd}/.cursor/hooks.json`;
    if (platform === 'darwin') return '/Library/Application Support/Cursor/hooks.json';
    if (platform === 'win32') return 'C:/ProgramData/Cursor/hooks.json';
    return '/etc/cursor/hooks.json';
  },
  hooks: ({ start, end }, { timeout }) => ({
    preToolUse: { command: start, timeout, failClosed: true },
    postToolUse: { command: end, timeout },
  }),
  isWhole: ({ failClosed, matcher }) => failClosed === true && matcher === undefined,
});
