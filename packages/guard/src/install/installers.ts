import { claudeCodeInstaller } from './claude-code.ts';
import { codexInstaller } from './codex.ts';
import { copilotInstaller } from './copilot.ts';
import { cursorInstaller } from './cursor.ts';
import { geminiInstaller } from './gemini.ts';
import type { Installer } from './installation.ts';
import { opencodeInstaller, piInstaller } from './loaded-program.ts';

export const installers: readonly Installer[] = [
  claudeCodeInstaller,
  codexInstaller,
  geminiInstaller,
  copilotInstaller,
  opencodeInstaller,
  cursorInstaller,
  piInstaller,
];
