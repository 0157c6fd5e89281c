import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  createSdkMcpServer,
  type Options,
  query,
  type SDKUserMessage,
  tool,
} from '@anthropic-ai/claude-agent-sdk';
import { gateAgent } from '@countersign/claude-agent-sdk';
import { z } from 'zod';
import type { Driver, ScriptedCall, TurnEnd, TurnSetup } from '../driver.ts';
import { startFakeModel, subagent, toolName } from './fake-model.ts';

/** What Claude Code keeps of a session: its files, below the folder of its settings. */
interface Stored {
  readonly session: string;
  readonly files: Readonly<Record<string, string>>;
  readonly told: Readonly<Record<string, string>>;
}

/** Everything that Claude Code needs to run offline, in a place of its own. */
function offline(home: string, modelUrl: string): Options {
  return {
    model: 'claude-sonnet-4-5',
    cwd: home,
    settingSources: [],
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, 'settings'),
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ENABLE_TOOL_SEARCH: 'false',
      // Claude Code refuses to bypass permissions for root outside of a sandbox.
      IS_SANDBOX: '1',
    },
    tools: [],
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
  };
}

/** Options for a session with a model that makes these calls, in a folder of its own, with settings of its project. */
export async function offlineHome(calls: readonly ScriptedCall[], settings?: object) {
  const home = mkdtempSync(join(tmpdir(), 'countersign-claude-'));
  const model = await startFakeModel(calls);
  if (settings !== undefined) {
    mkdirSync(join(home, '.claude'));
    writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify(settings));
  }
  const loads: Options = settings === undefined ? {} : { settingSources: ['project'] };
  return {
    home,
    model,
    options: { ...offline(home, model.url), ...loads },
    close: () => {
      model.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** One prompt. The input stays open until the agent has ended: a deferred call goes on only while it is. */
export function prompt(text: string): { input: AsyncIterable<SDKUserMessage>; end(): void } {
  let end = (): void => undefined;
  const over = new Promise<void>(resolve => {
    end = resolve;
  });
  async function* input(): AsyncGenerator<SDKUserMessage> {
    const message = { role: 'user' as const, content: text };
    yield { type: 'user', message, parent_tool_use_id: null, session_id: '' };
    await over;
  }
  return { input: input(), end };
}

async function play(setup: TurnSetup, stored: Stored | null): Promise<TurnEnd> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-claude-'));
  const settings = join(home, 'settings');
  const model = await startFakeModel(setup.calls);
  try {
    for (const [path, text] of Object.entries(stored?.files ?? {})) {
      const file = join(settings, 'projects', projectOf(home), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const tickets: string[] = [];
    const { gate, mode, session: name } = setup;
    const countersign = gateAgent(gate, {
      mode,
      session: name,
      onAsked: ({ approval_request_id: id }) => {
        tickets.push(id);
        setup.onAsked?.(id);
      },
    });
    const options = countersign.options(optionsFor(setup, offline(home, model.url), stored));
    if (setup.toolTimeout !== undefined) limitHook(options, setup.toolTimeout);
    const { input, end } = prompt('Pay.');
    let session = '';
    let isDeferred = false;
    try {
      for await (const message of query({ prompt: input, options })) {
        if (message.type !== 'result') continue;
        session = message.session_id;
        // The tools of the application are connected a moment after a session is resumed.
        if (message.stop_reason === 'tool_deferred_unavailable') continue;
        isDeferred = message.stop_reason === 'tool_deferred';
        end();
      }
    } finally {
      end();
    }
    const told = { ...stored?.told, ...model.told };
    if (!isDeferred) return { told, tickets, state: null };
    const files = filesOf(join(settings, 'projects', projectOf(home)));
    return { told, tickets, state: JSON.stringify({ session, files, told }) };
  } finally {
    model.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Claude Code counts the time of a tool after its hook, so what holds a call is limited by the time of the hook. */
function limitHook({ hooks }: Options, milliseconds: number): void {
  for (const matcher of hooks?.PreToolUse ?? []) matcher.timeout = Math.ceil(milliseconds / 1000);
}

function optionsFor(setup: TurnSetup, base: Options, stored: Stored | null): Options {
  const names = [...new Set(setup.calls.map(call => call.tool))];
  const tools = names.map(name =>
    tool(name, 'Pays.', { amount: z.number() }, async input => ({
      content: [{ type: 'text' as const, text: String(await setup.effect(name, input)) }],
    })),
  );
  const abort = new AbortController();
  setup.signal?.addEventListener('abort', () => abort.abort());
  return {
    ...base,
    abortController: abort,
    mcpServers: { bank: createSdkMcpServer({ name: 'bank', version: '1', tools }) },
    ...(stored === null ? {} : { resume: stored.session }),
    ...(setup.way === 'streamed' ? { includePartialMessages: true } : {}),
    ...(setup.way === 'subagent'
      ? {
          tools: ['Task'],
          agents: {
            [subagent]: { description: 'Pays.', prompt: 'Pay.', tools: names.map(toolName) },
          },
        }
      : {}),
  };
}

/** How Claude Code names the folder of a project. */
function projectOf(folder: string): string {
  return folder.replaceAll(/[^a-zA-Z0-9]/g, '-');
}

function filesOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    paths
      .filter(path => path.endsWith('.jsonl'))
      .map(path => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

export const driver: Driver = {
  hasCallIds: true,
  start: setup => play(setup, null),
  resume: (setup, state) => play(setup, JSON.parse(state) as Stored),
};
