import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A real agent that is guarded, and how it is driven offline. */
export interface GuardedAgent {
  readonly name: string;
  /** The program under its own name, so that it is found on the path. */
  readonly program: readonly [name: string, words: readonly string[]];
  /** What starts it for one prompt, with every check of its own switched off. */
  readonly words: (model: string) => readonly string[];
  readonly env: (model: string) => Readonly<Record<string, string>>;
  /** Settings that it needs besides the guard. `__MODEL__` is the address of the model. */
  readonly settings: Readonly<Record<string, string>>;
  /** How its model asks for a command. */
  readonly call: (command: string) => object;
  /**
   * The failures of the guard under which the command runs anyway. The agent gives the guard no way to prevent that.
   */
  readonly open: readonly string[];
}

const installed = join(import.meta.dirname, 'node_modules');

export const guardedAgents: readonly GuardedAgent[] = [
  {
    name: 'claude-code',
    program: ['claude', [join(installed, '@anthropic-ai/claude-code-linux-x64/claude')]],
    words: () => ['-p', 'go', '--allowedTools', 'Bash'],
    env: model => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'k',
      ENABLE_TOOL_SEARCH: 'false',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    settings: {},
    call: command => ({ tool: 'Bash', args: { command } }),
    open: ['silence', 'not loaded'],
  },
  {
    name: 'codex',
    program: [
      'codex',
      [join(installed, '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex')],
    ],
    words: model => [
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...['-c', 'model="m"', '-c', 'model_provider="fake"', '-c'],
      `model_providers.fake={name="fake",base_url="${model}/v1",wire_api="responses",requires_openai_auth=false,supports_websockets=false}`,
      'go',
    ],
    env: () => ({}),
    settings: {},
    call: cmd => ({ tool: 'exec_command', args: { cmd } }),
    open: ['not loaded'],
  },
  {
    name: 'gemini',
    program: ['gemini', [process.execPath, join(installed, '@google/gemini-cli/bundle/gemini.js')]],
    words: () => ['-p', 'go', '--yolo', '-m', 'gemini-2.5-pro'],
    env: model => ({
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_API_KEY: 'k',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    settings: {
      '.gemini/settings.json': '{"security":{"auth":{"selectedType":"gemini-api-key"}}}',
    },
    call: command => ({ tool: 'run_shell_command', args: { command } }),
    open: ['not loaded'],
  },
  {
    name: 'copilot',
    program: ['copilot', [join(installed, '@github/copilot-linux-x64/copilot')]],
    words: () => ['-p', 'go', '--allow-all-tools'],
    env: model => ({
      COPILOT_PROVIDER_BASE_URL: model,
      COPILOT_PROVIDER_API_KEY: 'k',
      COPILOT_MODEL: 'm',
      COPILOT_OFFLINE: 'true',
    }),
    settings: {},
    call: command => ({ tool: 'bash', args: { command, description: 'x' } }),
    open: ['not loaded'],
  },
  {
    name: 'opencode',
    program: ['opencode', [join(installed, 'opencode-linux-x64/bin/opencode')]],
    words: () => ['run', 'go'],
    env: model => ({
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        model: 'fake/m',
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${model}/v1`, apiKey: 'k' },
            models: { m: {} },
          },
        },
      }),
    }),
    settings: {},
    call: command => ({ tool: 'bash', args: { command, description: 'x' } }),
    open: ['not loaded'],
  },
  {
    name: 'pi',
    program: [
      'pi',
      [process.execPath, join(installed, '@earendil-works/pi-coding-agent/dist/cli.js')],
    ],
    words: () => ['-p', '--no-session', '--provider', 'fake', '--model', 'm', 'go'],
    env: () => ({ PI_OFFLINE: '1' }),
    settings: {
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          fake: {
            baseUrl: '__MODEL__/v1',
            apiKey: 'k',
            api: 'openai-completions',
            models: [{ id: 'm' }],
          },
        },
      }),
    },
    call: command => ({ tool: 'bash', args: { command } }),
    open: ['missing program', 'not loaded'],
  },
];

/** Puts the programs on a path of their own. */
export function linkPrograms(folder: string): string {
  const path = join(folder, 'bin');
  mkdirSync(path, { recursive: true });
  for (const { program } of guardedAgents) {
    const [name, words] = program;
    const file = join(path, name);
    const quoted = words.map(word => `'${word}'`).join(' ');
    writeFileSync(file, `#!/bin/sh\nexec ${quoted} "$@"\n`);
    chmodSync(file, 0o755);
  }
  return path;
}
