import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CommandIo, CommandRefused } from '../command.ts';
import type { ConfigForm } from './wrap-config.ts';

interface ClientConfig extends ConfigForm {
  readonly title: string;
  /** Its files, from the project and from the person. */
  files(place: Pick<CommandIo, 'homeFolder' | 'cwd'>): readonly string[];
}

const usual = { syntax: 'json', member: 'mcpServers', form: 'command_and_args' } as const;

/** The clients whose configuration is rewritten. */
export const clientConfigs: Readonly<Record<string, ClientConfig>> = {
  'claude-code': {
    ...usual,
    projects: 'projects',
    title: 'Claude Code',
    files: ({ homeFolder, cwd }) => [join(cwd, '.mcp.json'), join(homeFolder, '.claude.json')],
  },
  'claude-desktop': {
    ...usual,
    title: 'Claude Desktop',
    files: ({ homeFolder }) => [
      join(homeFolder, 'Library', 'Application Support', 'Claude', 'claude_desktop_config.json'),
      join(homeFolder, 'AppData', 'Roaming', 'Claude', 'claude_desktop_config.json'),
      join(homeFolder, '.config', 'Claude', 'claude_desktop_config.json'),
    ],
  },
  codex: {
    syntax: 'toml',
    member: 'mcp_servers',
    form: 'command_and_args',
    title: 'Codex',
    files: ({ homeFolder, cwd }) => [
      join(cwd, '.codex', 'config.toml'),
      join(homeFolder, '.codex', 'config.toml'),
    ],
  },
  copilot: {
    ...usual,
    title: 'Copilot CLI',
    files: ({ homeFolder }) => [join(homeFolder, '.copilot', 'mcp-config.json')],
  },
  cursor: {
    ...usual,
    title: 'Cursor',
    files: ({ homeFolder, cwd }) => [
      join(cwd, '.cursor', 'mcp.json'),
      join(homeFolder, '.cursor', 'mcp.json'),
    ],
  },
  gemini: {
    ...usual,
    title: 'Gemini CLI',
    files: ({ homeFolder, cwd }) => [
      join(cwd, '.gemini', 'settings.json'),
      join(homeFolder, '.gemini', 'settings.json'),
    ],
  },
  opencode: {
    syntax: 'json',
    member: 'mcp',
    form: 'one_list',
    title: 'OpenCode',
    files: ({ homeFolder, cwd }) => [
      join(cwd, 'opencode.json'),
      join(cwd, 'opencode.jsonc'),
      join(homeFolder, '.config', 'opencode', 'opencode.json'),
      join(homeFolder, '.config', 'opencode', 'opencode.jsonc'),
    ],
  },
  vscode: {
    ...usual,
    member: 'servers',
    title: 'VS Code',
    files: ({ homeFolder, cwd }) => [
      join(cwd, '.vscode', 'mcp.json'),
      join(homeFolder, 'Library', 'Application Support', 'Code', 'User', 'mcp.json'),
      join(homeFolder, 'AppData', 'Roaming', 'Code', 'User', 'mcp.json'),
      join(homeFolder, '.config', 'Code', 'User', 'mcp.json'),
    ],
  },
};

/** The files of a client that are there, and how they are written. A client reads all of them. */
export function configPlaces(
  io: CommandIo,
  { client: name, file: named }: { readonly client: string; readonly file?: string },
) {
  const form = clientConfigs[name];
  if (form === undefined) throw new CommandRefused('usage', 'Expected a known client.');
  const known = named === undefined ? form.files(io) : [resolve(io.cwd, named)];
  const files = [...new Set(known)].filter(each => existsSync(each));
  if (files.length === 0) {
    throw new CommandRefused(
      'failed',
      `${form.title} has no configuration at ${known.join(' or ')}.`,
      'Name the file with --file.',
    );
  }
  return { files, form };
}
