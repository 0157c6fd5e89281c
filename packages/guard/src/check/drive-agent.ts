/** How an agent is started once, with a model on loopback, and its own settings. */
interface Drive {
  readonly program: string;
  readonly words: (model: string) => readonly string[];
  readonly env: (model: string) => Readonly<Record<string, string>>;
}

const prompt = 'Check the guard of Countersign.';

/** The agents whose own binary can be driven without their service. */
export const drives: Readonly<Record<string, Drive>> = {
  'claude-code': {
    program: 'claude',
    words: () => ['-p', prompt, '--allowedTools', 'Bash'],
    env: model => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'canary',
      ENABLE_TOOL_SEARCH: 'false',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  codex: {
    program: 'codex',
    words: model => {
      const provider = `{name="canary",base_url="${model}/v1",wire_api="responses",requires_openai_auth=false,supports_websockets=false}`;
      return [
        ...['exec', '--skip-git-repo-check', '--sandbox', 'read-only'],
        ...['-c', 'model="canary"', '-c', 'model_provider="canary"'],
        ...['-c', `model_providers.canary=${provider}`, prompt],
      ];
    },
    env: () => ({}),
  },
  gemini: {
    program: 'gemini',
    words: () => ['-p', prompt, '--yolo', '-m', 'gemini-2.5-pro'],
    env: model => ({
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_API_KEY: 'canary',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
  },
  copilot: {
    program: 'copilot',
    words: () => ['-p', prompt, '--allow-all-tools'],
    env: model => ({
      COPILOT_PROVIDER_BASE_URL: model,
      COPILOT_PROVIDER_API_KEY: 'canary',
      COPILOT_MODEL: 'canary',
      COPILOT_OFFLINE: 'true',
    }),
  },
  opencode: {
    program: 'opencode',
    words: () => ['run', prompt],
    env: model => ({
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        model: 'canary/canary',
        provider: {
          canary: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${model}/v1`, apiKey: 'canary' },
            models: { canary: {} },
          },
        },
      }),
    }),
  },
};
