// The extension that pi loads. It asks the server before each tool. pi blocks a tool whose handler throws. While a call waits, the
// status line of pi says where. The server decides, and no text of the conversation does.

import { readFileSync } from 'node:fs';

/** The installer writes the path of the set-up here. */
const setupFile = '__COUNTERSIGN_SETUP__';

interface ToolEvent {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly parentToolCallId?: string;
  readonly input: Record<string, unknown>;
  readonly content?: unknown;
  readonly isError?: boolean;
}

interface Context {
  readonly cwd: string;
  readonly hasUI: boolean;
  readonly signal?: AbortSignal;
  readonly sessionManager: { getSessionId(): string };
  readonly ui: {
    setStatus(key: string, text: string | undefined): void;
    notify(text: string, kind: 'warning'): void;
  };
}

interface Agent {
  on(
    event: 'tool_call' | 'tool_result',
    handler: (event: ToolEvent, context: Context) => Promise<unknown>,
  ): void;
}

/** The installer makes it the default export. */
export function countersignGuard(pi: Agent): void {
  pi.on('tool_call', async (event, context) => {
    const setup = readSetup();
    if (context.hasUI) {
      context.ui.setStatus('countersign', `Countersign decides. What waits for you: ${setup.url}`);
    }
    try {
      const { toolName, toolCallId, parentToolCallId, input } = event;
      const more = parentToolCallId === undefined ? {} : { parentToolCallId };
      const call = { event: 'before', toolName, toolCallId, input, ...more };
      const answer = await send(setup, call, context);
      if (answer['decision'] === 'allow') {
        const { notice } = answer;
        if (context.hasUI && typeof notice === 'string') context.ui.notify(notice, 'warning');
        return undefined;
      }
      const { reason } = answer;
      return {
        block: true,
        reason: typeof reason === 'string' ? reason : 'The answer is no decision.',
      };
    } finally {
      if (context.hasUI) context.ui.setStatus('countersign', undefined);
    }
  });
  pi.on('tool_result', async (event, context) => {
    const { toolName, toolCallId, input, content, isError = false } = event;
    const call = { event: 'after', toolName, toolCallId, input, content, isError };
    // What ran has run. The record says `unknown` where this does not arrive.
    await send(readSetup(), call, context).catch(() => undefined);
  });
}

interface Setup {
  readonly url: string;
  readonly key: string;
  readonly agent: string;
  readonly contract: string;
  readonly hold: number;
  readonly deadline: number;
}

async function send(
  setup: Setup,
  call: object,
  { cwd, signal, sessionManager }: Context,
): Promise<Record<string, unknown>> {
  const late = AbortSignal.timeout(setup.deadline * 1000);
  try {
    const response = await fetch(`${setup.url}/hooks/pi/${setup.contract}`, {
      method: 'POST',
      // An answer of another server is none.
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${setup.key}`,
        'countersign-agent': setup.agent,
        'countersign-hold': String(setup.hold),
      },
      body: JSON.stringify({ ...call, cwd, sessionId: sessionManager.getSessionId() }),
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    return (await response.json()) as Record<string, unknown>;
  } catch {
    throw new Error(
      `Countersign refused this call: the server ${setup.url} gave no answer. Nothing runs until it does.`,
    );
  }
}

function readSetup(): Setup {
  let setup: Setup;
  try {
    setup = JSON.parse(readFileSync(setupFile, 'utf8'));
  } catch {
    throw new Error(
      'Countersign refused this call: its set-up cannot be read. Run: countersign guard pi',
    );
  }
  if (isPrivate(setup.url)) return setup;
  throw new Error(
    'Countersign refused this call: its server must have an https address, or be on this machine.',
  );
}

/** https, or http to this very machine. On the way to another one, anyone could answer in the name of the server. */
function isPrivate(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}
