import { startedHooks } from './started-hooks.ts';

/** Copilot CLI loads hooks of a project only in some modes, so that the guard is in the folder of the person. */
export const copilotInstaller = startedHooks({
  agent: 'copilot',
  scopes: ['user'],
  waits: { hold: 45, deadline: 60, timeout: 120 },
  before: 'preToolUse',
  members: { version: 1 },
  file: ({ home }) => `${home}/.copilot/hooks/countersign.json`,
  hooks: ({ start, end }, { timeout }) => ({
    preToolUse: { type: 'command', bash: start, timeoutSec: timeout },
    postToolUse: { type: 'command', bash: end, timeoutSec: timeout },
  }),
  isWhole: ({ type, timeoutSec }) => type === 'command' && Number(timeoutSec) >= 90,
});
