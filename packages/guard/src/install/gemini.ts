import { geminiSwitches } from '../check/other-settings.ts';
import { onlyHook, startedHooks } from './started-hooks.ts';

const everyTool = '.*';

/** Gemini CLI runs a tool where the hook is late, so that our own deadline is well below its timeout, in milliseconds. */
export const geminiInstaller = startedHooks({
  agent: 'gemini',
  scopes: ['user', 'project', 'managed'],
  waits: { hold: 45, deadline: 60, timeout: 120 },
  before: 'BeforeTool',
  file({ home, cwd, platform }, scope) {
    if (scope === 'user') return `${home}/.gemini/settings.json`;
    if (scope === 'project') return `${cwd}/.gemini/settings.json`;
    if (platform === 'darwin') return '/Library/Application Support/GeminiCli/settings.json';
    if (platform === 'win32') return 'C:/ProgramData/gemini-cli/settings.json';
    return '/etc/gemini-cli/settings.json';
  },
  hooks({ start, end }, { timeout }) {
    const group = (command: string) => ({
      matcher: everyTool,
      sequential: true,
      hooks: [{ type: 'command', name: 'countersign', command, timeout: timeout * 1000 }],
    });
    return { BeforeTool: group(start), AfterTool: group(end) };
  },
  isWhole(group) {
    const { timeout, type } = onlyHook(group);
    return group['matcher'] === everyTool && type === 'command' && Number(timeout) >= 90_000;
  },
  examine: geminiSwitches,
});
