import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an agent is told about the MCP server that it shall use. */
interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An agent that other people make, and how it is set up offline. */
export interface RealAgent {
  readonly name: string;
  /** How it calls a tool of the server `box`. */
  readonly tool: (name: string) => { readonly tool: string; readonly namespace?: string };
  /** Writes its configuration into the folder. Returns the words that start it and its environment. */
  readonly prepare: (
    folder: string,
    entry: Entry,
    model: string,
  ) => readonly [words: readonly string[], env: Readonly<Record<string, string>>];
}

const installed = join(import.meta.dirname, 'node_modules');
const write = (folder: string, name: string, value: object | string): string => {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
};

export const realAgents: readonly RealAgent[] = [
  {
    name: 'claude-code',
    tool: name => ({ tool: `mcp__box__${name}` }),
    prepare: (folder, entry, model) => [
      [
        join(installed, '@anthropic-ai/claude-code-linux-x64/claude'),
        ...['-p', 'go', '--strict-mcp-config'],
        ...['--mcp-config', write(folder, 'mcp.json', { mcpServers: { box: entry } })],
        ...['--allowedTools', 'mcp__box__read,mcp__box__pay'],
      ],
      {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: 'k',
        ENABLE_TOOL_SEARCH: 'false',
        DISABLE_AUTOUPDATER: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    ],
  },
  {
    name: 'codex',
    tool: tool => ({ tool, namespace: 'mcp__box' }),
    prepare: (folder, { command, args, env }, model) => {
      const variables = Object.entries(env).map(
        ([key, value]) => `${key} = ${JSON.stringify(value)}`,
      );
      write(
        folder,
        'codex/config.toml',
        `model = "m"
model_provider = "fake"
[model_providers.fake]
name = "fake"
base_url = "${model}/v1"
wire_api = "responses"
requires_openai_auth = false
supports_websockets = false
[mcp_servers.box]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
startup_timeout_sec = 120
[mcp_servers.box.env]
${variables.join('\n')}
`,
      );
      return [
        [
          join(installed, '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex'),
          ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', 'go'],
        ],
        { CODEX_HOME: join(folder, 'codex') },
      ];
    },
  },
  {
    name: 'gemini-cli',
    tool: name => ({ tool: `mcp_box_${name}` }),
    prepare: (folder, entry, model) => {
      const security = { auth: { selectedType: 'gemini-api-key' } };
      write(folder, '.gemini/settings.json', { security, mcpServers: { box: entry } });
      const program = join(installed, '@google/gemini-cli/bundle/gemini.js');
      return [
        [process.execPath, program, '-p', 'go', '--yolo', '-m', 'gemini-2.5-pro'],
        {
          GOOGLE_GEMINI_BASE_URL: model,
          GEMINI_API_KEY: 'k',
          GEMINI_CLI_TRUST_WORKSPACE: 'true',
        },
      ];
    },
  },
  {
    name: 'copilot',
    tool: name => ({ tool: `box-${name}` }),
    prepare: (folder, entry, model) => {
      const box = { type: 'local', ...entry, tools: ['*'] };
      write(folder, '.copilot/mcp-config.json', { mcpServers: { box } });
      return [
        [join(installed, '@github/copilot-linux-x64/copilot'), '-p', 'go', '--allow-all-tools'],
        {
          COPILOT_PROVIDER_BASE_URL: model,
          COPILOT_PROVIDER_API_KEY: 'k',
          COPILOT_MODEL: 'm',
          COPILOT_OFFLINE: 'true',
        },
      ];
    },
  },
  {
    name: 'opencode',
    tool: name => ({ tool: `box_${name}` }),
    prepare: (folder, { command, args, env }, model) => {
      const options = { baseURL: `${model}/v1`, apiKey: 'k' };
      write(folder, 'opencode.json', {
        model: 'fake/m',
        provider: { fake: { npm: '@ai-sdk/openai-compatible', options, models: { m: {} } } },
        mcp: {
          box: { type: 'local', command: [command, ...args], environment: env, timeout: 120_000 },
        },
      });
      const home = (name: string) => join(folder, name);
      return [
        [join(installed, 'opencode-linux-x64/bin/opencode'), 'run', 'go'],
        {
          OPENCODE_DISABLE_MODELS_FETCH: '1',
          XDG_CONFIG_HOME: home('config'),
          XDG_DATA_HOME: home('data'),
          XDG_CACHE_HOME: home('cache'),
          XDG_STATE_HOME: home('state'),
        },
      ];
    },
  },
];

/** The inspector of the MCP project, as a command. */
export const inspector = join(installed, '.bin', 'mcp-inspector');

/** The loopback model that drives them. It is beside the checkout. */
export const fakeModel = join(import.meta.dirname, '../../../shared/tools/fake-model.mjs');

/** Installs the agents. Returns why they cannot be run here, or false. In CI that is a failure. */
export function skipWithoutAgents(): string | false {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'the agents need Linux on x64';
  if (!existsSync(fakeModel)) return missing('there is no model beside the checkout');
  const last = [
    join(installed, 'opencode-linux-x64'),
    join(installed, '@earendil-works'),
    inspector,
  ];
  if (!last.every(path => existsSync(path))) {
    const words = ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
    try {
      execFileSync('npm', words, { cwd: import.meta.dirname, stdio: 'ignore', timeout: 900_000 });
    } catch {
      return missing('the agents could not be installed');
    }
  }
  return false;
}

function missing(why: string): string {
  if (process.env['CI'] === 'true') throw new Error(why);
  return why;
}
